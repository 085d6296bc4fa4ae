//! A line of the ledger.

use std::fmt;
use std::ops::Range;

use super::tally::VerdictTally;
use crate::value::Outcome;

/// A line of the ledger: a shard, or another range of classes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LedgerRow {
    /// The number of its first class.
    pub first_class: u64,
    /// Number of classes.
    pub classes: u64,
    /// Their outcomes.
    pub tally: VerdictTally,
    /// The hash of the outcomes.
    pub blake3: [u8; 32],
    /// The program that solved it; only the nodes depend on it.
    pub program: String,
}

impl LedgerRow {
    /// The numbers of its classes.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.first_class..self.first_class + self.classes
    }

    /// The part in which a re-solved shard differs from this line, ignoring nodes.
    #[must_use]
    pub fn difference(&self, again: &Self) -> Option<&'static str> {
        let counts = |row: &Self| {
            [Outcome::Win, Outcome::Draw, Outcome::Loss]
                .map(|outcome| (row.tally.classes(outcome), row.tally.shuffles(outcome)))
        };
        if self.numbers() != again.numbers() {
            Some("its classes")
        } else if counts(self) != counts(again) {
            Some("its counts")
        } else if self.blake3 != again.blake3 {
            Some("the hash of its outcomes")
        } else {
            None
        }
    }
}

impl fmt::Display for LedgerRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { first_class, classes, tally, blake3, program } = self;
        write!(f, "{first_class},{classes}")?;
        let by_outcome = [Outcome::Win, Outcome::Draw, Outcome::Loss];
        by_outcome.iter().try_for_each(|&outcome| write!(f, ",{}", tally.classes(outcome)))?;
        by_outcome.iter().try_for_each(|&outcome| write!(f, ",{}", tally.shuffles(outcome)))?;
        write!(f, ",{},", tally.nodes)?;
        blake3.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        write!(f, ",{program}")
    }
}
