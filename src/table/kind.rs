//! What a kind of file must offer, and an open file.

use std::io::Write;
use std::path::Path;

use hanamachi_solver::table::rows::Rows;
use hanamachi_solver::table::{Metadata, Reader, Writer};
use serde::Serialize;

use super::sample::{Recomputed, Sample};
use crate::failure::{Failure, Trouble};
use crate::file::refusal;
use crate::session::Session;

/// Operations on files of one kind.
pub(super) struct FileKind {
    /// Name of the kind in metadata.
    pub(super) name: &'static str,
    /// Checks the claims of a file of this kind, the hashes of whose sections have been checked. Fails with
    /// [`Trouble::Damaged`] or similar if the contents do not form such a file, with [`Trouble::Unverified`] if a claim is
    /// wrong.
    pub(super) check: fn(&OpenFile<'_>, &mut Sample<'_>, &Session) -> Result<Checks, Failure>,
    /// Returns the contents of a file as rows, or a sentence for the user on why files of this kind have none.
    pub(super) rows: Result<ReadRows, &'static str>,
    /// Merges several files, or a sentence for the user on why files of this kind cannot be merged.
    pub(super) merge: Result<MergeFiles, &'static str>,
    /// Small complete files of this kind, at least one, as paths from the root of the repository. Tests damage every byte
    /// of them.
    #[cfg(test)]
    pub(super) samples: &'static [&'static str],
}

/// Returns the contents of a file as rows.
pub(super) type ReadRows = for<'a> fn(&OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure>;

/// Writes the sections of the merged file and returns its metadata. There is at least one file; all files are of one kind,
/// and their hashes have been checked.
pub(super) type MergeFiles = fn(&[OpenFile<'_>], &mut Writer<&mut dyn Write>) -> Result<Metadata, Failure>;

/// An open file. Its structure has been checked, its sections have not been read.
#[derive(Clone, Debug)]
pub(super) struct OpenFile<'a> {
    /// Path of the file.
    pub(super) path: &'a Path,
    /// Contents of the file.
    pub(super) bytes: &'a [u8],
    /// Reader of its sections and metadata.
    pub(super) reader: Reader<'a>,
    /// File of the favour table that values undecided games in it, if one was named.
    pub(super) favour_table: Option<&'a Path>,
}

impl<'a> OpenFile<'a> {
    /// Opens a file with the contents `bytes`.
    pub(super) fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Failure> {
        let reader = Reader::open(bytes).map_err(|error| refusal(path, &error))?;
        Ok(Self { path, bytes, reader, favour_table: None })
    }

    /// Checks every section against its hash.
    pub(super) fn check_hashes(&self, session: &Session) -> Result<(), Failure> {
        for section in self.reader.sections() {
            session.check()?;
            self.reader.verify_section(section).map_err(|error| refusal(self.path, &error))?;
        }
        Ok(())
    }

    /// Error: the file is intact, but files of this kind do not support the operation.
    pub(super) fn other_kind(&self, what: impl std::fmt::Display) -> Failure {
        Trouble::OtherVersion.in_file(self.path, what)
    }

    /// Error: a claim of the file is wrong.
    pub(super) fn unverified(&self, what: impl std::fmt::Display) -> Failure {
        Trouble::Unverified.in_file(self.path, what)
    }
}

/// Result of verifying an intact file.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Checks {
    /// Names of the checks.
    pub(crate) checked: Vec<&'static str>,
    /// Claims of the file that were not checked.
    pub(crate) not_checked: Vec<NotChecked>,
    /// Recomputation of a sample, if there was one.
    pub(crate) sample: Option<Recomputed>,
}

/// A claim that was not checked.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NotChecked {
    /// Name of the check.
    pub(crate) what: &'static str,
    /// Reason, as a sentence.
    pub(crate) reason: String,
}

impl Checks {
    /// Adds a claim that was not checked, with the reason.
    pub(crate) fn without(mut self, what: &'static str, reason: impl Into<String>) -> Self {
        self.not_checked.push(NotChecked { what, reason: reason.into() });
        self
    }
}
