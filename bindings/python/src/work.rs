//! Long work: the interpreter released, on all cores, until it is done, interrupted or out of time.
//!
//! The work runs on a thread of its own. The calling thread may be the main one, to which Python delivers
//! signals. Twenty times a second it checks for Ctrl-C and the time limit and reports progress to the
//! callback. An exception of the callback stops the work and is raised again.
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
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Interval between checks of signals, time and progress.
const LOOK_EVERY: Duration = Duration::from_millis(50);
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
///
/// A call takes a pool for itself and returns it when it ends, so that no call waits for another, in another
/// thread or around it: the callback of a call may call this package too.
struct Pools {
    process: u32,
    /// Whether the process was forked while a call ran.
    is_torn: bool,
    idle: Vec<(Option<usize>, ThreadPool)>,
}

static POOLS: Mutex<Pools> = Mutex::new(Pools { process: 0, is_torn: false, idle: Vec::new() });
/// Number of calls whose threads are at work.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// A call whose thread is at work; ends when dropped.
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

/// The thread of some work. Dropping it waits for the thread, except in a forked child, which has no such
/// thread.
struct Worker<'a, T> {
    handle: Option<JoinHandle<T>>,
    cancel: &'a CancelToken,
    process: u32,
}

impl<T> Worker<'_, T> {
    fn join(mut self) -> std::thread::Result<T> {
        match self.handle.take() {
            Some(handle) => handle.join(),
            None => unreachable!("it is taken here alone, and by value"),
        }
    }
}

impl<T> Drop for Worker<'_, T> {
    fn drop(&mut self) {
        let Some(handle) = self.handle.take() else { return };
        if self.process == process::id() {
            self.cancel.cancel(Stop::Interrupted);
            // Nobody needs the result any more.
            let _ = handle.join();
        } else {
            std::mem::forget(handle);
        }
    }
}

/// Outcome of watching the work.
enum Watched {
    /// The work has ended.
    Over,
    /// An interrupt, or this exception of the callback. The work may still be running.
    Stopped(PyErr),
    /// This process is a child forked by the callback.
    Forked,
}

/// The things that the calling thread checks during the work.
struct Watch<'a> {
    deadline: Option<Instant>,
    /// The deadline of a part, and the token that it watches.
    early: Option<(Instant, &'a CancelToken)>,
    progress: Option<&'a Py<PyAny>>,
    total: Option<u64>,
    cancel: &'a CancelToken,
    done: &'a Done,
    process: u32,
}

impl Watch<'_> {
    /// Stops the work and its part.
    fn stop(&self, reason: Stop) {
        self.cancel.cancel(reason);
        if let Some((_, token)) = self.early {
            token.cancel(reason);
        }
    }

    /// Checks signals, time and progress until the work ends or something stops it.
    fn until_over(&self, ended: &Receiver<()>) -> Watched {
        let mut told = 0;
        while ended.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
            let is_over = |deadline: &Instant| Instant::now() >= *deadline;
            if let Some((_, token)) = self.early.filter(|(deadline, _)| is_over(deadline)) {
                token.cancel(Stop::Time);
            }
            if self.deadline.as_ref().is_some_and(is_over) {
                self.stop(Stop::Time);
            }
            let now = self.done.0.load(Ordering::Relaxed);
            let looked = Python::attach(|py| {
                py.check_signals()?;
                match self.progress {
                    Some(progress) if now > told => progress.call1(py, (now, self.total)).map(drop),
                    _ => Ok(()),
                }
            });
            told = now;
            if self.process != process::id() {
                return Watched::Forked;
            }
            if let Err(error) = looked {
                self.stop(Stop::Interrupted);
                return Watched::Stopped(error);
            }
        }
        Watched::Over
    }
}

