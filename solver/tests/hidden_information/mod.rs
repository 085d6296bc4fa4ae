//! Games with hidden information: the conformance kit, and searches with known answers.

mod conformance;
mod determinized;
mod errors;
mod hidden_coin;
mod ismcts;
mod many_actions;
mod poll;
mod recall;
mod two_bits;

use std::num::NonZeroU64;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::ismcts::{Evaluator, Ismcts, Selection};
use hanamachi_solver::search::root_values::{Answer, DealSampler, Effort};
use rand::Rng;

fn effort(iterations: u64, block_size: u64, seed: u64) -> Effort {
    Effort { iterations, block_size: NonZeroU64::new(block_size).unwrap(), seed }
}

/// A single state: the beginning of the game before the deal, or a position with open cards.
struct Only<'a, S> {
    state: &'a S,
    seat: Seat,
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

/// Searches from the start of the game for the first player.
fn run<G, S, L>(search: &Ismcts<'_, G, S, L>, effort: Effort) -> Answer<G::Action>
where
    G: HiddenInformation,
    S: Selection,
    L: Evaluator<G>,
{
    let start = search.game.start();
    let deals = Only { state: &start, seat: Seat::First };
    search.run(&deals, effort, RunContext::unwatched()).unwrap()
}

/// The value of an action.
fn value_of<A: PartialEq>(answer: &Answer<A>, action: &A) -> f64 {
    answer.actions.iter().find(|entry| entry.action == *action).unwrap().value.unwrap().value
}
