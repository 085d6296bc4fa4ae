//! Rows as comma-separated values (RFC 4180): a header row, then the rows. A cell without a value is empty.

use std::io::{self, Write};

use hanamachi_solver::table::rows::{CellValue, Column};

use super::RowWriter;

/// Writer of rows as comma-separated values.
pub struct Delimited<W: Write>(csv::Writer<W>);

impl<W: Write> Delimited<W> {
    /// Creates the writer and writes the header row.
    pub fn new(to: W, columns: &[Column]) -> io::Result<Self> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(columns.iter().map(|column| column.name))?;
        Ok(Self(writer))
    }
}

impl<W: Write> RowWriter<W> for Delimited<W> {
    fn row(&mut self, cells: &[CellValue<'_>]) -> io::Result<()> {
        for cell in cells {
            match cell {
                CellValue::Null => self.0.write_field(""),
                CellValue::Text(text) => self.0.write_field(text),
                CellValue::Integer(number) => self.0.write_field(number.to_string()),
                // `to_string` gives the shortest digits that parse as the same number.
                CellValue::Real(number) => self.0.write_field(number.to_string()),
            }?;
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }

    fn finish(self: Box<Self>) -> io::Result<W> {
        // `into_inner` flushes the CSV writer; the stream below it is flushed separately.
        let mut to = self.0.into_inner().map_err(csv::IntoInnerError::into_error)?;
        to.flush()?;
        Ok(to)
    }
}
