//! Verification of a file.

use std::num::NonZeroU64;

use rayon::prelude::*;

use super::error::CensusError;
use super::source::Walker;
use super::table::CensusTable;
use crate::plain::Plain;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Pool, fold_blocks};

/// Blocks are large because a record takes only a few microseconds to check.
const CLASSES_IN_BLOCK: NonZeroU64 = NonZeroU64::new(4096).unwrap();

/// Reasons why a check did not pass.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
    /// The file is damaged or wrong.
    #[error(transparent)]
    Census(#[from] CensusError),
}

impl CensusTable<'_> {
    /// Checks everything but the values, on the current rayon pool: the hashes, the encoding of every record,
    /// and that its garden is the one at its index in the source. Takes some microseconds a record.
    pub fn check_records(&self, context: RunContext<'_>) -> Result<(), CheckError> {
        for chunk in self.chunks() {
            chunk?;
        }
        let work = |walker: &mut Walker, block: Block| {
            let (first, gardens) = walker.gardens(self.census().span(), block);
            let mut done = 0;
            for (index, expected) in (first..).zip(gardens) {
                let found = *self.decode(index, self.stored(index)?)?.garden();
                if found != expected {
                    return Err(CensusError::OtherGarden { index, found, expected }.into());
                }
                done += 1;
            }
            context.progress.advance(done);
            Ok::<_, CheckError>(())
        };
        let plan = self.census().span().plan(CLASSES_IN_BLOCK);
        fold_blocks(&plan, RunContext::silent(context.cancel), Walker::default, work, drop)
    }

    /// Solves the gardens of these records again with [`Plain`], which shares nothing with the solver, on the
    /// current rayon pool, and compares scores and endings: some milliseconds each. Reports the first wrong
    /// record in the order of the list.
    pub fn check_values(&self, indices: &[u64], context: RunContext<'_>) -> Result<(), CheckError> {
        let solvers = Pool::new(Plain::new);
        let check = |&index: &u64| {
            if let Some(reason) = context.cancel.reason() {
                return Err(CheckError::Stopped(reason));
            }
            solvers.with(|plain| self.check_value(index, plain))?;
            context.progress.advance(1);
            Ok(())
        };
        let checked: Vec<Result<(), CheckError>> = indices.par_iter().with_max_len(1).map(check).collect();
        checked.into_iter().collect()
    }

    fn check_value(&self, index: u64, plain: &mut Plain) -> Result<(), CensusError> {
        let record = self.record(index)?;
        let truth = plain.openings_and_endings(record.garden(), self.full_board());
        for ((opening, found), (_, score, ending)) in record.openings().zip(truth) {
            if (found.score(), found.ending()) != (score, ending) {
                let words = |score: i8, ending| format!("{score:+} by {ending}");
                return Err(CensusError::WrongValue {
                    index,
                    garden: *record.garden(),
                    opening,
                    found: words(found.score().get(), found.ending()),
                    expected: words(score.get(), ending),
                });
            }
        }
        Ok(())
    }
}
