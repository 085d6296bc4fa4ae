//! Why a file of the census is refused.

use super::description::Census;
use super::record::RecordFault;
use crate::cell::Cell;
use crate::garden::Garden;
use hanamachi_table::{ReadError, WriteError};

/// Why a file of the census is refused, or cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusError {
    /// The file is damaged, or of another kind.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// It cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A record means nothing.
    #[error("record {index} is damaged: {fault}")]
    Record {
        /// Which one, counted from 0 in the file.
        index: u64,
        /// What is wrong with it.
        fault: RecordFault,
    },
    /// Records are not those that were written.
    #[error("records {first} to {last} are damaged: their hash is not that of their bytes")]
    Chunk {
        /// The first of those that share the hash.
        first: u64,
        /// The last of them.
        last: u64,
    },
    /// There are more or fewer records than gardens.
    #[error("there are {found} records for {expected} gardens")]
    Count {
        /// Gardens.
        expected: u64,
        /// Records.
        found: u64,
    },
    /// A record is about another garden than its source has at this place.
    #[error("record {index} is about {found:?}, where the source has {expected:?}")]
    OtherGarden {
        /// Which one.
        index: u64,
        /// The record's garden.
        found: Garden,
        /// The source's.
        expected: Garden,
    },
    /// A record is well formed, and its value is wrong.
    #[error(
        "record {index} is wrong: it says of the opening {opening} of {garden:?} that it is worth {found}, and \
         a search that shares nothing with the solver finds {expected}"
    )]
    WrongValue {
        /// Which one.
        index: u64,
        /// Its garden.
        garden: Garden,
        /// Which opening.
        opening: Cell,
        /// The record's score and ending.
        found: String,
        /// The true ones.
        expected: String,
    },
}

impl CensusError {
    /// Whether the file is as it was written and what it says is wrong all the same.
    #[must_use]
    pub const fn is_wrong(&self) -> bool {
        matches!(self, Self::OtherGarden { .. } | Self::WrongValue { .. })
    }
}

/// Why files of the census do not make one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is none.
    #[error("there is nothing to merge")]
    Nothing,
    /// They are by different rules.
    #[error("they are by different rules: {0} and {1}")]
    Rules(String, String),
    /// They are of different sources, or of samples of different seeds.
    #[error("they are of different gardens: `{0}` and `{1}`")]
    Source(String, String),
    /// They were made by different programs, whose searches may count other nodes.
    #[error("they were made by different programs: {0} and {1}")]
    Program(String, String),
    /// Gardens are missing between two of them.
    #[error("the gardens {first}..{end} are in none of them")]
    Gap {
        /// The first that is missing.
        first: u64,
        /// The first behind it that is there.
        end: u64,
    },
    /// Gardens are in two of them.
    #[error("the gardens {first}..{end} are in more than one of them")]
    Overlap {
        /// The first that is there twice.
        first: u64,
        /// Where the overlap ends.
        end: u64,
    },
}

impl Census {
    /// The one census that these make, in any order, and the order in which they follow one another. `program` of each is the one that
    /// made it.
    pub fn merged(parts: &[(Self, &str)]) -> Result<(Self, Vec<usize>), MergeError> {
        let mut order: Vec<usize> = (0..parts.len()).collect();
        order.sort_by_key(|&index| {
            (parts[index].0.span().numbers().start, parts[index].0.span().numbers().end)
        });
        let mut sorted = order.iter().map(|&index| parts[index]);
        let (first, program) = sorted.next().ok_or(MergeError::Nothing)?;
        let mut end = first.span().numbers().end;
        for (next, next_program) in sorted {
            if next.full_board() != first.full_board() {
                let rules = |census: &Self| census.full_board().to_string();
                return Err(MergeError::Rules(rules(&first), rules(&next)));
            }
            if next.span().source() != first.span().source() {
                return Err(MergeError::Source(first.command(), next.command()));
            }
            if next_program != program {
                return Err(MergeError::Program(program.to_owned(), next_program.to_owned()));
            }
            let numbers = next.span().numbers();
            if numbers.start > end {
                return Err(MergeError::Gap { first: end, end: numbers.start });
            }
            if numbers.start < end {
                return Err(MergeError::Overlap { first: numbers.start, end: end.min(numbers.end) });
            }
            end = numbers.end;
        }
        Ok((first.until(end), order))
    }
}
