//! The contents of tables as rows of typed columns.

use crate::failure::Failure;

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// Text in UTF-8.
    Text,
    /// A signed 64-bit integer.
    Integer,
    /// A finite 64-bit floating-point number.
    Real,
}

/// Whether a column may have empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nullable {
    /// Every cell has a value.
    No,
    /// Cells may be empty.
    Yes,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// Name in snake case, with the unit of the values at its end.
    pub(crate) name: &'static str,
    /// Type of its cells.
    pub(crate) holds: ColumnType,
    /// Whether cells may be empty.
    pub(crate) nullable: Nullable,
}

impl Column {
    /// Creates a column with a value in every cell.
    pub(crate) const fn new(name: &'static str, holds: ColumnType) -> Self {
        Self { name, holds, nullable: Nullable::No }
    }

    /// Creates a column with optional values.
    pub(crate) const fn nullable(name: &'static str, holds: ColumnType) -> Self {
        Self { name, holds, nullable: Nullable::Yes }
    }
}

/// A cell: a value of the column's type, or nothing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Cell<'a> {
    /// No value.
    Null,
    /// See [`ColumnType::Text`].
    Text(&'a str),
    /// See [`ColumnType::Integer`].
    Integer(i64),
    /// See [`ColumnType::Real`].
    Real(f64),
}

impl<'a> Cell<'a> {
    /// Creates a cell with a text, if there is one.
    pub(crate) fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }

    /// Creates a cell with an integer; empty if it is missing or does not fit.
    pub(crate) fn integer<N: TryInto<i64>>(number: Option<N>) -> Self {
        number.and_then(|number| number.try_into().ok()).map_or(Self::Null, Self::Integer)
    }

    /// Creates a cell with a number; empty if it is missing or not finite.
    pub(crate) fn real(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Self::Null, Self::Real)
    }
}

/// Receiver of a row, with its cells in the order of the columns.
pub(crate) type TakeRow<'t> = dyn FnMut(&[Cell<'_>]) -> Result<(), Failure> + 't;

/// The rows of a table, at most one of which is in memory.
pub(crate) trait Rows {
    /// Returns the columns.
    fn columns(&self) -> &'static [Column];

    /// Passes all rows to `take`, always in the same order.
    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure>;
}
