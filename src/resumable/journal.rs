//! An append-only file of records.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::lock;
use crate::failure::Failure;
use crate::session::Session;
use crate::target::resolved;

/// An append-only file of records, locked against other writers. Its valid part ends at [`end`](Self::end). Bytes beyond
/// it, which an interrupted run may have left, are cut off.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    end: u64,
}

impl Journal {
    /// Opens the file at `path`, or creates it. Its whole contents count as valid.
    pub(crate) fn open(path: &Path, session: &Session) -> Result<Self, Failure> {
        let path = &resolved(path)?;
        let cannot = || format!("cannot create {}", path.display());
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(cannot)?;
        lock::hold(&file, path, session)?;
        let end = file.metadata().with_context(cannot)?.len();
        Ok(Self { path: path.to_owned(), file, end })
    }

    /// Returns the file, for reading.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// Returns the end of the valid records.
    pub(crate) const fn end(&self) -> u64 {
        self.end
    }

    /// Error: the journal cannot be written.
    pub(crate) fn writing(&self, error: impl Into<anyhow::Error>) -> Failure {
        error.into().context(format!("cannot write {}", self.path.display())).into()
    }

    /// Sets the end: truncates a longer file, and extends a shorter one with zeros.
    pub(crate) fn set_end(&mut self, end: u64) -> Result<(), Failure> {
        self.file.set_len(end).map_err(|error| self.writing(error))?;
        self.end = end;
        Ok(())
    }

    /// Appends all of these bytes, or none.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
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
    pub(crate) fn sync(&self) -> Result<(), Failure> {
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
        let session = Session::silent();
        let mut one = Journal::open(&path, &session).unwrap();
        one.append(b"first ").unwrap();
        one.append(b"second").unwrap();
        let refused = Journal::open(&path, &session).unwrap_err();
        assert!(refused.to_string().starts_with("another run is writing"), "{refused}");
        one.sync().unwrap();
        drop(one);
        let mut later = Journal::open(&path, &session).unwrap();
        assert_eq!(later.end(), 12);
        later.set_end(6).unwrap();
        later.append(b"again").unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"first again");
    }
}
