//! The 9,216 symmetries of Okiya: transformations of a garden that preserve the game on it.
//!
//! The rules refer to cells only through the border and the nineteen patterns, which the eight symmetries of
//! the square preserve. They refer to tiles only through "same plant or same symbol", which is preserved by
//! any renaming of the four plants, any renaming of the four symbols, and the exchange of the two kinds.
//! Together that is 8 · 4! · 4! · 2 = 9,216. Gardens that a symmetry carries into one another form a *class*;
//! there are 2,270,454,064 classes.
//!
//! | file | contents |
//! |---|---|
//! | `board` | rotations and reflections of the cells |
//! | `tiles` | renamings of the tiles |
//! | `canonical` | the smallest garden of a class, and the symmetry that leads to it |
//! | `classes` | the smallest gardens of all classes in order, and their numbers |
//! | `own` | the symmetries of one garden, and the size of its class |

mod board;
mod canonical;
mod classes;
mod own;
mod tiles;

pub use board::BoardSymmetry;
pub use classes::{ClassNumber, Classes, classes_from, classes_from_rank};
pub use tiles::TileSymmetry;

use super::cell::{Cell, CellSet};
use super::garden::Garden;
use super::position::{Position, Setup};
use super::rules::Player;
use super::tile::Tile;

/// One of the 9,216 symmetries: cells move by `board`, and tiles are renamed by `tiles`.
///
/// The image of a garden has, on the image of each cell, the image of that cell's tile. Values, endings and
/// numbers of replies are the same on both.
///
/// ```
/// use hanamachi_solver::okiya::{Cell, Garden, Symmetry};
///
/// let garden: Garden = "05af/b4c1/27d8/3e96".parse()?;
/// let (smallest, there) = garden.canonical();
/// assert_eq!(there.garden(&garden), smallest);
/// assert_eq!(there.inverse().garden(&smallest), garden);
/// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    /// Symmetry of the board.
    pub board: BoardSymmetry,
    /// Renaming of the tiles.
    pub tiles: TileSymmetry,
}

impl Symmetry {
    /// Number of symmetries.
    pub const COUNT: usize = BoardSymmetry::COUNT * TileSymmetry::COUNT;

    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self { board: BoardSymmetry::IDENTITY, tiles: TileSymmetry::IDENTITY };

    /// All 9,216, the identity first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        BoardSymmetry::all().flat_map(|board| TileSymmetry::all().map(move |tiles| Self { board, tiles }))
    }

    /// Index in [`all`](Self::all), 0 to 9,215: 1,152 times that of the board plus that of the tiles.
    #[must_use]
    pub fn index(self) -> usize {
        self.board.index() * TileSymmetry::COUNT + self.tiles.index()
    }

    /// The symmetry with this index, or `None` from 9,216 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let board = BoardSymmetry::from_index(index / TileSymmetry::COUNT)?;
        Some(Self { board, tiles: TileSymmetry::from_index(index % TileSymmetry::COUNT)? })
    }

    /// The composition: this symmetry, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self { board: self.board.then(next.board), tiles: self.tiles.then(next.tiles) }
    }

    /// The inverse symmetry.
    #[must_use]
    pub fn inverse(self) -> Self {
        Self { board: self.board.inverse(), tiles: self.tiles.inverse() }
    }

    /// Image of `cell`.
    #[must_use]
    pub fn cell(self, cell: Cell) -> Cell {
        self.board.cell(cell)
    }

    /// Image of a set of cells.
    #[must_use]
    pub fn cells(self, cells: CellSet) -> CellSet {
        self.board.cells(cells)
    }

    /// Image of `tile`.
    #[must_use]
    pub const fn tile(self, tile: Tile) -> Tile {
        self.tiles.tile(tile)
    }

    /// The image of a garden.
    #[must_use]
    pub fn garden(self, garden: &Garden) -> Garden {
        let mut tiles = *garden.tiles();
        for cell in Cell::all() {
            tiles[self.cell(cell).index()] = self.tile(garden.tile(cell));
        }
        Garden::from_permutation(tiles)
    }

    /// The image of a position: tokens move with their cells and keep their owners.
    #[must_use]
    pub fn position(self, position: &Position) -> Position {
        Position::from_consistent(Setup {
            garden: self.garden(position.garden()),
            x: self.cells(position.tokens(Player::X)),
            o: self.cells(position.tokens(Player::O)),
            last: position.last().map(|cell| self.cell(cell)),
            side: position.side(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_9216_and_the_identity_is_the_first() {
        let all: HashSet<Symmetry> = Symmetry::all().collect();
        assert_eq!(all.len(), Symmetry::COUNT);
        assert_eq!(Symmetry::COUNT, 9_216);
        assert_eq!(Symmetry::all().next(), Some(Symmetry::IDENTITY));
        assert_eq!(Symmetry::default(), Symmetry::IDENTITY);
    }

    #[test]
    fn each_has_its_place_in_the_list_of_all() {
        for (index, symmetry) in Symmetry::all().enumerate() {
            assert_eq!(symmetry.index(), index);
            assert_eq!(Symmetry::from_index(index), Some(symmetry));
        }
        assert_eq!(Symmetry::from_index(Symmetry::COUNT), None);
        assert_eq!(Symmetry::from_index(usize::MAX), None);
    }

    #[test]
    fn all_act_differently() {
        let action = |s: Symmetry| {
            let cells: Vec<_> = Cell::all().map(|cell| s.cell(cell)).collect();
            let tiles: Vec<_> = Tile::all().map(|tile| s.tile(tile)).collect();
            (cells, tiles)
        };
        assert_eq!(Symmetry::all().map(action).collect::<HashSet<_>>().len(), Symmetry::COUNT);
    }

    #[test]
    fn every_symmetry_has_its_inverse() {
        for symmetry in Symmetry::all() {
            assert_eq!(symmetry.then(symmetry.inverse()), Symmetry::IDENTITY);
            assert_eq!(symmetry.inverse().then(symmetry), Symmetry::IDENTITY);
        }
    }

    /// Number of cycles of a permutation of 0..16 of each length.
    fn cycle_type(image: impl Fn(usize) -> usize) -> [usize; 17] {
        let mut of_length = [0; 17];
        let mut seen = [false; 16];
        for start in 0..16 {
            let (mut at, mut length) = (start, 0);
            while !seen[at] {
                seen[at] = true;
                at = image(at);
                length += 1;
            }
            if length > 0 {
                of_length[length] += 1;
            }
        }
        of_length
    }

    /// Burnside: the number of classes is the mean number of gardens that a symmetry fixes. It fixes a garden
    /// that carries the permutation of the cells to that of the tiles. There is such a garden if and only if
    /// both have equally many cycles of each length, and then there are ∏ length^count · count! of them.
    #[test]
    fn burnside_counts_2270454064_classes() {
        let mut fixed = 0_u64;
        for symmetry in Symmetry::all() {
            let cells = cycle_type(|i| symmetry.cell(Cell::new(i).unwrap()).index());
            let tiles = cycle_type(|i| symmetry.tile(Tile::from_index(i).unwrap()).index());
            if cells == tiles {
                let of_length = |(length, &count): (usize, &usize)| {
                    (1..=count as u64).map(|nth| nth * length as u64).product::<u64>()
                };
                fixed += cells.iter().enumerate().map(of_length).product::<u64>();
            }
        }
        assert_eq!(fixed % Symmetry::COUNT as u64, 0);
        assert_eq!(fixed / Symmetry::COUNT as u64, 2_270_454_064);
        assert_eq!(ClassNumber::COUNT, 2_270_454_064);
    }
}
