//! Ctrl-C and the time limit, which set the cancel token of a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use hanamachi_solver::search::budget::{CancelToken, Stop};

/// Cancel token of the process, static because a signal handler outlives every stack frame.
static TOKEN: LazyLock<Arc<CancelToken>> = LazyLock::new(Arc::default);
static ASKED: AtomicBool = AtomicBool::new(false);

/// Makes the first Ctrl-C or termination signal set the token, and the second one end the process at once.
pub(crate) fn install() -> anyhow::Result<&'static CancelToken> {
    ctrlc::set_handler(|| {
        let is_again = ASKED.swap(true, Ordering::SeqCst);
        if is_again {
            std::process::exit(130);
        }
        TOKEN.cancel(Stop::Interrupted);
    })
    .context("cannot listen for Ctrl-C")?;
    expect_limits();
    Ok(token())
}

/// Returns the token of the process, for players that search.
pub(crate) fn token() -> &'static Arc<CancelToken> {
    &TOKEN
}

/// Makes a write beyond the file size limit fail like a write to a full disk, instead of ending the process.
#[cfg(unix)]
fn expect_limits() {
    use nix::sys::signal::{SigHandler, Signal, signal};
    // SAFETY: the signal is ignored: no handler runs.
    let _ = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
}

#[cfg(not(unix))]
fn expect_limits() {}

/// Whether the user has asked to stop, even if a limit had been reached before.
pub(crate) fn was_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Sets `token` after `limit`.
pub(crate) fn set_after(limit: Duration, token: &'static CancelToken) {
    thread::spawn(move || {
        thread::sleep(limit);
        token.cancel(Stop::Time);
    });
}

/// A token for one item, set when the time of the item is up or the token of the process is set.
#[derive(Debug)]
pub(crate) struct Deadline {
    token: Arc<CancelToken>,
    /// Dropped when the item is done, which ends the watching thread.
    _done: mpsc::Sender<()>,
}

/// Interval at which the watching thread polls the token of the process.
const LOOK_EVERY: Duration = Duration::from_millis(20);

impl Deadline {
    /// Starts a token that is set after `limit`.
    pub(crate) fn start(limit: Duration, process: &'static CancelToken) -> Self {
        let (done, closed) = mpsc::channel::<()>();
        let token = Arc::new(CancelToken::new());
        let watched = Arc::clone(&token);
        thread::spawn(move || {
            let started = Instant::now();
            loop {
                let left = limit.saturating_sub(started.elapsed());
                if left.is_zero() {
                    return watched.cancel(Stop::Time);
                }
                if let Err(mpsc::RecvTimeoutError::Disconnected) = closed.recv_timeout(left.min(LOOK_EVERY)) {
                    return;
                }
                if let Some(reason) = process.reason() {
                    return watched.cancel(reason);
                }
            }
        });
        Self { token, _done: done }
    }

    /// Returns the token.
    pub(crate) fn token(&self) -> &CancelToken {
        &self.token
    }
}
