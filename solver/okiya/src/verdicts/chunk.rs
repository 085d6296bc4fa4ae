//! The outcomes of 5,120 classes in 1,056 bytes.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::value::Outcome;

const BYTES: usize = 1024;
/// Number of outcomes in a byte: 3⁵ = 243.
const IN_BYTE: usize = 5;
const POWERS: [u8; IN_BYTE] = [1, 3, 9, 27, 81];
const BYTE_VALUES: u8 = 243;

/// Number of classes in a chunk.
pub const CHUNK_CLASSES: u64 = (BYTES * IN_BYTE) as u64;

/// A chunk as stored in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct StoredChunk {
    nodes: U64,
    shuffles: [U64; 3],
    outcomes: [u8; BYTES],
}

impl StoredChunk {
    /// Size of a chunk in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// The chunk without classes.
    pub(super) const EMPTY: Self = Self { nodes: U64::ZERO, shuffles: [U64::ZERO; 3], outcomes: [0; BYTES] };

    /// Adds a class that is not in the chunk yet, at its place.
    pub(super) fn put(&mut self, place: usize, outcome: Outcome, class_size: u64, nodes: u64) {
        self.nodes += nodes;
        self.shuffles[outcome as usize] += class_size;
        self.outcomes[place / IN_BYTE] += POWERS[place % IN_BYTE] * outcome as u8;
    }

    /// Adds the classes of a disjoint part of the same chunk. `false` if the two cannot be parts of one
    /// chunk.
    pub(super) fn add(&mut self, other: &Self) -> bool {
        let mut fits = true;
        let mut add = |sum: &mut U64, count: U64| match sum.get().checked_add(count.get()) {
            Some(both) => *sum = both.into(),
            None => fits = false,
        };
        add(&mut self.nodes, other.nodes);
        self.shuffles.iter_mut().zip(other.shuffles).for_each(|(sum, count)| add(sum, count));
        for (byte, &more) in self.outcomes.iter_mut().zip(&other.outcomes) {
            match byte.checked_add(more).filter(|&both| both < BYTE_VALUES) {
                Some(both) => *byte = both,
                None => fits = false,
            }
        }
        fits
    }

    /// The outcome at a place; a loss if the class is outside the range of the file.
    #[must_use]
    pub(super) fn outcome(&self, place: usize) -> Outcome {
        match self.outcomes[place / IN_BYTE] / POWERS[place % IN_BYTE] % 3 {
            0 => Outcome::Loss,
            1 => Outcome::Draw,
            _ => Outcome::Win,
        }
    }

    /// Whether every byte encodes five outcomes.
    pub(super) fn is_sound(&self) -> bool {
        self.outcomes.iter().all(|&byte| byte < BYTE_VALUES)
    }

    /// Number of moves tried by the searches.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Number of gardens by outcome: lost, drawn, won.
    pub(super) fn shuffles(&self) -> [u64; 3] {
        self.shuffles.map(U64::get)
    }
}
