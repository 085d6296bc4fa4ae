//! Errors of reading and writing files.

use std::fmt;
use std::io;

use super::layout::{FORMAT_VERSION, MAX_METADATA, MAX_SECTIONS};

/// A part of a file.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum FilePart {
    /// Start of the file.
    Header,
    /// Metadata of the file.
    Metadata,
    /// The table of sections.
    Table,
    /// End of the file.
    Footer,
    /// The section of this name.
    Section(String),
    /// The bytes between two blocks, beginning at this offset.
    Padding(u64),
}

impl fmt::Display for FilePart {
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
    /// The hash does not match the bytes.
    #[error("its hash is not that of its bytes")]
    Hash,
    /// An offset or a length is wrong for the file.
    #[error("its offset or length is wrong")]
    Place,
    /// Bytes that must be 0 are not.
    #[error("it contains nonzero bytes that must be 0")]
    NotZero,
    /// The name of a section is invalid or occurs twice.
    #[error("it contains an invalid or duplicate section name")]
    Name,
    /// The length is not a multiple of the record width.
    #[error("its length is not a multiple of the record width")]
    Width,
    /// The record width differs from the one that the reader of this kind of file needs.
    #[error("its records have {found} bytes instead of {expected}")]
    OtherWidth {
        /// Width in the file.
        found: u64,
        /// Width that the reader needs.
        expected: u64,
    },
    /// Two parts that belong together do not match.
    #[error("{0}")]
    Content(String),
}

/// Reason why a file was rejected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The file does not start like a file of this program.
    #[error("this is not a table of this program")]
    NotATable,
    /// The layout has another version.
    #[error("the file has format version {found}; this program reads version {FORMAT_VERSION}")]
    OtherVersion {
        /// Version of the file.
        found: u32,
    },
    /// The structures have a codec unknown to this library.
    #[error("the file's structures have codec {found}, which this program does not know")]
    OtherCodec {
        /// Codec of the file.
        found: u32,
    },
    /// The end is missing: the file was truncated or never finished.
    #[error("the file ends before its footer: it was truncated after {length} bytes, or its end is damaged")]
    Truncated {
        /// Length of the file in bytes.
        length: u64,
    },
    /// A part differs from what was written.
    #[error("{part} is damaged: {flaw}")]
    Damaged {
        /// The part.
        part: FilePart,
        /// Kind of the damage.
        flaw: Flaw,
    },
    /// The file is intact, but of another kind than requested.
    #[error("the file is of the kind `{}`, version {found_version}, not `{expected}`, version {expected_version}", .found.escape_debug())]
    OtherKind {
        /// Kind of the file.
        found: String,
        /// Version of that kind.
        found_version: u32,
        /// Kind requested.
        expected: &'static str,
        /// Version of the requested kind.
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
    pub const fn damaged(part: FilePart, flaw: Flaw) -> Self {
        Self::Damaged { part, flaw }
    }

    /// Error: the section of this name is damaged.
    pub(super) fn section(name: &str, flaw: Flaw) -> Self {
        Self::damaged(FilePart::Section(name.to_owned()), flaw)
    }
}

/// Reason why a file was not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The stream returned an error.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An earlier section failed, so the file cannot be completed.
    #[error("an earlier section could not be written")]
    Broken,
    /// The name is not valid for a section.
    #[error("`{}` is not a valid section name: expected 1 to 32 lower-case letters, digits, `_`, `-`, `.`", .name.escape_debug())]
    Name {
        /// The name.
        name: String,
    },
    /// There is already a section of this name.
    #[error("there is already a section `{name}`")]
    Twice {
        /// The name.
        name: String,
    },
    /// The number of sections is at its maximum.
    #[error("a file has at most {MAX_SECTIONS} sections")]
    TooMany,
    /// The bytes written are not a whole number of records.
    #[error("the section `{name}` has {bytes} bytes, which is not a multiple of the record width")]
    Width {
        /// The section.
        name: String,
        /// Number of bytes written.
        bytes: u64,
    },
    /// The metadata are too long.
    #[error("the metadata have {bytes} bytes of JSON, more than {MAX_METADATA}")]
    Metadata {
        /// Length of the metadata in bytes.
        bytes: u64,
    },
    /// A structure cannot be coded.
    #[error("the section `{name}` cannot be coded: {reason}")]
    Codec {
        /// The section.
        name: String,
        /// Error message of the codec.
        reason: String,
    },
}
