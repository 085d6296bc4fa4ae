//! The hand-written heuristic: one action ahead, and a rule of thumb for each geisha.
//!
//! The value of a position is a sum over the geisha. Each term is her weight, which is her value plus a
//! constant, times her hold, from −1 to 1. The hold is a curve in the lead in cards: cards in hand add to the
//! lead, unseen cards reduce it, and the curve is less steep the more of her cards are still to come. It is
//! certain for a geisha whose cards are all placed. The constants were tuned by hand in matches against
//! random play.

use super::{Policy, Unsuited, only};
use crate::evaluation::View;
use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::state::answers;
use crate::rules::turn::Entry;
use hanamachi_core::game::Seat;

/// Always plays the action of [`GreedyPlayer`](crate::players::GreedyPlayer).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GreedyPolicy;

impl Policy for GreedyPolicy {
    fn check(&self, _rules: &Rules) -> Result<(), Unsuited> {
        Ok(())
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        let view = View::with(round, information);
        let offer = information.open_offer();
        let values = actions.iter().map(|&action| greedy_value(round.rules(), &view, offer, action));
        only(super::first_of_best(values), actions, probabilities);
    }
}

/// Weight of a geisha beyond her value.
const PER_GEISHA: f64 = 1.5;
/// Lead per card in hand.
const IN_HAND: f64 = 0.55;
/// Loss of lead per unseen card.
const UNSEEN: f64 = 0.35;
/// Lead from the marker, which decides a tie.
const MARKER: f64 = 0.4;
/// Steepness of the curve.
const STEEPNESS: f64 = 0.9;

/// Value of an action by the rule of thumb, given the open offer, if there is one.
pub(crate) fn greedy_value(rules: &Rules, view: &View, offer: Option<Entry>, action: Action) -> f64 {
    let cards = action.cards();
    match (offer, action.kind()) {
        (None, Some(kind)) => {
            let answers = answers(Entry::from_action(action));
            if answers.is_empty() {
                return value(rules, &view.after_action(kind, action, Cards::EMPTY));
            }
            let after = |answer: &Action| value(rules, &view.after_action(kind, action, answer.cards()));
            answers.iter().map(after).fold(f64::INFINITY, f64::min)
        }
        (Some(offer), _) => {
            offer.kind().map_or(0.0, |kind| value(rules, &view.after_answer(kind, offer.cards(), cards)))
        }
        (None, None) => 0.0,
    }
}

fn value(rules: &Rules, view: &View) -> f64 {
    rules.geisha().map(|geisha| hold(view, geisha) * (f64::from(rules.value(geisha)) + PER_GEISHA)).sum()
}

/// The player's hold on a geisha.
fn hold(view: &View, geisha: Geisha) -> f64 {
    let count = |cards: Cards| f64::from(cards.count(geisha));
    let marker = match view.favour.owner(geisha) {
        Some(Seat::First) => 1.0,
        Some(Seat::Second) => -1.0,
        None => 0.0,
    };
    let lead = count(view.mine) - count(view.theirs);
    if view.hand.count(geisha) + view.unseen.count(geisha) == 0 {
        return if lead == 0.0 { marker } else { lead.signum() };
    }
    let expected = lead + IN_HAND * count(view.hand) - UNSEEN * count(view.unseen) + MARKER * marker;
    libm::tanh(STEEPNESS * expected)
}
