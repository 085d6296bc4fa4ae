//! Conformance kit for games with hidden information.
//!
//! [`check_hidden`] plays random games and checks every state on the way, the information states of both players, and states
//! resampled from them. Several consecutive games use the same random numbers, as far as different actions allow, so that the same
//! information state is reached on different paths.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Violation, ensure};
use crate::game::{HiddenInformation, Resample, Seat, Turn};

/// Playouts longer than this are considered endless.
const LONGEST_GAME: usize = 10_000;

/// Number of consecutive games that use the same random numbers for chance.
const GAMES_PER_DEAL: u32 = 8;

/// Tolerance of the sum of chance probabilities.
const ROUNDING: f64 = 1e-9;

/// Coverage of a run without a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HiddenCoverage {
    /// States visited, with repetitions.
    pub states: u64,
    /// Distinct information states, counted for each player.
    pub informations: usize,
    /// Visits to an information state that was already known.
    pub met_again: u64,
    /// States that were resampled and played to the end.
    pub resampled: u64,
}

/// Plays random games and checks every state in them against the contracts of [`HiddenInformation`] and [`Resample`].
///
/// States with the same debug form are considered equal.
///
/// # Errors
///
/// The first violation found.
pub fn check_hidden<G: Resample, R: Rng + ?Sized>(
    game: &G,
    playouts: u32,
    rng: &mut R,
) -> Result<HiddenCoverage, Violation> {
    let resample: Draw<G> = |game, known, seat, rng| game.resample(known, seat, rng);
    check_with(game, Some(resample), playouts, rng)
}

/// The same for a game that is not [`Resample`].
///
/// # Errors
///
/// The first violation found.
pub fn check_enumerable<G: HiddenInformation, R: Rng + ?Sized>(
    game: &G,
    playouts: u32,
    rng: &mut R,
) -> Result<HiddenCoverage, Violation> {
    check_with(game, None, playouts, rng)
}

/// [`Resample::resample`] of a game.
type Draw<G> = fn(
    &G,
    &<G as HiddenInformation>::Information,
    Seat,
    &mut Xoshiro256PlusPlus,
) -> <G as HiddenInformation>::State;

fn check_with<G: HiddenInformation, R: Rng + ?Sized>(
    game: &G,
    draw: Option<Draw<G>>,
    playouts: u32,
    rng: &mut R,
) -> Result<HiddenCoverage, Violation> {
    let (known, seen) = (HashMap::new(), HashMap::new());
    let mut kit = Kit { game, draw, known, seen, coverage: HiddenCoverage::default() };
    let mut luck = rng.random();
    for playout in 0..playouts {
        if playout % GAMES_PER_DEAL == 0 {
            luck = rng.random();
        }
        kit.playout(luck, rng)?;
    }
    Ok(HiddenCoverage { informations: kit.known.len(), ..kit.coverage })
}

/// Facts at the first visit of an information state.
struct FirstVisit<G: HiddenInformation> {
    state: Box<str>,
    turn: Turn,
    /// The player's earlier actions; unknown for resampled states.
    own: Option<Vec<G::Action>>,
    /// The legal actions, if the player was to act.
    legal: Vec<G::Action>,
}

/// The debug form.
fn show(value: &impl Debug) -> Box<str> {
    format!("{value:?}").into()
}

/// A player, the player's information state, and the chance outcomes so far in order.
type ChanceSoFar<G> = (Seat, <G as HiddenInformation>::Information, Vec<<G as HiddenInformation>::Outcome>);

/// Sequence of a player's information states, and the final state.
type PlayerPast<G> = (Vec<<G as HiddenInformation>::Information>, Box<str>);

/// History of a playout.
struct Story<G: HiddenInformation> {
    /// Own actions of each player.
    own: [Vec<G::Action>; 2],
    /// Information states of each player, without repetitions.
    past: [Vec<G::Information>; 2],
    outcomes: Vec<G::Outcome>,
}

/// A run of the kit.
struct Kit<'a, G: HiddenInformation> {
    game: &'a G,
    /// Draws hidden parts, if the game can.
    draw: Option<Draw<G>>,
    known: HashMap<(Seat, G::Information), FirstVisit<G>>,
    seen: HashMap<Box<str>, PlayerPast<G>>,
    coverage: HiddenCoverage,
}

