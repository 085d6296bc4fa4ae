//! Comparison of a partial garden with its images, to decide whether it can become the smallest of its class.
//!
//! The rivals of a garden are the other fifteen of the sixteen images that `canonical` compares. A rival's
//! tile on a cell is known as soon as the garden has a tile on the source of that cell and on the sources of
//! all cells before it. So the length of the comparison with a rival depends only on the number of tiles
//! laid: it is a table, made by the compiler. Gardens differ in the rivals that are still level, and in the
//! numbers that these have assigned.

use super::images::{IMAGES, SOURCES};
use super::second_tiles;
use crate::cell::Cell;
use crate::symmetry::BoardSymmetry;

/// `KNOWN[n][image]`: number of known tiles of the image, in cell order, once the garden's first *n* cells
/// are laid.
static KNOWN: [[u8; IMAGES]; Cell::COUNT + 1] = known();

/// The images with more known tiles once a cell is laid, as a set of bits.
static CONCERNED: [u16; Cell::COUNT] = concerned();

const fn known() -> [[u8; IMAGES]; Cell::COUNT + 1] {
    let mut known = [[0; IMAGES]; Cell::COUNT + 1];
    let mut laid = 0;
    while laid <= Cell::COUNT {
        let mut image = 0;
        while image < IMAGES {
            let count = &mut known[laid][image];
            while (*count as usize) < Cell::COUNT && (SOURCES[image][*count as usize] as usize) < laid {
                *count += 1;
            }
            image += 1;
        }
        laid += 1;
    }
    known
}

const fn concerned() -> [u16; Cell::COUNT] {
    let mut concerned = [0; Cell::COUNT];
    let mut cell = 0;
    while cell < Cell::COUNT {
        let mut image = 0;
        while image < IMAGES {
            if KNOWN[cell + 1][image] > KNOWN[cell][image] {
                concerned[cell] |= 1 << image;
            }
            image += 1;
        }
        cell += 1;
    }
    concerned
}

/// The numbers that an image has assigned to four plants or four symbols, in order of first appearance.
///
/// A nibble each: the number in the low two bits, and above them a bit that is set until it is assigned.
/// Until then the number is the next free one, so that reading it is right in both cases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct PackedNumbers(u16);

impl PackedNumbers {
    const NONE: Self = Self(0x8888);

    /// The number of the plant or symbol with this index, assigned now if necessary.
    #[inline]
    const fn number_of(&mut self, index: u8) -> u8 {
        let place = 4 * (index & 3);
        let nibble = self.0 >> place;
        let is_new = nibble >> 3 & 1;
        self.0 &= !(8 << place);
        // The unassigned ones get the number after this one.
        self.0 += (self.0 >> 3 & 0x1111) * is_new;
        (nibble & 3) as u8
    }
}

/// The numbers that an image has assigned to its plants and to its symbols, after any exchange.
type ImageNumbers = [PackedNumbers; 2];

/// Comparison of a rival with the garden on the cells where both are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// The rival is smaller: the garden is out.
    Ahead,
    /// They are equal so far.
    Level,
    /// The rival is larger: it is out.
    Behind,
}

/// The rivals that are level with a partial garden.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rivals {
    /// Set of images, as bits.
    level: u16,
    names: [ImageNumbers; IMAGES],
}

impl Rivals {
    /// All images, before the first tile.
    pub(super) const ALL: Self = Self { level: !1, names: [[PackedNumbers::NONE; 2]; IMAGES] };

    /// Continues the comparison after `cell` is laid, and returns whether no rival is ahead. If one is ahead,
    /// no garden with this beginning is the smallest of its class, and this state becomes useless.
    #[inline]
    pub(super) fn admit(&mut self, tiles: &[u8; Cell::COUNT], cell: usize) -> bool {
        let cell = cell % Cell::COUNT;
        self.level = still_level(self.level, tiles, cell);
        for image in images(self.level & CONCERNED[cell]) {
            let names = &mut self.names[image];
            match standing(tiles, image, names, KNOWN[cell][image], KNOWN[cell + 1][image]) {
                Standing::Ahead => return false,
                Standing::Level => {}
                Standing::Behind => self.level &= !(1 << image),
            }
        }
        true
    }

    /// As [`admit`](Self::admit) for the last two cells at once, without keeping state. Returns the number of
    /// images equal to the garden, or `None` if a rival is ahead.
    #[inline]
    pub(super) fn admit_whole(&self, tiles: &[u8; Cell::COUNT]) -> Option<u8> {
        let mut same = 1;
        for image in images(still_level(self.level, tiles, Cell::COUNT - 1)) {
            let mut names = self.names[image];
            let known = KNOWN[Cell::COUNT - 2][image];
            match standing(tiles, image, &mut names, known, KNOWN[Cell::COUNT][image]) {
                Standing::Ahead => return None,
                Standing::Level => same += 1,
                Standing::Behind => {}
            }
        }
        Some(same)
    }
}

/// The images of `level` that do not fall behind at a second tile that becomes known once `cell` is laid. The
/// remaining images still need the comparison.
#[inline]
fn still_level(level: u16, tiles: &[u8; Cell::COUNT], cell: usize) -> u16 {
    if tiles[1] == 1 { level & second_tiles::still_level(tiles, cell) } else { level }
}

/// The images in a set of bits.
#[inline]
fn images(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let image = (set != 0).then(|| set.trailing_zeros() as usize % IMAGES);
        set &= set.wrapping_sub(1);
        image
    })
}

/// Comparison of an image with the garden on the cells from `from` up to `to`, given equality before.
#[inline]
fn standing(tiles: &[u8; Cell::COUNT], image: usize, names: &mut ImageNumbers, from: u8, to: u8) -> Standing {
    let sources = &SOURCES[image];
    for at in from..to {
        let at = usize::from(at) % Cell::COUNT;
        let tile = tiles[usize::from(sources[at]) % Cell::COUNT];
        let (plant, symbol) =
            if image < BoardSymmetry::COUNT { (tile >> 2, tile & 3) } else { (tile & 3, tile >> 2) };
        let rival = 4 * names[0].number_of(plant) + names[1].number_of(symbol);
        if rival != tiles[at] {
            return if rival < tiles[at] { Standing::Ahead } else { Standing::Behind };
        }
    }
    Standing::Level
}
