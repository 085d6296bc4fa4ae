//! The bytes of tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a table: read where they are few, mapped where they are many.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    Mapped(Mmap),
}

/// Files of more bytes are mapped.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// The bytes of this file.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        // Before it is opened: a pipe that nobody writes to would be opened for ever.
        if !path.metadata().map_err(named)?.is_file() {
            return Err(named(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")));
        }
        let mut file = File::open(path).map_err(named)?;
        if file.metadata()?.len() >= MAPPED_FROM {
            // SAFETY: the map is read only, and the program replaces files by renaming, which leaves a mapped one as it is. Should another
            // program cut the file short meanwhile, the process is ended by a signal.
            return unsafe { Mmap::map(&file) }.map(Self::Mapped).map_err(named);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(named)?;
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
