//! Fast elimination of rivals by their second tile, which suffices for most of them.
//!
//! Every image begins with tile 0, and the smallest garden of nearly every class continues with tile 1. A
//! rival is still level with such a garden only if the first two tiles that it reads have the same plant or,
//! with the kinds exchanged, the same symbol. A table of both tiles answers that for both kinds at once.

use super::images::{IMAGES, SOURCES};
use crate::cell::Cell;
use crate::symmetry::BoardSymmetry;

/// The first two cells that two images read, one with the kinds kept and one with the kinds exchanged.
#[derive(Clone, Copy)]
struct FirstTwo {
    cells: [u8; 2],
    /// By exclusive or of the tiles on them: all images except those of the two that fall behind, as a set of
    /// bits.
    still_level: [u16; 16],
}

/// Pairs by the cell that completes them. Only the last corner completes two pairs.
static FIRST_TWO: [[FirstTwo; 2]; Cell::COUNT] = first_two();

const fn first_two() -> [[FirstTwo; 2]; Cell::COUNT] {
    let nothing = FirstTwo { cells: [0; 2], still_level: [u16::MAX; 16] };
    let mut table = [[nothing; 2]; Cell::COUNT];
    let mut taken = [0; Cell::COUNT];
    let mut kept = 1;
    while kept < BoardSymmetry::COUNT {
        let exchanged = kept + BoardSymmetry::COUNT;
        let cells = [SOURCES[kept][0], SOURCES[kept][1]];
        let mut still_level = [u16::MAX; 16];
        let mut difference = 0;
        while difference < 16 {
            if difference >> 2 != 0 {
                still_level[difference] &= !(1 << kept);
            }
            if difference & 3 != 0 {
                still_level[difference] &= !(1 << exchanged);
            }
            difference += 1;
        }
        let completed_by = if cells[0] > cells[1] { cells[0] } else { cells[1] } as usize;
        table[completed_by][taken[completed_by]] = FirstTwo { cells, still_level };
        taken[completed_by] += 1;
        kept += 1;
    }
    table
}

/// All images except those that fall behind a garden that begins with tiles 0 and 1, because of the second
/// tile that becomes known once `cell` is laid.
#[inline]
pub(super) fn still_level(tiles: &[u8; Cell::COUNT], cell: usize) -> u16 {
    let tile = |cell: u8| tiles[usize::from(cell) % Cell::COUNT];
    FIRST_TWO[cell % Cell::COUNT].iter().fold(u16::MAX, |images, pair| {
        let difference = tile(pair.cells[0]) ^ tile(pair.cells[1]);
        images & pair.still_level[usize::from(difference) % 16]
    })
}

const _: () = assert!(IMAGES <= u16::BITS as usize);
