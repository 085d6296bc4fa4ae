//! Rows as Apache Parquet: typed columns in row groups of bounded size, so that memory does not grow with the table.

use std::io::{self, Write};
use std::mem;
use std::sync::Arc;

use anyhow::anyhow;
use hanamachi_solver::table::Reader;
use hanamachi_solver::table::hex;
use hanamachi_solver::table::rows::{CellValue, Column, ColumnType};
use parquet::basic::{Compression, LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use crate::failure::Failure;
use crate::output::ENGINE;

/// Maximum number of rows in a row group.
const GROUP_ROWS: usize = 1 << 16;
/// Number of bytes of text at which a row group ends.
const GROUP_TEXT_BYTES: usize = 32 << 20;
/// Prefix of the keys of the table's metadata.
const PREFIX: &str = "hanamachi.";

/// Writer of rows as columns.
pub(super) struct Columnar<W: Write + Send> {
    columns: &'static [Column],
    file: SerializedFileWriter<W>,
    gathered: Vec<Gathered>,
    rows: usize,
    text_bytes: usize,
}

/// Buffered cells of a column of the current row group.
#[derive(Debug)]
struct Gathered {
    values: Values,
    /// Definition level of each row: 1 with a value, 0 without. Empty if the column is not nullable.
    levels: Vec<i16>,
}

#[derive(Debug)]
enum Values {
    Text(Vec<ByteArray>),
    Integers(Vec<i64>),
    Reals(Vec<f64>),
}

impl Gathered {
    fn new(column: &Column) -> Self {
        let values = match column.holds {
            ColumnType::Text => Values::Text(Vec::new()),
            ColumnType::Integer => Values::Integers(Vec::new()),
            ColumnType::Real => Values::Reals(Vec::new()),
        };
        Self { values, levels: Vec::new() }
    }

    /// Adds a cell and returns its number of bytes of text.
    fn add(&mut self, column: &Column, cell: &CellValue<'_>) -> Result<usize, Failure> {
        let mut text_bytes = 0;
        match (&mut self.values, cell) {
            (_, CellValue::Null) if column.is_nullable => {}
            (Values::Text(values), CellValue::Text(text)) => {
                text_bytes = text.len();
                values.push(ByteArray::from(*text));
            }
            (Values::Integers(values), CellValue::Integer(number)) => values.push(*number),
            (Values::Reals(values), CellValue::Real(number)) => values.push(*number),
            _ => return Err(misfit(column)),
        }
        if column.is_nullable {
            self.levels.push(i16::from(*cell != CellValue::Null));
        }
        Ok(text_bytes)
    }
}

impl<W: Write + Send> Columnar<W> {
    /// Creates a file with the metadata of the table.
    pub(super) fn new(to: W, columns: &'static [Column], table: &Reader<'_>) -> Result<Self, Failure> {
        let metadata = table.metadata();
        let said = [
            ("kind", metadata.kind.clone()),
            ("game", metadata.game.clone()),
            ("rules", metadata.rules.clone()),
            ("program", metadata.program.clone()),
            ("command", metadata.command.clone()),
            ("hash", hex(table.identity())),
            ("metadata", table.metadata_text().to_owned()),
        ];
        let said = said.map(|(name, value)| KeyValue::new(format!("{PREFIX}{name}"), value));
        let properties = WriterProperties::builder()
            .set_created_by(ENGINE.to_owned())
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(said.into()))
            // Statistics per row group, not per page: they stay in memory until the end, so they must be small.
            .set_statistics_enabled(EnabledStatistics::Chunk)
            .set_offset_index_disabled(true)
            .build();
        let file = SerializedFileWriter::new(to, schema(columns)?, Arc::new(properties)).map_err(failure)?;
        let gathered = columns.iter().map(Gathered::new).collect();
        Ok(Self { columns, file, gathered, rows: 0, text_bytes: 0 })
    }

    /// Adds a row.
    pub(super) fn row(&mut self, cells: &[CellValue<'_>]) -> Result<(), Failure> {
        for ((column, gathered), cell) in self.columns.iter().zip(&mut self.gathered).zip(cells) {
            self.text_bytes += gathered.add(column, cell)?;
        }
        self.rows += 1;
        if self.rows >= GROUP_ROWS || self.text_bytes >= GROUP_TEXT_BYTES { self.end_group() } else { Ok(()) }
    }

    /// Writes the buffered rows as a row group.
    fn end_group(&mut self) -> Result<(), Failure> {
        (self.rows, self.text_bytes) = (0, 0);
        let mut group = self.file.next_row_group().map_err(failure)?;
        for (column, gathered) in self.columns.iter().zip(&mut self.gathered) {
            let Gathered { values, levels } = mem::replace(gathered, Gathered::new(column));
            let levels = column.is_nullable.then_some(levels.as_slice());
            let Some(mut writer) = group.next_column().map_err(failure)? else { break };
            let written = match &values {
                Values::Text(values) => writer.typed::<ByteArrayType>().write_batch(values, levels, None),
                Values::Integers(values) => writer.typed::<Int64Type>().write_batch(values, levels, None),
                Values::Reals(values) => writer.typed::<DoubleType>().write_batch(values, levels, None),
            };
            written.and_then(|_| writer.close()).map_err(failure)?;
        }
        group.close().map(drop).map_err(failure)
    }

    /// Finishes the file and returns the flushed stream.
    pub(super) fn finish(mut self) -> Result<W, Failure> {
        if self.rows > 0 {
            self.end_group()?;
        }
        let mut to = self.file.into_inner().map_err(failure)?;
        to.flush().map_err(Failure::writing)?;
        Ok(to)
    }
}

/// Returns the Parquet schema of the columns.
fn schema(columns: &[Column]) -> Result<TypePtr, Failure> {
    let field = |column: &Column| {
        let (physical, logical) = match column.holds {
            ColumnType::Text => (PhysicalType::BYTE_ARRAY, Some(LogicalType::String)),
            ColumnType::Integer => (PhysicalType::INT64, None),
            ColumnType::Real => (PhysicalType::DOUBLE, None),
        };
        let repetition = if column.is_nullable { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        let field = Type::primitive_type_builder(column.name, physical);
        field.with_logical_type(logical).with_repetition(repetition).build().map(Arc::new)
    };
    let fields = columns.iter().map(field).collect::<Result<_, _>>().map_err(failure)?;
    Type::group_type_builder("rows").with_fields(fields).build().map(Arc::new).map_err(failure)
}

/// Converts an error, distinguishing a failed stream from an internal error.
fn failure(error: ParquetError) -> Failure {
    match error {
        ParquetError::External(inner) => match inner.downcast::<io::Error>() {
            Ok(error) => Failure::writing(*error),
            Err(other) => anyhow::anyhow!("cannot write Parquet: {other}").into(),
        },
        other => anyhow::anyhow!("cannot write Parquet: {other}").into(),
    }
}

/// Error: a cell does not have the type of its column.
fn misfit(column: &Column) -> Failure {
    anyhow!("a row has a value of the wrong type in column `{}`", column.name).into()
}

#[cfg(test)]
mod tests {
    use hanamachi_solver::table::{Metadata, Writer};
    use parquet::file::metadata::RowGroupMetaData;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    use super::*;

    const COLUMNS: &[Column] =
        &[Column::integer("number"), Column::text("text").or_empty(), Column::real("third").or_empty()];

    #[test]
    fn many_rows_go_into_groups_of_bounded_size() {
        let table = Writer::new(Vec::new()).unwrap().finish(&Metadata::default()).unwrap();
        let file = tempfile::tempfile().unwrap();
        let mut writer = Columnar::new(file, COLUMNS, &Reader::open(&table).unwrap()).unwrap();
        let rows = 2 * GROUP_ROWS + 10;
        for row in 0..rows {
            let text = format!("row {row}");
            let number = i64::try_from(row).unwrap();
            let text = CellValue::text((row % 3 > 0).then_some(text.as_str()));
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let third = CellValue::real((row % 5 > 0).then_some(row as f64 / 3.0));
            writer.row(&[CellValue::Integer(number), text, third]).unwrap();
        }
        let reader = SerializedFileReader::new(writer.finish().unwrap()).unwrap();
        let groups = reader.metadata().row_groups().iter().map(RowGroupMetaData::num_rows);
        let group = i64::try_from(GROUP_ROWS).unwrap();
        assert_eq!(groups.collect::<Vec<_>>(), [group, group, 10]);
        let mut read = 0;
        for (place, row) in reader.get_row_iter(None).unwrap().enumerate() {
            use parquet::record::RowAccessor;
            let row = row.unwrap();
            assert_eq!(row.get_long(0).unwrap(), i64::try_from(place).unwrap());
            assert_eq!(row.get_string(1).ok().cloned(), (place % 3 > 0).then(|| format!("row {place}")));
            #[expect(clippy::cast_precision_loss, reason = "small")]
            let third = (place % 5 > 0).then_some(place as f64 / 3.0);
            assert_eq!(row.get_double(2).ok(), third);
            read += 1;
        }
        assert_eq!(read, rows);
    }

    #[test]
    fn a_row_that_does_not_fit_its_columns_is_refused() {
        let table = Writer::new(Vec::new()).unwrap().finish(&Metadata::default()).unwrap();
        let mut writer = Columnar::new(Vec::new(), COLUMNS, &Reader::open(&table).unwrap()).unwrap();
        for cells in [
            [CellValue::Null, CellValue::Null, CellValue::Null],
            [CellValue::Integer(1), CellValue::Real(0.5), CellValue::Null],
        ] {
            assert_eq!(writer.row(&cells).unwrap_err().exit_code(), 1);
        }
    }
}
