//! Ctrl-C, and the time limit: the two hands outside the search that set its cancel token.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use hanamachi_solver::search::budget::{CancelToken, Stop};

/// The one token of the process. A signal handler outlives every stack frame, hence the static.
static TOKEN: CancelToken = CancelToken::new();
static ASKED: AtomicBool = AtomicBool::new(false);

/// Makes Ctrl-C (and a request to terminate) set the token. The second one ends the process at once.
pub(crate) fn install() -> anyhow::Result<&'static CancelToken> {
    ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
        TOKEN.cancel(Stop::Interrupted);
    })
    .context("cannot listen for Ctrl-C")?;
    Ok(&TOKEN)
}

/// Whether the user has asked to stop, even if a limit had been reached before.
pub(crate) fn was_asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// Sets `token` when `limit` has passed.
pub(crate) fn set_after(limit: Duration, token: &'static CancelToken) {
    thread::spawn(move || {
        thread::sleep(limit);
        token.cancel(Stop::Time);
    });
}
