//! A shuffled garden: the tile of each cell.

use std::fmt;

use rand::Rng;
use rand::seq::SliceRandom;

use super::cell::{Cell, CellSet};
use super::tile::Tile;

/// The sixteen tiles on the sixteen cells, each exactly once.
///
/// A garden also stores the matching cells of each cell: the six cells with the same plant or the same
/// symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Garden {
    tiles: [Tile; Cell::COUNT],
    matching: [CellSet; Cell::COUNT],
}

impl Garden {
    /// The garden with `tiles` in cell order, or the first cell whose tile also occurs on an earlier cell.
    pub fn new(tiles: [Tile; Cell::COUNT]) -> Result<Self, Cell> {
        let mut seen = 0_u16;
        for (cell, tile) in Cell::all().zip(tiles) {
            if seen & 1 << tile.index() != 0 {
                return Err(cell);
            }
            seen |= 1 << tile.index();
        }
        Ok(Self::from_permutation(tiles))
    }

    /// The garden with `tiles`, which the caller knows to be a permutation.
    pub(crate) fn from_permutation(tiles: [Tile; Cell::COUNT]) -> Self {
        let mut of_plant = [CellSet::EMPTY; 4];
        let mut of_symbol = [CellSet::EMPTY; 4];
        for (cell, tile) in Cell::all().zip(tiles) {
            let (plant, symbol) = (tile.plant().index(), tile.symbol().index());
            of_plant[plant] = of_plant[plant].with(cell);
            of_symbol[symbol] = of_symbol[symbol].with(cell);
        }
        let mut matching = [CellSet::EMPTY; Cell::COUNT];
        for (cell, tile) in Cell::all().zip(tiles) {
            let same = of_plant[tile.plant().index()].union(of_symbol[tile.symbol().index()]);
            matching[cell.index()] = same.without(cell);
        }
        Self { tiles, matching }
    }

    /// A garden drawn uniformly from all 16! shuffles.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut tiles = Self::sorted().tiles;
        tiles.shuffle(rng);
        Self::from_permutation(tiles)
    }

    /// The garden of rank 0: tile *i* on cell *i*.
    #[must_use]
    pub fn sorted() -> Self {
        let mut tiles = [Tile::from_low_bits(0); Tile::COUNT];
        for (place, tile) in tiles.iter_mut().zip(Tile::all()) {
            *place = tile;
        }
        Self::from_permutation(tiles)
    }

    /// The tiles in cell order.
    #[must_use]
    pub const fn tiles(&self) -> &[Tile; Cell::COUNT] {
        &self.tiles
    }

    /// The tile that the garden has on `cell`, taken or not.
    #[must_use]
    pub const fn tile(&self, cell: Cell) -> Tile {
        self.tiles[cell.index()]
    }

    /// Cell of `tile`.
    #[must_use]
    #[expect(clippy::missing_panics_doc, reason = "every tile lies somewhere")]
    pub fn cell_of(&self, tile: Tile) -> Cell {
        Cell::all().find(|&cell| self.tile(cell) == tile).expect("a garden holds every tile")
    }

    /// The six cells whose tiles share the plant or the symbol of the tile on `cell`.
    #[must_use]
    pub const fn matching(&self, cell: Cell) -> CellSet {
        self.matching[cell.index()]
    }

    /// Number of pairs of these tiles that share the plant or the symbol.
    #[must_use]
    pub fn matching_pairs(&self, cells: CellSet) -> usize {
        let ends: usize = cells.into_iter().map(|cell| self.matching(cell).intersection(cells).len()).sum();
        ends / 2
    }
}

impl fmt::Debug for Garden {
    /// The short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.short(), f)
    }
}
