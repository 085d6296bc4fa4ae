//! Perfect-information Monte Carlo: averages searches of many deals with open cards.
//!
//! For each deal consistent with the player's information, every action is evaluated by random playouts; the
//! values of an action are averaged over the deals. Bridge and Skat programs are built on this method. It is the baseline for [`ismcts`](super::ismcts), because it has two faults that more time does
//! not repair (I. Frank and D. Basin, "Search in games with incomplete information: a case study using bridge
//! card play", Artificial Intelligence 100, 1998):
//!
//! - *Strategy fusion*: below the root it plays each deal by its own best line, although the player will not
//!   know then which deal it is. It overrates waiting, and sees no value in gaining or hiding information.
//! - *Non-locality*: it assumes that deals are as likely as before, although the opponent's decisions
//!   elsewhere in the game may have led towards this position or away from it.
//!
//! If these faults matter little, because hidden information is revealed soon and is seldom decisive, it
//! plays well: J. Long, N. Sturtevant, M. Buro and T. Furtak, "Understanding the success of perfect
//! information Monte Carlo sampling in game tree search", AAAI 2010.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use rand::Rng;

use super::budget::{RunContext, Stop};
use super::ismcts::{Evaluator, Playout};
use super::parallel;
use super::root_values::{AllBlocks, Answer, BlockTally, DealSampler, Effort, RootTally};
use crate::game::{HiddenInformation, Seat, Turn};

/// A search: the game and the settings.
#[derive(Debug)]
pub struct Determinized<'a, G> {
    /// The game.
    pub game: &'a G,
    /// Number of random playouts whose mean is the value of an action in a deal.
    pub playouts: NonZeroU32,
}

impl<G: HiddenInformation> Determinized<'_, G> {
    /// Evaluates every action in each of `effort.iterations` deals, on the current rayon pool. Blocks only
    /// divide the work: deals are independent, and each is a cluster of its own for the errors.
    ///
    /// In the answer, an action's visits are the deals in which it was legal, and its share of play is the
    /// share of deals in which it was the best for the player to act (ties are split). The value is the mean
    /// over the deals of the best action's value with open cards. It overestimates the true value: it is a
    /// maximum of noisy values, in a game with open cards.
    ///
    /// # Errors
    ///
    /// Returns the reason if no block was finished, or [`Stop::Nodes`] if no deal was requested.
    pub fn run(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<G::Action>, Stop> {
        let mut whole = AllBlocks::new();
        let stopped = parallel::fold_finished(
            &effort.plan(),
            context,
            || (),
            |(), mut block| {
                let mut parts = Vec::new();
                let pool = deals.pool(self.game, &mut block.rng);
                for _ in block.items {
                    if let Some(reason) = context.cancel.reason() {
                        return Err(reason);
                    }
                    let state = deals.deal(self.game, &pool, &mut block.rng);
                    parts.push(self.deal(state, deals.seat(), &mut block.rng));
                }
                Ok(parts)
            },
            |parts: Vec<BlockTally<G::Action>>| parts.iter().for_each(|part| whole.add(part)),
        );
        whole.answer(stopped.err())
    }

    /// Evaluates every action in one deal.
    fn deal<R: Rng + ?Sized>(&self, mut state: G::State, seat: Seat, rng: &mut R) -> BlockTally<G::Action> {
        let game = self.game;
        while game.turn(&state) == Turn::Chance {
            game.sample_outcome(&mut state, rng);
        }
        let Turn::Player(actor) = game.turn(&state) else {
            let sum = seat.from_first(game.utility(&state));
            return BlockTally { iterations: 1, sum, actions: BTreeMap::new(), nodes: 0 };
        };
        let mut legal = Vec::new();
        game.actions(&state, &mut legal);
        // Values for the actor.
        let values: Vec<f64> = legal
            .iter()
            .map(|&action| {
                let mut next = state.clone();
                game.play(&mut next, action);
                let value = self.evaluate(&next, seat, rng);
                if actor == seat { value } else { -value }
            })
            .collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        #[expect(clippy::float_cmp, reason = "the largest is one of them")]
        let is_best = |value: f64| value == best;
        let ties = values.iter().filter(|&&value| is_best(value)).map(|_| 1.0).sum::<f64>();
        let to_seat = |value: f64| if actor == seat { value } else { -value };
        let tally = |value: f64| RootTally {
            visits: 1,
            availability: 1,
            sum: to_seat(value),
            play: if is_best(value) { 1.0 / ties } else { 0.0 },
        };
        let actions = legal.iter().zip(&values).map(|(&action, &value)| (action, tally(value))).collect();
        BlockTally { iterations: 1, sum: to_seat(best), actions, nodes: 0 }
    }

    /// Mean result of playouts from a state, for the player who searches.
    fn evaluate<R: Rng + ?Sized>(&self, state: &G::State, seat: Seat, rng: &mut R) -> f64 {
        let bound = self.game.utility_bound();
        let mut playout = || seat.from_first(Playout.value(self.game, &mut state.clone(), rng) / bound);
        let sum: f64 = (0..self.playouts.get()).map(|_| playout()).sum();
        sum / f64::from(self.playouts.get()) * bound
    }
}
