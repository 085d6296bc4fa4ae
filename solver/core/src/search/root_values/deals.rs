//! Sources of deals at the root.

use rand::Rng;

use crate::game::{HiddenInformation, Seat};

/// Draws the full states from which the iterations start.
///
/// All of them must look the same to [`seat`](Self::seat), the player for whom the search is made. How likely each
/// hidden hand is, is the hook's own affair: [`Uniform`] takes the game's word, a model of the opponent knows better.
pub trait DealSampler<G: HiddenInformation>: Sync {
    /// Distribution of deals of a block: computed by every block for itself, so that its randomness
    /// shows in the differences between blocks, and so in the errors.
    type Pool: Send;

    /// Distribution from which a block draws.
    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> Self::Pool;

    /// For whom the search is made. Whose turn it is, is the state's affair.
    fn seat(&self) -> Seat;

    /// A state, drawn from the pool independently of all others.
    fn deal<R: Rng + ?Sized>(&self, game: &G, pool: &Self::Pool, rng: &mut R) -> G::State;
}

/// Deals that [`resample`](HiddenInformation::resample) draws: as if nobody had had a reason for what was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uniform<I> {
    /// Information state of the player.
    pub information: I,
    /// The player.
    pub seat: Seat,
}

impl<G: HiddenInformation> DealSampler<G> for Uniform<G::Information> {
    type Pool = ();

    fn pool<R: Rng + ?Sized>(&self, _: &G, _: &mut R) {}

    fn seat(&self) -> Seat {
        self.seat
    }

    fn deal<R: Rng + ?Sized>(&self, game: &G, (): &(), rng: &mut R) -> G::State {
        game.resample(&self.information, self.seat, rng)
    }
}

/// One state and no other: the beginning of the game, before anything is dealt, or a position with open cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Only<'a, S> {
    /// The state.
    pub state: &'a S,
    /// For whom the search is made.
    pub seat: Seat,
}

impl<G: HiddenInformation> DealSampler<G> for Only<'_, G::State> {
    type Pool = ();

    fn pool<R: Rng + ?Sized>(&self, _: &G, _: &mut R) {}

    fn seat(&self) -> Seat {
        self.seat
    }

    fn deal<R: Rng + ?Sized>(&self, _: &G, (): &(), _: &mut R) -> G::State {
        self.state.clone()
    }
}
