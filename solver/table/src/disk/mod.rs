//! Files of the machine: reading them, replacing them as a whole, and keeping the state of a long run in one.
//!
//! Everything else in the library works on bytes and streams. Files are written beside their target and renamed, so that one is whole or
//! not there; links are followed, and nothing but a regular file is replaced. Runs whose state is kept can be resumed after they were
//! stopped: by Ctrl-C, by a limit, or by a power failure.
//!
//! All of them follow one contract. A run has an [`Identity`](crate::Identity), and a later run continues from the saved state only if its
//! identity is the same. One run at a time writes the file and holds a lock on it. The saved state is never half written:
//!
//! | saved state | by | runs |
//! |---|---|---|
//! | a state that changes | [`ProgressFile`]: a file that is replaced as a whole, from time to time and at the end | opening charts |
//! | the same as a checkpoint, with the identity in it | [`KeptRun`] | CFR, training, surveys |
//! | records in order | [`Journal`]: an append-only file, truncated to its valid part | matches; a census, with a separate checkpoint |

mod bytes;
mod error;
mod journal;
mod kept_run;
mod lock;
mod new_file;
mod progress;
mod reason;
mod target;

pub use bytes::FileBytes;
pub use error::{DiskError, FileFault, Trouble};
pub use journal::Journal;
pub use kept_run::{KeptRun, checkpoint_in};
pub use new_file::{Existing, NewFile, rename, write_table};
pub use progress::{ProgressFile, later};
pub use reason::{reason, without_number};
pub use target::resolved;
