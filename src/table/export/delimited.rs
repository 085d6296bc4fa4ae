//! Rows as comma-separated values (RFC 4180): a header row, then the rows. A cell without a value is empty.

use std::io::{self, Write};

use hanamachi_solver::table::rows::{CellValue, Column};

use crate::failure::Failure;

/// Writer of rows as comma-separated values.
pub(super) struct Delimited<W: Write>(csv::Writer<W>);

impl<W: Write> Delimited<W> {
    /// Creates the writer and writes the header row.
    pub(super) fn new(to: W, columns: &[Column]) -> Result<Self, Failure> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(columns.iter().map(|column| column.name)).map_err(failure)?;
        Ok(Self(writer))
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: &[CellValue<'_>]) -> Result<(), Failure> {
        for cell in cells {
            let written = match cell {
                CellValue::Null => self.0.write_field(""),
                CellValue::Text(text) => self.0.write_field(text),
                CellValue::Integer(number) => self.0.write_field(number.to_string()),
                // `to_string` gives the shortest digits that parse as the same number.
                CellValue::Real(number) => self.0.write_field(number.to_string()),
            };
            written.map_err(failure)?;
        }
        self.0.write_record(None::<&[u8]>).map_err(failure)
    }

    /// Returns the flushed stream.
    pub(super) fn finish(self) -> Result<W, Failure> {
        // `into_inner` flushes the CSV writer; the stream below it is flushed separately.
        let mut to = self.0.into_inner().map_err(|error| {
            Failure::writing(io::Error::new(error.error().kind(), error.error().to_string()))
        })?;
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
