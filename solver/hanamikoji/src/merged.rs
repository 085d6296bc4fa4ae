//! A round with strategically equivalent states merged, so that it can be solved outright.
//!
//! Three things are merged, all without loss:
//!
//! - **The order of own draws.** It is forgotten as soon as it does not matter, as in [`Round`] itself.
//! - **The removed card.** It is the card left after all deals and draws, instead of the first: nobody knows
//!   the order of the cards, so every hand and every draw is as likely as before.
//! - **Geisha that differ by name alone**: of equal value, with their markers in the same place. The smallest
//!   relabelling of a player's information state stands for all of them, and the player forgets the
//!   relabelling. If several relabellings give the smallest state, chance picks one, and of actions that
//!   differ by them alone the player has the smallest. So both players treat equal geisha equally, as some
//!   equilibrium of the round does: the mean of an equilibrium's relabellings is an equilibrium, and against
//!   strategies that treat equal geisha equally no best response gains by treating them differently.

use arrayvec::ArrayVec;
use rand::{Rng, RngExt};

use crate::rules::relabelling::{MOST, Relabelling, alike, smallest_information};
use crate::rules::turn::Phase;
use crate::rules::{Action, Cards, Geisha, Information, Outcome as Dealt, Round, State};
use hanamachi_core::game::{HiddenInformation, Resample, Seat, Turn};
use hanamachi_core::search::cfr::Strategy;

/// A round with strategically equivalent states merged.
#[derive(Clone, Debug)]
pub struct MergedRound {
    round: Round,
    alike: Vec<Vec<Geisha>>,
    relabellings: Vec<Relabelling>,
}

/// A state under the names by which the player to decide knows it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MergedState {
    state: State,
    /// Whether the player who is to answer an offer has yet to be told names.
    unnamed: bool,
}

/// An outcome of chance. If several ways to name the geisha give the player to decide the same information,
/// chance picks one of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MergedOutcome {
    /// Cards, and names for the player who draws them.
    Dealt(Dealt, u8),
    /// Names for the player who is to answer an offer.
    Named(u8),
}

/// Information of a player in a merged round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MergedInformation {
    /// The smallest relabelling of the player's information.
    pub known: Information,
    /// Whether the player who is to answer an offer has yet to be told names.
    unnamed: bool,
}

impl MergedRound {
    /// Merges all equivalent states of this round.
    #[must_use]
    pub fn new(round: Round) -> Self {
        let mut alike = alike(round.rules(), round.favour());
        let relabellings = Relabelling::all(&alike);
        let is_renamed = |&geisha: &Geisha| relabellings.iter().any(|names| names.name(geisha) != geisha);
        alike.retain(|group| group.iter().any(is_renamed));
        Self { round, alike, relabellings }
    }

    /// Merges everything but names, for strategies that need not treat equal geisha alike.
    #[must_use]
    pub fn with_names(round: Round) -> Self {
        Self { round, alike: Vec::new(), relabellings: vec![Relabelling::NONE] }
    }

    /// The round itself.
    #[must_use]
    pub const fn round(&self) -> &Round {
        &self.round
    }

    /// The groups of geisha that differ by name alone and are merged; equal geisha with more than 120 orders
    /// are not merged.
    #[must_use]
    pub fn alike(&self) -> &[Vec<Geisha>] {
        &self.alike
    }

    /// The legal actions with this information, if they differ by the names of equal geisha alone. All of
    /// them are then played alike, and no solver has computed that.
    #[must_use]
    pub fn all_alike(&self, information: &Information) -> Option<Vec<Action>> {
        let same = self.canonical(information).1;
        let mut actions = Vec::new();
        self.round.legal(information, &mut actions);
        // Names that lead to the smallest form differ by names that change nothing.
        let first = actions.first().map(|&action| orbit(&same, action))?;
        actions.iter().all(|&action| orbit(&same, action) == first).then_some(actions)
    }

    /// All relabellings of the information state that are the same to the merged round, each once.
    #[must_use]
    pub fn variants(&self, information: &Information) -> Vec<Information> {
        let mut variants: Vec<Information> =
            self.relabellings.iter().map(|names| names.information(information)).collect();
        variants.sort_unstable_by_key(|variant: &Information| (variant.hand, variant.history));
        variants.dedup();
        variants
    }

    /// The smallest relabelling of the information state, and all relabellings that give it.
    fn canonical(&self, information: &Information) -> (Information, ArrayVec<Relabelling, MOST>) {
        smallest_information(&self.relabellings, information)
    }

    /// Replaces the probabilities of all actions of the round by those of the merged round's actions, each the
    /// sum over the actions that it stands for. Both lists are in ascending order of the actions.
    pub(crate) fn merge(&self, information: &Information, actions: &[Action], probabilities: &mut Vec<f64>) {
        if self.relabellings.len() == 1 {
            return;
        }
        let same = self.canonical(information).1;
        let mut merged: Vec<(Action, f64)> = Vec::new();
        for (&action, &probability) in actions.iter().zip(&*probabilities) {
            let action = smallest(&same, action);
            match merged.binary_search_by_key(&action, |&(action, _)| action) {
                Ok(place) => merged[place].1 += probability,
                Err(place) => merged.insert(place, (action, probability)),
            }
        }
        probabilities.clear();
        probabilities.extend(merged.into_iter().map(|(_, probability)| probability));
    }

    /// The ways to name the geisha of a state for the player to decide.
    fn names(&self, state: &State) -> ArrayVec<Relabelling, MOST> {
        match self.round.turn(state) {
            Turn::Player(seat) if self.relabellings.len() > 1 => self.canonical(&state.information(seat)).1,
            _ => ArrayVec::from_iter([Relabelling::NONE]),
        }
    }

