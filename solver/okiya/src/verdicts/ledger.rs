//! The ledger: a human-readable text file with a line for each finished shard.
//!
//! A line has counts of classes and of gardens by outcome, the moves that the searches tried, and a hash of
//! the outcomes ([`OutcomeHasher`](super::OutcomeHasher)). Any program that solves a shard again must
//! reproduce everything but the nodes. The complete ledger has 2,270 shards, and its gardens add up to 16!.

use std::collections::BTreeMap;
use std::fmt::{self, Write};
use std::ops::Range;

use super::range::VerdictCensus;
use super::row::LedgerRow;
use super::tally::VerdictTally;
use crate::census::{Part, Source, Span};
use crate::symmetry::ClassNumber;
use crate::value::Outcome;

/// Number of shards of all classes: each has about a million classes.
pub const SHARDS: u64 = 2270;

/// The header of a ledger.
pub const LEDGER_COLUMNS: &str = "first_class,classes,first_wins,draws,second_wins,first_win_shuffles,draw_shuffles,\
                                  second_win_shuffles,nodes,blake3,program";

/// The classes of a shard, counted from 1 to [`SHARDS`]; `None` for any other number.
#[must_use]
pub fn shard(number: u64) -> Option<VerdictCensus> {
    let all = Span::new(Source::Classes, 0..ClassNumber::COUNT).ok()?;
    Some(VerdictCensus(all.part(Part::new(number, SHARDS)?)))
}

/// Errors of reading or extending a ledger.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LedgerError {
    /// The header is missing.
    #[error("line 1 is not the header of a ledger: `{LEDGER_COLUMNS}`")]
    Header,
    /// A line has too few or too many fields, or an invalid one.
    #[error("line {line}: {column} cannot be read")]
    Field {
        /// Line number, from 1.
        line: usize,
        /// Name of the field.
        column: &'static str,
    },
    /// The counts of a line are inconsistent.
    #[error("line {line}: {what}")]
    Sum {
        /// Line number, from 1.
        line: usize,
        /// The inconsistency.
        what: &'static str,
    },
    /// A new line has some classes of another line, but not all.
    #[error("the classes from {1} on overlap those from {0} on, which are in the ledger")]
    Overlap(u64, u64),
    /// Two solutions of the same classes differ.
    #[error("{difference} of the classes from {first_class} on differ from those in the ledger")]
    Contradiction {
        /// Number of the first class.
        first_class: u64,
        /// The part that differs.
        difference: &'static str,
    },
}

/// A line for each finished shard, or part of one, in the order of the classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ledger {
    rows: BTreeMap<u64, LedgerRow>,
}

impl Ledger {
    /// Reads a ledger.
    ///
    /// # Errors
    ///
    /// Returns an error if a line is invalid or inconsistent, or if two lines count the same classes.
    pub fn parse(text: &str) -> Result<Self, LedgerError> {
        let mut lines = (1..).zip(text.lines());
        if lines.next().is_none_or(|(_, header)| header != LEDGER_COLUMNS) {
            return Err(LedgerError::Header);
        }
        let mut ledger = Self::default();
        for (line, text) in lines {
            ledger.insert(row(line, text)?)?;
        }
        Ok(ledger)
    }

    /// Adds a line. It replaces lines for some of its classes. A line already in the ledger with the same counts and hash
    /// is left unchanged.
    ///
    /// # Errors
    ///
    /// Returns an error if the line has some classes of another line, but not all, or if a line for the same classes has
    /// other outcomes.
    pub fn insert(&mut self, row: LedgerRow) -> Result<(), LedgerError> {
        let Range { start, end } = row.numbers();
        if let Some(known) = self.rows.get(&start).filter(|known| known.classes == row.classes) {
            return match known.difference(&row) {
                None => Ok(()),
                Some(difference) => Err(LedgerError::Contradiction { first_class: start, difference }),
            };
        }
        let before = self.rows.range(..start).next_back().filter(|(_, other)| other.numbers().end > start);
        let behind = self.rows.range(start..end).next_back().filter(|(_, other)| other.numbers().end > end);
        if let Some((&first, _)) = before.or(behind) {
            return Err(LedgerError::Overlap(first, start));
        }
        self.rows.retain(|first, _| !(start..end).contains(first));
        self.rows.insert(start, row);
        Ok(())
    }

