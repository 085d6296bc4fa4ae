//! State shared by every command of a run: cancel token and verbosity.

use std::fmt::Display;
use std::io::{IsTerminal, Write};

use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext};

use crate::args::Chatter;
use crate::failure::Failure;
use crate::interrupt;
use crate::wrap;

/// One run of the program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    /// Set by Ctrl-C and by `--time`.
    pub(crate) cancel: &'static CancelToken,
    quiet: bool,
    verbose: bool,
}

impl Session {
    /// Starts listening for Ctrl-C.
    pub(crate) fn start(chatter: &Chatter) -> Result<Self, Failure> {
        let cancel = interrupt::install()?;
        Ok(Self { cancel, quiet: chatter.quiet, verbose: chatter.verbose })
    }

    /// Creates a quiet session that is never interrupted.
    #[cfg(test)]
    pub(crate) fn silent() -> Self {
        static TOKEN: CancelToken = CancelToken::new();
        Self { cancel: &TOKEN, quiet: true, verbose: false }
    }

    /// Returns the context for long work that reports to `progress`.
    pub(crate) const fn context<'a>(&self, progress: &'a dyn Progress) -> RunContext<'a> {
        RunContext { cancel: self.cancel, progress }
    }

    /// Fails when the token has been set.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if interrupt::was_asked() {
            return Err(Failure::Interrupted);
        }
        self.cancel.reason().map_or(Ok(()), |stop| Err(stop.into()))
    }

    /// Prints a message on standard error, unless `--quiet`.
    pub(crate) fn note(&self, message: impl Display) {
        if !self.quiet {
            say(message);
        }
    }

    /// Returns the receiver of messages that [`note`](Self::note) prints.
    pub(crate) fn notes(self) -> impl Fn(&dyn Display) {
        move |message| self.note(message)
    }

    /// Prints a message on standard error with `--verbose`.
    pub(crate) fn detail(&self, message: impl Display) {
        if self.verbose {
            say(message);
        }
    }

    /// Whether to print more detail on standard error.
    pub(crate) fn is_verbose(&self) -> bool {
        self.verbose
    }

    /// Whether to print errors only.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Whether to draw a progress bar.
    pub(crate) fn draws_progress(&self) -> bool {
        !self.quiet && std::io::stderr().is_terminal()
    }
}

/// Prints a line on standard error. Write errors are ignored.
fn say(message: impl Display) {
    let message = message.to_string();
    let message = match wrap::width_of(&std::io::stderr()) {
        Some(width) => wrap::wrapped(&message, width),
        None => message.into(),
    };
    let _ = writeln!(anstream::stderr(), "{message}");
}
