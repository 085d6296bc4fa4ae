//! File locks, so that one run at a time writes a file.

use std::fmt::Display;
use std::fs::{File, TryLockError};
use std::io;
use std::path::Path;

use super::error::DiskError;
use super::reason::reason;

/// Error: another run has locked the file.
pub(super) fn busy(path: &Path) -> DiskError {
    DiskError::Refused(format!("another run is writing {}", path.display()))
}

/// Locks the open file at `path` until it is closed. If the file system has no locks, continues with a warning to `note`.
pub(super) fn hold(file: &File, path: &Path, note: &dyn Fn(&dyn Display)) -> Result<(), DiskError> {
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(busy(path)),
        Err(TryLockError::Error(error)) => note(&format_args!(
            "warning: {}: cannot lock this file ({}); make sure that only one run at a time writes it",
            path.display(),
            reason(&error)
        )),
    }
    // Between opening and locking, another run may have replaced or renamed the file.
    let is_there = is_at(file, path).map_err(DiskError::unread(path))?;
    if is_there { Ok(()) } else { Err(busy(path)) }
}

/// Whether the open file is the file at `path`.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: std::fs::Metadata| (found.dev(), found.ino());
    match path.metadata() {
        Ok(found) => Ok(identity(found) == identity(file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
fn is_at(_file: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}
