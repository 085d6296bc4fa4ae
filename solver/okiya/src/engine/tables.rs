//! Lookup tables of the search.
//!
//! Tokens are sets of **cells**, since patterns consist of cells. Tiles still to be taken are sets of
//! **tiles** (bit 4·plant + symbol), since in that numbering the matches of a tile are the same in every
//! garden: its row and its column in the 4×4 table of plants and symbols. Only [`GardenTables`] knows the
//! cell of each tile.

use std::fmt;
#[cfg(target_arch = "wasm32")]
use std::sync::LazyLock;

use super::super::cell::Cell;
use super::super::garden::Garden;
use super::super::pattern::PATTERNS;
use super::super::tile::Tile;

/// For each tile, the six that share its plant or its symbol.
pub(super) const MATCHES: [u16; Tile::COUNT] = {
    let mut matches = [0; Tile::COUNT];
    let mut tile = 0;
    while tile < Tile::COUNT {
        let (plant, symbol) = (0x000f << (tile & 0b1100), 0x1111 << (tile & 0b0011));
        matches[tile] = (plant | symbol) & !(1 << tile);
        tile += 1;
    }
    matches
};

// The compiler builds these two tables, except for browsers: there they would be a quarter of the Okiya
// module, so the module builds them on the first search.

/// For every set of a player's tokens, the cells that would complete a four.
#[cfg(not(target_arch = "wasm32"))]
#[allow(long_running_const_eval, reason = "a few million steps, a second a build")]
pub(super) static COMPLETIONS: [u16; 1 << 16] = completions();
#[cfg(target_arch = "wasm32")]
pub(super) static COMPLETIONS: LazyLock<[u16; 1 << 16]> = LazyLock::new(completions);

#[expect(clippy::large_stack_arrays, reason = "on the compiler's stack")]
const fn completions() -> [u16; 1 << 16] {
    let mut table = [0; 1 << 16];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let cells = PATTERNS[pattern].cells.bits();
        let elsewhere = !cells;
        let mut to_try = cells;
        while to_try != 0 {
            let missing = to_try & to_try.wrapping_neg();
            // All sets that contain the other three cells of the pattern.
            let mut others = elsewhere;
            loop {
                table[(cells & !missing | others) as usize] |= missing;
                if others == 0 {
                    break;
                }
                others = (others - 1) & elsewhere;
            }
            to_try &= !missing;
        }
        pattern += 1;
    }
    table
}

/// For every set of free tiles, those that are the only match of another tile. Taking such a tile leaves the
/// other tile without matches: the opponent takes that one, and blocks. With fewer than three tiles there is
/// nothing left to be blocked from.
#[cfg(not(target_arch = "wasm32"))]
#[allow(long_running_const_eval, reason = "a few million steps, a second a build")]
pub(super) static ISOLATING: [u16; 1 << 16] = isolating();
#[cfg(target_arch = "wasm32")]
pub(super) static ISOLATING: LazyLock<[u16; 1 << 16]> = LazyLock::new(isolating);

#[expect(clippy::large_stack_arrays, reason = "on the compiler's stack")]
const fn isolating() -> [u16; 1 << 16] {
    let mut table = [0; 1 << 16];
    let mut free = 0;
    while free < 1 << 16 {
        #[expect(clippy::cast_possible_truncation, reason = "below 2¹⁶")]
        let set = free as u16;
        let mut tiles = if set.count_ones() < 3 { 0 } else { set };
        while tiles != 0 {
            let matches = MATCHES[tiles.trailing_zeros() as usize] & set;
            if matches.is_power_of_two() {
                table[free] |= matches;
            }
            tiles &= tiles - 1;
        }
        free += 1;
    }
    table
}

