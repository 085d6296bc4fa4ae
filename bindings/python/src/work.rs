//! Long work: the interpreter released, on all cores, until it is done, interrupted or out of time.
//!
//! The work runs on a pool of threads that no other call uses at the same time, so calls of several threads,
//! and calls made by the progress callback of another call, never wait for each other. The calling thread may
//! be the main one, to which Python delivers signals. Twenty times a second it checks for Ctrl-C and the time
//! limit and reports progress to the callback. An exception of the callback stops the work and is raised
//! again.
//!
//! The work owns its data. If it does not end soon after it was stopped, the call leaves it: the call raises,
//! and the work goes on in the background until it next checks whether it was stopped. The result of such
//! work is dropped, and its threads end with it.
//!
//! # Forks
//!
//! A forked child has the memory of its parent but only the thread that forked. So thread pools belong to a
//! process: the first call in a child makes new ones and leaves the parent's alone. The locks of this crate
//! are taken only while the interpreter is held. A thread holds the interpreter when it forks, so a child
//! inherits no lock that is taken. The library's own tables are different: they are filled on first use, and
//! a table that a thread of the parent was filling is never finished in the child. Therefore a child that was
//! forked while a call ran raises at every call, and a child that was forked by the callback of a call raises
//! when that call resumes.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error;

/// Interval between checks of signals, time and progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);
/// Looks without progress after which the callback is told that the work goes on, as while a game is built.
const HEARTBEAT: u32 = 10;
/// Time that stopped work has to end before the call leaves it.
const GRACE: Duration = Duration::from_millis(200);
/// Number of idle threads kept for the next calls, if the machine has no more cores than this.
const KEPT_THREADS: usize = 64;

/// Work done so far.
#[derive(Debug, Default)]
pub(crate) struct Done(AtomicU64);

impl Progress for Done {
    fn advance(&self, count: u64) {
        // Relaxed: the count is only sampled now and then.
        self.0.fetch_add(count, Ordering::Relaxed);
    }
}

/// Resources and callbacks of the work.
#[derive(Debug, Default)]
pub(crate) struct Limits<'py> {
    /// Threads; `None` for one on each core.
    pub(crate) threads: Option<usize>,
    /// Seconds; `None` for no limit.
    pub(crate) time: Option<f64>,
    /// Called with the amount done and the total amount.
    pub(crate) progress: Option<Bound<'py, PyAny>>,
    /// Total amount of work, if known.
    pub(crate) total: Option<u64>,
    /// Limits of a part of the work that has less time.
    pub(crate) early: Option<Early>,
    /// What to do if the work goes on after its time.
    pub(crate) overtime: Overtime,
}

/// What a call does if its work goes on after its time. The call always leaves work that was interrupted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Overtime {
    /// Leave the work, because without a result there is no answer to wait for.
    #[default]
    Leave,
    /// Wait for the result, because it is an answer although it is cut short.
    Wait,
}

/// Limits of a part of the work that has less time than the whole. The part watches a token of its own, which
/// is also set when the whole work stops.
#[derive(Debug)]
pub(crate) struct Early {
    /// Seconds, above 0.
    pub(crate) time: f64,
    /// The token that the part watches.
    pub(crate) token: Arc<CancelToken>,
}

/// The idle pools of a process, the last used first, each with its requested number of threads.
struct Pools {
    process: u32,
    /// Whether the process was forked while a call ran.
    is_torn: bool,
    idle: Vec<(Option<usize>, ThreadPool)>,
}

static POOLS: Mutex<Pools> = Mutex::new(Pools { process: 0, is_torn: false, idle: Vec::new() });
/// Number of calls whose work has not ended.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// A call whose work has not ended; ends when dropped.
struct Running;

impl Running {
    fn begin() -> Self {
        RUNNING.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::SeqCst);
    }
}

fn torn() -> PyErr {
    PyRuntimeError::new_err(
        "this process was forked while a call of hanamachi ran in another thread, so that it has only half of what the call had made; \
         fork when no call runs, or start processes by the method `spawn` or `forkserver`",
    )
}

