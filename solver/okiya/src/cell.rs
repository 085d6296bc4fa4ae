//! Cells of the 4×4 garden and sets of them.

use std::fmt;

/// One of the sixteen cells, `a1` (top left) to `d4` (bottom right).
///
/// The index is 4·(row − 1) + column, rows counted from the top:
///
/// ```text
///      a  b  c  d
///  1   0  1  2  3
///  2   4  5  6  7
///  3   8  9 10 11
///  4  12 13 14 15
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(u8);

impl Cell {
    /// Number of cells of a garden.
    pub const COUNT: usize = 16;

    /// The cell with this index, or `None` from 16 on.
    #[must_use]
    pub const fn new(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            #[expect(clippy::cast_possible_truncation, reason = "less than 16")]
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The cell whose index is the low four bits of `bits`.
    #[must_use]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// All cells in index order, `a1 b1 c1 d1 a2 …`.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..16_u8).map(Self)
    }

    /// Reads `a1` to `d4`, in either case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let &[column, row] = name.as_bytes() else {
            return None;
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        (column < 4 && row < 4).then(|| Self(4 * row + column))
    }

    /// 0 to 15.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (`a`) to 3 (`d`).
    #[must_use]
    pub const fn column(self) -> usize {
        self.index() % 4
    }

    /// 0 (top, `1`) to 3 (bottom, `4`).
    #[must_use]
    pub const fn row(self) -> usize {
        self.index() / 4
    }

    /// Whether the first token may be placed here.
    #[must_use]
    pub const fn is_border(self) -> bool {
        CellSet::BORDER.contains(self)
    }

    /// Whether this is one of the four corners.
    #[must_use]
    pub const fn is_corner(self) -> bool {
        CellSet::CORNERS.contains(self)
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = char::from(b'a' + self.0 % 4);
        write!(f, "{column}{}", self.row() + 1)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of cells as a bitboard: bit *i* is the cell with index *i*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct CellSet(u16);

impl CellSet {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// All sixteen.
    pub const FULL: Self = Self(0xffff);
    /// The twelve cells of the rim, where the first token goes.
    pub const BORDER: Self = Self(0xf99f);
    /// `a1`, `d1`, `a4`, `d4`.
    pub const CORNERS: Self = Self(0x9009);

    /// The set whose bitboard is `bits`.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// The bitboard.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The set of one cell.
    #[must_use]
    pub const fn single(cell: Cell) -> Self {
        Self(1 << cell.0)
    }

    /// Number of cells in the set.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `cell` is in the set.
    #[must_use]
    pub const fn contains(self, cell: Cell) -> bool {
        self.0 & 1 << cell.0 != 0
    }

    /// Whether every cell of `other` is in this set.
    #[must_use]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set and `cell`.
    #[must_use]
    pub const fn with(self, cell: Cell) -> Self {
        Self(self.0 | 1 << cell.0)
    }

    /// The set without `cell`.
    #[must_use]
    pub const fn without(self, cell: Cell) -> Self {
        Self(self.0 & !(1 << cell.0))
    }

    /// Cells in both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Cells in either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Cells outside the set.
    #[must_use]
    pub const fn complement(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Cell> for CellSet {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        cells.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for CellSet {
    type Item = Cell;
    type IntoIter = Cells;

    fn into_iter(self) -> Cells {
        Cells(self.0)
    }
}

impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The cells of a [`CellSet`], lowest index first.
#[derive(Clone, Debug)]
pub struct Cells(u16);

impl Iterator for Cells {
    type Item = Cell;

    fn next(&mut self) -> Option<Cell> {
        if self.0 == 0 {
            return None;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 15 in a non-empty set")]
        let cell = Cell(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(cell)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.count_ones() as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Cells {}
