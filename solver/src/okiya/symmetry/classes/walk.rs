//! The smallest gardens of all classes, in order, without a look at the others.
//!
//! Gardens are laid cell by cell, smaller tiles first, and a beginning is given up as soon as a rival is known to be
//! smaller (R. C. Read, "Every one a winner", 1978, calls such a walk orderly). A garden may use a plant or a symbol
//! only when all with smaller numbers have appeared, or renaming would make it smaller; that alone leaves one garden in
//! 576.

use super::rivals::Rivals;
use crate::okiya::cell::Cell;
use crate::okiya::garden::Garden;

/// Tiles of the plants up to each, as a set of bits.
const PLANTS_UP_TO: [u16; 4] = [0x000f, 0x00ff, 0x0fff, 0xffff];
/// Tiles of the symbols up to each.
const SYMBOLS_UP_TO: [u16; 4] = [0x1111, 0x3333, 0x7777, 0xffff];

/// A beginning of a garden.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    /// Tiles not laid, as a set of bits.
    left: u16,
    /// Tiles that may come next and have not been tried.
    untried: u16,
    /// The largest plant and the largest symbol that may come next.
    newest: [u8; 2],
    rivals: Rivals,
}

impl Beginning {
    /// No tile at all. The first is tile 0: any other can be renamed to it.
    const EMPTY: Self = Self { left: u16::MAX, untried: 1, newest: [0; 2], rivals: Rivals::ALL };

    /// One tile more, the one that `tiles` has on `cell`. `None` where no smallest garden begins like that.
    #[inline]
    fn with(&self, tiles: &[u8; Cell::COUNT], cell: usize) -> Option<Self> {
        let tile = tiles[cell] & 15;
        let rivals = self.rivals.after(tiles, cell)?;
        let left = self.left & !(1 << tile);
        let [plant, symbol] = self.newest;
        let newest =
            [(plant + u8::from(tile >> 2 == plant)).min(3), (symbol + u8::from(tile & 3 == symbol)).min(3)];
        let allowed = PLANTS_UP_TO[usize::from(newest[0])] & SYMBOLS_UP_TO[usize::from(newest[1])];
        Some(Self { left, untried: left & allowed, newest, rivals })
    }
}

/// A walk over the smallest gardens of the classes, in ascending order.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// What is laid so far; behind that, remains of earlier gardens.
    tiles: [u8; Cell::COUNT],
    /// How many tiles are laid.
    laid: usize,
    /// The beginnings with none, one, two … tiles; those with more than `laid` are remains.
    beginnings: [Beginning; Cell::COUNT + 1],
}

impl Walk {
    /// A walk that begins with the first smallest garden that is not before `first`.
    pub(super) fn from(first: &Garden) -> Self {
        let mut walk =
            Self { tiles: [0; Cell::COUNT], laid: 0, beginnings: [Beginning::EMPTY; Cell::COUNT + 1] };
        for (cell, tile) in first.tiles().iter().enumerate() {
            let here = &mut walk.beginnings[cell];
            let tile = tile.index() as u8;
            let is_allowed = here.untried & 1 << tile != 0;
            here.untried &= u16::MAX << tile;
            if !is_allowed {
                break;
            }
            here.untried &= here.untried - 1;
            walk.tiles[cell] = tile;
            let Some(next) = here.with(&walk.tiles, cell) else { break };
            walk.beginnings[cell + 1] = next;
            walk.laid = cell + 1;
        }
        walk
    }

    /// The next smallest garden's tiles in cell order.
    pub(super) fn advance(&mut self) -> Option<&[u8; Cell::COUNT]> {
        loop {
            let laid = self.laid;
            if laid == Cell::COUNT {
                self.laid -= 1;
                return Some(&self.tiles);
            }
            let here = &mut self.beginnings[laid];
            if here.untried == 0 {
                self.laid = laid.checked_sub(1)?;
                continue;
            }
            self.tiles[laid] = here.untried.trailing_zeros() as u8;
            here.untried &= here.untried - 1;
            if let Some(next) = here.with(&self.tiles, laid) {
                self.beginnings[laid + 1] = next;
                self.laid += 1;
            }
        }
    }
}
