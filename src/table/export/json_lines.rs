//! Rows as JSON Lines: one object per row, with the columns as keys, in their order.

use std::io::{self, Write};

use hanamachi_solver::table::rows::{CellValue, Column};
use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::failure::Failure;

/// Writer of rows as objects.
pub(super) struct JsonLines<W> {
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

impl<W: Write> JsonLines<W> {
    pub(super) const fn new(to: W, columns: &'static [Column]) -> Self {
        Self { to, columns }
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: &[CellValue<'_>]) -> Result<(), Failure> {
        let row = JsonRow { columns: self.columns, cells };
        serde_json::to_writer(&mut self.to, &row)
            .map_err(|error| Failure::writing(io::Error::from(error)))?;
        self.to.write_all(b"\n").map_err(Failure::writing)
    }

    /// Returns the flushed stream.
    pub(super) fn finish(mut self) -> Result<W, Failure> {
        self.to.flush().map_err(Failure::writing)?;
        Ok(self.to)
    }
}
