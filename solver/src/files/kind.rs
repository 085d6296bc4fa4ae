//! What a kind of file must offer, and an open file.

use std::fmt;
use std::io::Write;

use hanamachi_core::search::budget::{CancelToken, Progress, RunContext, Stop};
use hanamachi_table::rows::{Rows, RowsError};
use hanamachi_table::{Metadata, ReadError, Reader, WriteError, Writer};
use serde::Serialize;

use super::sample::{Recomputed, Sample};

/// Operations on files of one kind.
#[derive(Debug)]
pub struct FileKind {
    /// Name of the kind in metadata.
    pub name: &'static str,
    /// Checks the claims of a file of this kind, the hashes of whose sections have been checked.
    pub check: fn(&OpenFile<'_>, &mut Checking<'_>) -> Result<Checks, KindError>,
    /// Returns the contents of a file as rows, or a sentence for the user on why files of this kind have none.
    pub rows: Result<ReadRows, &'static str>,
    /// Merges several files, or a sentence for the user on why files of this kind cannot be merged.
    pub merge: Result<MergeFiles, &'static str>,
}

/// Returns the contents of a file as rows.
pub type ReadRows = for<'a> fn(&OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, KindError>;

/// Writes the sections of the merged file and returns its metadata. There is at least one file; all files are of one kind,
/// and their hashes have been checked.
pub type MergeFiles = fn(&[OpenFile<'_>], &mut Writer<&mut dyn Write>) -> Result<Metadata, KindError>;

/// An open file. Its structure has been checked, its sections have not been read.
#[derive(Clone, Debug)]
pub struct OpenFile<'a> {
    /// Contents of the file.
    pub bytes: &'a [u8],
    /// Reader of its sections and metadata.
    pub reader: Reader<'a>,
}

impl<'a> OpenFile<'a> {
    /// Opens a file with these contents.
    pub fn new(bytes: &'a [u8]) -> Result<Self, ReadError> {
        Ok(Self { bytes, reader: Reader::open(bytes)? })
    }
}

/// Opens each of several files.
#[cfg(any(feature = "okiya", feature = "hanamikoji"))]
pub(super) fn open_all<'a, T, E: Into<KindError>>(
    files: &[OpenFile<'a>],
    open: impl Fn(&OpenFile<'a>) -> Result<T, E>,
) -> Result<Vec<T>, KindError> {
    let part = |(part, file)| open(file).map_err(|error| KindError::Part(part, Box::new(error.into())));
    files.iter().enumerate().map(part).collect()
}

/// How much of a file is recomputed, and the context of the work.
pub struct Checking<'a> {
    /// Choice of the items to recompute.
    pub sample: Sample<'a>,
    /// Stops the check when it is set.
    pub cancel: &'a CancelToken,
    /// Begins a stage of the work: the unit of its progress reports, and their total.
    pub stage: &'a dyn Fn(&'static str, u64) -> Box<dyn Progress + 'a>,
    /// Values of undecided games, for strategies of rounds; `None` for the built-in ones.
    #[cfg(feature = "hanamikoji")]
    pub favours: Option<hanamachi_hanamikoji::FavourEstimates>,
}

impl Checking<'_> {
    /// Runs a stage of the work.
    pub(super) fn stage<T>(
        &self,
        unit: &'static str,
        total: u64,
        work: impl FnOnce(RunContext<'_>) -> T,
    ) -> T {
        let progress = (self.stage)(unit, total);
        work(RunContext { cancel: self.cancel, progress: &*progress })
    }
}

impl fmt::Debug for Checking<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checking").field("sample", &self.sample).finish_non_exhaustive()
    }
}

/// Result of verifying an intact file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Checks {
    /// Names of the checks.
    pub checked: Vec<&'static str>,
    /// Claims of the file that were not checked.
    pub not_checked: Vec<NotChecked>,
    /// Recomputation of a sample, if there was one.
    pub sample: Option<Recomputed>,
}

/// A claim that was not checked.
#[derive(Clone, Debug, Serialize)]
pub struct NotChecked {
    /// Name of the check.
    pub what: &'static str,
    /// Reason, as a sentence.
    pub reason: String,
}

impl Checks {
    /// These checks, and no others so far.
    #[must_use]
    pub fn of(checked: &[&'static str]) -> Self {
        Self { checked: checked.to_vec(), ..Self::default() }
    }

    /// Adds a claim that was not checked, with the reason.
    #[must_use]
    pub fn without(mut self, what: &'static str, reason: impl Into<String>) -> Self {
        self.not_checked.push(NotChecked { what, reason: reason.into() });
        self
    }
}

/// Reason why an operation on files failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum KindError {
    /// The file is damaged or of another version.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A claim of the file is wrong.
    #[error("{0}")]
    Unverified(String),
    /// The file is no table of strategies of rounds.
    #[cfg(feature = "hanamikoji")]
    #[error(transparent)]
    Strategy(#[from] hanamachi_hanamikoji::strategy_table::StrategyTableError),
    /// The file is no favour table.
    #[cfg(feature = "hanamikoji")]
    #[error(transparent)]
    Favour(#[from] hanamachi_hanamikoji::FavourFileError),
    /// The favour table does not fit to the others.
    #[cfg(feature = "hanamikoji")]
    #[error(transparent)]
    FavourMerge(#[from] hanamachi_hanamikoji::FavourMergeError),
    /// The file is no network.
    #[cfg(feature = "hanamikoji")]
    #[error(transparent)]
    Network(#[from] hanamachi_hanamikoji::learn::NetworkFileError),
    /// The file is no opening chart.
    #[cfg(feature = "hanamikoji")]
    #[error(transparent)]
    Openings(#[from] hanamachi_hanamikoji::openings::OpeningsFileError),
    /// The file is no census, or wrong.
    #[cfg(feature = "okiya")]
    #[error(transparent)]
    Census(#[from] hanamachi_okiya::census::CensusError),
    /// Parts of a census cannot be joined.
    #[cfg(feature = "okiya")]
    #[error(transparent)]
    Join(#[from] hanamachi_okiya::census::JoinError),
    /// A file of the machine cannot be read.
    #[error(transparent)]
    Disk(#[from] hanamachi_table::disk::DiskError),
    /// The merged file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The check was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The file with this number among several, from 0.
    #[error("{1}")]
    Part(usize, Box<Self>),
    /// An error that is about none of the files.
    #[error("{0}")]
    Other(#[from] RowsError),
}
