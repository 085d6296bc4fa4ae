//! Players: whoever decides from what one seat knows.

mod greedy;
mod learned;
pub mod named;
mod policy;
mod random;
mod search;
mod table;

pub use greedy::GreedyPlayer;
pub(crate) use greedy::greedy_value;
pub use learned::LearnedPlayer;
pub use policy::PolicyPlayer;
pub use random::RandomPlayer;
pub use search::{ExactPlayer, SearchPlayer};
pub use table::{Lookups, TablePlayer};

use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::turn::Entry;
use hanamachi_core::game::Seat;
use hanamachi_core::search::draw::place_at;

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

    /// How likely each of the [legal](Round::legal) actions was when the player decided last, in their order, given all that happened
    /// before: where the player drew one of them and can tell. It is asked after each decision by whoever takes out luck.
    fn probabilities(&self) -> Option<&[f64]> {
        None
    }

    /// Something happens that the player sees. Most players need not know: all that matters of it is part of the information with
    /// which they decide, and what they decide in a game may not depend on earlier ones.
    fn sees(&mut self, _event: Event<'_>) {}
}

/// What a player sees besides the decisions: all of it in the player's own terms.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A game begins.
    GameBegins {
        /// By these rules.
        rules: &'a Rules,
        /// Whether the player moves first in the first round.
        moves_first: bool,
    },
    /// A round begins.
    RoundBegins {
        /// Which one.
        round: &'a Round,
        /// The player's seat in it.
        seat: Seat,
        /// The player's first hand, before anybody draws.
        hand: Cards,
    },
    /// The player draws a card: after the round has begun, before the decision for which it is drawn.
    Draws {
        /// Which one.
        card: Geisha,
    },
    /// A game is over, and ended so for the player.
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

/// The first of the legal actions that are worth most. `worth` is given the offer that waits for an answer, if there is
/// one, and the action.
fn best_decision(
    round: &Round,
    information: &Information,
    actions: &mut Vec<Action>,
    mut value: impl FnMut(Option<Entry>, Action) -> f64,
) -> Result<Action, Forfeit> {
    round.legal(information, actions);
    let offer = information.open_offer();
    let mut best: Option<(f64, Action)> = None;
    for &action in &*actions {
        let value = value(offer, action);
        if best.is_none_or(|(highest, _)| value > highest) {
            best = Some((value, action));
        }
    }
    best.map(|(_, action)| action).ok_or_else(nothing_to_decide)
}

/// The legal action, if there is one alone; `actions` are all of them then.
fn only_action(round: &Round, information: &Information, actions: &mut Vec<Action>) -> Option<Action> {
    round.legal(information, actions);
    if let [only] = actions[..] { Some(only) } else { None }
}

/// A place, with its probability; `None` if none is above 0.
pub(crate) fn sampled<R: Rng + ?Sized>(probabilities: &[f64], rng: &mut R) -> Option<usize> {
    place_at(probabilities, rng.random())
}

/// Why nobody can decide where a round is complete or a card is to be drawn.
pub(crate) fn nothing_to_decide() -> Forfeit {
    Forfeit { reason: "there is nothing to decide".to_owned() }
}