/// Takes an idle pool of this process with this many threads, or makes one. The `Python` argument proves that
/// the interpreter is held.
fn take_pool(_py: Python<'_>, threads: Option<usize>) -> PyResult<ThreadPool> {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    if pools.process != process::id() {
        // These pools' threads belong to the parent: dropping the pools here would wait for threads that do
        // not exist.
        std::mem::forget(std::mem::take(&mut pools.idle));
        pools.is_torn |= pools.process != 0 && RUNNING.swap(0, Ordering::SeqCst) > 0;
        pools.process = process::id();
    }
    if pools.is_torn {
        return Err(torn());
    }
    if let Some(place) = pools.idle.iter().position(|(of, _)| *of == threads) {
        return Ok(pools.idle.remove(place).1);
    }
    // 0 means one for each core, or the number in RAYON_NUM_THREADS.
    ThreadPoolBuilder::new()
        .num_threads(threads.unwrap_or(0))
        .build()
        .map_err(|error| PyRuntimeError::new_err(format!("threads: the system gives no more: {error}")))
}

/// Returns a pool that has no work left, for later calls. The pools used longest ago are dropped if there are
/// more threads than [`KEPT_THREADS`] in all.
fn return_pool(_py: Python<'_>, threads: Option<usize>, pool: ThreadPool) {
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    pools.idle.insert(0, (threads, pool));
    let mut kept = 0;
    pools.idle.retain(|(_, pool)| {
        kept += pool.current_num_threads();
        kept <= KEPT_THREADS.max(cores())
    });
}

/// Outcome of watching the work.
enum Watched<T> {
    /// The work has ended, with this result or a panic.
    Over(thread::Result<T>),
    /// The time is up, and the work goes on.
    Late,
    /// An interrupt, or this exception of the callback.
    Stopped {
        trouble: PyErr,
        /// Whether the work has ended since.
        is_over: bool,
    },
    /// This process is a child forked by the callback.
    Forked,
}

/// The token and the count that the work and its call share.
#[derive(Debug, Default)]
struct Shared {
    cancel: CancelToken,
    done: Done,
}

/// The things that the calling thread checks during the work.
struct Watch<'a> {
    deadline: Option<Instant>,
    overtime: Overtime,
    /// The deadline of a part, and the token that it watches.
    early: Option<(Instant, Arc<CancelToken>)>,
    progress: Option<&'a Py<PyAny>>,
    total: Option<u64>,
    shared: Arc<Shared>,
    process: u32,
}

impl Watch<'_> {
    /// Stops the work and its part.
    fn stop(&self, reason: Stop) {
        self.shared.cancel.cancel(reason);
        if let Some((_, token)) = &self.early {
            token.cancel(reason);
        }
    }

    /// Checks signals, time and progress until the work ends or something stops it.
    fn until_over<T>(&self, ended: Receiver<thread::Result<T>>) -> Watched<T> {
        let (mut told, mut silent) = (0, 0);
        loop {
            match ended.recv_timeout(LOOK_EVERY) {
                Ok(result) => return Watched::Over(result),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Watched::Over(Err(Box::new("its thread ended without a result")));
                }
            }
            let now = Instant::now();
            if let Some((_, token)) = self.early.as_ref().filter(|(deadline, _)| now >= *deadline) {
                token.cancel(Stop::Time);
            }
            if let Some(deadline) = self.deadline.filter(|deadline| now >= *deadline) {
                self.stop(Stop::Time);
                if self.overtime == Overtime::Leave && now >= deadline + GRACE {
                    return Watched::Late;
                }
            }
            let done = self.shared.done.0.load(Ordering::Relaxed);
            let looked = Python::attach(|py| {
                py.check_signals()?;
                match self.progress {
                    Some(progress) if done > told || silent >= HEARTBEAT => {
                        silent = 0;
                        progress.call1(py, (done, self.total)).map(drop)
                    }
                    _ => Ok(()),
                }
            });
            (told, silent) = (done, silent + 1);
            if self.process != process::id() {
                // A thread of the parent may have held its lock at the fork.
                std::mem::forget(ended);
                return Watched::Forked;
            }
            if let Err(trouble) = looked {
                self.stop(Stop::Interrupted);
                let is_over = ended.recv_timeout(GRACE).is_ok();
                return Watched::Stopped { trouble, is_over };
            }
        }
    }
}

