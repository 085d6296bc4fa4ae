//! The bytes of files.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Context;
use hanamachi_solver::table::ReadError;
use memmap2::Mmap;

use crate::failure::{Failure, Trouble};

/// The bytes of a file: read where they are few, mapped where they are many.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    Mapped(Mmap),
}

/// Files of more bytes are mapped.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// The bytes of this file.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let bytes = Self::of(path, MAPPED_FROM);
        Ok(bytes.with_context(|| format!("cannot read {}", path.display()))?)
    }

    fn of(path: &Path, mapped_from: u64) -> io::Result<Self> {
        // Before it is opened, because a pipe that nobody writes to is opened for ever, and a device need not end.
        if !path.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let mut file = File::open(path)?;
        if file.metadata()?.len() >= mapped_from {
            // SAFETY: the map is read only, and the program replaces files by renaming, which leaves a mapped one as it
            // is; it never writes into one. Should another program cut the file short meanwhile, this one is ended by a signal.
            return unsafe { Mmap::map(&file) }.map(Self::Mapped);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Self::Read(bytes))
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(map) => map,
        }
    }
}

/// Why the file at `path` is refused.
pub(crate) fn refusal(path: &Path, error: &ReadError) -> Failure {
    let trouble = match error {
        ReadError::OtherVersion { .. } | ReadError::OtherCodec { .. } | ReadError::OtherKind { .. } => {
            Trouble::OtherVersion
        }
        _ => Trouble::Damaged,
    };
    trouble.in_file(path, error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_read_and_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, b"some bytes").unwrap();
        let [read, mapped] = [u64::MAX, 0].map(|from| FileBytes::of(&path, from).unwrap());
        assert!(matches!(read, FileBytes::Read(_)) && matches!(mapped, FileBytes::Mapped(_)));
        assert_eq!(read.as_ref(), b"some bytes");
        assert_eq!(mapped.as_ref(), b"some bytes");
        // What replaces the file by renaming does not touch the map.
        let other = folder.path().join("other");
        std::fs::write(&other, b"").unwrap();
        std::fs::rename(&other, &path).unwrap();
        assert_eq!(mapped.as_ref(), b"some bytes");
        for not_a_file in [&folder.path().join("none"), folder.path(), Path::new("/dev/zero")] {
            let failure = FileBytes::open(not_a_file).unwrap_err();
            assert_eq!(failure.exit_code(), 1);
        }
    }
}
