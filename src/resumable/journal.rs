//! Records in a file that only grows.

use std::fs::File;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::lock;
use crate::failure::Failure;
use crate::session::Session;

/// A file to whose end records are added, and which nobody else writes meanwhile. What counts of it ends at
/// [`end`](Self::end); what an interrupted run may have left behind that is cut off.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    end: u64,
}

impl Journal {
    /// The file at `path`, which is made if there is none. All of it counts.
    pub(crate) fn open(path: &Path, session: &Session) -> Result<Self, Failure> {
        let cannot = || format!("cannot create {}", path.display());
        let file = File::options().read(true).write(true).create(true).truncate(false).open(path);
        let file = file.with_context(cannot)?;
        lock::hold(&file, path, session)?;
        let end = file.metadata().with_context(cannot)?.len();
        Ok(Self { path: path.to_owned(), file, end })
    }

    /// The file, to read it.
    pub(crate) const fn file(&self) -> &File {
        &self.file
    }

    /// End of the valid records.
    pub(crate) const fn end(&self) -> u64 {
        self.end
    }

    /// Error: the journal cannot be written.
    pub(crate) fn writing(&self, error: impl Into<anyhow::Error>) -> Failure {
        error.into().context(format!("cannot write {}", self.path.display())).into()
    }

    /// Makes it end there: what is behind does not count, and room before is left where there was nothing.
    pub(crate) fn set_end(&mut self, end: u64) -> Result<(), Failure> {
        self.file.set_len(end).map_err(|error| self.writing(error))?;
        self.end = end;
        Ok(())
    }

    /// Adds these bytes, all or none.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        let mut file = &self.file;
        let written = file.seek(SeekFrom::Start(self.end)).and_then(|_| file.write_all(bytes));
        match written {
            Ok(()) => self.end += bytes.len() as u64,
            // What may have been written of them does not count.
            Err(_) => drop(self.file.set_len(self.end)),
        }
        written
    }

    /// Sees to it that a power cut takes nothing away.
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
