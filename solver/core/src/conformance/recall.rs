//! Exact check of perfect recall, for games small enough to play every history.
//!
//! After an information state follow the player's own further actions. Their value depends on the opponent's
//! actions, on chance, and on the end of the game. A player who forgets something at an information state
//! loses nothing if all of these have the same distribution whatever was forgotten. The check is: for each
//! past that leads to the information state, the same share of the chance probability falls to each triple of
//! the opponent's sequence, the player's own sequence from there on, and the utility. These are the
//! well-formed games of M. Lanctot, R. Gibson, N. Burch, M. Zinkevich and M. Bowling, "No-Regret Learning in
//! Extensive-Form Games with Imperfect Recall", ICML 2012, definition 1, without scaled payoffs; here
//! histories with the same sequences and utility are summed instead of matched one by one.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Violation, ensure};
use crate::game::{HiddenInformation, Seat, Turn};

/// Histories longer than this are considered endless.
const LONGEST_HISTORY: usize = 1_000;

/// Tolerance for shares of the chance probability.
const ROUNDING: f64 = 1e-9;

/// Coverage of a run without a violation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RecallCoverage {
    /// Number of histories: at chance events, at decisions and at the end.
    pub histories: u64,
    /// Number of each seat's information sets.
    pub information_sets: [usize; 2],
    /// Number of each seat's information sets in which it has forgotten something that does not matter.
    pub merged: [usize; 2],
}

impl RecallCoverage {
    /// Whether the game has perfect recall.
    #[must_use]
    pub fn is_perfect(&self) -> bool {
        self.merged == [0; 2]
    }
}

/// Plays every history and checks that information forgotten by the player to act does not matter.
///
/// The past of a player is the sequence of the player's information states and actions. Memory is
/// proportional to the number of histories times the decisions in one.
///
/// ```
/// use hanamachi_solver::conformance::check_recall;
/// use hanamachi_solver::reference::kuhn::Kuhn;
///
/// let coverage = check_recall(&Kuhn, 100)?;
/// assert_eq!((coverage.histories, coverage.information_sets), (58, [6, 6]));
/// assert!(coverage.is_perfect());
/// # Ok::<(), hanamachi_solver::conformance::Violation>(())
/// ```
///
/// # Errors
///
/// The first violation found, or that the game has more than `limit` histories.
pub fn check_recall<G: HiddenInformation>(game: &G, limit: u64) -> Result<RecallCoverage, Violation> {
    let mut walk = RecallWalk {
        game,
        limit,
        histories: 0,
        pasts: [Numbering::default(), Numbering::default()],
        places: [Numbering::default(), Numbering::default()],
        sets: [Vec::new(), Vec::new()],
        sequences: [Numbering::default(), Numbering::default()],
        futures: [Numbering::default(), Numbering::default()],
        recording: false,
    };
    walk.start()?;
    let merged = walk.sets.each_ref().map(|sets| sets.iter().filter(|set| set.parts.len() > 1).count());
    let histories = walk.histories;
    if merged != [0; 2] {
        // Continuations are recorded only if there are merged information sets to compare.
        walk.recording = true;
        walk.histories = 0;
        walk.start()?;
    }
    for seat in Seat::BOTH {
        walk.sets[seat.index()].iter().try_for_each(|set| set.is_well_formed(seat))?;
    }
    let information_sets = walk.sets.each_ref().map(Vec::len);
    Ok(RecallCoverage { histories, information_sets, merged })
}

/// Numbers for values, in order of first appearance.
struct Numbering<K>(FxHashMap<K, u32>);

impl<K> Default for Numbering<K> {
    fn default() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Eq + Hash> Numbering<K> {
    /// Returns the number of `thing`. Numbers begin with 1; 0 stands for none.
    fn number_of(&mut self, thing: K) -> u32 {
        #[expect(clippy::cast_possible_truncation, reason = "memory ends before")]
        let new = self.0.len() as u32 + 1;
        *self.0.entry(thing).or_insert(new)
    }
}

/// Observation or own action of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum ObservedOrPlayed<I, A> {
    Known(I),
    Done(A),
}

/// A past: the number of the past before it, and the last observation or action.
type NumberedPast<G> =
    (u32, ObservedOrPlayed<<G as HiddenInformation>::Information, <G as HiddenInformation>::Action>);

/// A decision: the number of the information state, and the action.
type NumberedDecision<G> = (u32, <G as HiddenInformation>::Action);

/// An information set.
struct Set<G: HiddenInformation> {
    information: G::Information,
    actions: Vec<G::Action>,
    parts: Vec<ReachingPast>,
}

/// A past that leads to an information set.
struct ReachingPast {
    past: u32,
    /// A state that this past leads to.
    state: Box<str>,
    /// Chance probability of each triple of the opponent's sequence, the own sequence from here on, and the
    /// bits of the utility.
    follows: FxHashMap<(u32, u32, u64), f64>,
}

impl<G: HiddenInformation> Set<G> {
    fn is_well_formed(&self, seat: Seat) -> Result<(), Violation> {
        let Some((first, others)) = self.parts.split_first() else { return Ok(()) };
        let sum = |part: &ReachingPast| part.follows.values().sum::<f64>();
        let alike = |part: &ReachingPast| {
            let (own, other) = (sum(first), sum(part));
            let share = |part: &ReachingPast, what, sum: f64| {
                part.follows.get(what).copied().unwrap_or_default() / sum
            };
            let mut all = first.follows.keys().chain(part.follows.keys());
            all.all(|what| (share(first, what, own) - share(part, what, other)).abs() < ROUNDING)
        };
        others.iter().try_for_each(|part| {
            let (known, state, other) = (&self.information, &first.state, &part.state);
            ensure(alike(part), || {
                format!("{seat:?} knows {known:?} in {state} and in {other}, but has forgotten something that matters")
            })
        })
    }
}