/// Runs this work. Its result counts even if the time limit stopped it; an interrupt or an exception of the
/// callback takes precedence.
///
/// Raises `LimitError` if the time is up and the work goes on all the same, unless it is to be waited for.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    limits: Limits<'_>,
    work: impl FnOnce(RunContext<'_>) -> T + Send + 'static,
) -> PyResult<T> {
    attempt(py, limits, work)?.ok_or_else(|| error::stopped(py, Stop::Time))
}

/// Runs work that nothing can stop: after an interrupt it goes on in the background until it is done.
pub(crate) fn run_or_leave<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    run(py, Limits::default(), |_| work())
}

/// Runs this work like [`run`]; `None` if the time is up and the work goes on all the same.
pub(crate) fn attempt<T: Send + 'static>(
    py: Python<'_>,
    limits: Limits<'_>,
    work: impl FnOnce(RunContext<'_>) -> T + Send + 'static,
) -> PyResult<Option<T>> {
    let Limits { threads, time, progress, total, early, overtime } = limits;
    let early = match early {
        Some(Early { time, token }) => deadline(Some(time))?.map(|deadline| (deadline, token)),
        None => None,
    };
    let deadline = deadline(time)?;
    let progress = progress.map(Bound::unbind);
    let shared = Arc::<Shared>::default();
    let watched_by = Arc::clone(&shared);
    let pool = take_pool(py, threads)?;
    let (end, ended) = sync_channel(1);
    let running = Running::begin();
    pool.spawn(move || {
        let context = RunContext { cancel: &watched_by.cancel, progress: &watched_by.done };
        let result = catch_unwind(AssertUnwindSafe(|| work(context)));
        // Before the call ends: a process that is forked after it is whole.
        drop(running);
        // Nobody receives the result of work that was left.
        let _ = end.send(result);
    });
    let watched = py.detach(|| {
        let process = process::id();
        let progress = progress.as_ref();
        let shared = Arc::clone(&shared);
        Watch { deadline, overtime, early, progress, total, shared, process }.until_over(ended)
    });
    // Otherwise the pool is dropped, which ends its threads after the work.
    match watched {
        Watched::Over(result) => {
            return_pool(py, threads, pool);
            let result = result.map_err(|panic| fault(&*panic))?;
            if let Some(progress) = progress {
                progress.call1(py, (shared.done.0.load(Ordering::Relaxed), total))?;
            }
            Ok(Some(result))
        }
        Watched::Late => Ok(None),
        Watched::Stopped { trouble, is_over } => {
            if is_over {
                return_pool(py, threads, pool);
            }
            Err(trouble)
        }
        Watched::Forked => {
            // Its threads are the parent's.
            std::mem::forget(pool);
            Err(torn())
        }
    }
}

/// Gives other threads and Ctrl-C their turn during work that holds the interpreter.
pub(crate) fn give_way(py: Python<'_>) -> PyResult<()> {
    py.check_signals()?;
    py.detach(|| ());
    Ok(())
}

/// A panic of the library as an exception: a bug in the solver must not end the process.
fn fault(panic: &(dyn Any + Send)) -> PyErr {
    let text = panic.downcast_ref::<&str>().copied();
    let message =
        text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("it did not say which");
    PyRuntimeError::new_err(format!("a fault of the solver, which you may report: {message}"))
}

/// Default number of threads: one on each core.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// The moment at which the time is up.
fn deadline(time: Option<f64>) -> PyResult<Option<Instant>> {
    Ok(time.map(seconds).transpose()?.and_then(|time| Instant::now().checked_add(time)))
}

/// A duration of this many seconds, above 0.
pub(crate) fn seconds(seconds: f64) -> PyResult<Duration> {
    let is_above_0 = seconds > 0.0;
    let duration = Duration::try_from_secs_f64(seconds).ok().filter(|_| is_above_0);
    duration.ok_or_else(|| {
        let too_long = if seconds.is_finite() && is_above_0 { " and below 2**64" } else { "" };
        PyValueError::new_err(format!(
            "time: expected a number of seconds above 0{too_long}, found {seconds:?}"
        ))
    })
}
