//! Games with chance and hidden information.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Not;

use rand::{Rng, RngExt};

/// One of the two players, by the order in which they take their first turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// Moves first.
    First,
    /// Moves second.
    Second,
}

impl Seat {
    /// Both, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 or 1.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts a utility of the first player into one of this seat, and back.
    #[must_use]
    pub const fn from_first(self, utility: f64) -> f64 {
        match self {
            Self::First => utility,
            Self::Second => -utility,
        }
    }
}

impl Not for Seat {
    type Output = Self;

    /// The opponent.
    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Next event in a state: a decision, chance, or the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A chance event.
    Chance,
    /// A decision of this player.
    Player(Seat),
    /// The game is over.
    End,
}

/// A zero-sum game for two with chance events and hidden information, in extensive form.
///
/// The game itself is a value: its rules, and tables that its states share. A state holds everything that has
/// happened, hidden or not; it is small and is copied, not undone. A player's knowledge of the state is the
/// player's **information state**, and the player's decisions may depend on nothing else.
///
/// Both players remember their own actions and their observations: states with the same information state of
/// a player have the same sequence of that player's own actions and of the observed parts of the opponent's
/// actions. One thing only may be forgotten: the order in which chance dealt information that the player now
/// knows as a whole, if neither the rest of the game nor the opponent's observations depend on that order.
/// (Such a merge is lossless: M. Lanctot, R. Gibson, N. Burch, M. Zinkevich and M. Bowling, "No-Regret
/// Learning in Extensive-Form Games with Imperfect Recall", ICML 2012, well-formed games.)
///
/// Random numbers come from [`rand`], whose traits the methods name. Searches that sample hidden parts also need
/// [`Resample`]. [`conformance`](crate::conformance) checks all of it.
pub trait HiddenInformation: Sync {
    /// Everything that has happened. Equal states have equal continuations.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// An action of a player.
    type Action: Copy + Ord + Hash + Debug + Send + Sync;
    /// An outcome of chance.
    type Outcome: Copy + Ord + Debug + Send + Sync;
    /// Information state of a player, as a compact key: equal exactly if the player cannot tell two states
    /// apart.
    type Information: Copy + Eq + Hash + Debug + Send + Sync;

    /// The initial state.
    fn start(&self) -> Self::State;

    /// Next event: a decision, chance, or the end.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces the contents of `actions` by the legal actions at a decision: in ascending order, without
    /// repetitions, at least one. They depend only on the information state of the player to act. Empty at
    /// chance events and at the end.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Plays one of the legal actions.
    fn play(&self, state: &mut Self::State, action: Self::Action);

    /// Replaces the contents of `outcomes` by the possible outcomes of chance and their probabilities: in
    /// ascending order, without repetitions, each probability above 0, with sum 1. Empty at decisions and at
    /// the end.
    fn outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Outcome, f64)>);

    /// Applies one of the outcomes of chance.
    fn apply_chance(&self, state: &mut Self::State, outcome: Self::Outcome);

    /// Information state of this player. It is defined in every state, also when the other player is to act.
    /// It determines whether it is the player's turn, and whether the game is over. Keys of the two players
    /// at their own decisions never coincide, so that the strategies of both can be looked up by the key
    /// alone.
    fn information(&self, state: &Self::State, seat: Seat) -> Self::Information;

    /// Utility of a finished game for the first player; the second player gets the negative.
    fn utility(&self, state: &Self::State) -> f64;

    /// Bound on the absolute value of utilities: 1 by default. Override it if utilities are counted in chips,
    /// for example.
    fn utility_bound(&self) -> f64 {
        1.0
    }

    /// Applies a random outcome of chance.
    fn sample_outcome<R: Rng + ?Sized>(&self, state: &mut Self::State, rng: &mut R) {
        let mut outcomes = Vec::new();
        self.outcomes(state, &mut outcomes);
        let mut left: f64 = rng.random();
        let reached = outcomes.iter().find(|&&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        // Rounding may leave a tiny remainder beyond the last outcome.
        if let Some(&(outcome, _)) = reached.or(outcomes.last()) {
            self.apply_chance(state, outcome);
        }
    }

    /// Plays a uniformly random legal action.
    fn play_random<R: Rng + ?Sized>(&self, state: &mut Self::State, rng: &mut R) {
        let mut actions = Vec::new();
        self.actions(state, &mut actions);
        if !actions.is_empty() {
            self.play(state, actions[rng.random_range(0..actions.len())]);
        }
    }
}

/// A game whose hidden parts can be drawn at random: searches that sample what a player does not know need it. Solvers that
/// enumerate do not.
pub trait Resample: HiddenInformation {
    /// Samples a state in which the information state of `seat` is `information`, as if past actions had been
    /// chosen without a reason. The game defines the probability of each state, and which hidden actions
    /// count as equally likely.
    fn resample<R: Rng + ?Sized>(
        &self,
        information: &Self::Information,
        seat: Seat,
        rng: &mut R,
    ) -> Self::State;
}
