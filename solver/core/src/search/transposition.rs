//! A transposition table of fixed size, shared by threads without locks.
//!
//! An entry is one atomic word and contains the whole key, so that it is never torn and never answers for
//! another position:
//!
//! ```text
//! bit  63          28 27      16 15       8 7        0
//!     ┌──────────────┬──────────┬──────────┬──────────┐
//!     │ key          │ epoch    │ lower    │ upper    │
//!     │ 36 bits      │ 12 bits  │ i8       │ i8       │
//!     └──────────────┴──────────┴──────────┴──────────┘
//! ```
//!
//! Keys need only be unique within an epoch. A new game (another Okiya garden) begins a new epoch instead of
//! clearing the table, and entries of earlier epochs count as empty. Epoch 0 is that of the zeroed table;
//! after the last epoch the table is cleared and epochs start over.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::game::{Bounds, Score};

/// Maximum number of bits of a key.
pub const KEY_BITS: u32 = 36;
const EPOCH_BITS: u32 = 12;
const EPOCHS: u64 = 1 << EPOCH_BITS;

/// A fixed number of entries, each with the bounds of one position. Newer entries replace older ones.
#[derive(Debug)]
pub struct TranspositionTable {
    entries: Box<[AtomicU64]>,
    /// Number of bits by which a hash is shifted to give an index.
    shift: u32,
    epoch: u64,
}

impl TranspositionTable {
    /// A table with 2^`log2_entries` entries of eight bytes.
    ///
    /// # Panics
    ///
    /// If `log2_entries` is not between 1 and 36: there are only 2³⁶ keys.
    #[must_use]
    pub fn new(log2_entries: u32) -> Self {
        assert!((1..=KEY_BITS).contains(&log2_entries), "a table has 2 to 2³⁶ entries");
        let entries = (0..1_u64 << log2_entries).map(|_| AtomicU64::new(0)).collect();
        Self { entries, shift: u64::BITS - log2_entries, epoch: 1 }
    }

    /// Memory in bytes of a table with 2^`log2_entries` entries.
    #[must_use]
    pub const fn bytes(log2_entries: u32) -> u64 {
        8 << log2_entries
    }

    /// Invalidates all entries, because keys get a new meaning.
    pub fn new_epoch(&mut self) {
        self.epoch += 1;
        if self.epoch == EPOCHS {
            self.epoch = 1;
            for entry in &mut self.entries {
                *entry.get_mut() = 0;
            }
        }
    }

    /// Entry of the position with this key, if there is one.
    #[inline]
    #[must_use]
    pub fn get(&self, key: u64) -> Option<Bounds> {
        // Relaxed: the word is the whole entry, and orders nothing else.
        let entry = self.slot(key).load(Ordering::Relaxed);
        (fits(key) && entry >> 16 == self.tag(key)).then(|| {
            let [upper, lower, ..] = entry.to_le_bytes();
            Bounds { lower: Score::new(lower.cast_signed()), upper: Score::new(upper.cast_signed()) }
        })
    }

    /// Stores the bounds of the position with this key, replacing the contents of its slot. A key of more than [`KEY_BITS`]
    /// bits, which no game may have, is not stored.
    #[inline]
    pub fn put(&self, key: u64, bounds: Bounds) {
        if !fits(key) {
            return;
        }
        let [upper, lower] = [bounds.upper, bounds.lower].map(|score| u64::from(score.get().cast_unsigned()));
        self.slot(key).store(self.tag(key) << 16 | lower << 8 | upper, Ordering::Relaxed);
    }

    #[inline]
    const fn tag(&self, key: u64) -> u64 {
        key << EPOCH_BITS | self.epoch
    }

    /// Slot of a key by Fibonacci hashing (D. Knuth, TAOCP volume 3, section 6.4).
    #[inline]
    fn slot(&self, key: u64) -> &AtomicU64 {
        let index = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        &self.entries[usize::try_from(index).expect("a table fits in memory")]
    }
}

/// Whether an entry has room for the whole key.
#[inline]
const fn fits(key: u64) -> bool {
    key >> KEY_BITS == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(lower: i8, upper: i8) -> Bounds {
        Bounds { lower: Score::new(lower), upper: Score::new(upper) }
    }

    #[test]
    fn an_entry_answers_for_its_own_key_and_no_other() {
        let table = TranspositionTable::new(1);
        for key in [0, 1, 5, (1 << 36) - 1] {
            assert_eq!(table.get(key), None);
            table.put(key, bounds(-17, 17));
            assert_eq!(table.get(key), Some(bounds(-17, 17)));
            for other in (0..64).filter(|&other| other != key) {
                assert!(table.get(other).is_none_or(|_| [0, 1, 5].contains(&other)));
            }
        }
    }

    #[test]
    fn a_key_that_does_not_fit_answers_for_no_other() {
        let table = TranspositionTable::new(1);
        for bit in KEY_BITS..u64::BITS {
            for key in [1 << bit, 1 << bit | 5] {
                table.put(key, bounds(-1, 1));
                assert_eq!((table.get(key), table.get(5), table.get(0)), (None, None, None), "bit {bit}");
            }
        }
    }

    #[test]
    fn no_epoch_sees_the_entries_of_another() {
        let mut table = TranspositionTable::new(4);
        for round in 0..2 * EPOCHS + 3 {
            assert_eq!(table.get(9), None, "round {round}");
            table.put(9, bounds(-1, 0));
            assert_eq!(table.get(9), Some(bounds(-1, 0)));
            table.new_epoch();
        }
    }
}
