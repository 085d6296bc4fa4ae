//! Rows as comma-separated values (RFC 4180): a header row, then the rows. What has no value is empty.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::table::rows::{Cell, Column};

/// Writes rows as comma-separated values.
pub(super) struct Delimited<W: Write>(csv::Writer<W>);

impl<W: Write> Delimited<W> {
    /// Begins with the header row.
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self, Failure> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(columns.iter().map(|column| column.name)).map_err(failure)?;
        Ok(Self(writer))
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: &[Cell<'_>]) -> Result<(), Failure> {
        for cell in cells {
            let written = match cell {
                Cell::Null => self.0.write_field(""),
                Cell::Text(text) => self.0.write_field(text),
                Cell::Integer(number) => self.0.write_field(number.to_string()),
                // The shortest digits that read back as the same number.
                Cell::Real(number) => self.0.write_field(number.to_string()),
            };
            written.map_err(failure)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(failure)
    }

    /// Hands the stream back, flushed.
    pub(super) fn finish(self) -> Result<W, Failure> {
        // What is flushed by the other writer is flushed here, and the stream below with it.
        let mut to =
            self.0.into_inner().map_err(|error| Failure::writing(io::Error::other(error.to_string())))?;
        to.flush().map_err(Failure::writing)?;
        Ok(to)
    }
}

fn failure(error: csv::Error) -> Failure {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => Failure::writing(error),
        other => anyhow::anyhow!("cannot write comma-separated values: {other:?}").into(),
    }
}
