//! Writes table files.

use std::io::{BufWriter, Write};
use std::path::Path;

use hanamachi_solver::table::{Metadata, WriteError, Writer};

use crate::failure::Failure;
use crate::output::{Existing, NewFile};

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
