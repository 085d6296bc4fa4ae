//! A policy without its rare actions, or with its most likely one alone.

use super::{Policy, Unsuited, first_of_best, only};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays the actions of another policy whose probability reaches a threshold, in the same proportions; if
/// none does, the most likely one. Rare actions of a learned strategy are mostly noise (S. Ganzfried, T.
/// Sandholm and K. Waugh, "Strategy Purification and Thresholding", AAMAS 2012).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Threshold<P> {
    policy: P,
    least: f64,
}

impl<P> Threshold<P> {
    /// The policy without the actions whose probability is below `least`.
    ///
    /// # Panics
    ///
    /// Unless `least` is from 0 to 1.
    pub fn new(policy: P, least: f64) -> Self {
        assert!((0.0..=1.0).contains(&least), "a probability");
        Self { policy, least }
    }
}

impl<P: Policy> Policy for Threshold<P> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.policy.check(rules)
    }

    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        self.policy.check_round(round)
    }

    fn fault(&self) -> Option<Unsuited> {
        self.policy.fault()
    }

    fn is_symmetric(&self) -> bool {
        self.policy.is_symmetric()
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.policy.of_choice(round, information, actions, probabilities);
        let most = probabilities[first_of_best(probabilities.iter().copied())];
        let least = self.least.min(most);
        let kept: f64 = probabilities.iter().filter(|&&probability| probability >= least).sum();
        for probability in probabilities {
            *probability = if *probability >= least { *probability / kept } else { 0.0 };
        }
    }
}

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

    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        self.0.check_round(round)
    }

    fn fault(&self) -> Option<Unsuited> {
        self.0.fault()
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
