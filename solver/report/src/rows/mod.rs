//! The rows of files in formats that other programs read.
//!
//! | file | format |
//! |---|---|
//! | `delimited` | CSV: a header row, then the rows |
//! | `json_lines` | JSON Lines: one object per row |
//! | `columnar` | Parquet: typed columns in row groups, with the metadata of the table |

#[cfg(feature = "parquet")]
mod columnar;
mod delimited;
mod json_lines;

#[cfg(feature = "parquet")]
pub use columnar::Columnar;
pub use delimited::Delimited;
pub use json_lines::JsonLines;

use std::io;

use hanamachi_solver::table::rows::CellValue;

/// Writes rows to a stream; cells have the types of their columns.
pub trait RowWriter<W> {
    /// Adds a row.
    fn row(&mut self, cells: &[CellValue<'_>]) -> io::Result<()>;

    /// Returns the flushed stream.
    fn finish(self: Box<Self>) -> io::Result<W>;
}
