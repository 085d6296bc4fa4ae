//! Sources of deals at the root.

use rand::Rng;

use crate::game::{HiddenInformation, Resample, Seat};

/// Draws the full states from which the iterations start.
///
/// All of them must have the same information state of [`seat`](Self::seat), the searching player. The
/// implementation defines the probability of each hidden hand: [`UniformDeals`] uses that of the game, a model of
/// the opponent can do better.
pub trait DealSampler<G: HiddenInformation>: Sync {
    /// Distribution of deals, computed separately by every block, so that its randomness shows in the
    /// differences between blocks, and so in the errors.
    type Pool: Send;

    /// Distribution from which a block draws.
    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> Self::Pool;

    /// Seat of the searching player, who need not be the player to act.
    fn seat(&self) -> Seat;

    /// Draws a state from the pool, independently of all others.
    fn deal<R: Rng + ?Sized>(&self, game: &G, pool: &Self::Pool, rng: &mut R) -> G::State;
}

/// Deals drawn by [`resample`](Resample::resample): as if past actions had been chosen without a
/// reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UniformDeals<I> {
    /// Information state of the player.
    pub information: I,
    /// Seat of the player.
    pub seat: Seat,
}

impl<G: Resample> DealSampler<G> for UniformDeals<G::Information> {
    type Pool = ();

    fn pool<R: Rng + ?Sized>(&self, _: &G, _: &mut R) {}

    fn seat(&self) -> Seat {
        self.seat
    }

    fn deal<R: Rng + ?Sized>(&self, game: &G, (): &(), rng: &mut R) -> G::State {
        game.resample(&self.information, self.seat, rng)
    }
}
