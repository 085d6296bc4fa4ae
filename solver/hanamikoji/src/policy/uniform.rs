//! The uniform policy.

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