/// Path of a player through a history.
struct PlayerWay<G: HiddenInformation> {
    past: u32,
    known: Option<G::Information>,
    sequence: u32,
    /// Decisions so far, each with the index of its part in the information set.
    decisions: Vec<(NumberedDecision<G>, usize)>,
}

struct RecallWalk<'a, G: HiddenInformation> {
    game: &'a G,
    limit: u64,
    histories: u64,
    pasts: [Numbering<NumberedPast<G>>; 2],
    places: [Numbering<G::Information>; 2],
    sets: [Vec<Set<G>>; 2],
    sequences: [Numbering<(u32, NumberedDecision<G>)>; 2],
    /// Sequences read backwards from their end.
    futures: [Numbering<(NumberedDecision<G>, u32)>; 2],
    /// Whether the continuation is recorded.
    recording: bool,
}

impl<G: HiddenInformation> RecallWalk<'_, G> {
    fn start(&mut self) -> Result<(), Violation> {
        let way = || PlayerWay { past: 0, known: None, sequence: 0, decisions: Vec::new() };
        self.follow(&self.game.start(), 1.0, 0, &mut [way(), way()])
    }

    fn follow(
        &mut self,
        state: &G::State,
        chance: f64,
        steps: usize,
        ways: &mut [PlayerWay<G>; 2],
    ) -> Result<(), Violation> {
        self.histories += 1;
        ensure(self.histories <= self.limit, || format!("the game has more than {} histories", self.limit))?;
        ensure(steps <= LONGEST_HISTORY, || format!("a game has not ended after {steps} steps"))?;
        let before = ways.each_ref().map(|way| (way.past, way.known));
        for seat in Seat::BOTH {
            let (way, key) = (&mut ways[seat.index()], self.game.information(state, seat));
            if way.known != Some(key) {
                way.known = Some(key);
                way.past = self.pasts[seat.index()].number_of((way.past, ObservedOrPlayed::Known(key)));
            }
        }
        match self.game.turn(state) {
            Turn::End => self.end(state, chance, ways),
            Turn::Chance => {
                let mut outcomes = Vec::new();
                self.game.outcomes(state, &mut outcomes);
                for (outcome, probability) in outcomes {
                    let mut next = state.clone();
                    self.game.apply_chance(&mut next, outcome);
                    self.follow(&next, chance * probability, steps + 1, ways)?;
                }
            }
            Turn::Player(seat) => self.decide(state, seat, chance, steps, ways)?,
        }
        for (way, (past, known)) in ways.iter_mut().zip(before) {
            (way.past, way.known) = (past, known);
        }
        Ok(())
    }

    // Six parameters: everything that changes from one step of the walk to the next.
    fn decide(
        &mut self,
        state: &G::State,
        seat: Seat,
        chance: f64,
        steps: usize,
        ways: &mut [PlayerWay<G>; 2],
    ) -> Result<(), Violation> {
        let mut actions = Vec::new();
        self.game.actions(state, &mut actions);
        let PlayerWay { past, sequence, .. } = ways[seat.index()];
        let (number, part) = self.meet(state, seat, past, &actions)?;
        for action in actions {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            let way = &mut ways[seat.index()];
            way.past = self.pasts[seat.index()].number_of((past, ObservedOrPlayed::Done(action)));
            way.sequence = self.sequences[seat.index()].number_of((sequence, (number, action)));
            way.decisions.push(((number, action), part));
            self.follow(&next, chance, steps + 1, ways)?;
            let way = &mut ways[seat.index()];
            way.decisions.pop();
            (way.past, way.sequence) = (past, sequence);
        }
        Ok(())
    }

    /// Number of the information set, and the index of the part with this past.
    fn meet(
        &mut self,
        state: &G::State,
        seat: Seat,
        past: u32,
        actions: &[G::Action],
    ) -> Result<(u32, usize), Violation> {
        let information = self.game.information(state, seat);
        let number = self.places[seat.index()].number_of(information);
        let sets = &mut self.sets[seat.index()];
        let place = number as usize - 1;
        if place == sets.len() {
            sets.push(Set { information, actions: actions.to_vec(), parts: Vec::new() });
        }
        let found = &mut sets[place];
        ensure(found.actions == actions, || {
            let first = found.parts.first().map(|part| &*part.state).unwrap_or_default();
            format!("{seat:?} knows {information:?} in {first} and in {state:?}, but has different actions")
        })?;
        let place = found.parts.iter().position(|part| part.past == past).unwrap_or_else(|| {
            found.parts.push(ReachingPast {
                past,
                state: format!("{state:?}").into(),
                follows: FxHashMap::default(),
            });
            found.parts.len() - 1
        });
        Ok((number, place))
    }

    /// Records the end of a history in all merged information sets on the path.
    fn end(&mut self, state: &G::State, chance: f64, ways: &[PlayerWay<G>; 2]) {
        if !self.recording {
            return;
        }
        // Adding 0.0 turns −0 into 0. NaN is reported elsewhere.
        let utility = (self.game.utility(state) + 0.0).to_bits();
        for seat in Seat::BOTH {
            let opponent = ways[(!seat).index()].sequence;
            let mut future = 0;
            for &((set, action), part) in ways[seat.index()].decisions.iter().rev() {
                future = self.futures[seat.index()].number_of(((set, action), future));
                let parts = &mut self.sets[seat.index()][set as usize - 1].parts;
                if parts.len() > 1 {
                    *parts[part].follows.entry((opponent, future, utility)).or_default() += chance;
                }
            }
        }
    }
}
