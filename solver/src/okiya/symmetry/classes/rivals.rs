//! What a garden competes with for being the smallest of its class, while it is laid out cell by cell.
//!
//! The other fifteen of the sixteen images that [`canonical`](super::super::canonical) looks at are its rivals. A
//! rival's tile on a cell is known as soon as the cell that it is read from has been laid, and all that come before it
//! in the order of cells. So how far the comparison with a rival can have come depends on the number of cells laid and
//! on nothing else: it is a table, made by the compiler. What changes from garden to garden is which rivals are still
//! level, and the names that they have given so far.

use crate::okiya::cell::Cell;
use crate::okiya::symmetry::BoardSymmetry;

/// The sixteen images: the board symmetries with the kinds kept, then the same with the kinds exchanged. The first
/// is the garden itself.
const IMAGES: usize = 2 * BoardSymmetry::COUNT;

/// From which cell of the garden each image reads the tile of each of its cells.
static SOURCES: [[u8; Cell::COUNT]; IMAGES] = sources();

/// `KNOWN[n][image]`: how many tiles of the image are known, in cell order, once the garden's first *n* cells are laid.
static KNOWN: [[u8; IMAGES]; Cell::COUNT + 1] = known();

/// `CONCERNED[cell]`: the images of which more is known once that cell is laid, as a set of bits.
static CONCERNED: [u16; Cell::COUNT] = concerned();

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

const fn known() -> [[u8; IMAGES]; Cell::COUNT + 1] {
    let sources = sources();
    let mut known = [[0; IMAGES]; Cell::COUNT + 1];
    let mut laid = 0;
    while laid <= Cell::COUNT {
        let mut image = 0;
        while image < IMAGES {
            let mut cell = 0;
            while cell < Cell::COUNT && (sources[image][cell] as usize) < laid {
                cell += 1;
            }
            known[laid][image] = cell as u8;
            image += 1;
        }
        laid += 1;
    }
    known
}

const fn concerned() -> [u16; Cell::COUNT] {
    let known = known();
    let mut concerned = [0; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let mut image = 0;
        while image < IMAGES {
            if known[cell + 1][image] > known[cell][image] {
                concerned[cell] |= 1 << image;
            }
            image += 1;
        }
        cell += 1;
    }
    concerned
}

/// The numbers that an image has given to the four plants, or to the four symbols, in order of first appearance.
///
/// One nibble each: the number in the low two bits, and above them a bit that says that it is not given yet. Such a
/// number is the next free one, so that reading it is right in both cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Numbers(u16);

impl Numbers {
    const NONE: Self = Self(0x8888);

    /// The number of the feature with this index, given now if it was not before.
    const fn of(&mut self, index: u8) -> u8 {
        let place = 4 * (index & 3);
        let nibble = self.0 >> place;
        let is_new = nibble >> 3 & 1;
        self.0 &= !(8 << place);
        // Those that still wait are to get the number after this one.
        self.0 += (self.0 >> 3 & 0x1111) * is_new;
        (nibble & 3) as u8
    }
}

/// The rivals that are level with a garden as far as it is laid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rivals {
    /// Which images, as a set of bits.
    level: u16,
    /// The numbers that each has given: to what becomes its plants, and to what becomes its symbols.
    numbers: [[Numbers; 2]; IMAGES],
}

impl Rivals {
    /// All of them, before the first tile.
    pub(super) const ALL: Self = Self { level: !1, numbers: [[Numbers::NONE; 2]; IMAGES] };

    /// The rivals once one more cell is laid: `tiles` are the garden's up to and including `cell`, what stands behind
    /// is ignored. `None` where a rival is smaller, so that no garden that begins like this is the smallest of its
    /// class.
    #[inline]
    pub(super) fn after(&self, tiles: &[u8; Cell::COUNT], cell: usize) -> Option<Self> {
        let cell = cell % Cell::COUNT;
        let mut rivals = *self;
        let mut concerned = self.level & CONCERNED[cell];
        while concerned != 0 {
            let image = concerned.trailing_zeros() as usize % IMAGES;
            concerned &= concerned - 1;
            let numbers = &mut rivals.numbers[image];
            for at in KNOWN[cell][image]..KNOWN[cell + 1][image] {
                let at = usize::from(at) % Cell::COUNT;
                let tile = tiles[usize::from(SOURCES[image][at]) % Cell::COUNT];
                let (plant, symbol) =
                    if image < BoardSymmetry::COUNT { (tile >> 2, tile & 3) } else { (tile & 3, tile >> 2) };
                let rival = 4 * numbers[0].of(plant) + numbers[1].of(symbol);
                if rival < tiles[at] {
                    return None;
                }
                if rival > tiles[at] {
                    rivals.level &= !(1 << image);
                    break;
                }
            }
        }
        Some(rivals)
    }
}
