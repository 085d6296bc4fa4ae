//! Players: whoever decides from what one seat knows.

mod random;

pub use random::RandomPlayer;

use rand_xoshiro::Xoshiro256PlusPlus;

use super::action::Action;
use super::round::{Information, Round};

/// Whoever plays a seat.
///
/// A player sees the round's rules and markers, and its own information; never a state. The random numbers come
/// from the caller, so that a seed repeats a game.
pub trait Player: Send {
    /// Decides at a decision of the seat whose information this is: one of the [legal](Round::legal) actions, or
    /// nothing but the reason why not, which loses the game.
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit>;

    /// A game in which the player took part is over, and ended so for it. Most players need not know: what they
    /// decide in a game may not depend on earlier ones.
    fn game_over(&mut self, _verdict: Verdict) {}
}

/// How a game ended for one of the players.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is won.
    Won,
    /// Nobody has won it.
    Shared,
    /// It is lost.
    Lost,
}

/// Why a player cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// In words, without a full stop.
    pub reason: String,
}
