//! Enumeration of the smallest gardens of all classes, in order, without visiting the other gardens.
//!
//! Gardens are laid cell by cell, smaller tiles first, and a beginning is abandoned as soon as a rival is
//! known to be ahead: orderly generation (R. C. Read, "Every one a winner", 1978). A new plant or symbol must
//! be the smallest that has not appeared, since otherwise renaming would make the garden smaller; that alone
//! leaves one garden in 576.

use super::rivals::Rivals;
use crate::cell::Cell;
use crate::garden::Garden;

/// For each plant, the tiles of plants up to it, as a set of bits.
const PLANTS_UP_TO: [u16; 4] = [0x000f, 0x00ff, 0x0fff, 0xffff];
/// For each symbol, the tiles of symbols up to it.
const SYMBOLS_UP_TO: [u16; 4] = [0x1111, 0x3333, 0x7777, 0xffff];

/// The first tiles of a garden.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    /// Tiles not yet laid, as a set of bits.
    left: u16,
    /// Untried tiles that may come next.
    untried: u16,
    /// The largest plant and the largest symbol that may come next.
    newest: [u8; 2],
    rivals: Rivals,
}

impl Beginning {
    /// No tile yet. The first must be tile 0, since any other can be renamed to it.
    const EMPTY: Self = Self { left: u16::MAX, untried: 1, newest: [0; 2], rivals: Rivals::ALL };

    /// Takes the smallest untried tile.
    #[inline]
    fn take_tile(&mut self) -> Option<u8> {
        let tile = self.untried;
        self.untried &= tile.wrapping_sub(1);
        #[expect(clippy::cast_possible_truncation, reason = "0 to 15")]
        (tile != 0).then_some(tile.trailing_zeros() as u8)
    }

    /// Becomes `before` with the tile that `tiles` has on `cell`. Returns whether the smallest garden of a
    /// class may begin like that. If not, this value is useless.
    #[inline]
    fn become_next(&mut self, before: &Self, tiles: &[u8; Cell::COUNT], cell: usize) -> bool {
        self.rivals = before.rivals;
        if !self.rivals.admit(tiles, cell) {
            return false;
        }
        let tile = tiles[cell];
        let [plant, symbol] = before.newest;
        let plant = (plant + u8::from(tile >> 2 == plant)).min(3);
        let symbol = (symbol + u8::from(tile & 3 == symbol)).min(3);
        self.newest = [plant, symbol];
        self.left = before.left & !(1 << tile);
        self.untried = self.left & PLANTS_UP_TO[usize::from(plant)] & SYMBOLS_UP_TO[usize::from(symbol)];
        true
    }
}

/// Cells before the last two, which are laid together, since the last tile has no choice.
const BEGUN: usize = Cell::COUNT - 2;

/// A walk over the smallest gardens of the classes, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct ClassWalk {
    /// Tiles laid, followed by remnants of earlier gardens.
    tiles: [u8; Cell::COUNT],
    /// Number of tiles laid, without the last two.
    laid: usize,
    /// The beginnings with no tile, one tile, two …; those with more than `laid` tiles are remnants.
    beginnings: [Beginning; BEGUN + 1],
    /// Number of symmetries of the last garden.
    own_symmetries: u8,
}

impl ClassWalk {
    /// A walk that starts at the first smallest garden that does not come before `first`.
    pub(super) fn from(first: &Garden) -> Self {
        let mut walk = Self {
            tiles: [0; Cell::COUNT],
            laid: 0,
            beginnings: [Beginning::EMPTY; BEGUN + 1],
            own_symmetries: 1,
        };
        for tile in first.tiles() {
            let tile = tile.index();
            let here = &mut walk.beginnings[walk.laid];
            let may_come = here.untried & 1 << tile != 0;
            here.untried &= u16::MAX << tile;
            if walk.laid == BEGUN || !may_come || !walk.lay_next() {
                break;
            }
        }
        walk
    }

    /// The tiles of the next smallest garden, in cell order.
    ///
    /// Most calls visit one or two gardens: tens of nanoseconds. A few must cross a stretch without smallest
    /// gardens, milliseconds at most.
    #[inline]
    pub(super) fn advance(&mut self) -> Option<&[u8; Cell::COUNT]> {
        loop {
            if self.beginnings[self.laid].untried == 0 {
                self.laid = self.laid.checked_sub(1)?;
            } else if self.laid < BEGUN {
                self.lay_next();
            } else if self.lay_last_two() {
                return Some(&self.tiles);
            }
        }
    }

    /// Tries the next tile, and returns whether it stays.
    #[inline]
    fn lay_next(&mut self) -> bool {
        let cell = self.laid;
        let (before, next) = self.beginnings.split_at_mut(cell + 1);
        let Some(tile) = before[cell].take_tile() else { return false };
        self.tiles[cell] = tile;
        let stays = next[0].become_next(&before[cell], &self.tiles, cell);
        self.laid += usize::from(stays);
        stays
    }

    /// Tries the next order of the last two tiles, and returns whether that makes a smallest garden.
    #[inline]
    fn lay_last_two(&mut self) -> bool {
        let here = &mut self.beginnings[BEGUN];
        let Some(tile) = here.take_tile() else { return false };
        self.tiles[BEGUN] = tile;
        #[expect(clippy::cast_possible_truncation, reason = "0 to 15")]
        let last = (here.left & !(1 << tile)).trailing_zeros() as u8;
        self.tiles[BEGUN + 1] = last;
        let own = here.rivals.admit_whole(&self.tiles);
        self.own_symmetries = own.unwrap_or(self.own_symmetries);
        own.is_some()
    }

    /// Number of symmetries of the square, including the identity, that some renaming of the tiles undoes on
    /// the last garden of [`advance`](Self::advance).
    pub(super) const fn own_symmetries(&self) -> u8 {
        self.own_symmetries
    }
}
