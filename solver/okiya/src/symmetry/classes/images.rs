//! The sixteen images of a garden that are compared with it.

use crate::cell::Cell;
use crate::symmetry::BoardSymmetry;

/// The board symmetries with the kinds kept, then the same with the kinds exchanged. The first image is the
/// garden itself.
pub(super) const IMAGES: usize = 2 * BoardSymmetry::COUNT;

/// The source cell of the garden for each cell of each image.
pub(super) static SOURCES: [[u8; Cell::COUNT]; IMAGES] = sources();

#[expect(clippy::cast_possible_truncation, reason = "numbers of cells and images are small")]
const fn sources() -> [[u8; Cell::COUNT]; IMAGES] {
    let mut sources = [[0; Cell::COUNT]; IMAGES];
    let mut image = 0;
    while image < IMAGES {
        let back = BoardSymmetry::from_low_bits(image as u8).inverse();
        let mut cell = 0;
        while cell < Cell::COUNT {
            sources[image][cell] = back.cell(Cell::from_low_bits(cell as u8)).index() as u8;
            cell += 1;
        }
        image += 1;
    }
    sources
}
