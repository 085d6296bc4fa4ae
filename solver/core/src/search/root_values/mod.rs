//! Values of the actions at the root: inputs and result of every search by sampled deals.
//!
//! [Monte Carlo tree search](super::ismcts), [search with open cards](super::determinized) and
//! [rollouts](super::rollouts) of a strategy answer the same question: the value of each action, given the information of one
//! player. They draw full states from the same [`DealSampler`], spend the same [`Effort`] block by block, and
//! return the same [`Answer`].

mod answer;
mod deals;
mod pool;

use std::num::NonZeroU64;

pub use answer::{ActionAnswer, Answer, BatchSums, Interim};
pub(super) use answer::{AllBlocks, BlockTally, RootTally, answer_by_blocks};
pub use deals::{DealSampler, UniformDeals};

use super::parallel::Plan;

/// Amount of work, and its division into blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Total number of iterations; for a determinized search, of deals.
    pub iterations: u64,
    /// Number of iterations in a block, which has a tree of its own. The last block may have fewer.
    pub block_size: NonZeroU64,
    /// Seed of the random streams of the blocks.
    pub seed: u64,
}

impl Effort {
    /// Number of blocks of all iterations.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.iterations.div_ceil(self.block_size.get())
    }

    pub(super) fn plan(self) -> Plan {
        Plan { items: self.iterations, block_size: self.block_size, seed: self.seed, blocks_done: 0 }
    }
}
