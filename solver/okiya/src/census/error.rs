//! Errors of census files.

use std::path::Path;

use super::record::CensusRecordFault;
use crate::cell::Cell;
use crate::garden::Garden;
use hanamachi_table::disk::{DiskError, Trouble};
use hanamachi_table::{ReadError, WriteError};

/// Errors of reading and writing census files.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The file is damaged, or of another kind.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A file of a run in progress was refused.
    #[error(transparent)]
    Disk(#[from] DiskError),
    /// A record is invalid.
    #[error("record {index} is damaged: {fault}")]
    Record {
        /// Index in the file, from 0.
        index: u64,
        /// The fault.
        fault: CensusRecordFault,
    },
    /// The bytes of a group of records are not the ones written.
    #[error("records {first} to {last} are damaged: their hash does not match their bytes")]
    Chunk {
        /// The first of the group.
        first: u64,
        /// The last of the group.
        last: u64,
    },
    /// The number of records is not the number of gardens.
    #[error("there are {found} records for {expected} gardens")]
    Count {
        /// Number of gardens.
        expected: u64,
        /// Number of records.
        found: u64,
    },
    /// A record holds a different garden than the source at its index.
    #[error("record {index} is about {found:?}, where the source has {expected:?}")]
    OtherGarden {
        /// Its index.
        index: u64,
        /// The garden in the record.
        found: Garden,
        /// The garden in the source.
        expected: Garden,
    },
    /// The file is complete, but it is not that of the run.
    #[error("the file belongs to another run: `{command}` by {program}")]
    OtherRun {
        /// Command that made the file.
        command: String,
        /// Program that made the file.
        program: String,
    },
    /// A record is well formed, but its value is wrong.
    #[error(
        "record {index} is wrong: it values the opening {opening} of {garden:?} at {found}, but \
         a search that shares nothing with the solver finds {expected}"
    )]
    WrongValue {
        /// Its index.
        index: u64,
        /// Its garden.
        garden: Garden,
        /// The opening.
        opening: Cell,
        /// The record's score and ending.
        found: String,
        /// The correct score and ending.
        expected: String,
    },
}

impl CensusError {
    /// Whether the file is intact but a claim is wrong.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::OtherGarden { .. } | Self::WrongValue { .. })
    }

    /// The fault of the census at `path`.
    #[must_use]
    pub fn in_file(self, path: &Path) -> DiskError {
        match self {
            Self::Read(error) => error.in_file(path),
            Self::Write(error) => error.into(),
            Self::Disk(error) => error,
            Self::OtherRun { .. } => Trouble::Foreign.in_file(path, self),
            error if error.is_wrong() => Trouble::Unverified.in_file(path, error),
            error => Trouble::Damaged.in_file(path, error),
        }
    }
}
