//! Features of a garden that need no search.
//!
//! Each feature is a number that is invariant under the 9,216 symmetries, so it belongs to the class, and
//! that a player can count at the table. Two tiles *match* if they share the plant or the symbol: then one
//! may be taken after the other.

use crate::cell::{Cell, CellSet};
use crate::garden::Garden;
use crate::pattern::{PATTERNS, Shape};

/// A number that describes a garden.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// Matching pairs among the 24 pairs of tiles side by side.
    Neighbours,
    /// Matching pairs among the 18 pairs of tiles that touch at a corner.
    Diagonals,
    /// Matching pairs among the 6 pairs of corners.
    Corners,
    /// Matching pairs among the 66 pairs of tiles on the border.
    Border,
    /// Matching pairs among the 6 pairs of tiles in the middle: always 24 fewer than on the border.
    Middle,
    /// Matching pairs among the 48 pairs of tiles in one row or one column.
    Lines,
    /// Matching pairs among the 54 pairs of tiles in one 2×2 square, counted per square.
    Squares,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 7] = [
        Self::Neighbours,
        Self::Diagonals,
        Self::Corners,
        Self::Border,
        Self::Middle,
        Self::Lines,
        Self::Squares,
    ];

    /// `neighbours` and so on.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Neighbours => "neighbours",
            Self::Diagonals => "diagonals",
            Self::Corners => "corners",
            Self::Border => "border",
            Self::Middle => "middle",
            Self::Lines => "lines",
            Self::Squares => "squares",
        }
    }

    /// Description of the feature.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Neighbours => "matching pairs side by side",
            Self::Diagonals => "matching pairs corner to corner",
            Self::Corners => "matching pairs among the four corners",
            Self::Border => "matching pairs on the border",
            Self::Middle => "matching pairs among the four in the middle",
            Self::Lines => "matching pairs within a row or column",
            Self::Squares => "matching pairs within a 2×2 square, over all nine squares",
        }
    }

    /// Number of pairs: the maximum of the feature.
    #[must_use]
    pub const fn pairs(self) -> u64 {
        match self {
            Self::Neighbours => 24,
            Self::Diagonals => 18,
            Self::Corners | Self::Middle => 6,
            Self::Border => 66,
            Self::Lines => 48,
            Self::Squares => 54,
        }
    }

    /// The value for a garden.
    #[must_use]
    pub fn value(self, garden: &Garden) -> usize {
        let within = |cells: CellSet| garden.matching_pairs(cells);
        let apart = |rows: usize, columns: usize| {
            let pairs = Cell::all()
                .flat_map(|cell| garden.matching(cell).into_iter().map(move |other| (cell, other)));
            let is = |(cell, other): &(Cell, Cell)| {
                (cell.row().abs_diff(other.row()), cell.column().abs_diff(other.column())) == (rows, columns)
            };
            pairs.filter(is).count() / 2
        };
        let shapes = |shapes: &[Shape]| {
            let cells = PATTERNS.into_iter().filter(|pattern| shapes.contains(&pattern.shape));
            cells.map(|pattern| within(pattern.cells)).sum()
        };
        match self {
            Self::Neighbours => apart(0, 1) + apart(1, 0),
            Self::Diagonals => apart(1, 1),
            Self::Corners => within(CellSet::CORNERS),
            Self::Border => within(CellSet::BORDER),
            Self::Middle => within(CellSet::BORDER.complement()),
            Self::Lines => shapes(&[Shape::Row, Shape::Column]),
            Self::Squares => shapes(&[Shape::Square]),
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::symmetry::Symmetry;

    /// Rows of one plant, columns of one symbol: tiles match exactly if they share a row or column.
    #[test]
    fn the_garden_in_order_has_every_line_and_no_diagonal() {
        let counts = Feature::ALL.map(|feature| feature.value(&Garden::sorted()));
        // The border: 6 pairs on each of its four sides. A square: all pairs but its two diagonals.
        assert_eq!(counts, [24, 0, 4, 24 + 4, 4, 48, 9 * 4]);
    }

    #[test]
    fn of_all_pairs_48_match() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for _ in 0..50 {
            let garden = Garden::random(&mut rng);
            let all: usize = Cell::all().map(|cell| garden.matching(cell).len()).sum();
            assert_eq!(all / 2, 48);
            for feature in Feature::ALL {
                assert!(feature.value(&garden) as u64 <= feature.pairs(), "{feature:?}");
            }
            // Every tile matches six others: the twelve tiles have 72 ends of pairs, the four tiles 24, and
            // pairs that join both count for each.
            assert_eq!(Feature::Border.value(&garden), 24 + Feature::Middle.value(&garden));
            // A square contains four neighbors and two diagonals; an inner edge belongs to two squares, an
            // outer one to one.
            let squares = Feature::Squares.value(&garden);
            let (near, across) = (Feature::Neighbours.value(&garden), Feature::Diagonals.value(&garden));
            assert!(squares >= near + across && squares <= 2 * near + across);
        }
    }

    #[test]
    fn symmetries_leave_features_alone() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        for symmetry in Symmetry::all().step_by(311) {
            let garden = Garden::random(&mut rng);
            let image = symmetry.garden(&garden);
            for feature in Feature::ALL {
                assert_eq!(feature.value(&garden), feature.value(&image), "{feature:?} {symmetry:?}");
            }
        }
    }
}
