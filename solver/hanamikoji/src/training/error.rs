//! Errors of training.

use hanamachi_core::search::budget::Stop;
use hanamachi_table::disk::{DiskError, FileFault};

/// Reason why a training came to no policy.
#[derive(Debug, thiserror::Error)]
pub enum TrainingError {
    /// A file cannot be read or written.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// The networks have numbers that are not finite.
    #[error("{0}")]
    Diverged(String),
    /// The request cannot be met, for this reason.
    #[error("{0}")]
    Unsuited(String),
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl From<FileFault> for TrainingError {
    fn from(fault: FileFault) -> Self {
        DiskError::from(fault).into()
    }
}
