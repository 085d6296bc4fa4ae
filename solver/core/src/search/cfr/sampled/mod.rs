//! Monte Carlo counterfactual regret minimization: regrets from samples of the game.
//!
//! M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in
//! Extensive Games", NIPS 2009. Full traversals visit the whole game in each iteration. Sampled traversals
//! visit a random part of it, chosen so that the regrets are unbiased. An iteration is cheap and noisy; in
//! large games many of them come closer to an equilibrium than a few full ones.
//!
//! | choice | types |
//! |---|---|
//! | sampling scheme | [`External`], [`Outcome`] |
//! | baseline of actions that were not sampled | [`NoBaseline`], [`LearnedBaseline`] (VR-MCCFR) |
//! | regret rule | [`Vanilla`](SampledRule::Vanilla) regret matching, [`Plus`](SampledRule::Plus) regret matching⁺ |
//! | game backend | a [`Compiled`] tree, the [`Implicit`] game |
//!
//! Regret matching⁺ sets regrets below 0 to 0 after every batch; iteration *t* has weight *t* in its average.
//! It was made for exact regrets. On Kuhn poker the two rules are about equal under external sampling. On a
//! reduced round of Hanamikoji with 84,000 nodes, plain regret matching came twice as close to an equilibrium
//! with the same million traversals, and three times as close under outcome sampling.
//!
//! # Batches, threads and seeds
//!
//! An iteration updates the first player, then the second, each by one [batch](Batch) of traversals: numbered
//! blocks, where block *k* draws from random stream *k* of the seed. All traversals of a batch use the
//! strategies at its start and log their updates; at its end the sums are added, block by block. So the
//! result depends on the seed and the batch, never on the number of threads, no thread ever waits for a lock,
//! and regrets have less variance, because one batch is one step. The price is that strategies change only
//! once per batch: with very large batches the first steps are slow. A batch of a single traversal is the
//! paper's algorithm.
//!
//! Numbered information sets of the implicit game are in a plain hash map, which is only read while threads
//! are at work: this needs no lock, and updates are logged by number, without hashing. Each block lists the
//! sets that it meets for the first time. At the end of the batch they are counted, so that the memory needed
//! is known before it is allocated, and numbered in the order in which the blocks met them.
//!
//! A concurrent map (dashmap) for the new sets was no faster. With external sampling on two cores, in
//! processor time relative to these lists, one thread took 1.06 (Leduc poker), 1.03 (liar's dice), 0.98
//! (Hanamikoji, geisha 4,4,5, actions 1,2,3) times as long, two threads 0.90, 0.93, 1.14. One dashmap for all
//! sets took 1.09, 1.16 and 1.19 times as long on one thread: every visit takes a lock. Adding the sums
//! between batches takes 5 to 11 % of the time of a single thread, so doing it in parallel could save two
//! threads at most 5 %.
//!
//! # Average and current strategy
//!
//! [`SampledAverage`] approaches an equilibrium; [`SampledCurrent`] is the strategy of the next iteration. Each is a
//! [`Strategy`](crate::search::cfr::Strategy). Information sets that no traversal has visited are played
//! uniformly.
//!
//! Solving from the middle of a game on, given only the information state of one player, is in [`subgame`].
//!
//! # Memory
//!
//! A tree reports its own memory ([`Tree`](crate::search::cfr::Tree)). The columns of information sets take
//! 16 bytes per action (24 with a baseline) and 12 per set, and with the implicit game about 2 keys per set
//! for the table. A run that would exceed its limit ends with [`Stop::Memory`] before it does, and keeps the
//! results so far.
//!
//! # Example
//!
//! ```
//! use hanamachi_solver::game::{HiddenInformation, Seat};
//! use hanamachi_solver::reference::kuhn::{Card, Kuhn};
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::cfr::sampled::{Batch, External, Implicit, Sampled, SampledRule};
//! use hanamachi_solver::search::cfr::Strategy;
//!
//! let mut run = Sampled::new(Implicit::new(&Kuhn), External, SampledRule::Vanilla, Batch::default(), 1, 1 << 20)?;
//! run.run(1_000, RunContext::unwatched())?;
//! // The second player calls with the king.
//! let mut state = Kuhn.dealt(Card::Queen, Card::King).unwrap();
//! Kuhn.play(&mut state, hanamachi_solver::reference::kuhn::Action::Bet);
//! let mut play = Vec::new();
//! let average = run.average();
//! Strategy::<Kuhn>::probabilities(&average, &Kuhn.information(&state, Seat::Second), 2, &mut play);
//! assert!(play[1] > 0.99);
//! # Ok::<(), hanamachi_solver::search::budget::Stop>(())
//! ```

