//! Conversion of rows to Arrow columns.

use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use hanamachi_solver::table::rows::{CellValue, Column, ColumnType};

/// Approximate bytes of a cell of this column.
pub(super) const fn bytes_of_cell(column: &Column) -> u32 {
    match column.holds {
        ColumnType::Text => 32,
        ColumnType::Integer | ColumnType::Real => 8,
    }
}

/// The schema of these columns.
pub(super) fn schema<'a>(columns: impl Iterator<Item = &'a Column>) -> SchemaRef {
    let field = |column: &Column| {
        let holds = match column.holds {
            ColumnType::Text => DataType::Utf8,
            ColumnType::Integer => DataType::Int64,
            ColumnType::Real => DataType::Float64,
        };
        Field::new(column.name, holds, column.is_nullable)
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
    pub(super) fn push(&mut self, cells: &[CellValue<'_>]) -> Result<(), ArrowError> {
        let mut places = self.places.iter();
        for cell in cells {
            let builder = match places.next() {
                Some(None) => continue,
                Some(Some(place)) => self.builders.get_mut(*place),
                None => None,
            };
            match (builder, *cell) {
                (Some(Builder::Text(builder)), CellValue::Text(text)) => builder.append_value(text),
                (Some(Builder::Integer(builder)), CellValue::Integer(number)) => builder.append_value(number),
                (Some(Builder::Real(builder)), CellValue::Real(number)) => builder.append_value(number),
                (Some(Builder::Text(builder)), CellValue::Null) => builder.append_null(),
                (Some(Builder::Integer(builder)), CellValue::Null) => builder.append_null(),
                (Some(Builder::Real(builder)), CellValue::Null) => builder.append_null(),
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
