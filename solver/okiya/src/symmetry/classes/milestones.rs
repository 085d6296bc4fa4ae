//! The rank of every 131,072nd smallest garden, for fast lookup of a class by its number and of its number.
//!
//! `milestones.bin` holds the result of the walk over all classes; `solver/tests/okiya_classes.rs` writes it,
//! and verifies it from one milestone to the next. All numbers are little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `okiyacls` |
//! | 4 | version of the layout: 1 |
//! | 4 | spacing: number of classes from one milestone to the next |
//! | 8 | total number of classes |
//! | 6 each | the rank of the smallest garden of class number 0, of class number 1 · spacing, 2 · spacing … |
//!
//! The compiler reads the file: if it is truncated, of another layout, or not in ascending order, the library
//! does not compile.

use crate::rank::GardenRank;

const FILE: &[u8] = include_bytes!("milestones.bin");
const HEADER: usize = 24;
const RANK: usize = 6;

/// Number of classes from one milestone to the next.
pub(super) const SPACING: u64 = u32::from_le_bytes(header_bytes(12)) as u64;

/// Number of classes.
pub(super) const CLASSES: u64 = u64::from_le_bytes(header_bytes(16));

/// The ranks in ascending order; the first is 0.
static RANKS: &[[u8; RANK]] = ranks();

const fn header_bytes<const N: usize>(at: usize) -> [u8; N] {
    assert!(FILE.len() >= HEADER);
    let mut bytes = [0; N];
    let mut index = 0;
    while index < N {
        bytes[index] = FILE[at + index];
        index += 1;
    }
    bytes
}

const fn ranks() -> &'static [[u8; RANK]] {
    assert!(
        u64::from_le_bytes(header_bytes(0)) == u64::from_le_bytes(*b"okiyacls"),
        "not a file of milestones"
    );
    assert!(u32::from_le_bytes(header_bytes(8)) == 1, "milestones of another version");
    let (ranks, rest) = FILE.split_at(HEADER).1.as_chunks();
    assert!(rest.is_empty() && ranks.len() as u64 == CLASSES.div_ceil(SPACING), "milestones are missing");
    assert!(value(ranks[0]) == 0);
    let mut index = 1;
    while index < ranks.len() {
        assert!(value(ranks[index - 1]) < value(ranks[index]), "milestones out of order");
        index += 1;
    }
    assert!(value(ranks[ranks.len() - 1]) < GardenRank::COUNT);
    ranks
}

const fn value(rank: [u8; RANK]) -> u64 {
    let mut bytes = [0; 8];
    bytes.split_at_mut(RANK).0.copy_from_slice(&rank);
    u64::from_le_bytes(bytes)
}

/// A class with a number that is a multiple of the spacing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Milestone {
    /// The number of the class.
    pub(super) number: u64,
    /// The rank of its smallest garden.
    pub(super) rank: GardenRank,
}

impl Milestone {
    /// The last milestone that does not come after the class with this number, which must exist.
    pub(super) fn at_number(number: u64) -> Self {
        Self::nth((number / SPACING) as usize)
    }

    /// The last milestone whose garden does not come after that of this rank.
    pub(super) fn at_rank(rank: GardenRank) -> Self {
        // The first has rank 0.
        Self::nth(RANKS.partition_point(|&at| value(at) <= rank.get()).saturating_sub(1))
    }

    fn nth(index: usize) -> Self {
        let rank = GardenRank::new(value(RANKS[index])).expect("milestones are checked at compile time");
        Self { number: index as u64 * SPACING, rank }
    }
}