impl<G: HiddenInformation> Kit<'_, G> {
    /// Plays one random game; chance uses this seed.
    fn playout<R: Rng + ?Sized>(&mut self, luck: u64, rng: &mut R) -> Result<(), Violation> {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(luck);
        let mut state = self.game.start();
        let mut story =
            Story { own: [Vec::new(), Vec::new()], past: [Vec::new(), Vec::new()], outcomes: Vec::new() };
        for _ in 0..LONGEST_GAME {
            let (legal, outcomes) = self.look(&state, rng)?;
            self.compare(&state, Some(&mut story), &legal)?;
            self.resample(&state, rng)?;
            match self.game.turn(&state) {
                Turn::End => return Ok(()),
                Turn::Chance => {
                    let mut left: f64 = luck.random();
                    let reached = outcomes.iter().find(|&&(_, probability)| {
                        left -= probability;
                        left < 0.0
                    });
                    let Some(&(outcome, _)) = reached.or(outcomes.last()) else { return Ok(()) };
                    story.outcomes.push(outcome);
                    self.game.apply_chance(&mut state, outcome);
                }
                Turn::Player(seat) => {
                    let Some(&action) = legal.choose(rng) else { return Ok(()) };
                    story.own[seat.index()].push(action);
                    self.game.play(&mut state, action);
                }
            }
        }
        Err(Violation(format!("a game has not ended after {LONGEST_GAME} steps")))
    }

    /// Checks a state by itself. Returns its actions and outcomes.
    #[expect(clippy::type_complexity, reason = "two lists")]
    fn look<R: Rng + ?Sized>(
        &mut self,
        state: &G::State,
        rng: &mut R,
    ) -> Result<(Vec<G::Action>, Vec<(G::Outcome, f64)>), Violation> {
        self.coverage.states += 1;
        let game = self.game;
        let turn = game.turn(state);
        // Filled twice: the second call must replace the contents.
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        for _ in 0..2 {
            game.actions(state, &mut actions);
            game.outcomes(state, &mut outcomes);
        }
        ensure(actions.is_empty() != matches!(turn, Turn::Player(_)), || {
            format!("what comes next in {state:?} is {turn:?}, and its actions are {actions:?}")
        })?;
        ensure(actions.is_sorted_by(|a, b| a < b), || {
            format!("the actions {actions:?} of {state:?} are not in ascending order without repetitions")
        })?;
        ensure(outcomes.is_empty() != (turn == Turn::Chance), || {
            format!("what comes next in {state:?} is {turn:?}, and its outcomes are {outcomes:?}")
        })?;
        ensure(outcomes.is_sorted_by(|a, b| a.0 < b.0), || {
            format!("the outcomes {outcomes:?} of {state:?} are not in ascending order without repetitions")
        })?;
        let sum: f64 = outcomes.iter().map(|&(_, probability)| probability).sum();
        let positive = outcomes.iter().all(|&(_, probability)| probability > 0.0);
        ensure(turn != Turn::Chance || positive && (sum - 1.0).abs() < ROUNDING, || {
            format!("the probabilities of {outcomes:?} in {state:?} are not positive with sum 1")
        })?;
        if turn == Turn::End {
            let (utility, bound) = (game.utility(state), game.utility_bound());
            // NaN is not within it.
            ensure(utility.abs() <= bound && bound.is_finite(), || {
                format!("the utility {utility} of {state:?} is not within the bound {bound}")
            })?;
        } else {
            self.random_step(state, &actions, &outcomes, rng)?;
        }
        Ok((actions, outcomes))
    }

    /// Checks that a random step leads to a listed successor.
    fn random_step<R: Rng + ?Sized>(
        &self,
        state: &G::State,
        actions: &[G::Action],
        outcomes: &[(G::Outcome, f64)],
        rng: &mut R,
    ) -> Result<(), Violation> {
        let game = self.game;
        let mut random = state.clone();
        match game.turn(state) {
            Turn::Chance => game.sample_outcome(&mut random, rng),
            _ => game.play_random(&mut random, rng),
        }
        let next = show(&random);
        // What the players know tells most states apart, and takes less time than their debug forms.
        let known = |state: &G::State| Seat::BOTH.map(|seat| game.information(state, seat));
        let known_next = known(&random);
        let leads_there = |step: &dyn Fn(&mut G::State)| {
            let mut reached = state.clone();
            step(&mut reached);
            known(&reached) == known_next && show(&reached) == next
        };
        let is_listed = actions.iter().any(|&action| leads_there(&|state| game.play(state, action)))
            || outcomes.iter().any(|&(outcome, _)| leads_there(&|state| game.apply_chance(state, outcome)));
        ensure(is_listed, || {
            format!("a random step leads from {state:?} to {next}, which is not a listed successor")
        })
    }

    /// Compares the information states of both players with the earlier states that share them. Resampled
    /// states have no story.
    fn compare(
        &mut self,
        state: &G::State,
        mut story: Option<&mut Story<G>>,
        legal: &[G::Action],
    ) -> Result<(), Violation> {
        let turn = self.game.turn(state);
        for seat in Seat::BOTH {
            let key = self.game.information(state, seat);
            let legal = if turn == Turn::Player(seat) { legal } else { &[] };
            let own = story.as_ref().map(|story| story.own[seat.index()].clone());
            match self.known.entry((seat, key)) {
                Entry::Vacant(unknown) => {
                    unknown.insert(FirstVisit { state: show(state), turn, own, legal: legal.to_vec() });
                }
                Entry::Occupied(mut known) => {
                    self.coverage.met_again += 1;
                    same_again(seat, &key, known.get(), (state, turn, own.as_deref(), legal))?;
                    let known = known.get_mut();
                    known.own = known.own.take().or(own);
                }
            }
            if let Some(story) = story.as_deref_mut() {
                self.compare_past(state, seat, key, story)?;
            }
        }
        Ok(())
    }

    /// Checks that the player had the same earlier information states for the same chance outcomes.
    fn compare_past(
        &mut self,
        state: &G::State,
        seat: Seat,
        key: G::Information,
        story: &mut Story<G>,
    ) -> Result<(), Violation> {
        let past = &mut story.past[seat.index()];
        if past.last() != Some(&key) {
            past.push(key);
        }
        // Outcomes need not be hashable, but they have a debug form.
        let luck: ChanceSoFar<G> = (seat, key, story.outcomes.clone());
        let seen = self.seen.entry(show(&luck)).or_insert_with(|| (past.clone(), show(state)));
        ensure(seen.0 == *past, || {
            let other = &seen.1;
            format!(
                "{seat:?} knows {key:?} in {other} and in {state:?}, after the same outcomes of chance, but knew different things before"
            )
        })
    }

    /// Resamples the information state of each player, and checks the results.
    fn resample<R: Rng + ?Sized>(&mut self, state: &G::State, rng: &mut R) -> Result<(), Violation> {
        let (game, Some(draw)) = (self.game, self.draw) else { return Ok(()) };
        for seat in Seat::BOTH {
            self.coverage.resampled += 1;
            let key = game.information(state, seat);
            let seed = rng.random();
            let again = || draw(game, &key, seat, &mut Xoshiro256PlusPlus::seed_from_u64(seed));
            let (mut next, other) = (again(), again());
            ensure(show(&next) == show(&other), || {
                format!(
                    "with the same random numbers, {key:?} of {seat:?} is resampled as {next:?} and as {other:?}"
                )
            })?;
            let found = game.information(&next, seat);
            ensure(found == key, || {
                format!(
                    "{seat:?} knows {key:?} in {state:?}, but {found:?} in {next:?}, which was resampled from it"
                )
            })?;
            self.play_on(&mut next, rng)?;
        }
        Ok(())
    }

    /// Plays a resampled state to the end.
    fn play_on<R: Rng + ?Sized>(&mut self, state: &mut G::State, rng: &mut R) -> Result<(), Violation> {
        for _ in 0..LONGEST_GAME {
            let (legal, _) = self.look(state, rng)?;
            self.compare(state, None, &legal)?;
            match self.game.turn(state) {
                Turn::End => return Ok(()),
                Turn::Chance => self.game.sample_outcome(state, rng),
                Turn::Player(_) => self.game.play_random(state, rng),
            }
        }
        Err(Violation(format!("a game has not ended after {LONGEST_GAME} steps")))
    }
}

