//! An append-only file of records.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::error::DiskError;
use super::lock;
use super::target::resolved;

/// An append-only file of records, locked against other writers. Its valid part ends at [`end`](Self::end). Bytes beyond
/// it, which an interrupted run may have left, are cut off.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    end: u64,
}

impl Journal {
    /// Opens the file at `path`, or creates it. Its whole contents count as valid.
    ///
    /// `note` receives a warning if the file cannot be locked.
    pub fn open(path: &Path, note: &dyn Fn(&dyn Display)) -> Result<Self, DiskError> {
        let path = &resolved(path)?;
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.map_err(DiskError::cannot("create", path))?;
        lock::hold(&file, path, note)?;
        let end = file.metadata().map_err(DiskError::cannot("create", path))?.len();
        Ok(Self { path: path.to_owned(), file, end })
    }

    /// Returns the file, for reading.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Returns the end of the valid records.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.end
    }

    /// Error: the journal cannot be written.
    #[must_use]
    pub fn writing(&self, error: io::Error) -> DiskError {
        DiskError::cannot("write", &self.path)(error)
    }

    /// Sets the end: truncates a longer file, and extends a shorter one with zeros.
    pub fn set_end(&mut self, end: u64) -> Result<(), DiskError> {
        self.file.set_len(end).map_err(|error| self.writing(error))?;
        self.end = end;
        Ok(())
    }

    /// Appends all of these bytes, or none.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        let mut file = &self.file;
        let written = file.seek(SeekFrom::Start(self.end)).and_then(|_| file.write_all(bytes));
        match written {
            Ok(()) => self.end += bytes.len() as u64,
            // Removes a part that may have been written.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        written
    }

    /// Syncs the file to disk, so that its contents survive a power failure.
    pub fn sync(&self) -> Result<(), DiskError> {
        self.file.sync_data().map_err(|error| self.writing(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_grows_at_its_end_and_is_written_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        let open = || Journal::open(&path, &|_| ());
        let mut one = open().unwrap();
        one.append(b"first ").unwrap();
        one.append(b"second").unwrap();
        let refused = open().unwrap_err();
        assert!(refused.to_string().starts_with("another run is writing"), "{refused}");
        one.sync().unwrap();
        drop(one);
        let mut later = open().unwrap();
        assert_eq!(later.end(), 12);
        later.set_end(6).unwrap();
        later.append(b"again").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"first again");
    }
}
