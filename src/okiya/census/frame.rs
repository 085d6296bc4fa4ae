//! The head and the tail of a file around its records, and the pieces of its records.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use hanamachi_solver::okiya::census::CensusError;
use hanamachi_solver::table::WriteError;

use crate::failure::{Failure, Trouble};

/// Receives the bytes of whole records.
pub(super) type TakePiece<'a> = dyn FnMut(&[u8]) -> Result<(), Finishing> + 'a;
/// Passes the bytes of all records in order.
pub(super) type Pieces<'a> = &'a mut dyn FnMut(&mut TakePiece<'_>) -> Result<(), Finishing>;

/// Error: the file at `path` is the result of another command or program.
pub(super) fn other_run(path: &Path, command: &str, program: &str) -> Failure {
    Trouble::Foreign.in_file(path, format_args!("the file belongs to another run: `{command}` by {program}"))
}

/// Errors of reading the records or writing the final file.
pub(super) enum Finishing {
    Failed(Failure),
    Census(CensusError),
}

impl From<Failure> for Finishing {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<CensusError> for Finishing {
    fn from(error: CensusError) -> Self {
        Self::Census(error)
    }
}

impl From<WriteError> for Finishing {
    fn from(error: WriteError) -> Self {
        Self::Census(error.into())
    }
}

/// Writer of the head and the tail of the file. It skips the records, which are in the file already.
pub(super) struct Frame<'a> {
    pub(super) file: &'a File,
    pub(super) at: u64,
    /// Byte range of the records.
    pub(super) records: Range<u64>,
}

impl Write for Frame<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len() as u64;
        let room = |end: u64| usize::try_from(length.min(end.saturating_sub(self.at))).unwrap_or(0);
        let count = if self.records.contains(&self.at) {
            room(self.records.end)
        } else {
            let count = if self.at < self.records.start { room(self.records.start) } else { bytes.len() };
            let mut file = self.file;
            file.seek(SeekFrom::Start(self.at))?;
            file.write(&bytes[..count])?
        };
        self.at += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
