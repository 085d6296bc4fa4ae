//! A policy that always plays the most likely action of another.

use super::{Policy, Unsuited, first_of_best, only};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays the most likely action of another policy, the first of equally likely ones.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Argmax<P>(P);

impl<P> Argmax<P> {
    /// The most likely action of this policy.
    pub const fn new(policy: P) -> Self {
        Self(policy)
    }
}

impl<P: Policy> Policy for Argmax<P> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.0.check(rules)
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.0.of_choice(round, information, actions, probabilities);
        let best = first_of_best(probabilities.iter().copied());
        only(best, actions, probabilities);
    }
}
