//! Parallel work with results independent of the number of threads.
//!
//! Work is divided into numbered blocks of a fixed size. Block *k* draws its random numbers from stream *k*
//! of the seed, and the results are folded in block order, so that even sums of floating-point numbers are
//! the same on one thread and on a hundred. Only the seed and the block size matter.
//!
//! Streams are those of xoshiro256++ (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number
//! generators", 2021): stream *k* is the generator seeded with the seed (expanded by `SplitMix64`, as
//! `SeedableRng::seed_from_u64` does) and then jumped *k* times. A jump is 2¹²⁸ steps, so streams never
//! overlap.

use std::num::NonZeroU64;
use std::ops::Range;
use std::sync::Mutex;

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::budget::{CancelToken, RunContext, Stop};

/// Blocks per thread between two folds. More blocks reduce the wait for the slowest one at the end, fewer
/// blocks need less memory.
const BLOCKS_PER_THREAD: usize = 16;

/// The random streams of a seed, in order.
#[derive(Clone, Debug)]
pub struct Streams(Xoshiro256PlusPlus);

impl Streams {
    /// All streams of `seed`, from stream 0 on.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Streams {
    /// The first of these streams, for callers that need only one.
    #[must_use]
    pub fn first(self) -> Xoshiro256PlusPlus {
        self.0
    }
}

impl Iterator for Streams {
    type Item = Xoshiro256PlusPlus;

    fn next(&mut self) -> Option<Xoshiro256PlusPlus> {
        let stream = self.0.clone();
        self.0.jump();
        Some(stream)
    }
}

/// Division of a run into blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// Total number of items.
    pub items: u64,
    /// Number of items in a block; the last block may have fewer.
    pub block_size: NonZeroU64,
    /// Seed of the random streams of the blocks.
    pub seed: u64,
    /// Number of leading blocks done by an earlier run.
    pub blocks_done: u64,
}

/// One numbered block of the work.
#[derive(Clone, Debug)]
pub struct Block {
    /// Items of the block, counted from the start of the run.
    pub items: Range<u64>,
    /// The block's own random stream.
    pub rng: Xoshiro256PlusPlus,
}

impl Block {
    /// Number of items.
    const fn count(&self) -> u64 {
        self.items.end - self.items.start
    }
}

/// Works on the blocks of `plan` on the current rayon pool and passes their results to `fold` in block order.
///
/// `work` is called once per block with a `State` that no other thread is using; `new_state` creates at most
/// as many states as there are threads. Memory is bounded: a fixed number of blocks per thread is in progress
/// at a time.
///
/// # Errors
///
/// The reason with which `cancel` was set, or the error of `work`. The blocks folded by then are the first
/// blocks of the plan, without a gap, so that a later run can continue from there.
pub fn fold_blocks<State: Send, Part: Send, E: From<Stop> + Send>(
    plan: &Plan,
    context: RunContext<'_>,
    new_state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, Block) -> Result<Part, E> + Sync,
    mut fold: impl FnMut(Part),
) -> Result<(), E> {
    let states = Pool::new(new_state);
    let size = plan.block_size.get();
    let mut streams = Streams::new(plan.seed);
    (0..plan.blocks_done).zip(streams.by_ref()).for_each(drop);
    let mut blocks = (plan.blocks_done..plan.items.div_ceil(size)).zip(streams).map(|(index, rng)| {
        let start = index * size;
        Block { items: start..plan.items.min(start.saturating_add(size)), rng }
    });
    let at_once = BLOCKS_PER_THREAD * rayon::current_num_threads();
    loop {
        let wave: Vec<Block> = blocks.by_ref().take(at_once).collect();
        if wave.is_empty() {
            return Ok(());
        }
        let parts: Vec<Result<Part, E>> = wave
            .into_par_iter()
            .with_max_len(1)
            .map(|block| {
                if let Some(reason) = context.cancel.reason() {
                    return Err(reason.into());
                }
                let count = block.count();
                let part = states.with(|state| work(state, block))?;
                context.progress.advance(count);
                Ok(part)
            })
            .collect();
        for part in parts {
            fold(part?);
        }
    }
}

/// Like [`fold_blocks`], for work whose parts are useful on their own: a run that is stopped keeps every
/// finished block, even after a gap, so that no work is lost.
///
/// # Errors
///
/// The reason with which `cancel` was set, or the error of `work`. The blocks folded by then are valid.
pub fn fold_finished<State: Send, Part: Send>(
    plan: &Plan,
    context: RunContext<'_>,
    new_state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, Block) -> Result<Part, Stop> + Sync,
    mut fold: impl FnMut(Part),
) -> Result<(), Stop> {
    // Set between two waves of blocks, not within one.
    let halt = CancelToken::new();
    let work = |state: &mut State, block: Block| {
        if let Some(reason) = context.cancel.reason() {
            return Ok(Err(reason));
        }
        let count = block.count();
        Ok(work(state, block).inspect(|_| context.progress.advance(count)))
    };
    fold_blocks(plan, RunContext::silent(&halt), new_state, work, |part| match part {
        Ok(part) => fold(part),
        Err(reason) => halt.cancel(reason),
    })?;
    halt.reason().map_or(Ok(()), Err)
}

