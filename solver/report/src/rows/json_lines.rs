//! Rows as JSON Lines: one object per row, with the columns as keys, in their order.

use std::io::{self, Write};

use hanamachi_solver::table::rows::{CellValue, Column};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::RowWriter;

/// Writer of rows as objects.
pub struct JsonLines<W> {
    to: W,
    columns: &'static [Column],
}

/// A row, serialized as an object.
struct JsonRow<'a> {
    columns: &'static [Column],
    cells: &'a [CellValue<'a>],
}

impl Serialize for JsonRow<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(Some(self.cells.len()))?;
        for (column, cell) in self.columns.iter().zip(self.cells) {
            match cell {
                CellValue::Null => object.serialize_entry(column.name, &()),
                CellValue::Text(text) => object.serialize_entry(column.name, text),
                CellValue::Integer(number) => object.serialize_entry(column.name, number),
                CellValue::Real(number) => object.serialize_entry(column.name, number),
            }?;
        }
        object.end()
    }
}

impl<W> JsonLines<W> {
    /// Creates the writer.
    pub const fn new(to: W, columns: &'static [Column]) -> Self {
        Self { to, columns }
    }
}

impl<W: Write> RowWriter<W> for JsonLines<W> {
    fn row(&mut self, cells: &[CellValue<'_>]) -> io::Result<()> {
        let row = JsonRow { columns: self.columns, cells };
        serde_json::to_writer(&mut self.to, &row)?;
        self.to.write_all(b"\n")
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.to.flush()?;
        Ok(self.to)
    }
}
