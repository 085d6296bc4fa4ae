//! The nineteen ways to put four tokens together: 4 rows, 4 columns, 2 diagonals, 9 squares.

use super::cell::CellSet;

/// Kind of the four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// Four side by side.
    Row,
    /// Four one below the other.
    Column,
    /// Four corner to corner.
    Diagonal,
    /// A 2×2 square.
    Square,
}

/// A winning pattern: four cells and its kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// The four cells.
    pub cells: CellSet,
    /// Kind of pattern.
    pub shape: Shape,
}

/// All patterns: rows, columns, diagonals, then squares. If one token completes several, the first of them
/// names the ending.
pub const PATTERNS: [Pattern; 19] = patterns();

const fn patterns() -> [Pattern; 19] {
    let mut all = [Pattern { cells: CellSet::EMPTY, shape: Shape::Square }; 19];
    let mut i = 0;
    while i < 4 {
        all[i] = Pattern { cells: CellSet::from_bits(0x000f << (4 * i)), shape: Shape::Row };
        all[4 + i] = Pattern { cells: CellSet::from_bits(0x1111 << i), shape: Shape::Column };
        i += 1;
    }
    all[8] = Pattern { cells: CellSet::from_bits(0x8421), shape: Shape::Diagonal };
    all[9] = Pattern { cells: CellSet::from_bits(0x1248), shape: Shape::Diagonal };
    let mut square = 0;
    while square < 9 {
        let corner = 4 * (square / 3) + square % 3;
        all[10 + square] = Pattern { cells: CellSet::from_bits(0x0033 << corner), shape: Shape::Square };
        square += 1;
    }
    all
}

/// The first pattern that `tokens` complete, if any.
#[must_use]
pub(super) fn completed(tokens: CellSet) -> Option<Pattern> {
    PATTERNS.into_iter().find(|pattern| tokens.is_superset(pattern.cells))
}
