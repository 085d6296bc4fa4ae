//! The bytes of tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use memmap2::Mmap;

/// The bytes of a table: read if they are few, mapped if they are many.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    /// With the file, to find out its present length.
    Mapped(Mmap, File),
}

/// Files of at least this many bytes are mapped.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// The bytes of this file; `may_map` allows mapping a large file instead of reading it.
    pub(crate) fn open(path: &Path, may_map: bool) -> io::Result<Self> {
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", path.display()));
        // Checked before opening: opening a pipe that nobody writes to would block forever.
        if !path.metadata().map_err(named)?.is_file() {
            return Err(named(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file")));
        }
        let mut file = File::open(path).map_err(named)?;
        if may_map && file.metadata()?.len() >= MAPPED_FROM {
            // SAFETY: the map is read only, and the program replaces files by renaming, which leaves a mapped
            // one unchanged. If another program cuts the file short while its bytes are read, a signal ends
            // the process; `whole` checks for that beforehand.
            let map = unsafe { Mmap::map(&file) }.map_err(named)?;
            return Ok(Self::Mapped(map, file));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(named)?;
        Ok(Self::Read(bytes))
    }

    /// The bytes, if the file still has them all; else the reason.
    pub(crate) fn whole(&self) -> Result<&[u8], String> {
        if let Self::Mapped(map, file) = self {
            let now = file.metadata().map_err(|error| error.to_string())?.len();
            if now < map.len() as u64 {
                return Err(format!("the file has been cut short: it has {now} bytes and had {}", map.len()));
            }
        }
        Ok(self.as_ref())
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(map, _) => map,
        }
    }
}
