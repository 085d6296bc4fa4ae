//! Errors of census files.

use super::record::RecordFault;
use crate::cell::Cell;
use crate::garden::Garden;
use hanamachi_table::{ReadError, WriteError};

/// Why a file of the census is refused, or cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The file is damaged, or of another kind.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Writing failed.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A record means nothing.
    #[error("record {index} is damaged: {fault}")]
    Record {
        /// Index in the file, from 0.
        index: u64,
        /// The fault.
        fault: RecordFault,
    },
    /// Records are not those that were written.
    #[error("records {first} to {last} are damaged: their hash does not match their bytes")]
    Chunk {
        /// The first of those that share the hash.
        first: u64,
        /// The last of them.
        last: u64,
    },
    /// There are more or fewer records than gardens.
    #[error("there are {found} records for {expected} gardens")]
    Count {
        /// Gardens.
        expected: u64,
        /// Records.
        found: u64,
    },
    /// A record is about another garden than its source has at this place.
    #[error("record {index} is about {found:?}, where the source has {expected:?}")]
    OtherGarden {
        /// Its index.
        index: u64,
        /// The record's garden.
        found: Garden,
        /// The source's.
        expected: Garden,
    },
    /// A record is well formed, and its value is wrong.
    #[error(
        "record {index} is wrong: it says of the opening {opening} of {garden:?} that it is worth {found}, and \
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
        /// The true ones.
        expected: String,
    },
}

impl CensusError {
    /// Whether the file is intact but a claim is wrong.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::OtherGarden { .. } | Self::WrongValue { .. })
    }
}