mod arithmetic;
mod backend;
mod log;
mod regret_table;
mod state;
mod strategy;
pub mod subgame;
#[cfg(test)]
mod tests;
mod walk;

use std::num::NonZeroU32;

use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use rustc_hash::FxHashSet;

use self::log::Log;
use self::regret_table::{Index, RegretTable};
use self::walk::{Scratch, Walker, baselines};
use super::regret_rule::{RegretRule, Variant};
use crate::game::Seat;
use crate::search::budget::{CancelToken, RunContext, Stop};
use crate::search::parallel::Streams;

pub use self::backend::{Compiled, GameBackend, Implicit, NodeKind, Roots, Start};
pub use self::regret_table::{Dense, Hashed};
pub use self::state::{SampledRestoreError, State};
pub use self::strategy::{SampledAverage, SampledCurrent};
pub use self::walk::{Baseline, External, LearnedBaseline, NoBaseline, Outcome, Sampling};

/// Rules that work with samples: those without discount and prediction. (Discounts would have to be applied
/// later in sets that were not visited for a while, and a sample is no forecast.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SampledRule {
    /// See [`super::Vanilla`].
    Vanilla,
    /// See [`super::Plus`].
    Plus,
}

impl SampledRule {
    const fn variant(self) -> Variant {
        match self {
            Self::Vanilla => Variant::Vanilla,
            Self::Plus => Variant::Plus,
        }
    }
}

/// Division of an iteration into blocks, for each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Number of blocks in a batch, an upper bound on the threads that can work at a time.
    pub blocks: NonZeroU32,
    /// Number of traversals in a block.
    pub traversals: NonZeroU32,
}

impl Batch {
    /// One traversal at a time.
    pub const SINGLE: Self = Self { blocks: NonZeroU32::MIN, traversals: NonZeroU32::MIN };
}

impl Default for Batch {
    /// 16 blocks of 16 traversals.
    fn default() -> Self {
        let sixteen = NonZeroU32::MIN.saturating_add(15);
        Self { blocks: sixteen, traversals: sixteen }
    }
}

/// A run of Monte Carlo counterfactual regret minimization.
#[derive(Debug)]
pub struct Sampled<F: GameBackend, S> {
    field: F,
    sampling: S,
    rule: Variant,
    batch: Batch,
    seed: u64,
    /// Memory limit in bytes.
    limit: usize,
    book: RegretTable<F::Index>,
    /// Number of finished batches, two per iteration.
    batches: u64,
    /// Random streams of the next batches.
    streams: Streams,
    blocks: Vec<Block<F>>,
    /// Information sets without a number visited in this batch, each with its number of actions.
    met: FxHashSet<(F::Key, u32)>,
}

/// Working state of a block.
#[derive(Debug)]
struct Block<F: GameBackend> {
    rng: Xoshiro256PlusPlus,
    log: Log<F::Key>,
    scratch: Scratch<F::Moves>,
    stopped: Option<Stop>,
}

impl<F: GameBackend, S: Sampling> Sampled<F, S> {
    /// A new run. `limit` bounds the memory of the tables in bytes, without the tree, if there is one.
    ///
    /// # Errors
    ///
    /// [`Stop::Memory`] if the information sets of a tree need more.
    // Six parameters: the parts of a run.
    pub fn new(
        field: F,
        sampling: S,
        rule: SampledRule,
        batch: Batch,
        seed: u64,
        limit: usize,
    ) -> Result<Self, Stop> {
        let index = field.index();
        let actions: usize = index.known().iter().map(|&actions| actions as usize).sum();
        let sets = index.known().len();
        let empty = RegretTable::new(Dense::new(std::iter::empty()), baselines::<S::Baseline>());
        if index.bytes_with(0).saturating_add(empty.bytes_with(sets, actions)) > limit {
            return Err(Stop::Memory);
        }
        let book = RegretTable::new(index, baselines::<S::Baseline>());
        let streams = Streams::new(seed);
        Ok(Self {
            field,
            sampling,
            rule: rule.variant(),
            batch,
            seed,
            limit,
            book,
            batches: 0,
            streams,
            blocks: Vec::new(),
            met: FxHashSet::default(),
        })
    }

