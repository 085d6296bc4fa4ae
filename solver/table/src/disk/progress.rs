//! State files that are replaced as a whole.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::bytes::FileBytes;
use super::error::DiskError;
use super::lock;
use super::new_file::beside;
use super::target::resolved;

/// Interval between saves: the most work that a power failure can lose.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// Buffer size, so that a state written in small pieces takes few system calls.
const BUFFER_BYTES: usize = 1 << 16;

/// The file with the state of a run, locked against other writers.
///
/// The first [`replace`](Self::replace) creates it; a run that ends earlier leaves no file.
#[derive(Debug)]
pub struct ProgressFile {
    path: PathBuf,
    /// The file at `path`, locked; `None` while there is none.
    held: Option<File>,
    saved: Instant,
}

impl ProgressFile {
    /// Opens the file at `path` and returns its contents, if it exists.
    ///
    /// `note` receives a warning if the file cannot be locked.
    pub fn open(path: &Path, note: &dyn Fn(&dyn Display)) -> Result<(Self, Option<FileBytes>), DiskError> {
        let path = &resolved(path)?;
        let (mut held, mut bytes) = (None, None);
        if path.try_exists().map_err(DiskError::unread(path))? {
            // Refuses anything but a regular file before opening it.
            let found = FileBytes::open(path)?;
            let file = File::open(path).map_err(DiskError::unread(path))?;
            lock::hold(&file, path, note)?;
            // The file may have been replaced before it was locked, so it is read again.
            drop(found);
            (held, bytes) = (Some(file), Some(FileBytes::open(path)?));
        }
        Ok((Self { path: path.to_owned(), held, saved: now() }, bytes))
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the file by the output of `write`. The old file remains until the new one is on the disk.
    pub fn replace<E: From<DiskError>>(
        &mut self,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        self.saved = now();
        let path = &self.path;
        let cannot = DiskError::cannot("save the progress in", path);
        let mut file = beside(path).map_err(cannot)?;
        let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file.as_file_mut());
        write(&mut buffered)?;
        buffered.into_inner().map_err(io::IntoInnerError::into_error).map_err(cannot)?;
        file.as_file().sync_all().map_err(cannot)?;
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
                Err(lock::busy(path).into())
            }
            Err(error) => Err(cannot(error.error).into()),
        }
    }

    /// Whether the next save is due.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.saved.elapsed() >= SAVE_EVERY
    }
}

/// Tells `note` that the progress could not be saved: only a warning, since a later attempt may succeed.
pub fn later<E: Display>(saved: Result<(), E>, note: &dyn Fn(&dyn Display)) {
    if let Err(error) = saved {
        note(&format_args!("warning: {error}; trying again later"));
    }
}

/// The present time: when a run was saved last decides how often it is saved, and nothing that is saved.
#[expect(clippy::disallowed_methods, reason = "the interval between two saves")]
fn now() -> Instant {
    Instant::now()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WriteError;

    fn text(text: &'static str) -> impl FnOnce(&mut dyn Write) -> Result<(), DiskError> {
        move |stream| Ok(stream.write_all(text.as_bytes()).map_err(WriteError::Io)?)
    }

    #[test]
    fn a_state_is_replaced_as_a_whole_and_by_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state");
        let open = || ProgressFile::open(&path, &|_| ());
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
        assert!(one.replace(|_| Err(DiskError::Write(WriteError::Broken))).is_err());
        assert_eq!(read(), "one again");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        drop(one);
        let (mut later, found) = open().unwrap();
        assert_eq!(found.unwrap().as_ref(), b"one again");
        later.replace(text("later")).unwrap();
        assert_eq!(read(), "later");
    }
}
