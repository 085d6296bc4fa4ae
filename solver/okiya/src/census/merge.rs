//! Merging of files of parts.

use std::io::Write;

use super::description::{Census, FileRun};
use super::error::CensusError;
use super::table::{CensusTable, write_records};
use crate::population::GardenTally;
use hanamachi_table::{WriteError, Writer};

/// Why files of the census do not make one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There is none.
    #[error("there is nothing to merge")]
    Nothing,
    /// They are by different rules.
    #[error("their rules differ: {0} and {1}")]
    Rules(String, String),
    /// They are of different sources, or of samples of different seeds.
    #[error("their gardens differ: `{0}` and `{1}`")]
    Source(String, String),
    /// They were made by different programs, whose searches may count other nodes.
    #[error("their programs differ: {0} and {1}")]
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
        /// End of the overlap.
        end: u64,
    },
}

/// Joins these parts, given in any order, into one run, and returns their order. `program` of each is the program that made it.
pub fn merged<R: FileRun>(parts: &[(R, &str)]) -> Result<(R, Vec<usize>), MergeError> {
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&index| (parts[index].0.span().numbers().start, parts[index].0.span().numbers().end));
    let &(first, program) = order.first().map(|&index| &parts[index]).ok_or(MergeError::Nothing)?;
    let mut end = first.span().numbers().end;
    for (next, next_program) in order[1..].iter().map(|&index| &parts[index]) {
        if next.full_board() != first.full_board() {
            let [one, other] = [first.full_board(), next.full_board()];
            return Err(MergeError::Rules(one.to_string(), other.to_string()));
        }
        if next.span().source() != first.span().source() {
            return Err(MergeError::Source(first.command(), next.command()));
        }
        if *next_program != program {
            return Err(MergeError::Program(program.to_owned(), (*next_program).to_owned()));
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
    let whole = R::of(first.span().until(end), first.full_board()).ok_or(MergeError::Nothing)?;
    Ok((whole, order))
}

/// Why files are not merged.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// They do not make one census.
    #[error(transparent)]
    Unfit(#[from] MergeError),
    /// One of them is damaged.
    #[error("{error}")]
    Damaged {
        /// Index of the part, in the order given.
        part: usize,
        /// The fault.
        error: Box<CensusError>,
    },
    /// The merged file cannot be written.
    #[error(transparent)]
    Write(Box<CensusError>),
}

impl From<CensusError> for JoinError {
    fn from(error: CensusError) -> Self {
        Self::Write(Box::new(error))
    }
}

impl From<WriteError> for JoinError {
    fn from(error: WriteError) -> Self {
        CensusError::from(error).into()
    }
}

/// Writes the sections of the file that these parts make, in whatever order they are given, and says of which census it is. Finished
/// with the [metadata](Census::metadata) of that census, made by the program that made the parts, it is byte for byte the file that one
/// run would have written. Of the parts some thousand records are read at a time, checked against their hashes.
pub fn merge_tables<W: Write>(
    writer: &mut Writer<W>,
    parts: &[CensusTable<'_>],
) -> Result<(Census, GardenTally), JoinError> {
    let described: Vec<(Census, &str)> = parts.iter().map(|part| (*part.census(), part.program())).collect();
    let (census, order) = merged(&described)?;
    let damaged = |part| move |error| JoinError::Damaged { part, error: Box::new(error) };
    let tally = write_records(writer, &census, |records| {
        for part in order {
            for chunk in parts[part].chunks() {
                for record in chunk.map_err(damaged(part))? {
                    records.push(record).map_err(|error| match error {
                        CensusError::Write(error) => error.into(),
                        error => damaged(part)(error),
                    })?;
                }
            }
        }
        Ok::<_, JoinError>(())
    })?;
    Ok((census, tally))
}
