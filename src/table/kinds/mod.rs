//! Operations that are specific to one kind of file.
//!
//! **A new kind is a file here with its [`Kind`], and a line in [`KINDS`].** The commands know none by name.
//!
//! | file | kind |
//! |---|---|
//! | `policy` | strategies: a distribution over the actions of each information set |
//! | `favour` | what the markers of Hanamikoji are worth between rounds |
//! | `network` | policies of Hanamikoji that were learned by self-play |
//! | `openings` | what to play with each first hand of Hanamikoji |
//! | `census` | the garden census: values of all openings of many gardens |
//! | `verdicts` | the census of verdicts: who wins each class |
//! | `second_wins` | the classes that the second player wins |
//! | `checkpoint` | the state of a run |

mod census;
mod checkpoint;
mod favour;
mod network;
mod openings;
mod policy;
mod second_wins;
mod verdicts;

use std::io::Write;
use std::path::Path;

use hanamachi_solver::table::{Metadata, Reader, Writer};
use serde::Serialize;

use super::file::refusal;
use super::rows::Rows;
use super::sample::Sample;
use crate::failure::{Failure, Trouble};
use crate::session::Session;

/// All kinds.
pub(super) const KINDS: [&dyn Kind; 8] = [
    &policy::Policies,
    &favour::Favours,
    &network::Networks,
    &openings::Openings,
    &census::Censuses,
    &verdicts::Verdicts,
    &second_wins::SecondWinLists,
    &checkpoint::Checkpoints,
];

/// Operations on files of one kind.
pub(super) trait Kind: Sync {
    /// Name of the kind in metadata.
    fn name(&self) -> &'static str;

    /// Checks what files of this kind promise beyond their bytes, which have been checked against their hashes.
    ///
    /// # Errors
    ///
    /// [`Trouble::Damaged`] and its like where the contents make no file of this kind, [`Trouble::Unverified`] where they do and
    /// say something that is not so.
    fn check(
        &self,
        file: &OpenFile<'_>,
        sample: &mut Sample<'_>,
        session: &Session,
    ) -> Result<Checks, Failure>;

    /// The contents as rows, where there are any.
    fn export(&self) -> Capability<'_, dyn Export>;

    /// One file of several, where that can be.
    fn merge(&self) -> Capability<'_, dyn Merge>;

    /// Small whole files of this kind, from the root of the repository: one at least. Tests damage them in every place.
    #[cfg(test)]
    fn samples(&self) -> &'static [&'static str];
}

/// Something that files of a kind can do, or else why they cannot, in a sentence for the user.
pub(super) type Capability<'a, T> = Result<&'a T, &'static str>;

/// A kind whose contents can be rows.
pub(super) trait Export {
    /// The contents as rows.
    fn rows<'a>(&self, file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, Failure>;
}

/// A kind of which several files can become one.
pub(super) trait Merge {
    /// Writes the sections of one file that holds what all of these hold, and says what its metadata are. There is one file at
    /// least, and all of them are of this kind and whole.
    fn merge(&self, files: &[OpenFile<'_>], merged: &mut Writer<&mut dyn Write>)
    -> Result<Metadata, Failure>;
}

/// The kind of this name, if there is one.
pub(super) fn find(name: &str) -> Option<&'static dyn Kind> {
    KINDS.into_iter().find(|kind| kind.name() == name)
}

/// The kind of this file.
pub(super) fn of(file: &OpenFile<'_>) -> Result<&'static dyn Kind, Failure> {
    let name = &file.reader.metadata().kind;
    find(name).ok_or_else(|| {
        let known: Vec<String> = KINDS.into_iter().map(|kind| format!("`{}`", kind.name())).collect();
        file.other_kind(format_args!(
            "files of the kind `{}` are not known; this program knows {}",
            name.escape_debug(),
            known.join(", ")
        ))
    })
}

/// A file that has been opened: its structure is sound, its sections have not been read.
#[derive(Clone, Debug)]
pub(super) struct OpenFile<'a> {
    /// Its path.
    pub(super) path: &'a Path,
    /// All bytes.
    pub(super) bytes: &'a [u8],
    /// Its sections and what it says of itself.
    pub(super) reader: Reader<'a>,
}

impl<'a> OpenFile<'a> {
    /// Opens the file of which these are all bytes.
    pub(super) fn new(path: &'a Path, bytes: &'a [u8]) -> Result<Self, Failure> {
        let reader = Reader::open(bytes).map_err(|error| refusal(path, &error))?;
        Ok(Self { path, bytes, reader })
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
    pub(crate) sample: Option<Sampled>,
}

/// Something that was not checked.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct NotChecked {
    /// Name of the check.
    pub(crate) what: &'static str,
    /// Why not.
    pub(crate) reason: String,
}

/// Recomputation of a sample.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Sampled {
    /// Things of which kind, such as `layouts`.
    pub(crate) of: &'static str,
    /// Number of items.
    pub(crate) n: u64,
    /// Number of items in the file.
    pub(crate) total: u64,
    /// The seed that drew them; `null` where all were checked.
    pub(crate) seed: Option<u64>,
}

impl Checks {
    /// The same, with something that was not checked.
    pub(crate) fn without(mut self, what: &'static str, reason: impl Into<String>) -> Self {
        self.not_checked.push(NotChecked { what, reason: reason.into() });
        self
    }
}
