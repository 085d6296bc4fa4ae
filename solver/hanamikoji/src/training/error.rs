//! Errors of training.

use hanamachi_core::search::budget::Stop;
use hanamachi_table::disk::DiskError;

/// Reason why a training came to no policy.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file cannot be read or written, or the training has diverged.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The request cannot be met, for this reason.
    #[error("{0}")]
    Unsuited(String),
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}
