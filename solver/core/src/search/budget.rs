//! Limits, cancellation and progress.
//!
//! The library reads no clock. For a time limit or Ctrl-C the caller sets a [`CancelToken`]; a search polls
//! it about every thousand nodes.

use std::sync::atomic::{AtomicU8, Ordering};

/// Reason why a search ended without an answer.
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
    /// The target is out of reach of floating-point numbers.
    #[error("the target is out of reach of floating-point precision")]
    Precision,
}

impl Stop {
    /// The reason in a word, as in objects.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Interrupted => "interrupted",
            Self::Time => "time",
            Self::Nodes => "iterations",
            Self::Memory => "memory",
            Self::Precision => "precision",
        }
    }
}

/// A flag that stops searches from outside, for example from a signal handler or a timer thread.
#[derive(Debug, Default)]
pub struct CancelToken(AtomicU8);

impl CancelToken {
    /// A token that is not set.
    #[must_use]
    pub const fn new() -> Self {
        Self(AtomicU8::new(0))
    }

    /// Stops every search that watches the token. Later calls do not change the reason.
    pub fn cancel(&self, reason: Stop) {
        let code = match reason {
            Stop::Interrupted => 1,
            Stop::Time => 2,
            Stop::Nodes => 3,
            Stop::Memory => 4,
            Stop::Precision => 5,
        };
        // Relaxed: the flag guards no other memory, and a search that sees it late only runs a little longer.
        let _ = self.0.compare_exchange(0, code, Ordering::Relaxed, Ordering::Relaxed);
    }

    /// The reason for which the token was set, or `None`.
    #[must_use]
    pub fn reason(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            0 => None,
            1 => Some(Stop::Interrupted),
            2 => Some(Stop::Time),
            3 => Some(Stop::Nodes),
            4 => Some(Stop::Memory),
            _ => Some(Stop::Precision),
        }
    }
}

/// Limits of one search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    /// Maximum number of positions expanded; `None` for no limit.
    pub nodes: Option<u64>,
    /// Stops the search when it is set.
    pub cancel: Option<&'a CancelToken>,
}

impl Budget<'_> {
    /// No limit at all.
    pub const UNLIMITED: Self = Self { nodes: None, cancel: None };
}

/// Counts the nodes of one search and enforces its budget.
#[derive(Clone, Debug)]
pub struct Meter<'a> {
    budget: Budget<'a>,
    nodes: u64,
    /// Node count at the next check of the limits; 0 once the search has been stopped.
    next_check: u64,
    stopped: Option<Stop>,
}

impl<'a> Meter<'a> {
    /// Nodes between two checks of the cancel token.
    const PATIENCE: u64 = 1024;

    /// Creates a meter for `budget`.
    #[must_use]
    pub const fn new(budget: Budget<'a>) -> Self {
        Self { budget, nodes: 0, next_check: 0, stopped: None }
    }

    /// Nodes counted so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The reason for which the search was stopped, or `None`.
    #[must_use]
    pub const fn stopped(&self) -> Option<Stop> {
        self.stopped
    }

    /// Counts one node. Costs one comparison, and a check of the cancel token about every thousand nodes.
    ///
    /// # Errors
    ///
    /// The reason to stop. The node is not counted, and all later calls return the same error.
    #[inline]
    pub fn count_node(&mut self) -> Result<(), Stop> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Checks the limits and schedules the next check.
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
    /// Reports that `count` more units of work are done.
    fn advance(&self, count: u64);
}

/// Context of a long computation: its cancel token and its receiver of progress reports.
///
/// The type does not depend on that of the receiver, so a search is compiled once.
#[derive(Clone, Copy)]
pub struct RunContext<'a> {
    /// Stops the computation when it is set.
    pub cancel: &'a CancelToken,
    /// Receives progress reports.
    pub progress: &'a dyn Progress,
}

impl<'a> RunContext<'a> {
    /// A context without progress reports that can be canceled.
    #[must_use]
    pub const fn silent(cancel: &'a CancelToken) -> Self {
        Self { cancel, progress: &Silent }
    }

    /// A context without progress reports that cannot be canceled.
    #[must_use]
    pub fn unwatched() -> RunContext<'static> {
        static NEVER: CancelToken = CancelToken::new();
        RunContext::silent(&NEVER)
    }
}

/// Ignores progress reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Progress for Silent {
    fn advance(&self, _count: u64) {}
}