/// A state, its next event, the player's earlier actions if known, and the legal actions.
type Met<'a, G> = (
    &'a <G as HiddenInformation>::State,
    Turn,
    Option<&'a [<G as HiddenInformation>::Action]>,
    &'a [<G as HiddenInformation>::Action],
);

/// Checks that two states with the same information state agree in everything that the player knows.
fn same_again<G: HiddenInformation>(
    seat: Seat,
    key: &G::Information,
    known: &FirstVisit<G>,
    (state, turn, own, legal): Met<'_, G>,
) -> Result<(), Violation> {
    let before = &known.state;
    let shows = |turn| turn == Turn::Player(seat) || turn == Turn::End;
    ensure(known.turn == turn || !(shows(known.turn) || shows(turn)), || {
        let known = format!(
            "{seat:?} knows {key:?} in {before} and in {state:?}, but the next event is {:?}",
            known.turn
        );
        format!("{known} in the one and {turn:?} in the other")
    })?;
    ensure(known.legal == legal, || {
        let known = format!(
            "{seat:?} knows {key:?} in {before} and in {state:?}, but has the actions {:?}",
            known.legal
        );
        format!("{known} and {legal:?}")
    })?;
    match (&known.own, own) {
        (Some(own), Some(others)) => ensure(own == others, || {
            format!(
                "{seat:?} knows {key:?} in {before} after the own actions {own:?}, but in {state:?} after {others:?}"
            )
        }),
        _ => Ok(()),
    }
}
