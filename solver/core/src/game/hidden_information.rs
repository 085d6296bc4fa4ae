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
/// happened, hidden or not; it is small and is copied, not undone. What a player knows of it is the player's
/// **information state**, and whatever a player decides may depend on nothing else.
///
/// Both players remember what they did and saw: states with the same information state of a player have the same
/// sequence of that player's own actions, and of everything that the player saw of the opponent's. Only one
/// thing may be forgotten: in which order chance dealt the player what is known as a whole, where neither the
/// rest of the game nor what the opponent saw depends on it. (Such a merge loses nothing: M. Lanctot, R. Gibson,
/// N. Burch, M. Zinkevich and M. Bowling, "No-Regret Learning in Extensive-Form Games with Imperfect Recall",
/// ICML 2012, well-formed games.)
///
/// [`conformance`](crate::conformance) checks all of it.
pub trait HiddenInformation: Sync {
    /// Everything that has happened. Equal states go on alike.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// An action of a player.
    type Action: Copy + Ord + Hash + Debug + Send + Sync;
    /// An outcome of chance.
    type Outcome: Copy + Ord + Debug + Send + Sync;
    /// Information state of a player, as a compact key: equal exactly when the player cannot tell two states apart.
    type Information: Copy + Eq + Hash + Debug + Send + Sync;

    /// The state in which nothing has happened yet.
    fn start(&self) -> Self::State;

    /// Next event: a decision, chance, or the end.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Replaces what is in `actions` by the legal actions at a decision: in ascending order, each once, at least
    /// one. They depend only on the information state of the player who decides. None at chance and at the end.
    fn actions(&self, state: &Self::State, actions: &mut Vec<Self::Action>);

    /// Plays one of the legal actions.
    fn play(&self, state: &mut Self::State, action: Self::Action);

    /// Replaces what is in `outcomes` by what chance may bring, in ascending order, each once, with its
    /// probability, above 0; they sum to 1. None at decisions and at the end.
    fn outcomes(&self, state: &Self::State, outcomes: &mut Vec<(Self::Outcome, f64)>);

    /// Applies one of the outcomes of chance.
    fn apply_chance(&self, state: &mut Self::State, outcome: Self::Outcome);

    /// Information state of this player. Defined in every state, also when the other player is to act. It determines whether it is
    /// the player's turn, and whether the game is over. Keys of the two players at their own decisions never coincide: strategies of
    /// both are looked up by the key alone.
    fn information(&self, state: &Self::State, seat: Seat) -> Self::Information;

    /// Utility of a finished game for the first player; the second player gets the negative.
    fn utility(&self, state: &Self::State) -> f64;

    /// No utility is larger than this in size: 1 unless the game says otherwise, because it counts in chips, say.
    fn utility_bound(&self) -> f64 {
        1.0
    }

    /// A state in which `seat` knows exactly `information`, drawn as if nobody had had a reason for what was
    /// played: the game says how likely it makes each state, and which hidden actions it takes for equally likely.
    fn resample<R: Rng + ?Sized>(
        &self,
        information: &Self::Information,
        seat: Seat,
        rng: &mut R,
    ) -> Self::State;

    /// Applies a random outcome of chance.
    fn sample_outcome<R: Rng + ?Sized>(&self, state: &mut Self::State, rng: &mut R) {
        let mut outcomes = Vec::new();
        self.outcomes(state, &mut outcomes);
        let mut left: f64 = rng.random();
        let reached = outcomes.iter().find(|&&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        // Rounding may leave a hair beyond the last outcome.
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
