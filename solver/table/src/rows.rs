//! The contents of files as rows of typed columns, for other programs.
//!
//! The reader of each kind of file implements [`Rows`]. The program exports the rows, the Python package makes
//! Arrow columns of them.

use std::error::Error;
use std::ops::Range;

use serde::Serialize;

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnType {
    /// Text in UTF-8.
    Text,
    /// A signed 64-bit integer.
    Integer,
    /// A finite 64-bit floating-point number.
    Real,
}

impl ColumnType {
    /// `text`, `integer` or `real`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
        }
    }
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct Column {
    /// Name in snake case, with the unit of the values at its end.
    pub name: &'static str,
    /// Type of its cells.
    #[serde(rename = "type")]
    pub holds: ColumnType,
    /// Whether cells may be empty.
    #[serde(rename = "nullable")]
    pub is_nullable: bool,
}

impl Column {
    /// A column with a text in every cell.
    #[must_use]
    pub const fn text(name: &'static str) -> Self {
        Self { name, holds: ColumnType::Text, is_nullable: false }
    }

    /// A column with an integer in every cell.
    #[must_use]
    pub const fn integer(name: &'static str) -> Self {
        Self { name, holds: ColumnType::Integer, is_nullable: false }
    }

    /// A column with a number in every cell.
    #[must_use]
    pub const fn real(name: &'static str) -> Self {
        Self { name, holds: ColumnType::Real, is_nullable: false }
    }

    /// The same column, whose cells may be empty.
    #[must_use]
    pub const fn or_empty(self) -> Self {
        Self { is_nullable: true, ..self }
    }
}

/// A cell: a value of the column's type, or nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum CellValue<'a> {
    /// No value.
    Null,
    /// See [`ColumnType::Text`].
    Text(&'a str),
    /// See [`ColumnType::Integer`].
    Integer(i64),
    /// See [`ColumnType::Real`].
    Real(f64),
}

impl<'a> CellValue<'a> {
    /// A cell with a text, if there is one.
    #[must_use]
    pub fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }

    /// A cell with an integer; empty if it is missing or does not fit.
    pub fn integer<N: TryInto<i64>>(number: Option<N>) -> Self {
        number.and_then(|number| number.try_into().ok()).map_or(Self::Null, Self::Integer)
    }

    /// A cell with a number; empty if it is missing or not finite.
    #[must_use]
    pub fn real(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Self::Null, Self::Real)
    }
}

/// The reason why rows cannot be read, or the error of their receiver.
pub type RowsError = Box<dyn Error + Send + Sync>;

/// Receiver of a row, with its cells in the order of the columns.
pub type TakeRow<'t> = dyn FnMut(&[CellValue<'_>]) -> Result<(), RowsError> + 't;

/// A file whose contents are rows: those of its first item, then those of the second, and so on. An item is a
/// garden, a class or an information set, for example.
pub trait Rows {
    /// The columns.
    fn columns(&self) -> &'static [Column];

    /// Number of items.
    fn items(&self) -> u64;

    /// Number of rows; `None` if an item may have several, which are counted only by reading them.
    fn count(&self) -> Option<u64> {
        Some(self.items())
    }

    /// Passes the rows of these items to `take`, in order. The items are numbered from 0, and must exist. At
    /// most one row is in memory.
    ///
    /// # Errors
    ///
    /// If the file is damaged, or the first error of `take`.
    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError>;
}

/// The items with these numbers, for [`Rows::each`].
///
/// # Errors
///
/// If there are fewer items.
pub fn part<T>(all: &[T], items: Range<u64>) -> Result<&[T], RowsError> {
    let numbers = usize::try_from(items.start)?..usize::try_from(items.end)?;
    all.get(numbers).ok_or_else(|| "an item is missing".into())
}
