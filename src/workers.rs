//! A thread pool whose tasks share a store of reusable states, such as solvers with their tables.

use anyhow::Context;
use hanamachi_solver::search::parallel::Pool;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// Stack size of a thread; a search uses a small part of it.
pub(crate) const STACK_BYTES: usize = 2 << 20;

/// Creates a pool of `count` threads.
pub(crate) fn thread_pool(count: usize) -> Result<ThreadPool, Failure> {
    let threads = ThreadPoolBuilder::new().num_threads(count).stack_size(STACK_BYTES);
    Ok(threads.build().context("cannot start threads")?)
}

/// A thread pool with at most one state of type `W` per thread, created on demand.
#[derive(Debug)]
pub(crate) struct Workers<W> {
    threads: ThreadPool,
    states: Pool<W, fn() -> W>,
}

impl<W: Send> Workers<W> {
    /// Creates a pool of `threads` threads; `make` creates their states.
    pub(crate) fn new(threads: usize, make: fn() -> W) -> Result<Self, Failure> {
        Ok(Self::on(thread_pool(threads)?, make))
    }

    /// Uses existing threads; `make` creates their states.
    pub(crate) fn on(threads: ThreadPool, make: fn() -> W) -> Self {
        Self { threads, states: Pool::new(make) }
    }

    /// Returns the number of threads.
    pub(crate) fn count(&self) -> usize {
        self.threads.current_num_threads()
    }

    /// Applies `f` to every item in parallel. The results are in the order of the items.
    pub(crate) fn map<T, R>(&self, items: &[T], f: impl Fn(&mut W, &T) -> R + Sync) -> Vec<R>
    where
        T: Sync,
        R: Send,
    {
        let one = |item| self.states.with(|state| f(state, item));
        // Items differ in cost by orders of magnitude, so each is a separate task.
        self.threads.install(|| items.par_iter().with_max_len(1).map(one).collect())
    }

    /// Runs `f` on a thread of the pool.
    pub(crate) fn one<R: Send>(&self, f: impl FnOnce(&mut W) -> R + Send) -> R {
        self.threads.install(|| self.states.with(f))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_and_states_are_reused() {
        let workers = Workers::new(3, || 0_u32).unwrap();
        let items: Vec<u32> = (0..500).collect();
        let doubled = workers.map(&items, |uses, item| {
            *uses += 1;
            item * 2
        });
        assert!(doubled.iter().zip(&items).all(|(d, i)| *d == i * 2));
        let idle = workers.states.into_inner();
        assert!(idle.len() <= 3);
        assert_eq!(idle.iter().sum::<u32>(), 500);
    }
}