    /// The state under one of these namings.
    fn named(&self, state: &State, way: u8) -> MergedState {
        let names = self.names(state);
        let state = names.get(usize::from(way)).map_or(*state, |names| names.state(state));
        MergedState { state, unnamed: false }
    }
}

/// A strategy for the merged round, played in the round itself. It treats equal geisha equally.
#[derive(Clone, Copy, Debug)]
pub struct Unmerged<'a, S> {
    /// The round that the strategy is for.
    pub round: &'a MergedRound,
    /// The strategy to play.
    pub strategy: S,
}

impl<S: Strategy<MergedRound>> Strategy<Round> for Unmerged<'_, S> {
    fn probabilities(&self, information: &Information, _actions: usize, probabilities: &mut Vec<f64>) {
        let (known, names) = self.round.canonical(information);
        let same = self.round.canonical(&known).1;
        let mut merged = Vec::new();
        self.round.round.legal(&known, &mut merged);
        merged.retain(|&action| smallest(&same, action) == action);
        let mut of_merged = Vec::new();
        let known = MergedInformation { known, unnamed: false };
        self.strategy.probabilities(&known, merged.len(), &mut of_merged);
        let mut own = Vec::new();
        self.round.round.legal(information, &mut own);
        let places: Vec<usize> = own
            .iter()
            .map(|&action| smallest(&same, names[0].action(action)))
            .map(|action| merged.binary_search(&action).unwrap_or(usize::MAX))
            .collect();
        probabilities.clear();
        #[expect(clippy::cast_precision_loss, reason = "120 at most")]
        let share = |place: &usize| {
            let equals = places.iter().filter(|&other| other == place).count();
            of_merged.get(*place).map_or(0.0, |probability| probability / equals as f64)
        };
        probabilities.extend(places.iter().map(share));
    }
}

/// The smallest relabelling of an action by these names.
fn orbit(names: &[Relabelling], action: Action) -> Option<Action> {
    names.iter().map(|names| names.action(action)).min()
}

/// The smallest of an action and its relabellings.
fn smallest(names: &[Relabelling], action: Action) -> Action {
    names.iter().map(|names| names.action(action)).fold(action, Action::min)
}

impl HiddenInformation for MergedRound {
    type State = MergedState;
    type Action = Action;
    type Outcome = MergedOutcome;
    type Information = MergedInformation;

    fn start(&self) -> MergedState {
        let mut state = self.round.start();
        state.phase = Phase::Deal(Seat::First);
        MergedState { state, unnamed: false }
    }

    fn turn(&self, state: &MergedState) -> Turn {
        if state.unnamed { Turn::Chance } else { self.round.turn(&state.state) }
    }

    fn actions(&self, state: &MergedState, actions: &mut Vec<Action>) {
        if state.unnamed {
            actions.clear();
        } else {
            self.round.actions(&state.state, actions);
            let names = self.names(&state.state);
            actions.retain(|&action| smallest(&names, action) == action);
        }
    }

    fn play(&self, state: &mut MergedState, action: Action) {
        self.round.play(&mut state.state, action);
        state.unnamed = state.state.phase == Phase::Answer && self.relabellings.len() > 1;
    }

    #[expect(clippy::cast_precision_loss, reason = "120 ways at most")]
    fn outcomes(&self, state: &MergedState, outcomes: &mut Vec<(MergedOutcome, f64)>) {
        outcomes.clear();
        if state.unnamed {
            let ways = self.names(&state.state).len();
            outcomes.extend((0..).take(ways).map(|way| (MergedOutcome::Named(way), 1.0 / ways as f64)));
            return;
        }
        let mut dealt = Vec::new();
        self.round.outcomes(&state.state, &mut dealt);
        for (cards, chance) in dealt {
            let mut next = state.state;
            self.round.apply_chance(&mut next, cards);
            let ways = self.names(&next).len();
            let named = (0..).take(ways).map(|way| (MergedOutcome::Dealt(cards, way), chance / ways as f64));
            outcomes.extend(named);
        }
    }

    fn apply_chance(&self, state: &mut MergedState, outcome: MergedOutcome) {
        let way = match outcome {
            MergedOutcome::Dealt(cards, way) => {
                self.round.apply_chance(&mut state.state, cards);
                way
            }
            MergedOutcome::Named(way) => way,
        };
        *state = self.named(&state.state, way);
    }

    fn information(&self, state: &MergedState, seat: Seat) -> MergedInformation {
        let known = self.canonical(&self.round.information(&state.state, seat)).0;
        MergedInformation { known, unnamed: state.unnamed }
    }

    fn utility(&self, state: &MergedState) -> f64 {
        self.round.utility(&state.state)
    }
}

impl Resample for MergedRound {
    /// Resamples as in the round itself, then names the state for the player to decide.
    fn resample<R: Rng + ?Sized>(
        &self,
        information: &MergedInformation,
        seat: Seat,
        rng: &mut R,
    ) -> MergedState {
        let mut state = self.round.resample(&information.known, seat, rng);
        state.deck = state.deck.plus(state.removed);
        state.removed = Cards::EMPTY;
        if information.unnamed {
            return MergedState { state, unnamed: true };
        }
        let ways = self.names(&state).len();
        // 120 at most.
        let way = rng.random_range(0..u8::try_from(ways).unwrap_or(u8::MAX));
        self.named(&state, way)
    }
}
