//! The eight symmetries of the square.

use std::fmt;

use crate::cell::{Cell, CellSet};

/// A rotation or reflection of the garden.
///
/// ```text
///  identity    quarter    half       three-quarter (all turns clockwise)
///  a b c       . . a      . . .      c . .
///  . . .       . . b      . . .      b . .
///  . . .       . . c      c b a      a . .
///
///  mirrored    anti-transposed  flipped    transposed
///  c b a       . . c            . . .      a . .
///  . . .       . . b            . . .      b . .
///  . . .       . . a            a b c      c . .
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BoardSymmetry(u8);

/// Image of each cell. A rotation's index is its number of turns; a reflection's index is 4 plus the number
/// of turns that follow a reflection in the vertical axis.
const IMAGES: [[u8; Cell::COUNT]; BoardSymmetry::COUNT] = images();

const fn images() -> [[u8; Cell::COUNT]; BoardSymmetry::COUNT] {
    let mut images = [[0; Cell::COUNT]; BoardSymmetry::COUNT];
    let mut symmetry = 0;
    while symmetry < BoardSymmetry::COUNT {
        let (mut cell, mut bits) = (0, 0);
        while cell < Cell::COUNT {
            let (mut row, mut column) = (bits / 4, bits % 4);
            if symmetry >= 4 {
                column = 3 - column;
            }
            let mut turn = 0;
            while turn < symmetry % 4 {
                (row, column) = (column, 3 - row);
                turn += 1;
            }
            images[symmetry][cell] = 4 * row + column;
            (cell, bits) = (cell + 1, bits + 1);
        }
        symmetry += 1;
    }
    images
}

impl BoardSymmetry {
    /// Number of symmetries.
    pub const COUNT: usize = 8;

    /// The symmetry that leaves every cell in place.
    pub const IDENTITY: Self = Self(0);

    /// All eight: the four turns from the identity on, then the four reflections.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..8_u8).map(Self)
    }

    /// Index in [`all`](Self::all), 0 to 7.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The symmetry with this index, or `None` from 8 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        u8::try_from(index).ok().filter(|_| index < Self::COUNT).map(Self)
    }

    /// The symmetry whose index in [`all`](Self::all) is the low three bits.
    pub(super) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 7)
    }

    /// Image of `cell`.
    #[must_use]
    pub const fn cell(self, cell: Cell) -> Cell {
        Cell::from_low_bits(IMAGES[(self.0 & 7) as usize][cell.index()])
    }

    /// Image of a set of cells.
    #[must_use]
    pub fn cells(self, cells: CellSet) -> CellSet {
        cells.into_iter().map(|cell| self.cell(cell)).collect()
    }

    /// The composition: this symmetry, then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let (reflected, turns) = (self.0 & 4, self.0 & 3);
        let (next_reflected, next_turns) = (next.0 & 4, next.0 & 3);
        // A turn followed by a reflection is that reflection followed by the opposite turn.
        let turns = if next_reflected == 0 { turns } else { 4 - turns };
        Self((reflected ^ next_reflected) | ((turns + next_turns) & 3))
    }

    /// The inverse.
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A reflection is its own inverse.
        if self.0 & 4 == 0 { Self((4 - self.0) & 3) } else { self }
    }
}

impl fmt::Debug for BoardSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            0 => "Identity",
            1 => "Quarter",
            2 => "Half",
            3 => "ThreeQuarter",
            4 => "Mirrored",
            5 => "AntiTransposed",
            6 => "Flipped",
            _ => "Transposed",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern::PATTERNS;

    #[test]
    fn composition_and_inverse_agree_with_the_cells() {
        for (a, cell) in BoardSymmetry::all().flat_map(|a| Cell::all().map(move |cell| (a, cell))) {
            assert_eq!(a.inverse().cell(a.cell(cell)), cell);
            for b in BoardSymmetry::all() {
                assert_eq!(a.then(b).cell(cell), b.cell(a.cell(cell)), "{a:?} then {b:?}");
            }
        }
    }

    #[test]
    fn the_border_and_the_patterns_stay() {
        for symmetry in BoardSymmetry::all() {
            assert_eq!(symmetry.cells(CellSet::BORDER), CellSet::BORDER);
            for pattern in PATTERNS {
                let image = symmetry.cells(pattern.cells);
                assert!(PATTERNS.iter().any(|other| other.cells == image));
            }
        }
    }

    #[test]
    fn the_drawing_in_the_documentation() {
        let drawn = BoardSymmetry::all().map(|symmetry| {
            let image = |name| symmetry.cell(Cell::from_name(name).unwrap());
            format!("{symmetry:?} {} {} {}", image("a1"), image("b1"), image("c1"))
        });
        assert_eq!(
            drawn.collect::<Vec<_>>(),
            [
                "Identity a1 b1 c1",
                "Quarter d1 d2 d3",
                "Half d4 c4 b4",
                "ThreeQuarter a4 a3 a2",
                "Mirrored d1 c1 b1",
                "AntiTransposed d4 d3 d2",
                "Flipped a4 b4 c4",
                "Transposed a1 a2 a3",
            ]
        );
    }
}
