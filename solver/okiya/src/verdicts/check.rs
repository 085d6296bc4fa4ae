//! Verification of a file of verdicts.

use rayon::prelude::*;

use super::chunk::StoredChunk;
use super::range::VerdictCensus;
use super::table::VerdictTable;
use crate::plain::Plain;
use crate::rules::FullBoard;
use crate::symmetry::{ClassNumber, classes_from};
use crate::value::Outcome;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::parallel::Pool;

/// Reasons why a check did not pass.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VerdictError {
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The garden counts of a chunk are not those of its classes, or it has outcomes outside the range.
    #[error("the counts of the chunk that begins with class {first} are not those of its gardens")]
    Gardens {
        /// The first class of the chunk.
        first: u64,
    },
    /// An outcome is wrong.
    #[error(
        "class {class} is wrong: its outcome is given as a {found}, but a search that shares nothing with the solver finds a {expected}"
    )]
    Outcome {
        /// The number of the class.
        class: u64,
        /// Claimed value.
        found: Outcome,
        /// Actual value.
        expected: Outcome,
    },
}

impl VerdictTable<'_> {
    /// Checks the garden counts of every chunk by outcome, on the current rayon pool: less than a microsecond
    /// a class.
    ///
    /// # Errors
    ///
    /// Returns the wrong claim, or the reason with which `cancel` was set.
    pub fn check_chunks(&self, context: RunContext<'_>) -> Result<(), VerdictError> {
        let chunks: Vec<(u64, &StoredChunk)> = self.chunks().collect();
        let check = |part: &[(u64, &StoredChunk)]| {
            let Some(&(number, _)) = part.first() else { return Ok(()) };
            let Some(first) = ClassNumber::new(self.census().in_chunk(number).start) else { return Ok(()) };
            let mut gardens = classes_from(first);
            for &(number, chunk) in part {
                if let Some(stop) = context.cancel.reason() {
                    return Err(stop.into());
                }
                let mut counted = [0; 3];
                let classes = self.census().in_chunk(number);
                let count = classes.end - classes.start;
                for (class, garden) in classes.zip(&mut gardens) {
                    counted[chunk.outcome(VerdictCensus::place(class)) as usize] += garden.class_size();
                }
                let inside = self.census().in_chunk(number);
                let mut all = number * super::CHUNK_CLASSES..(number + 1) * super::CHUNK_CLASSES;
                let is_empty_outside = all.all(|class| {
                    inside.contains(&class) || chunk.outcome(VerdictCensus::place(class)) == Outcome::Loss
                });
                if counted != chunk.shuffles() || !is_empty_outside {
                    return Err(VerdictError::Gardens { first: number * super::CHUNK_CLASSES });
                }
                context.progress.advance(count);
            }
            Ok(())
        };
        // Starting an enumeration of classes takes some milliseconds, as long as some ten thousand classes.
        let parts: Vec<Result<(), VerdictError>> = chunks.par_chunks(32).map(check).collect();
        parts.into_iter().collect()
    }

    /// Solves these classes again with [`Plain`], which shares nothing with the solver: some milliseconds
    /// each. The classes must be in the file.
    ///
    /// # Errors
    ///
    /// Returns the wrong claim, or the reason with which `cancel` was set.
    pub fn check_outcomes(&self, classes: &[u64], context: RunContext<'_>) -> Result<(), VerdictError> {
        let said: Vec<(u64, Outcome)> = classes
            .iter()
            .filter_map(|&class| Some((class, self.outcome(ClassNumber::new(class)?)?)))
            .collect();
        check_outcomes(&said, context)
    }
}

/// Solves these classes with [`Plain`] on the current rayon pool, and compares the claimed outcome of each
/// for x.
///
/// # Errors
///
/// Returns the wrong claim, or the reason with which `cancel` was set.
pub fn check_outcomes(said: &[(u64, Outcome)], context: RunContext<'_>) -> Result<(), VerdictError> {
    let solvers = Pool::new(Plain::new);
    let check = |&(class, found): &(u64, Outcome)| {
        if let Some(stop) = context.cancel.reason() {
            return Err(stop.into());
        }
        let Some(number) = ClassNumber::new(class) else { return Ok(()) };
        let garden = number.garden();
        let expected = solvers.with(|plain| plain.outcome(&garden, FullBoard::Draw));
        context.progress.advance(1);
        if found == expected { Ok(()) } else { Err(VerdictError::Outcome { class, found, expected }) }
    };
    let checked: Vec<Result<(), VerdictError>> = said.par_iter().with_max_len(1).map(check).collect();
    checked.into_iter().collect()
}
