//! Runs that can be resumed after they were stopped: by Ctrl-C, by a limit, or by a power failure.
//!
//! All of them follow one contract. A run has an [`Identity`], and a later run continues from the saved state only if its
//! identity is the same. One run at a time writes the file and holds a lock on it. The saved state is never half written:
//!
//! | saved state | by | runs |
//! |---|---|---|
//! | a state that changes | [`ProgressFile`]: a file that is replaced as a whole, from time to time and at the end | opening charts |
//! | the same as a checkpoint, with the identity in it | [`KeptRun`] | CFR, surveys |
//! | records in order | [`Journal`]: an append-only file, truncated to its valid part | matches; a census, with a separate checkpoint |
//!
//! A long run of a new kind, such as training, uses a [`KeptRun`]: it opens it with its settings as the identity, restores
//! its state from [`KeptRun::checkpoint`], and calls [`KeptRun::save`] whenever [`KeptRun::is_due`], and at the end.
//!
//! The flag is always `--resume FILE`: keep the progress in FILE, and continue from there if FILE exists.

mod flag;
mod journal;
mod kept_run;
mod lock;
mod progress;

pub(crate) use flag::{ResumeArgs, how_to_go_on};
pub(crate) use journal::Journal;
pub(crate) use kept_run::{KeptRun, checkpoint_in};
pub(crate) use progress::{ProgressFile, later};

#[cfg(doc)]
use hanamachi_solver::table::Identity;
