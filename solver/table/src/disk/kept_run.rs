//! Runs whose state is saved in a checkpoint file.

use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use super::bytes::FileBytes;
use super::error::DiskError;
use super::progress::ProgressFile;
use crate::{CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, Identity, Metadata, WriteError, Writer};

/// A run whose state, such as weights or regrets, is saved as a [`Checkpoint`] in a file.
#[derive(Debug)]
pub struct KeptRun {
    progress: ProgressFile,
    identity: Identity,
    /// State left by an earlier run.
    left: Option<FileBytes>,
}

impl KeptRun {
    /// Opens the file at `path` for a run of this identity. The file may exist or not.
    ///
    /// `note` receives a warning if the file cannot be locked.
    pub fn open(path: &Path, identity: Identity, note: &dyn Fn(&dyn Display)) -> Result<Self, DiskError> {
        let (progress, left) = ProgressFile::open(path, note)?;
        Ok(Self { progress, identity, left })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.progress.path()
    }

    /// Returns the contents of the file left by an earlier run, if any.
    #[must_use]
    pub const fn left(&self) -> Option<&FileBytes> {
        self.left.as_ref()
    }

    /// Whether an earlier run left a state.
    #[must_use]
    pub const fn is_there(&self) -> bool {
        self.left.is_some()
    }

    /// Returns the state left by an earlier run, if any. Fails if the identities of the runs differ.
    pub fn checkpoint(&self) -> Result<Option<Checkpoint<'_>>, DiskError> {
        self.left.as_ref().map(|bytes| checkpoint_in(self.path(), bytes.as_ref(), &self.identity)).transpose()
    }

    /// Saves the state. `sections` writes its sections and returns its metadata; without a kind, they get that of
    /// checkpoints.
    pub fn save<E: From<DiskError> + From<WriteError>>(
        &mut self,
        sections: impl FnOnce(&mut Writer<&mut dyn Write>) -> Result<Metadata, E>,
    ) -> Result<(), E> {
        let Self { progress, identity, .. } = self;
        progress.replace(|stream| {
            let mut writer = Writer::new(stream)?;
            let mut metadata = sections(&mut writer)?;
            if metadata.kind.is_empty() {
                CHECKPOINT_KIND.clone_into(&mut metadata.kind);
                metadata.kind_version = CHECKPOINT_VERSION;
            }
            identity.describe(&mut metadata);
            writer.finish(&metadata)?;
            Ok(())
        })
    }

    /// Whether the next save is due.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.progress.is_due()
    }
}

/// Opens the checkpoint of a run of this identity; `bytes` are the contents of the file at `path`.
pub fn checkpoint_in<'a>(
    path: &Path,
    bytes: &'a [u8],
    identity: &Identity,
) -> Result<Checkpoint<'a>, DiskError> {
    Checkpoint::open(bytes, identity).map_err(|error| error.in_file(path))
}

#[cfg(test)]
mod tests {
    use super::super::error::Trouble;
    use super::*;
    use crate::STATE;

    /// A run that counts, is stopped and resumed. The file contains its identity and its state.
    #[test]
    fn a_run_goes_on_from_what_it_kept_and_from_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let identity = |seed: &str| Identity::new().with("kind", "counting").with("seed", seed);
        let count = |seed: &str| {
            let mut run = KeptRun::open(&path, identity(seed), &|_| ())?;
            let state = match run.checkpoint()? {
                Some(checkpoint) => {
                    checkpoint.state().map_err(|error| error.in_file::<DiskError>(run.path()))?
                }
                None => 0_u64,
            };
            run.save(|writer| {
                writer.coded(STATE, &(state + 1))?;
                Ok::<_, DiskError>(Metadata::default())
            })?;
            Ok::<_, DiskError>(state)
        };
        assert_eq!(count("1").unwrap(), 0);
        assert_eq!(count("1").unwrap(), 1);
        let other = count("2").unwrap_err();
        let trouble = |error: &DiskError| match error {
            DiskError::File(fault) => Some(fault.trouble),
            _ => None,
        };
        assert_eq!(trouble(&other), Some(Trouble::Foreign));
        assert!(other.to_string().contains("its seed is `1`, this run's is `2`"), "{other}");
        assert_eq!(count("1").unwrap(), 2);
        std::fs::write(&path, b"something else").unwrap();
        assert_eq!(trouble(&count("1").unwrap_err()), Some(Trouble::Damaged));
    }
}
