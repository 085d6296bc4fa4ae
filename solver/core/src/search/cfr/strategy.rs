//! Strategies of both players, in any representation.

use crate::game::HiddenInformation;

/// Behaviour strategies of both players: a distribution over the actions of each information state.
///
/// The average strategy of a run is what approaches an equilibrium; the current strategy is only the next trial. They
/// are different types wherever both exist.
pub trait Strategy<G: HiddenInformation + ?Sized>: Sync {
    /// Replaces what is in `probabilities` by how likely each of the `actions` legal actions is, in their order. They are
    /// not below 0 and sum to 1, up to rounding.
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>);
}

/// All actions alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Uniform;

impl<G: HiddenInformation + ?Sized> Strategy<G> for Uniform {
    #[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
    fn probabilities(&self, _information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        probabilities.resize(actions, 1.0 / actions as f64);
    }
}
