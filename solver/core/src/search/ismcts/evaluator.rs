//! Game knowledge for the search: values of leaves and priors of actions.

use rand::Rng;

use crate::game::{HiddenInformation, Turn};

/// Values of leaves and priors of actions.
///
/// A model of the particular game makes the search stronger; [`Playout`] needs no knowledge and works for
/// every game.
pub trait Evaluator<G: HiddenInformation>: Sync {
    /// Value for the first player of `state`, in which a player is to act: within the game's
    /// [`utility_bound`](HiddenInformation::utility_bound). It may be random; only its mean matters.
    ///
    /// The state is the search's own copy and may be modified. It contains the hidden information of both
    /// players, and the value may use it: a node averages the values of all deals.
    fn value<R: Rng + ?Sized>(&self, game: &G, state: &mut G::State, rng: &mut R) -> f64;

    /// Prior of the legal `actions` of the player to act: writes one nonnegative weight for each to
    /// `weights`, in any unit. Uniform by default.
    ///
    /// It must depend only on the information state of the player to act; otherwise the search peeks.
    fn prior(&self, game: &G, state: &G::State, actions: &[G::Action], weights: &mut [f32]) {
        let _ = (game, state, actions);
        weights.fill(1.0);
    }
}

/// Values from random playouts to the end; uniform priors.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Playout;

impl<G: HiddenInformation> Evaluator<G> for Playout {
    fn value<R: Rng + ?Sized>(&self, game: &G, state: &mut G::State, rng: &mut R) -> f64 {
        loop {
            match game.turn(state) {
                Turn::End => return game.utility(state),
                Turn::Chance => game.sample_outcome(state, rng),
                Turn::Player(_) => game.play_random(state, rng),
            }
        }
    }
}