/// Tiles of one garden, in the forms that the search needs.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct GardenTables {
    /// Cell by tile.
    cell_of: [u8; Tile::COUNT],
    /// For each tile, the cells of its six matches.
    match_cells: [u16; Tile::COUNT],
    /// For every set of cells of the upper two rows, the matches of their tiles.
    upper: [u16; 256],
    /// The same for the lower two rows. The matches of a set are those of its two halves.
    lower: [u16; 256],
}

impl GardenTables {
    pub(crate) fn new(garden: &Garden) -> Self {
        let mut new = Self {
            cell_of: [0; Tile::COUNT],
            match_cells: [0; Tile::COUNT],
            upper: [0; 256],
            lower: [0; 256],
        };
        for (index, cell) in (0..).zip(Cell::all()) {
            let tile = garden.tile(cell).index();
            new.cell_of[tile] = index;
            new.match_cells[tile] = garden.matching(cell).bits();
        }
        let matches_at = |cell: usize| MATCHES[garden.tiles()[cell].index()];
        for set in 1..256_usize {
            let (first, rest) = (set.trailing_zeros() as usize, set & (set - 1));
            new.upper[set] = new.upper[rest] | matches_at(first);
            new.lower[set] = new.lower[rest] | matches_at(8 + first);
        }
        new
    }

    /// The index, below 16, of the cell on which a tile lies.
    #[inline]
    pub(super) fn cell_of(&self, tile: usize) -> usize {
        usize::from(self.cell_of[tile] & 15)
    }

    /// The cell on which a tile lies, as a set.
    #[inline]
    pub(super) fn token_on(&self, tile: usize) -> u16 {
        1 << self.cell_of(tile)
    }

    /// The cells of the six matches of a tile.
    #[inline]
    pub(super) fn match_cells(&self, tile: usize) -> u16 {
        self.match_cells[tile]
    }

    /// The tiles that match a tile on one of `cells`.
    #[inline]
    pub(super) fn matches_of_cells(&self, cells: u16) -> u16 {
        let [upper, lower] = cells.to_le_bytes();
        self.upper[usize::from(upper)] | self.lower[usize::from(lower)]
    }

    /// The tiles on `cells`.
    pub(super) fn tiles_on(&self, cells: u16) -> u16 {
        (0..Tile::COUNT).filter(|&tile| cells >> self.cell_of(tile) & 1 != 0).map(|tile| 1 << tile).sum()
    }
}

impl fmt::Debug for GardenTables {
    /// The cells of the tiles, which determine everything else.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GardenTables").field("cell_of", &self.cell_of).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::cell::CellSet;
    use super::super::super::pattern;
    use super::*;

    #[test]
    fn a_completion_makes_a_pattern_of_three_cells_a_four() {
        for bits in 0..=u16::MAX {
            let tokens = CellSet::from_bits(bits);
            let naive: CellSet = Cell::all()
                .filter(|&cell| {
                    let mut patterns = PATTERNS.iter().map(|pattern| pattern.cells);
                    !tokens.contains(cell)
                        && patterns.any(|four| four.contains(cell) && tokens.with(cell).is_superset(four))
                })
                .collect();
            let table = COMPLETIONS[usize::from(bits)] & !bits;
            assert_eq!(naive.bits(), table, "{tokens:?}");
            if pattern::completed(tokens).is_none() {
                assert_eq!(table, COMPLETIONS[usize::from(bits)], "{tokens:?}");
            }
        }
    }

    #[test]
    fn isolating_tiles_leave_somebody_alone() {
        for set in 0..=u16::MAX {
            let naive = (0..16).filter(|&tile| {
                let without = set & !(1 << tile);
                let lonely = |other: usize| without >> other & 1 != 0 && MATCHES[other] & without == 0;
                set >> tile & 1 != 0
                    && set.count_ones() >= 3
                    && (0..16).any(|o| MATCHES[tile] >> o & 1 != 0 && lonely(o))
            });
            assert_eq!(naive.map(|tile| 1 << tile).sum::<u16>(), ISOLATING[usize::from(set)], "{set:016b}");
        }
    }
}
