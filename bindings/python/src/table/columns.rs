//! Conversion of rows to Arrow columns.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Holds {
    Text,
    Integer,
    Real,
}

impl Holds {
    /// Approximate bytes of a cell.
    pub(super) const fn bytes(self) -> u32 {
        match self {
            Self::Text => 32,
            Self::Integer | Self::Real => 8,
        }
    }

    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
        }
    }
}

/// A column as in `table export`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) holds: Holds,
    pub(super) is_nullable: bool,
}

/// A column of text.
pub(super) fn text(name: &str) -> Column {
    Column { name: name.to_owned(), holds: Holds::Text, is_nullable: false }
}

/// A column of whole numbers.
pub(super) fn integer(name: &str) -> Column {
    Column { name: name.to_owned(), holds: Holds::Integer, is_nullable: false }
}

/// A column of numbers.
pub(super) fn real(name: &str) -> Column {
    Column { name: name.to_owned(), holds: Holds::Real, is_nullable: false }
}

impl Column {
    /// The same column with missing values allowed.
    pub(super) fn or_nothing(self) -> Self {
        Self { is_nullable: true, ..self }
    }
}

/// The cell of a row in one column.
#[derive(Clone, Debug)]
pub(super) enum Cell<'a> {
    Text(Option<&'a str>),
    Integer(Option<i64>),
    Real(Option<f64>),
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text))
    }
}

impl From<f64> for Cell<'_> {
    fn from(number: f64) -> Self {
        Self::Real(Some(number))
    }
}

/// A whole number. A number too large for the column becomes missing.
pub(super) fn whole<N: TryInto<i64>>(number: N) -> Cell<'static> {
    Cell::Integer(number.try_into().ok())
}

/// A whole number that may be missing.
pub(super) fn maybe<N: TryInto<i64>>(number: Option<N>) -> Cell<'static> {
    number.map_or(Cell::Integer(None), whole)
}

/// The schema of these columns.
pub(super) fn schema<'a>(columns: impl Iterator<Item = &'a Column>) -> SchemaRef {
    let field = |column: &Column| {
        let holds = match column.holds {
            Holds::Text => DataType::Utf8,
            Holds::Integer => DataType::Int64,
            Holds::Real => DataType::Float64,
        };
        Field::new(column.name.clone(), holds, column.is_nullable)
    };
    Arc::new(Schema::new(columns.map(field).collect::<Vec<_>>()))
}

enum Builder {
    Text(StringBuilder),
    Integer(Int64Builder),
    Real(Float64Builder),
}

/// A batch that grows by rows.
pub(super) struct Growing {
    schema: SchemaRef,
    /// For each column of the rows, its index in the batch; `None` for a column left out.
    places: Vec<Option<usize>>,
    builders: Vec<Builder>,
    rows: usize,
}

impl Growing {
    /// An empty batch of this schema, for rows of `columns` columns, of which those at the indices `kept` are
    /// kept in this order.
    pub(super) fn new(schema: SchemaRef, columns: usize, kept: &[usize]) -> Self {
        let mut places = vec![None; columns];
        for (place, &column) in kept.iter().enumerate() {
            if let Some(of_column) = places.get_mut(column) {
                *of_column = Some(place);
            }
        }
        let builder = |field: &Arc<Field>| match field.data_type() {
            DataType::Int64 => Builder::Integer(Int64Builder::new()),
            DataType::Float64 => Builder::Real(Float64Builder::new()),
            _ => Builder::Text(StringBuilder::new()),
        };
        let builders = schema.fields().iter().map(builder).collect();
        Self { schema, places, builders, rows: 0 }
    }

    /// Number of rows so far.
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    /// Adds a row, with a cell for each column in order.
    pub(super) fn push<'a>(&mut self, cells: impl IntoIterator<Item = Cell<'a>>) -> Result<(), ArrowError> {
        let mut places = self.places.iter();
        for cell in cells {
            let builder = match places.next() {
                Some(None) => continue,
                Some(Some(place)) => self.builders.get_mut(*place),
                None => None,
            };
            match (builder, cell) {
                (Some(Builder::Text(builder)), Cell::Text(text)) => builder.append_option(text),
                (Some(Builder::Integer(builder)), Cell::Integer(number)) => builder.append_option(number),
                (Some(Builder::Real(builder)), Cell::Real(number)) => builder.append_option(number),
                _ => return Err(ArrowError::SchemaError("a row does not fit its columns".to_owned())),
            }
        }
        self.rows += 1;
        Ok(())
    }

    /// The batch.
    pub(super) fn finish(self) -> Result<RecordBatch, ArrowError> {
        let finish = |builder: Builder| -> ArrayRef {
            match builder {
                Builder::Text(mut builder) => Arc::new(builder.finish()),
                Builder::Integer(mut builder) => Arc::new(builder.finish()),
                Builder::Real(mut builder) => Arc::new(builder.finish()),
            }
        };
        let columns = self.builders.into_iter().map(finish).collect();
        // Without a column, the number of rows would be lost.
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(self.schema, columns, &options)
    }
}