    /// Runs more iterations on the current rayon pool. The result does not depend on the number of threads.
    ///
    /// A run that is stopped keeps all finished batches. It may be continued later, with the same result as
    /// without the interruption. Progress is reported in iterations.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set, or [`Stop::Memory`] when the tables would exceed the limit.
    pub fn run(&mut self, iterations: u64, context: RunContext<'_>) -> Result<(), Stop> {
        let last = self.batches.saturating_add(iterations.saturating_mul(2)) & !1;
        while self.batches < last {
            self.batch(context.cancel)?;
            if self.batches.is_multiple_of(2) {
                context.progress.advance(1);
            }
        }
        Ok(())
    }

    /// Number of iterations done.
    #[must_use]
    pub const fn iterations(&self) -> u64 {
        self.batches / 2
    }

    /// Number of traversals done.
    #[must_use]
    pub const fn traversals(&self) -> u64 {
        self.batches * self.batch.blocks.get() as u64 * self.batch.traversals.get() as u64
    }

    /// Number of known information sets: all of a tree, or those met in an implicit game.
    #[must_use]
    pub const fn information_sets(&self) -> usize {
        self.book.sets.len()
    }

    /// Memory of the state in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.book.bytes_with(0, 0)
    }

    /// The average strategy.
    #[must_use]
    pub const fn average(&self) -> SampledAverage<'_, F> {
        SampledAverage::new(&self.field, &self.book)
    }

    /// The current strategy.
    #[must_use]
    pub const fn current(&self) -> SampledCurrent<'_, F> {
        SampledCurrent::new(&self.field, &self.book)
    }

    /// Runs one batch. If it fails, nothing changes.
    fn batch(&mut self, cancel: &CancelToken) -> Result<(), Stop> {
        let traverser = if self.batches.is_multiple_of(2) { Seat::First } else { Seat::Second };
        let before = self.streams.clone();
        let done = self.work(traverser, cancel);
        if done.is_err() {
            self.streams = before;
            return done;
        }
        let step = self.sampling.baseline().step();
        for block in &self.blocks {
            self.book.gather(&block.log, step);
        }
        let weight = self.rule.weight(self.batches / 2 + 1);
        self.book.settle(self.rule, weight);
        self.batches += 1;
        Ok(())
    }

    /// Runs the traversals of a batch.
    fn work(&mut self, traverser: Seat, cancel: &CancelToken) -> Result<(), Stop> {
        let blocks = self.batch.blocks.get() as usize;
        let known = self.book.sets.len();
        self.blocks.truncate(blocks);
        for (place, rng) in self.streams.by_ref().take(blocks).enumerate() {
            match self.blocks.get_mut(place) {
                Some(block) => block.rng = rng,
                None => self.blocks.push(Block {
                    rng,
                    log: Log::new(),
                    scratch: Scratch::default(),
                    stopped: None,
                }),
            }
        }
        let (field, book, sampling) = (&self.field, &self.book, self.sampling);
        let traversals = self.batch.traversals.get();
        let work = |block: &mut Block<F>| {
            block.log.clear(known);
            block.stopped = None;
            for _ in 0..traversals {
                block.stopped = cancel.reason();
                if block.stopped.is_some() {
                    return;
                }
                let root = field.root(traverser, &mut block.rng);
                let Block { log, scratch, .. } = block;
                let mut walker = Walker { field, book, traverser, log, scratch };
                sampling.walk(&mut walker, root, 1.0, &mut block.rng);
            }
        };
        if blocks == 1 || rayon::current_num_threads() == 1 {
            self.blocks.iter_mut().for_each(work);
        } else {
            self.blocks.par_iter_mut().with_max_len(1).for_each(work);
        }
        self.blocks.iter().find_map(|block| block.stopped).map_or(Ok(()), Err)?;
        self.met.clear();
        let mut actions = 0;
        for &(key, more) in self.blocks.iter().flat_map(|block| &block.log.new) {
            actions += if self.met.insert((key, more)) { more as usize } else { 0 };
        }
        self.book.check_room(self.met.len(), actions, self.limit)
    }
}
