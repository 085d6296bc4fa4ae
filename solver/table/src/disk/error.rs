//! Errors of files on the machine, and reasons why a file is unusable.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use super::reason::reason;
use crate::{CheckpointError, ReadError, WriteError};

/// Reason why a file was not read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DiskError {
    /// The operating system refused to read the file.
    #[error("cannot read {}: {}", .0.display(), reason(.1))]
    Unread(PathBuf, io::Error),
    /// Something else was refused, for this reason.
    #[error("{0}")]
    Refused(String),
    /// A file of this name exists and is to be kept.
    #[error("{} exists", .0.display())]
    Exists(PathBuf),
    /// A file of this name exists and is to be kept; if it is of this run, the run can be resumed.
    #[error("{} exists", .0.display())]
    Unfinished(PathBuf),
    /// The operating system refused to write more of a run, which can be resumed from what was written.
    #[error("cannot write {}: {}", .0.display(), reason(.1))]
    Cut(PathBuf, io::Error),
    /// A file is unusable.
    #[error(transparent)]
    File(Box<FileFault>),
    /// A stream refused bytes, or they make no table.
    #[error("cannot write the {}", match .0 {
        WriteError::Io(error) => format!("output: {}", reason(error)),
        other => format!("file: {other}"),
    })]
    Write(#[from] WriteError),
}

impl DiskError {
    /// The operating system refused to read the file at `path`.
    pub fn unread(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::Unread(path.to_owned(), error)
    }

    /// The operating system refused to do something with the file at `path`, such as "write".
    pub fn cannot(what: &str, path: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |error: io::Error| Self::Refused(format!("cannot {what} {}: {}", path.display(), reason(&error)))
    }
}

impl From<FileFault> for DiskError {
    fn from(fault: FileFault) -> Self {
        Self::File(Box::new(fault))
    }
}

/// An unusable file.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{message}")]
pub struct FileFault {
    /// The problem.
    pub trouble: Trouble,
    /// The file; `None` for several files together.
    pub path: Option<PathBuf>,
    /// A sentence for people, which names the file.
    pub message: String,
}

/// Reason why a file is unusable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The file is damaged.
    Damaged,
    /// A value is wrong: recomputing it gave a different one.
    Unverified,
    /// The file belongs to another run.
    Foreign,
    /// The file is intact, but of a version or kind that is not read here.
    OtherVersion,
    /// The file has rules other than the requested ones.
    OtherRules,
}

impl Trouble {
    /// The fault of a file, with the reason `why`.
    pub fn in_file<E: From<FileFault>>(self, path: &Path, why: impl Display) -> E {
        self.saying(path, format!("{}: {why}", path.display()))
    }

    /// The fault of a file, with a message that names the file.
    #[must_use]
    pub fn saying<E: From<FileFault>>(self, path: &Path, message: String) -> E {
        FileFault { trouble: self, path: Some(path.to_owned()), message }.into()
    }

    /// The fault of several files that do not fit together.
    #[must_use]
    pub fn of_several<E: From<FileFault>>(self, message: String) -> E {
        FileFault { trouble: self, path: None, message }.into()
    }
}

impl ReadError {
    /// The fault of the file at `path` that was read.
    #[must_use]
    pub fn in_file<E: From<FileFault>>(&self, path: &Path) -> E {
        let trouble = match self {
            Self::OtherVersion { .. } | Self::OtherCodec { .. } | Self::OtherKind { .. } => {
                Trouble::OtherVersion
            }
            _ => Trouble::Damaged,
        };
        trouble.in_file(path, self)
    }
}

impl CheckpointError {
    /// The fault of the file at `path` that was read.
    #[must_use]
    pub fn in_file<E: From<FileFault>>(&self, path: &Path) -> E {
        match self {
            Self::File(error) => error.in_file(path),
            other => Trouble::Foreign.in_file(path, other),
        }
    }
}
