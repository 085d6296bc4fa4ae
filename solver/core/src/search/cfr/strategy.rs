//! Strategies of both players, in any representation.

use crate::game::HiddenInformation;

/// Behavior strategies of both players: a distribution over the actions of each information state.
///
/// The average strategy of a run approaches an equilibrium; the current strategy is only that of the next
/// iteration. They have different types wherever both exist.
pub trait Strategy<G: HiddenInformation + ?Sized>: Sync {
    /// Replaces the contents of `probabilities` by the probability of each of the `actions` legal actions, in
    /// their order. They are nonnegative and sum to 1, up to rounding.
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>);
}

/// The uniform strategy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: HiddenInformation + ?Sized> Strategy<G> for Uniform {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
    fn probabilities(&self, _information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        probabilities.resize(actions, 1.0 / actions as f64);
    }
}
