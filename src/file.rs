//! Table files: their contents, read or memory-mapped, and writing.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;
use hanamachi_solver::table::{Metadata, ReadError, WriteError, Writer};
pub(crate) use hanamachi_solver::text::hex;
use memmap2::Mmap;

use crate::failure::{Failure, Trouble};
use crate::file_error::Unread;
use crate::output::{Existing, NewFile};

/// Contents of a file: read if it is small, memory-mapped if it is large.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    Mapped(Mmap),
}

/// Size from which files are mapped, in bytes.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// Reads or maps the file at `path`.
    pub(crate) fn open(path: &Path) -> Result<Self, Failure> {
        let bytes = Self::read_or_map(path, MAPPED_FROM);
        Ok(bytes.with_context(|| Unread(path.to_owned()))?)
    }

    fn read_or_map(path: &Path, mapped_from: u64) -> io::Result<Self> {
        // Checked before opening: opening a pipe without a writer blocks forever, and a device may have no end.
        if !path.metadata()?.is_file() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        let mut file = File::open(path)?;
        if file.metadata()?.len() >= mapped_from {
            // SAFETY: the map is read only. The program never writes into a mapped file; it replaces files by renaming,
            // which leaves a mapped one unchanged. If another program truncates the file, a signal ends this one.
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

/// Converts a read error of the file at `path` to a failure.
pub(crate) fn refusal(path: &Path, error: &ReadError) -> Failure {
    let trouble = match error {
        ReadError::OtherVersion { .. } | ReadError::OtherCodec { .. } | ReadError::OtherKind { .. } => {
            Trouble::OtherVersion
        }
        _ => Trouble::Damaged,
    };
    trouble.in_file(path, error)
}

/// Writes a table: `sections` writes its sections and returns its metadata. The file appears only when complete; until
/// then an older one remains.
pub(crate) fn write_table(
    path: &Path,
    existing: Existing,
    sections: impl FnOnce(&mut Writer<&mut dyn Write>) -> Result<Metadata, Failure>,
) -> Result<(), Failure> {
    let file = NewFile::create(path, existing)?;
    let mut buffered = BufWriter::with_capacity(BUFFER_BYTES, file);
    let mut writer = Writer::new(&mut buffered as &mut dyn Write)?;
    let metadata = sections(&mut writer)?;
    writer.finish(&metadata)?;
    let file = buffered.into_inner().map_err(|error| WriteError::Io(error.into_error()))?;
    file.finish()
}

/// Buffer size, so that single records take few system calls.
const BUFFER_BYTES: usize = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_the_same_read_and_mapped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        std::fs::write(&path, b"some bytes").unwrap();
        let [read, mapped] = [u64::MAX, 0].map(|from| FileBytes::read_or_map(&path, from).unwrap());
        assert!(matches!(read, FileBytes::Read(_)) && matches!(mapped, FileBytes::Mapped(_)));
        assert_eq!(read.as_ref(), b"some bytes");
        assert_eq!(mapped.as_ref(), b"some bytes");
        // Replacing the file by renaming does not affect the map.
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
