//! What the engine is given by whoever runs it, and how it reports.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use serde::Serialize;

/// Whoever runs a request: the browser's worker, or a connection of the server.
pub trait Host: Sync {
    /// The time that has passed since the request came.
    fn elapsed(&self) -> Duration;

    /// Takes a message on its way to the one who asked.
    fn tell(&self, message: &Message<'_>);

    /// Ends the work when it is set.
    fn cancel(&self) -> &CancelToken;

    /// What a request may cost.
    fn limits(&self) -> Limits;
}

/// What a request may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The longest search.
    pub time: Duration,
    /// The most iterations of a search.
    pub iterations: u64,
    /// Threads of a search, for the answer of `engine.info`.
    pub threads: usize,
}

impl Limits {
    /// On one thread of a browser, or of a machine of one's own.
    pub const STANDARD: Self = Self { time: Duration::from_secs(30), iterations: 2_000_000, threads: 1 };

    /// The longest time of a request: that of a search, and of ten where all decisions of a game are reviewed.
    #[must_use]
    pub fn time_of(&self, method: &str) -> Duration {
        if method == REVIEW { self.time.saturating_mul(REVIEW_SEARCHES) } else { self.time }
    }
}

/// The method that grades all decisions of a game.
pub(crate) const REVIEW: &str = "hana.review";
/// It may take as much as so many searches.
pub(crate) const REVIEW_SEARCHES: u32 = 10;

/// What is said before the answer.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Message<'a> {
    /// How far the work is.
    Progress(Step),
    /// A first or a better answer, of the shape of the last one.
    Partial(&'a serde_json::value::RawValue),
}

/// How far the work is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Step {
    /// What is done.
    pub done: u64,
    /// What there is to do in all; `null` where nobody knows.
    pub total: Option<u64>,
    /// What is counted.
    pub unit: &'static str,
}

/// Two messages about progress are so many milliseconds apart, at least.
const PAUSE: u64 = 50;

/// Long work of one request: counts what is done, tells the host, and ends the work when its time is over.
pub(crate) struct Work<'a> {
    host: &'a dyn Host,
    done: AtomicU64,
    total: Option<u64>,
    unit: &'static str,
    deadline: Duration,
    /// When something was told last, in milliseconds of the request.
    told: AtomicU64,
    cancel: CancelToken,
}

impl<'a> Work<'a> {
    /// Work of so many units, which ends with [`Stop::Time`] when `time` has passed since the request came.
    pub(crate) fn new(host: &'a dyn Host, unit: &'static str, total: Option<u64>, time: Duration) -> Self {
        Self::until(host, unit, total, time.min(host.limits().time))
    }

    /// The same, which may take longer than a search.
    pub(crate) fn until(
        host: &'a dyn Host,
        unit: &'static str,
        total: Option<u64>,
        deadline: Duration,
    ) -> Self {
        let (done, told) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { host, done, total, unit, deadline, told, cancel: CancelToken::new() }
    }

    /// What the work is run with.
    pub(crate) fn context(&self) -> RunContext<'_> {
        RunContext { cancel: &self.cancel, progress: self }
    }

    /// What ends the work.
    pub(crate) const fn cancel(&self) -> &CancelToken {
        &self.cancel
    }

    /// Looks at the clock and at whoever may cancel.
    ///
    /// # Errors
    ///
    /// Why the work is to end.
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
        // Of several threads one tells.
        if is_due && self.told.compare_exchange(told, now, Ordering::Relaxed, Ordering::Relaxed).is_ok() {
            let step = Step { done, total: self.total, unit: self.unit };
            self.host.tell(&Message::Progress(step));
        }
    }
}
