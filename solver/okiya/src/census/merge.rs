//! Merging of files of parts.

use std::io::Write;

use super::description::{Census, FileRun};
use super::error::CensusError;
use super::table::{CensusTable, write_records};
use crate::tally::GardenTally;
use hanamachi_table::{WriteError, Writer};

/// Reasons why census files do not form one census.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MergeError {
    /// There are no files.
    #[error("there is nothing to merge")]
    Nothing,
    /// The files have different rules.
    #[error("their rules differ: {0} and {1}")]
    Rules(String, String),
    /// The files have different sources, or samples of different seeds.
    #[error("their gardens differ: `{0}` and `{1}`")]
    Source(String, String),
    /// The files were made by different programs, whose searches may count different nodes.
    #[error("their programs differ: {0} and {1}")]
    Program(String, String),
    /// Gardens between two of the files are missing.
    #[error("the gardens {first}..{end} are in none of them")]
    Gap {
        /// The first missing garden.
        first: u64,
        /// The first garden after the gap.
        end: u64,
    },
    /// Two of the files contain the same gardens.
    #[error("the gardens {first}..{end} are in more than one of them")]
    Overlap {
        /// The first garden that is in two files.
        first: u64,
        /// End of the overlap.
        end: u64,
    },
}

/// Joins these parts, given in any order, into one run, and returns it and their order. `program` of each is
/// the program that made it.
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
    let whole = R::for_span(first.span().until(end), first.full_board()).ok_or(MergeError::Nothing)?;
    Ok((whole, order))
}

/// Errors of merging files.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// The files do not form one census.
    #[error(transparent)]
    Unfit(#[from] MergeError),
    /// A file is damaged.
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

/// Writes the sections of the file that these parts form, in any order, and returns the census that it holds.
/// Finished with the [metadata](Census::metadata) of that census, with the program that made the parts, the
/// file is identical to that of one run. Reads the records of the parts some thousand at a time and checks
/// them against their hashes.
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