    /// The lines in order.
    #[must_use]
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &LedgerRow> {
        self.rows.values()
    }

    /// The line of a class.
    #[must_use]
    pub fn row_of(&self, class: u64) -> Option<&LedgerRow> {
        self.rows.range(..=class).next_back().map(|(_, row)| row).filter(|row| row.numbers().contains(&class))
    }

    /// Total counts of all lines.
    #[must_use]
    pub fn tally(&self) -> VerdictTally {
        let mut sum = VerdictTally::default();
        self.rows.values().for_each(|row| sum += row.tally);
        sum
    }

    /// Whether the ledger is complete.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.tally().all_classes() == ClassNumber::COUNT
    }

    /// The numbers of the shards, 1 to [`SHARDS`], that are not in the ledger with all of their classes.
    pub fn missing(&self) -> impl Iterator<Item = u64> + '_ {
        (1..=SHARDS).filter(|&number| shard(number).is_some_and(|census| !self.covers(census.numbers())))
    }

    /// Number of shards that are in the ledger with all of their classes.
    #[must_use]
    pub fn finished_shards(&self) -> u64 {
        SHARDS - self.missing().count() as u64
    }

    fn covers(&self, numbers: Range<u64>) -> bool {
        let mut next = numbers.start;
        while next < numbers.end {
            let Some(row) = self.row_of(next) else { return false };
            next = row.numbers().end;
        }
        true
    }
}

impl fmt::Display for Ledger {
    /// The text that [`parse`](Self::parse) accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::from(LEDGER_COLUMNS);
        for row in self.rows() {
            write!(text, "\n{row}")?;
        }
        writeln!(f, "{text}")
    }
}

fn row(line: usize, text: &str) -> Result<LedgerRow, LedgerError> {
    let mut fields = text.split(',').zip(LEDGER_COLUMNS.split(','));
    let columns = text.split(',').count();
    let missing = LedgerError::Field { line, column: "a field" };
    if columns != LEDGER_COLUMNS.split(',').count() {
        return Err(missing);
    }
    let mut number = || {
        let (field, column) = fields.next().ok_or(LedgerError::Field { line, column: "a field" })?;
        field.parse::<u64>().map_err(|_| LedgerError::Field { line, column })
    };
    let (first_class, classes) = (number()?, number()?);
    let mut three = || Ok::<_, LedgerError>([number()?, number()?, number()?]);
    let ([wins, draws, losses], [win_shuffles, draw_shuffles, loss_shuffles]) = (three()?, three()?);
    let nodes = number()?;
    let tally = VerdictTally::new([losses, draws, wins], [loss_shuffles, draw_shuffles, win_shuffles], nodes);
    let hash = fields.next().and_then(|(hash, _)| hash_of(hash));
    let blake3 = hash.ok_or(LedgerError::Field { line, column: "blake3" })?;
    let program = fields.next().map(|(program, _)| program.to_owned()).ok_or(missing)?;
    let wrong = |what| LedgerError::Sum { line, what };
    if classes == 0 || first_class.checked_add(classes).is_none_or(|end| end > ClassNumber::COUNT) {
        return Err(wrong("there are no such classes"));
    }
    if tally.all_classes() != classes {
        return Err(wrong("the classes by outcome do not add up to all classes"));
    }
    for outcome in [Outcome::Win, Outcome::Draw, Outcome::Loss] {
        // A class has 9,216 gardens, or at least an eighth of that.
        let most = tally.classes(outcome) * 9216;
        if !(most / 8..=most).contains(&tally.shuffles(outcome)) {
            return Err(wrong("the number of gardens is impossible for the classes"));
        }
    }
    Ok(LedgerRow { first_class, classes, tally, blake3, program })
}

fn hash_of(text: &str) -> Option<[u8; 32]> {
    let mut hash = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (index, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
    }
    Some(hash)
}
