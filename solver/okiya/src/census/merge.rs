//! Files of parts of a census made one.

use std::io::Write;

use super::description::Census;
use super::error::{CensusError, MergeError};
use super::summary::Summary;
use super::table::{CensusTable, write_records};
use hanamachi_table::{WriteError, Writer};

/// Why files are not merged.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// They do not make one census.
    #[error(transparent)]
    Unfit(#[from] MergeError),
    /// One of them is damaged.
    #[error("{error}")]
    Damaged {
        /// Which one, in the order in which they were given.
        part: usize,
        /// What is wrong with it.
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
) -> Result<(Census, Summary), JoinError> {
    let described: Vec<(Census, &str)> = parts.iter().map(|part| (*part.census(), part.program())).collect();
    let (census, order) = Census::merged(&described)?;
    let damaged = |part| move |error| JoinError::Damaged { part, error: Box::new(error) };
    let summary = write_records(writer, &census, |records| {
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
    Ok((census, summary))
}
