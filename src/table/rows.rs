//! The contents of tables as rows of typed columns, whatever becomes of them.

use crate::failure::Failure;

/// Type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ColumnType {
    /// Text in UTF-8.
    Text,
    /// A whole number in 64 bits, with its sign.
    Integer,
    /// A number in 64 bits, always finite.
    Real,
}

/// Whether a column may have empty cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Nullable {
    /// Each cell has a value.
    No,
    /// Some may have none.
    Yes,
}

/// A column of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column {
    /// In snake case, the unit at its end where the values have one.
    pub(crate) name: &'static str,
    /// Type of its cells.
    pub(crate) holds: ColumnType,
    /// Whether cells may be empty.
    pub(crate) nullable: Nullable,
}

impl Column {
    /// A column with a value in each cell.
    pub(crate) const fn new(name: &'static str, holds: ColumnType) -> Self {
        Self { name, holds, nullable: Nullable::No }
    }

    /// A column in which values may be missing.
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
    /// A text that may be missing.
    pub(crate) fn text(text: Option<&'a str>) -> Self {
        text.map_or(Self::Null, Self::Text)
    }

    /// A whole number that may be missing, or too large for the column: then it is.
    pub(crate) fn integer<N: TryInto<i64>>(number: Option<N>) -> Self {
        number.and_then(|number| number.try_into().ok()).map_or(Self::Null, Self::Integer)
    }

    /// A number that may be missing. What is not finite is.
    pub(crate) fn real(number: Option<f64>) -> Self {
        number.filter(|number| number.is_finite()).map_or(Self::Null, Self::Real)
    }
}

/// Takes a row, whose cells are those of the columns in their order.
pub(crate) type TakeRow<'t> = dyn FnMut(&[Cell<'_>]) -> Result<(), Failure> + 't;

/// The contents of a table as rows, of which no more than one is in memory.
pub(crate) trait Rows {
    /// The columns, the same for every row.
    fn columns(&self) -> &'static [Column];

    /// Hands out all rows, in the same order each time.
    fn each(&self, take: &mut TakeRow<'_>) -> Result<(), Failure>;
}
