//! Why a file cannot be read or written.

use std::fmt;
use std::io;

use super::layout::{FORMAT_VERSION, MAX_METADATA, MAX_SECTIONS};

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Part {
    /// The first bytes.
    Header,
    /// Metadata of the file.
    Metadata,
    /// The table of sections.
    Table,
    /// The last bytes.
    Footer,
    /// The section of this name.
    Section(String),
    /// The bytes between two blocks that begin at this one.
    Padding(u64),
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Header => f.write_str("the header"),
            Self::Metadata => f.write_str("the metadata"),
            Self::Table => f.write_str("the table of sections"),
            Self::Footer => f.write_str("the footer"),
            Self::Section(name) => write!(f, "the section `{name}`"),
            Self::Padding(offset) => write!(f, "the padding at byte {offset}"),
        }
    }
}

/// Fault in a part of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// The bytes are not those that were written.
    #[error("its hash is not that of its bytes")]
    Hash,
    /// An offset or a length does not fit the file.
    #[error("it does not lie where it must")]
    Place,
    /// Bytes that must be 0 are not.
    #[error("it holds bytes that must be 0 and are not")]
    NotZero,
    /// Not the name of a section, or that of another one too.
    #[error("it holds a name that no section can have, or two have")]
    Name,
    /// The length is no multiple of the width of a record.
    #[error("its length is no multiple of its records")]
    Width,
    /// The records are of another width than the reader of this kind of file needs.
    #[error("its records have {found} bytes instead of {expected}")]
    OtherWidth {
        /// Value in the file.
        found: u64,
        /// Value of the reader.
        expected: u64,
    },
    /// Two parts that belong together do not fit.
    #[error("{0}")]
    Content(String),
}

/// Why a file is refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file does not start like a file of this program.
    #[error("this is not a table of this program")]
    NotATable,
    /// The layout has another version.
    #[error("the file has format version {found}; this program reads version {FORMAT_VERSION}")]
    OtherVersion {
        /// The file's.
        found: u32,
    },
    /// Its structures are coded in a way that this library does not know.
    #[error("the file's structures have codec {found}, which this program does not know")]
    OtherCodec {
        /// The file's.
        found: u32,
    },
    /// The end is missing: the file was truncated or never finished.
    #[error(
        "the file ends before its footer: it has been cut off after {length} bytes, or its end is damaged"
    )]
    Truncated {
        /// Bytes that are there.
        length: u64,
    },
    /// A part is not as it was written.
    #[error("{part} is damaged: {flaw}")]
    Damaged {
        /// The part.
        part: Part,
        /// In what way.
        flaw: Flaw,
    },
    /// The file is intact, but of another kind than requested.
    #[error("the file is of the kind `{}`, version {found_version}, not `{expected}`, version {expected_version}", .found.escape_debug())]
    OtherKind {
        /// The file's kind.
        found: String,
        /// The version of the kind.
        found_version: u32,
        /// The kind requested.
        expected: &'static str,
        /// Its version.
        expected_version: u32,
    },
    /// There is no section of this name.
    #[error("the file has no section `{name}`")]
    NoSection {
        /// The name.
        name: String,
    },
}

impl ReadError {
    /// Error: a part of the file differs from what was written.
    #[must_use]
    pub const fn damaged(part: Part, flaw: Flaw) -> Self {
        Self::Damaged { part, flaw }
    }

    /// A flaw of the section of this name.
    pub(super) fn section(name: &str, flaw: Flaw) -> Self {
        Self::damaged(Part::Section(name.to_owned()), flaw)
    }
}

/// Why a file cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The stream refuses.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An earlier section failed, so there is no whole file to finish.
    #[error("an earlier section could not be written")]
    Broken,
    /// A section cannot be called so.
    #[error("a section cannot be called `{}`: 1 to 32 lower-case letters, digits, `_`, `-`, `.`", .name.escape_debug())]
    Name {
        /// The name.
        name: String,
    },
    /// There is a section of this name already.
    #[error("there is a section `{name}` already")]
    Twice {
        /// The name.
        name: String,
    },
    /// There are as many sections as there may be.
    #[error("a file has at most {MAX_SECTIONS} sections")]
    TooMany,
    /// The bytes written are not a whole number of records.
    #[error("the section `{name}` got {bytes} bytes, which are no whole number of its records")]
    Width {
        /// The section.
        name: String,
        /// Value found.
        bytes: u64,
    },
    /// The metadata are too long.
    #[error("the metadata have {bytes} bytes of JSON, more than {MAX_METADATA}")]
    Metadata {
        /// Their length.
        bytes: u64,
    },
    /// A structure cannot be coded.
    #[error("the section `{name}` cannot be coded: {reason}")]
    Codec {
        /// The section.
        name: String,
        /// Why.
        reason: String,
    },
}
