//! Long work: the interpreter released, on all cores, until it is done, interrupted or out of time.
//!
//! The work runs on a thread of its own. The calling thread, which may be the main one to which Python delivers signals, looks twenty
//! times a second whether Ctrl-C was pressed, whether the time is up, and tells the callback how far the work has come. Whatever the callback
//! raises stops the work and is raised again.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPoolBuilder;

/// Between two looks at signals, time and progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// How much has been done.
#[derive(Debug, Default)]
pub(crate) struct Done(AtomicU64);

impl Progress for Done {
    fn advance(&self, count: u64) {
        // Relaxed: a count that somebody looks at now and then.
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}

/// With what work is run.
#[derive(Debug, Default)]
pub(crate) struct Limits<'py> {
    /// Threads; `None` for one on each core.
    pub(crate) threads: Option<usize>,
    /// Seconds; `None` for no limit.
    pub(crate) time: Option<f64>,
    /// Called with how much is done and how much there is.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    /// How much there is, where that is known.
    pub(crate) total: Option<u64>,
}

/// Runs this work. What it returns counts, even if it was stopped for its time; an interrupt and an exception of the callback win.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    limits: Limits<'_>,
    work: impl FnOnce(RunContext<'_>) -> T + Send,
) -> PyResult<T> {
    let Limits { threads, time, progress, total } = limits;
    let pool = match threads {
        Some(0) => return Err(PyValueError::new_err("threads: expected a number above 0")),
        Some(threads) => Some(
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))?,
        ),
        None => None,
    };
    let deadline = time.map(seconds).transpose()?.and_then(|time| Instant::now().checked_add(time));
    let progress = progress.map(Bound::unbind);
    let (cancel, done) = (CancelToken::new(), Done::default());
    let (trouble, result) = py.detach(|| {
        thread::scope(|scope| {
            let (end, ended) = sync_channel::<()>(0);
            let (cancel, done) = (&cancel, &done);
            let worker = scope.spawn(move || {
                // Dropped when the work is done, also when it panics.
                let _end = end;
                let context = RunContext { cancel, progress: done };
                match pool {
                    Some(pool) => pool.install(|| work(context)),
                    None => work(context),
                }
            });
            let mut trouble = None;
            let mut told = 0;
            while ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                    cancel.cancel(Stop::Time);
                }
                if trouble.is_some() {
                    continue;
                }
                let now = done.0.load(Ordering::Relaxed);
                let looked = Python::attach(|py| {
                    py.check_signals()?;
                    match &progress {
                        Some(progress) if now > told => progress.call1(py, (now, total)).map(drop),
                        _ => Ok(()),
                    }
                });
                told = now;
                if let Err(error) = looked {
                    cancel.cancel(Stop::Interrupted);
                    trouble = Some(error);
                }
            }
            (trouble, worker.join())
        })
    });
    if let Some(trouble) = trouble {
        return Err(trouble);
    }
    let result = result.unwrap_or_else(|panic| resume_unwind(panic));
    if let Some(progress) = progress {
        progress.call1(py, (done.0.load(Ordering::Relaxed), total))?;
    }
    Ok(result)
}

/// So many seconds.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    let is_above_0 = seconds > 0.0;
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|_| is_above_0);
    duration.ok_or_else(|| PyValueError::new_err("time: expected a number of seconds above 0"))
}