/// States that threads borrow, one each at a time. A new one is created when none is free.
///
/// For states that are expensive to create and cheap to reuse, such as a solver with its table.
#[derive(Debug)]
pub struct Pool<State, New> {
    free: Mutex<Vec<State>>,
    new_state: New,
}

impl<State, New: Fn() -> State> Pool<State, New> {
    /// A pool that creates its states with `new_state`.
    pub const fn new(new_state: New) -> Self {
        Self { free: Mutex::new(Vec::new()), new_state }
    }

    /// All states created so far.
    pub fn into_inner(self) -> Vec<State> {
        self.free.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner)
    }

    /// Calls `work` with a state that nobody else is using.
    pub fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let lock = || self.free.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let taken = lock().pop();
        let mut state = taken.unwrap_or_else(&self.new_state);
        let answer = work(&mut state);
        lock().push(state);
        answer
    }
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    fn sum_of_draws(plan: &Plan, threads: usize) -> f64 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let work = |(): &mut (), mut block: Block| {
            Ok::<_, Stop>(block.items.map(|_| libm::log(block.rng.random())).sum::<f64>())
        };
        let mut whole: f64 = 0.0;
        let fold = |part| whole = whole / 3.0 + part;
        pool.install(|| fold_blocks(plan, RunContext::unwatched(), || (), work, fold)).unwrap();
        whole
    }

    #[test]
    fn the_answer_is_the_same_to_the_bit_on_any_number_of_threads() {
        let plan = Plan { items: 10_007, block_size: NonZeroU64::new(16).unwrap(), seed: 7, blocks_done: 0 };
        let one = sum_of_draws(&plan, 1);
        for threads in [2, 3, 8] {
            assert_eq!(one.to_bits(), sum_of_draws(&plan, threads).to_bits());
        }
        assert_ne!(one.to_bits(), sum_of_draws(&Plan { seed: 8, ..plan }, 1).to_bits());
    }

    #[test]
    fn every_item_is_worked_on_once() {
        for items in [0, 1, 15, 16, 17, 1000] {
            let plan = Plan { items, block_size: NonZeroU64::new(16).unwrap(), seed: 0, blocks_done: 0 };
            let mut seen = Vec::new();
            let answer = fold_blocks(
                &plan,
                RunContext::unwatched(),
                || (),
                |(), block| Ok::<_, Stop>(block.items),
                |part| seen.extend(part),
            );
            assert_eq!(answer, Ok(()));
            assert_eq!(seen, (0..items).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_cancelled_run_says_why_and_answers_nothing() {
        let cancel = CancelToken::new();
        let plan = Plan { items: 1 << 40, block_size: NonZeroU64::new(1).unwrap(), seed: 0, blocks_done: 0 };
        let work = |(): &mut (), block: Block| {
            if block.items.start == 100 {
                cancel.cancel(Stop::Time);
                cancel.cancel(Stop::Interrupted);
            }
            Ok(())
        };
        let mut folded = 0;
        let answer = fold_blocks(&plan, RunContext::silent(&cancel), || (), work, |()| folded += 1);
        assert_eq!(answer, Err(Stop::Time));
        assert!(folded <= 101);
    }

    #[test]
    fn a_stopped_run_keeps_the_blocks_behind_a_gap() {
        let cancel = CancelToken::new();
        let plan = Plan { items: 1 << 40, block_size: NonZeroU64::new(1).unwrap(), seed: 0, blocks_done: 0 };
        let work = |(): &mut (), block: Block| match block.items.start {
            3 => Err(Stop::Time),
            item => Ok(item),
        };
        let mut folded = Vec::new();
        let answer = fold_finished(&plan, RunContext::silent(&cancel), || (), work, |item| folded.push(item));
        assert_eq!(answer, Err(Stop::Time));
        assert!(folded.len() > 3 && folded.is_sorted() && !folded.contains(&3), "{folded:?}");
        cancel.cancel(Stop::Interrupted);
        assert_eq!(
            fold_finished(&plan, RunContext::silent(&cancel), || (), work, drop),
            Err(Stop::Interrupted)
        );
    }

    #[test]
    fn a_run_that_was_stopped_goes_on_where_it_was() {
        let draws = |plan: &Plan| {
            let mut all = Vec::new();
            let work =
                |(): &mut (), mut block: Block| Ok::<_, Stop>((block.items, block.rng.random::<u64>()));
            fold_blocks(plan, RunContext::unwatched(), || (), work, |part| all.push(part)).unwrap();
            all
        };
        let plan = Plan { items: 1000, block_size: NonZeroU64::new(7).unwrap(), seed: 3, blocks_done: 0 };
        let unbroken = draws(&plan);
        let first_draws = Streams::new(3).map(|mut stream| stream.random::<u64>());
        assert!(unbroken.iter().map(|(_, draw)| *draw).eq(first_draws.take(143)));
        for blocks_done in [1, 50, 142, 143] {
            let rest = draws(&Plan { blocks_done, ..plan });
            assert_eq!(rest, unbroken[usize::try_from(blocks_done).unwrap()..]);
        }
    }

    #[test]
    fn stream_k_is_the_seed_jumped_k_times() {
        let mut expected = Xoshiro256PlusPlus::seed_from_u64(42);
        for stream in Streams::new(42).take(5) {
            assert_eq!(stream, expected);
            expected.jump();
        }
    }
}