/// Runs this work. Its result counts even if the time limit stopped it; an interrupt or an exception of the
/// callback takes precedence.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    limits: Limits<'_>,
    work: impl FnOnce(RunContext<'_>) -> T + Send,
) -> PyResult<T> {
    let Limits { threads, time, progress, total, early } = limits;
    let early = match early {
        Some(Early { time, token }) => deadline(Some(time))?.map(|deadline| (deadline, token)),
        None => None,
    };
    let deadline = deadline(time)?;
    let pool = take_pool(py, threads)?;
    let progress = progress.map(Bound::unbind);
    let (cancel, done) = (CancelToken::new(), Done::default());
    let (watched, result) = py.detach(|| {
        let (cancel, done) = (&cancel, &done);
        let early = early.as_ref().map(|(deadline, token)| (*deadline, &**token));
        let process = process::id();
        let watch = Watch { deadline, early, progress: progress.as_ref(), total, cancel, done, process };
        let (end, ended) = sync_channel::<()>(0);
        let running = Running::begin();
        let pool = &pool;
        let body = move || {
            // Dropped when the work ends, even by a panic.
            let _kept = (end, running);
            catch_unwind(AssertUnwindSafe(|| pool.install(|| work(RunContext { cancel, progress: done }))))
        };
        // SAFETY: everything that the thread borrows lives until the end of this closure, and the thread ends
        // before that: `Worker` waits for it wherever it is dropped. In a forked child it does not wait, but
        // there is no such thread there. A scope of the standard library would wait there too, forever.
        let spawned = unsafe { Builder::new().name("hanamachi".to_owned()).spawn_unchecked(body) };
        let worker = match spawned {
            Ok(handle) => Worker { handle: Some(handle), cancel, process: watch.process },
            Err(error) => return (Watched::Over, Err(no_thread(&error))),
        };
        let watched = watch.until_over(&ended);
        if matches!(watched, Watched::Forked) {
            // The thread may have held its lock at the fork.
            std::mem::forget(ended);
            drop(worker);
            return (watched, Err(torn()));
        }
        let result = worker.join().unwrap_or_else(Err).map_err(|panic| fault(&*panic));
        (watched, result)
    });
    match watched {
        // The threads are the parent's.
        Watched::Forked => std::mem::forget(pool),
        Watched::Over | Watched::Stopped(_) => return_pool(py, threads, pool),
    }
    if let Watched::Stopped(trouble) = watched {
        return Err(trouble);
    }
    let result = result?;
    if let Some(progress) = progress {
        progress.call1(py, (done.0.load(Ordering::Relaxed), total))?;
    }
    Ok(result)
}

/// Runs work that owns all its data and that nothing can stop: an interrupt is raised at once, and the
/// abandoned work goes on until it is done.
pub(crate) fn run_or_leave<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let pool = take_pool(py, None)?;
    let running = Running::begin();
    let (watched, result) = py.detach(|| {
        let (cancel, done) = (CancelToken::new(), Done::default());
        let watch = Watch {
            deadline: None,
            early: None,
            progress: None,
            total: None,
            cancel: &cancel,
            done: &done,
            process: process::id(),
        };
        let (end, ended) = sync_channel::<()>(0);
        let body = move || {
            let _kept = (end, running);
            let result = catch_unwind(AssertUnwindSafe(|| pool.install(work)));
            (result, pool)
        };
        let handle = match Builder::new().name("hanamachi".to_owned()).spawn(body) {
            Ok(handle) => handle,
            Err(error) => return (Watched::Over, Err(no_thread(&error))),
        };
        let watched = watch.until_over(&ended);
        let result = match watched {
            Watched::Over => Some(handle.join()),
            // The abandoned work keeps its pool.
            Watched::Stopped(_) => None,
            Watched::Forked => {
                std::mem::forget((handle, ended));
                None
            }
        };
        (watched, Ok(result))
    });
    match (watched, result?) {
        (_, Some(Ok((result, pool)))) => {
            return_pool(py, None, pool);
            result.map_err(|panic| fault(&*panic))
        }
        (_, Some(Err(panic))) => Err(fault(&*panic)),
        (Watched::Stopped(trouble), None) => Err(trouble),
        (Watched::Over | Watched::Forked, None) => Err(torn()),
    }
}

fn no_thread(error: &std::io::Error) -> PyErr {
    PyRuntimeError::new_err(format!("the system gives no thread: {error}"))
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
        PyValueError::new_err(format!("time: expected a number of seconds above 0, found {seconds}"))
    })
}
