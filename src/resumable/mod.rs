//! Runs that go on where they were stopped: by Ctrl-C, by a limit, or by a power cut.
//!
//! All of them keep one contract. A run says what it is a run of, its [`Identity`]; a later one goes on from what was kept only
//! if it is a run of the same. What is kept is written by one run at a time, which holds a lock on the file, and it is
//! never half written:
//!
//! | what is kept | by | who |
//! |---|---|---|
//! | a state that changes | [`Progress`]: a file that is replaced as a whole, from time to time and at the end | opening charts |
//! | the same in a checkpoint of our own kind, with the identity in it | [`KeptRun`] | CFR, surveys |
//! | records in order | [`Journal`]: a file that only grows, cut back to what counts | matches; a census, with a checkpoint beside it |
//!
//! A long run of a new kind, such as training, takes a [`KeptRun`]: it opens it with its settings as the identity, restores its
//! state from [`KeptRun::checkpoint`], and calls [`KeptRun::save`] whenever [`KeptRun::is_due`] says so and at the end.
//!
//! `--resume FILE` is the flag everywhere: keep the progress in FILE, and go on from there if FILE exists.

mod flag;
mod journal;
mod kept_run;
mod lock;
mod progress;

pub(crate) use flag::{ResumeArgs, how_to_go_on};
pub(crate) use journal::Journal;
pub(crate) use kept_run::{KeptRun, checkpoint_in};
pub(crate) use progress::{Progress, later};

#[cfg(doc)]
use hanamachi_solver::table::Identity;
