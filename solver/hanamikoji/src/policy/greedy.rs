//! The rule of thumb of [`GreedyPlayer`](crate::players::GreedyPlayer), as a policy.

use super::{Policy, Unsuited, only};
use crate::evaluation::View;
use crate::players::greedy_value;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

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
