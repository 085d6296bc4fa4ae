//! The uniform policy, and a policy with a trembling hand.

use super::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// Plays every legal action with the same probability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct UniformPolicy;

impl Policy for UniformPolicy {
    fn check(&self, _rules: &Rules) -> Result<(), Unsuited> {
        Ok(())
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    #[expect(clippy::cast_precision_loss, reason = "some hundred actions")]
    fn of_choice(
        &self,
        _round: &Round,
        _information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        probabilities.clear();
        probabilities.resize(actions.len(), 1.0 / actions.len() as f64);
    }
}

/// With probability ε plays a uniformly random legal action, else follows another policy. Every observation
/// of it therefore has a positive probability (the trembling hand of R. Selten, 1975).
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tremble<P> {
    policy: P,
    epsilon: f64,
}

impl<P> Tremble<P> {
    /// This policy with tremble probability `epsilon`.
    ///
    /// # Panics
    ///
    /// Unless `epsilon` is from 0 to 1.
    pub fn new(policy: P, epsilon: f64) -> Self {
        assert!((0.0..=1.0).contains(&epsilon), "a probability");
        Self { policy, epsilon }
    }
}

impl<P: Policy> Policy for Tremble<P> {
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

    #[expect(clippy::cast_precision_loss, reason = "some hundred actions")]
    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.policy.probabilities(round, information, actions, probabilities);
        let each = self.epsilon / actions.len() as f64;
        for probability in probabilities {
            *probability = each + (1.0 - self.epsilon) * *probability;
        }
    }
}
