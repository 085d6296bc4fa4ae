//! The rows of each kind of table, in batches made on demand. Columns are those of `table export`.

use std::sync::Arc;

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use hanamachi_solver::files::{self, OpenFile};
use hanamachi_solver::okiya::verdicts::{SECOND_WINS_KIND, VERDICTS_KIND};
use hanamachi_solver::table::Reader;
use hanamachi_solver::table::rows::{Column, Rows, RowsError};

use super::columns::{Growing, bytes_of_cell, schema};
use super::file::FileBytes;

/// Maximum rows of a batch; the rows of one item stay together.
const ROWS: u64 = 1 << 16;

/// Contents of a table.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    kind: String,
    /// All columns of the rows.
    all: &'static [Column],
    /// Indices of the selected columns, in their order.
    kept: Vec<usize>,
    schema: SchemaRef,
    /// Number of items.
    items: u64,
    /// Number of rows; `None` if an item may have several.
    rows: Option<u64>,
}

/// The rows of this file. Hashes are not checked.
fn open<'a>(file: &OpenFile<'a>) -> Result<Box<dyn Rows + 'a>, RowsError> {
    match files::kind_of(file).map(|kind| kind.rows) {
        Some(Ok(rows)) => Ok(rows(file)?),
        _ => Err(format!("files of the kind `{}` have no rows", file.reader.metadata().kind).into()),
    }
}

impl Contents {
    /// The contents of this file.
    pub(super) fn new(bytes: &[u8], reader: &Reader<'_>) -> Result<Self, RowsError> {
        let file = OpenFile { bytes, reader: reader.clone() };
        let rows = open(&file)?;
        files::check_rows(&file)?;
        let kind = reader.metadata().kind.clone();
        let all = rows.columns();
        let (kept, schema) = ((0..all.len()).collect(), schema(all.iter()));
        Ok(Self { kind, all, kept, schema, items: rows.items(), rows: rows.count() })
    }

    /// The same with only these columns, in this order; or else the name of one that does not exist or comes
    /// twice.
    pub(super) fn select(&self, names: &[String]) -> Result<Self, String> {
        let mut kept = Vec::with_capacity(names.len());
        for name in names {
            let place = self.kept.iter().copied().find(|&place| self.all[place].name == *name);
            match place.filter(|place| !kept.contains(place)) {
                Some(place) => kept.push(place),
                None => return Err(name.clone()),
            }
        }
        let schema = schema(kept.iter().map(|&place| &self.all[place]));
        Ok(Self { kept, schema, ..self.clone() })
    }

    /// Approximate bytes per row.
    pub(super) fn bytes_of_row(&self) -> u32 {
        self.columns().map(bytes_of_cell).sum()
    }

    /// The selected columns.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.kept.iter().map(|&place| &self.all[place])
    }

    /// Number of items: rows, or what has several rows, such as information sets.
    pub(super) const fn items(&self) -> u64 {
        self.items
    }

    pub(super) fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }

    /// Number of rows; `None` if an item may have several.
    pub(super) const fn rows(&self) -> Option<u64> {
        self.rows
    }

    pub(super) fn kind(&self) -> &str {
        &self.kind
    }

    /// A batch of the items from `first` on, and the first item behind it.
    fn batch(&self, bytes: &[u8], first: u64) -> Result<(RecordBatch, u64), RowsError> {
        let file = OpenFile::new(bytes)?;
        // The other kinds check what they read, or have no hash for parts of it.
        if matches!(self.kind.as_str(), VERDICTS_KIND | SECOND_WINS_KIND) {
            file.reader.verify()?;
        }
        let rows = open(&file)?;
        let together = if self.rows.is_some() { ROWS } else { 1 };
        let (mut batch, mut next) = (Growing::new(self.schema(), self.all.len(), &self.kept), first);
        while next < self.items && (batch.rows() as u64) < ROWS {
            let end = self.items.min(next + together);
            rows.each(next..end, &mut |cells| Ok(batch.push(cells)?))?;
            next = end;
        }
        Ok((batch.finish()?, next))
    }
}

/// The batches of a table, one after another.
pub(super) struct Batches {
    bytes: Arc<FileBytes>,
    contents: Contents,
    next: u64,
}

impl Batches {
    pub(super) const fn new(bytes: Arc<FileBytes>, contents: Contents) -> Self {
        Self { bytes, contents, next: 0 }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.next >= self.contents.items {
            return None;
        }
        let bytes = self.bytes.whole().map_err(RowsError::from);
        let made = bytes.and_then(|bytes| self.contents.batch(bytes, self.next));
        Some(match made {
            Ok((batch, next)) => {
                self.next = next;
                Ok(batch)
            }
            Err(error) => {
                self.next = u64::MAX;
                Err(ArrowError::ExternalError(error))
            }
        })
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.contents.schema()
    }
}
