//! Limits, cancellation and progress.
//!
//! The library reads no clock. For a time limit or Ctrl-C the caller sets a [`CancelToken`]; a search polls it about
//! every thousand nodes.

use std::sync::atomic::{AtomicU8, Ordering};

/// Why a search ended before it had an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stop {
    /// The user asked for it.
    #[error("interrupted")]
    Interrupted,
    /// The time limit was reached.
    #[error("the time limit was reached before an answer")]
    Time,
    /// The node limit was reached.
    #[error("the node limit was reached before an answer")]
    Nodes,
    /// The memory limit was reached.
    #[error("the memory limit was reached")]
    Memory,
}

/// A flag that ends searches from outside, from a signal handler or a timer thread.
#[derive(Debug, Default)]
pub struct CancelToken(AtomicU8);

impl CancelToken {
    /// A token that nobody has set.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Ends every search that watches the token. The first reason stays.
    pub fn cancel(&self, reason: Stop) {
        let code = match reason {
            Stop::Interrupted => 1,
            Stop::Time => 2,
            Stop::Nodes => 3,
            Stop::Memory => 4,
        };
        // Relaxed: the flag guards no other memory, and a search that sees it late only works a little longer.
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// Why the token was set, if it was.
    #[must_use]
    pub fn reason(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Stop::Interrupted),
            2 => Some(Stop::Time),
            3 => Some(Stop::Nodes),
            _ => Some(Stop::Memory),
        }
    }
}

/// Limits of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Positions that may be expanded; `None` is no limit.
    pub nodes: Option<u64>,
    /// Ends the search when it is set.
    pub cancel: Option<&'a CancelToken>,
}

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Self = Self { nodes: None, cancel: None };
}

/// Counts the nodes of one search and holds it to its budget.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// The node count at which limits are looked at next; 0 once the search has been stopped.
    next_check: u64,
    stopped: Option<Stop>,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at the cancel token.
    const PATIENCE: u64 = 1024;

    /// A meter that holds a search to `budget`.
    #[must_use]
    pub const fn new(budget: Budget<'a>) -> Self {
        Self { budget, nodes: 0, next_check: 0, stopped: None }
    }

    /// Nodes counted so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Why the search was stopped, if it was.
    #[must_use]
    pub const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Counts one node. Costs a comparison, and a look at the cancel token every thousand nodes or so.
    ///
    /// # Errors
    ///
    /// The reason to stop, and the same from then on: the search is over, and the node does not count.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Looks at the limits, and says when to do so next.
    #[cold]
    fn check(&mut self) -> Result<(), Stop> {
        let Budget { nodes: limit, cancel } = self.budget;
        let out_of_nodes = limit.filter(|&limit| self.nodes >= limit).map(|_| Stop::Nodes);
        let reason = || cancel.and_then(CancelToken::reason);
        self.stopped = self.stopped.or(out_of_nodes).or_else(reason);
        if let Some(stop) = self.stopped {
            self.next_check = 0;
            return Err(stop);
        }
        let patience = self.nodes.saturating_add(Self::PATIENCE);
        self.next_check = limit.map_or(patience, |limit| limit.min(patience));
        Ok(())
    }
}

/// Receiver of progress reports. Called from worker threads.
pub trait Progress: Sync {
    /// `count` more units of work are done.
    fn advance(&self, count: u64);
}

/// Context of long work: its cancel token and its receiver of progress.
///
/// Independent of the type of its receiver, so that a search is compiled once.
#[derive(Clone, Copy)]
pub struct RunContext<'a> {
    /// Ends the work when it is set.
    pub cancel: &'a CancelToken,
    /// Hears how far it has come.
    pub progress: &'a dyn Progress,
}

impl<'a> RunContext<'a> {
    /// Reports to nobody, and may be stopped.
    #[must_use]
    pub const fn silent(cancel: &'a CancelToken) -> Self {
        Self { cancel, progress: &Silent }
    }

    /// Reports to nobody, and nobody stops it.
    #[must_use]
    pub fn unwatched() -> RunContext<'static> {
        static NEVER: CancelToken = CancelToken::new();
        RunContext::silent(&NEVER)
    }
}

/// Reports to nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _count: u64) {}
}
