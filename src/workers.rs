//! A thread pool whose tasks share a store of reusable states, such as solvers with their tables.

use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;

/// `--threads` threads and at most as many states of type `W`, made when they are first needed.
#[derive(Debug)]
pub(crate) struct Workers<W> {
    pool: ThreadPool,
    idle: Mutex<Vec<W>>,
    make: fn() -> W,
}

impl<W: Send> Workers<W> {
    /// A pool of `threads` threads, each of which works with what `make` returns.
    pub(crate) fn new(threads: usize, make: fn() -> W) -> Result<Self, Failure> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().context("cannot start threads")?;
        Ok(Self { pool, idle: Mutex::new(Vec::new()), make })
    }

    /// `f` of every item, in parallel, in the order of the items.
    pub(crate) fn map<T, R>(&self, items: &[T], f: impl Fn(&mut W, &T) -> R + Sync) -> Vec<R>
    where
        T: Sync,
        R: Send,
    {
        let one = |item| {
            let mut state = self.borrow();
            let result = f(&mut state, item);
            self.give_back(state);
            result
        };
        // Items differ in cost by orders of magnitude, so each is a task of its own.
        self.pool.install(|| items.par_iter().with_max_len(1).map(one).collect())
    }

    /// `f` of one item, on a thread of the pool.
    pub(crate) fn one<R: Send>(&self, f: impl FnOnce(&mut W) -> R + Send) -> R {
        self.pool.install(|| {
            let mut state = self.borrow();
            let result = f(&mut state);
            self.give_back(state);
            result
        })
    }

    fn borrow(&self) -> W {
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        idle.unwrap_or_else(self.make)
    }

    fn give_back(&self, state: W) {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(state);
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
        let idle = workers.idle.into_inner().unwrap();
        assert!(idle.len() <= 3);
        assert_eq!(idle.iter().sum::<u32>(), 500);
    }
}
