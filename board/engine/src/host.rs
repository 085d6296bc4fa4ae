//! The host of a request: its clock, limits and cancel token, and the messages sent to it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use serde::Serialize;

/// The host of a request: a browser's worker, or a connection of the server.
pub trait Host: Sync {
    /// Time since the request arrived.
    fn elapsed(&self) -> Duration;

    /// Sends a message to the client.
    fn tell(&self, message: &Message<'_>);

    /// Token that cancels the work.
    fn cancel(&self) -> &CancelToken;

    /// Limits of a request.
    fn limits(&self) -> Limits;
}

/// Limits of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Time limit of a search.
    pub time: Duration,
    /// Maximum number of iterations of a search.
    pub iterations: u64,
    /// Number of threads of a search, as reported by `engine.info`.
    pub threads: usize,
}

impl Limits {
    /// Limits for one thread of a browser, or for a local machine.
    pub const STANDARD: Self = Self { time: Duration::from_secs(30), iterations: 2_000_000, threads: 1 };

    /// Time limit of a request: that of one search, or ten times that for a review of all decisions of a
    /// game and for the search of all other hands.
    #[must_use]
    pub fn time_of(&self, method: &str) -> Duration {
        if [REVIEW, WHAT_IF].contains(&method) { self.time.saturating_mul(SEARCHES) } else { self.time }
    }
}

/// The method that grades all decisions of a game.
pub(crate) const REVIEW: &str = "hana.review";
/// The method that evaluates all other hands.
pub(crate) const WHAT_IF: &str = "hana.whatif";
/// Number of searches whose limits a request with many searches may use up.
pub(crate) const SEARCHES: u32 = 10;

/// A message sent before the answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// Progress of the work.
    Progress(ProgressStep),
    /// A preliminary or improved answer, of the same shape as the final one.
    Partial(&'a serde_json::value::RawValue),
}

/// Progress of the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ProgressStep {
    /// Units done.
    pub done: u64,
    /// Units in all; `null` if unknown.
    pub total: Option<u64>,
    /// Name of the unit.
    pub unit: &'static str,
}

/// Minimum time between two progress messages, in milliseconds.
const PAUSE: u64 = 50;

/// Long work of one request: counts what is done, tells the host, and ends the work when its time is over.
pub(crate) struct Work<'a> {
    host: &'a dyn Host,
    done: AtomicU64,
    total: Option<u64>,
    unit: &'static str,
    deadline: Duration,
    /// Time of the last message, in milliseconds since the request arrived.
    told: AtomicU64,
    cancel: CancelToken,
}

impl<'a> Work<'a> {
    /// Work of `total` units, which ends with [`Stop::Time`] once `time` has passed since the request
    /// arrived.
    pub(crate) fn new(host: &'a dyn Host, unit: &'static str, total: Option<u64>, time: Duration) -> Self {
        Self::until(host, unit, total, time.min(host.limits().time))
    }

    /// The same, but it may take longer than a search.
    pub(crate) fn until(
        host: &'a dyn Host,
        unit: &'static str,
        total: Option<u64>,
        deadline: Duration,
    ) -> Self {
        let (done, told) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { host, done, total, unit, deadline, told, cancel: CancelToken::new() }
    }

    /// Context for running the work.
    pub(crate) fn context(&self) -> RunContext<'_> {
        RunContext { cancel: &self.cancel, progress: self }
    }

    /// Token that ends the work.
    pub(crate) const fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Checks the clock and the host's cancel token.
    ///
    /// # Errors
    ///
    /// The reason to stop.
    pub(crate) fn check(&self) -> Result<(), Stop> {
        if let Some(stop) = self.host.cancel().reason() {
            self.cancel.cancel(stop);
        } else if self.host.elapsed() >= self.deadline {
            self.cancel.cancel(Stop::Time);
        }
        self.cancel.reason().map_or(Ok(()), Err)
    }
}

impl Progress for Work<'_> {
    fn advance(&self, count: u64) {
        let done = self.done.fetch_add(count, Ordering::Relaxed) + count;
        let _ = self.check();
        let now = u64::try_from(self.host.elapsed().as_millis()).unwrap_or(u64::MAX);
        let told = self.told.load(Ordering::Relaxed);
        let is_due = now >= told.saturating_add(PAUSE);
        // Only one of several threads sends the message.
        if is_due && self.told.compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            let step = ProgressStep { done, total: self.total, unit: self.unit };
            self.host.tell(&Message::Progress(step));
        }
    }
}
