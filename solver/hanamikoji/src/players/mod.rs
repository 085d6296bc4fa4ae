//! Players, which decide from the information of one seat.

pub mod named;
mod one_ahead;
mod policy;
mod search;
mod table;

pub use crate::player::{Event, Forfeit, Player, Verdict};
pub use one_ahead::{GreedyPlayer, LearnedPlayer};
pub use policy::{PolicyPlayer, RandomPlayer};
pub use search::SearchPlayer;
pub use table::TablePlayer;

use rand::{Rng, RngExt};

use crate::player::nothing_to_decide;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use crate::rules::turn::Entry;
use hanamachi_core::search::draw::place_at;

/// The first of the legal actions with the highest value. `value` takes the open offer, if there is one, and
/// the action.
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

/// The only legal action, if there is just one; `actions` receives all legal actions.
fn only_action(round: &Round, information: &Information, actions: &mut Vec<Action>) -> Option<Action> {
    round.legal(information, actions);
    if let [only] = actions[..] { Some(only) } else { None }
}

/// A random place, drawn with these probabilities; `None` if none is above 0.
pub(crate) fn sampled<R: Rng + ?Sized>(probabilities: &[f64], rng: &mut R) -> Option<usize> {
    place_at(probabilities, rng.random())
}
