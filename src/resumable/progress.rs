//! State files that are replaced as a whole.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context;
use hanamachi_solver::table::{Metadata, Writer};

use super::lock;
use crate::failure::Failure;
use crate::file::FileBytes;
use crate::file_error::Unread;
use crate::output::beside;
use crate::session::Session;
use crate::target::resolved;

/// Interval between saves: the most work that a power failure can lose.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Buffer size, so that a state written in small pieces takes few system calls.
const BUFFER_BYTES: usize = 1 << 16;

/// The file with the state of a run, locked against other writers.
///
/// The first [`replace`](Self::replace) creates it; a run that ends earlier leaves no file.
#[derive(Debug)]
pub(crate) struct ProgressFile {
    path: PathBuf,
    /// The file at `path`, locked; `None` while there is none.
    held: Option<File>,
    saved: Instant,
}

impl ProgressFile {
    /// Opens the file at `path` and returns its contents, if it exists.
    pub(crate) fn open(path: &Path, session: &Session) -> Result<(Self, Option<FileBytes>), Failure> {
        let path = &resolved(path)?;
        let cannot = || Unread(path.clone());
        let (mut held, mut bytes) = (None, None);
        if path.try_exists().with_context(cannot)? {
            // Refuses anything but a regular file before opening it.
            let found = FileBytes::open(path)?;
            let file = File::open(path).with_context(cannot)?;
            lock::hold(&file, path, session)?;
            // The file may have been replaced before it was locked, so it is read again.
            drop(found);
            (held, bytes) = (Some(file), Some(FileBytes::open(path)?));
        }
        Ok((Self { path: path.to_owned(), held, saved: Instant::now() }, bytes))
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by the output of `write`. The old file remains until the new one is on the disk.
    pub(crate) fn replace(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        self.saved = Instant::now();
        let path = &self.path;
        let cannot = || format!("cannot save the progress in {}", path.display());
        let mut file = beside(path).with_context(cannot)?;
        let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file.as_file_mut());
        write(&mut buffered)?;
        buffered.into_inner().map_err(io::IntoInnerError::into_error).with_context(cannot)?;
        file.as_file().sync_all().with_context(cannot)?;
        // Locks the new file before it gets its name. Nobody else can hold it yet, and a file system without locks has
        // been reported by `open`.
        let _ = file.as_file().try_lock();
        let persisted = if self.held.is_some() { file.persist(path) } else { file.persist_noclobber(path) };
        match persisted {
            Ok(file) => {
                self.held = Some(file);
                Ok(())
            }
            Err(error) if self.held.is_none() && error.error.kind() == io::ErrorKind::AlreadyExists => {
                Err(lock::busy(path))
            }
            Err(error) => Err(anyhow::Error::new(error.error).context(cannot()).into()),
        }
    }

    /// Replaces the file by a table: `sections` writes its sections and returns its metadata.
    pub(crate) fn replace_table(
        &mut self,
        sections: impl FnOnce(&mut Writer<&mut dyn Write>) -> Result<Metadata, Failure>,
    ) -> Result<(), Failure> {
        self.replace(|stream| {
            let mut writer = Writer::new(stream)?;
            let metadata = sections(&mut writer)?;
            writer.finish(&metadata)?;
            Ok(())
        })
    }

    /// Whether the next save is due.
    pub(crate) fn is_due(&self) -> bool {
        self.saved.elapsed() >= SAVE_EVERY
    }

    /// Replaces the file if that is due. A failure is only a warning, since a later attempt may succeed.
    pub(crate) fn replace_if_due(
        &mut self,
        session: &Session,
        write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
    ) {
        if self.is_due() {
            later(session, self.replace(write));
        }
    }
}

/// Prints a warning if the progress could not be saved; a later attempt may succeed.
pub(crate) fn later(session: &Session, saved: Result<(), Failure>) {
    if let Err(failure) = saved {
        session.note(format_args!("warning: {failure}; trying again later"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &'static str) -> impl FnOnce(&mut dyn Write) -> Result<(), Failure> {
        move |stream| stream.write_all(text.as_bytes()).map_err(Failure::writing)
    }

    #[test]
    fn a_state_is_replaced_as_a_whole_and_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let session = Session::silent();
        let open = || ProgressFile::open(&path, &session);
        let read = || std::fs::read_to_string(&path).unwrap();
        let (mut one, nothing) = open().unwrap();
        assert!(nothing.is_none() && !path.exists());
        // Both begin without a file: the second one to save finds the file of the first.
        let (mut two, _) = open().unwrap();
        one.replace(text("one")).unwrap();
        let refused = two.replace(text("two")).unwrap_err();
        assert!(refused.to_string().starts_with("another run is writing"), "{refused}");
        assert_eq!(read(), "one");
        // Nobody else can open the file while `one` holds it, even after replacements.
        assert!(open().is_err());
        one.replace(text("one again")).unwrap();
        assert!(open().is_err());
        // A failed replacement keeps the old file and leaves no temporary one.
        assert!(one.replace(|_| Err(Failure::Interrupted)).is_err());
        assert_eq!(read(), "one again");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(one);
        let (mut later, found) = open().unwrap();
        assert_eq!(found.unwrap().as_ref(), b"one again");
        later.replace(text("later")).unwrap();
        assert_eq!(read(), "later");
    }
}
