//! Contents of a file, read or memory-mapped.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

use super::error::DiskError;

/// Contents of a file: read if it is small, memory-mapped if it is large.
#[derive(Debug)]
pub enum FileBytes {
    /// Read into memory.
    Read(Vec<u8>),
    /// Mapped.
    Mapped(Mmap),
}

/// Size from which files are mapped, in bytes.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// Reads or maps the file at `path`, which must be a regular one.
    pub fn open(path: &Path) -> Result<Self, DiskError> {
        Self::read_or_map(path, MAPPED_FROM).map_err(DiskError::unread(path))
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
            let error = FileBytes::open(not_a_file).unwrap_err();
            assert!(matches!(&error, DiskError::Unread(path, _) if path == not_a_file), "{error}");
        }
    }
}
