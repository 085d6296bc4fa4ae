//! Game knowledge for the search: values of leaves and priors of actions.

use rand::Rng;

use crate::game::{HiddenInformation, Turn};

/// Values of leaves and priors of actions.
///
/// A model of the game's own makes the search stronger; [`Playout`] knows nothing and does for every game.
pub trait Evaluator<G: HiddenInformation>: Sync {
    /// Value of `state`, in which a player is to act, for the first player: within the game's
    /// [`utility_bound`](HiddenInformation::utility_bound). It may be random; only its mean matters.
    ///
    /// The state is the search's own copy and may be played on. It is open on both sides, and a value that uses
    /// what neither or only one player knows is no mistake: values of all deals are averaged in a node.
    fn value<R: Rng + ?Sized>(&self, game: &G, state: &mut G::State, rng: &mut R) -> f64;

    /// Prior of the legal `actions` of the player to act: writes one non-negative weight each to `weights`,
    /// in any unit. Uniform by default.
    ///
    /// It must depend only on the information state of the player to act; otherwise the search peeks.
    fn prior(&self, game: &G, state: &G::State, actions: &[G::Action], weights: &mut [f32]) {
        let _ = (game, state, actions);
        weights.fill(1.0);
    }
}

/// Values by playing on at random to the end. All actions look alike.
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
