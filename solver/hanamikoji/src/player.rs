//! The contract of players: they decide from the information of one seat.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::game::Seat;

/// A player for one seat.
///
/// A player sees the round's rules and markers and its own information, never a state. The caller supplies
/// the random numbers, so a seed repeats a game.
pub trait Player: Send {
    /// Decides for the seat with this information: returns one of the [legal](Round::legal) actions, or the
    /// reason why it cannot decide, which forfeits the game.
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit>;

    /// The probabilities of the [legal](Round::legal) actions at the last decision, in their order, given the
    /// history before it. Available if the player drew its action and reports probabilities. The luck
    /// correction calls it after each decision.
    fn probabilities(&self) -> Option<&[f64]> {
        None
    }

    /// Notifies the player of an event that it sees. Most players can ignore it: their information contains
    /// all relevant events, and decisions in a game must not depend on earlier games.
    fn sees(&mut self, _event: Event<'_>) {}
}

/// An event that a player sees besides the decisions, from its own seat.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game begins.
    GameBegins {
        /// The rules.
        rules: &'a Rules,
        /// Whether the player moves first in the first round.
        moves_first: bool,
    },
    /// A round begins.
    RoundBegins {
        /// The round.
        round: &'a Round,
        /// The player's seat in it.
        seat: Seat,
        /// The player's first hand, before anybody draws.
        hand: Cards,
    },
    /// The player draws a card: after the round begins, before the decision of that turn.
    Draws {
        /// The card.
        card: Geisha,
    },
    /// A game is over, with this result for the player.
    GameOver(Verdict),
}

impl<P: Player + ?Sized> Player for Box<P> {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        (**self).decide(round, information, rng)
    }

    fn probabilities(&self) -> Option<&[f64]> {
        (**self).probabilities()
    }

    fn sees(&mut self, event: Event<'_>) {
        (**self).sees(event);
    }
}

/// The result of a game for one player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is won.
    Won,
    /// Nobody has won it.
    Shared,
    /// It is lost.
    Lost,
}

/// The reason why a player cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Forfeit {
    /// In words, without a full stop.
    pub reason: String,
}

/// The forfeit if a decision is asked for where a round is complete or a card is to be drawn.
pub(crate) fn nothing_to_decide() -> Forfeit {
    Forfeit { reason: "there is nothing to decide".to_owned() }
}
