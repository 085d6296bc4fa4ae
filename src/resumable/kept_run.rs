//! Runs whose state is saved in a checkpoint file.

use std::io::Write;
use std::path::Path;

use hanamachi_solver::table::{
    CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, CheckpointError, Identity, Metadata, Writer,
};

use super::progress::ProgressFile;
use crate::failure::{Failure, Trouble};
use crate::file::{FileBytes, refusal};
use crate::session::Session;

/// A run whose state, such as weights or regrets, is saved as a [`Checkpoint`] in a file.
#[derive(Debug)]
pub(crate) struct KeptRun {
    progress: ProgressFile,
    identity: Identity,
    /// State left by an earlier run.
    left: Option<FileBytes>,
}

impl KeptRun {
    /// Opens the file at `path` for a run of this identity. The file may exist or not.
    pub(crate) fn open(path: &Path, identity: Identity, session: &Session) -> Result<Self, Failure> {
        let (progress, left) = ProgressFile::open(path, session)?;
        Ok(Self { progress, identity, left })
    }

    /// Returns the path of the file.
    pub(crate) fn path(&self) -> &Path {
        self.progress.path()
    }

    /// Returns the contents of the file left by an earlier run, if any.
    pub(crate) const fn left(&self) -> Option<&FileBytes> {
        self.left.as_ref()
    }

    /// Whether an earlier run left a state.
    pub(crate) const fn is_there(&self) -> bool {
        self.left.is_some()
    }

    /// Returns the state left by an earlier run, if any. Fails if the identities of the runs differ.
    pub(crate) fn checkpoint(&self) -> Result<Option<Checkpoint<'_>>, Failure> {
        self.left.as_ref().map(|bytes| checkpoint_in(self.path(), bytes.as_ref(), &self.identity)).transpose()
    }

    /// Saves the state. `sections` writes its sections and returns its metadata; without a kind, they get that of
    /// checkpoints.
    pub(crate) fn save(
        &mut self,
        sections: impl FnOnce(&mut Writer<&mut dyn Write>) -> Result<Metadata, Failure>,
    ) -> Result<(), Failure> {
        let Self { progress, identity, .. } = self;
        progress.replace_table(|writer| {
            let mut metadata = sections(writer)?;
            if metadata.kind.is_empty() {
                CHECKPOINT_KIND.clone_into(&mut metadata.kind);
                metadata.kind_version = CHECKPOINT_VERSION;
            }
            identity.describe(&mut metadata);
            Ok(metadata)
        })
    }

    /// Whether the next save is due.
    pub(crate) fn is_due(&self) -> bool {
        self.progress.is_due()
    }
}

/// Opens the checkpoint of a run of this identity; `bytes` are the contents of the file at `path`.
pub(crate) fn checkpoint_in<'a>(
    path: &Path,
    bytes: &'a [u8],
    identity: &Identity,
) -> Result<Checkpoint<'a>, Failure> {
    Checkpoint::open(bytes, identity).map_err(|error| match error {
        CheckpointError::File(error) => refusal(path, &error),
        other => Trouble::Foreign.in_file(path, other),
    })
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::table::STATE;

    use super::*;

    /// A run that counts, is stopped and resumed. The file contains its identity and its state.
    #[test]
    fn a_run_goes_on_from_what_it_kept_and_from_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("run");
        let session = Session::silent();
        let identity = |seed: &str| Identity::new().with("kind", "counting").with("seed", seed);
        let count = |seed: &str| {
            let mut run = KeptRun::open(&path, identity(seed), &session)?;
            let state = match run.checkpoint()? {
                Some(checkpoint) => checkpoint.state().map_err(|error| refusal(run.path(), &error))?,
                None => 0_u64,
            };
            run.save(|writer| {
                writer.coded(STATE, &(state + 1))?;
                Ok(Metadata::default())
            })?;
            Ok::<_, Failure>(state)
        };
        assert_eq!(count("1").unwrap(), 0);
        assert_eq!(count("1").unwrap(), 1);
        let other = count("2").unwrap_err();
        assert_eq!((other.exit_code(), other.trouble()), (6, Some(Trouble::Foreign)));
        assert!(other.to_string().contains("its seed is `1`, this run's is `2`"), "{other}");
        assert_eq!(count("1").unwrap(), 2);
        std::fs::write(&path, b"something else").unwrap();
        assert_eq!(count("1").unwrap_err().trouble(), Some(Trouble::Damaged));
    }
}
