//! Making the records: solving the gardens of a range on all threads, and handing the records on in their order.

use std::num::NonZeroU64;

use super::description::Census;
use super::record::{Record, StoredRecord};
use super::source::Walker;
use crate::garden::Garden;
use crate::position::Position;
use crate::rules::FullBoard;
use crate::solve::solve_many;
use hanamachi_core::search::budget::{Budget, CancelToken, Progress, RunContext, Stop};
use hanamachi_core::search::parallel::{Block, fold_blocks};

/// Enough to be solved side by side, and few, so that a run hands records on every second or so.
const CLASSES_IN_BLOCK: NonZeroU64 = NonZeroU64::new(256).unwrap();

/// Solves gardens, side by side on one thread: a hundred or more keep it busy.
///
/// # Errors
///
/// As [`solve_many`]; [`Stop::Nodes`] too where the nodes are more than a record can count.
pub fn solve(gardens: &[Garden], full_board: FullBoard, budget: &Budget<'_>) -> Result<Vec<Record>, Stop> {
    let starts: Vec<Position> = gardens.iter().copied().map(Position::start).collect();
    let solutions = solve_many(&starts, full_board, budget)?;
    solutions.iter().map(|solution| Record::of(solution).ok_or(Stop::Nodes)).collect()
}

/// Why a run has ended before its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError<E> {
    /// It was stopped.
    Stopped(Stop),
    /// Whoever takes the records has failed.
    Sink(E),
}

/// Solves the gardens of the census behind the first `done` on the current rayon pool, and hands their records to `sink` in order, some
/// hundred at a time.
///
/// What the sink gets depends on the census alone: not on the number of threads, nor on where an earlier run was stopped.
/// Records that were not handed on are lost when a run is stopped, a few seconds' work.
///
/// # Errors
///
/// The reason with which `budget` ended the run, or the first error of the sink. What the sink has taken by then are the first records
/// behind `done`, without a gap.
pub fn run<E: Send>(
    census: &Census,
    done: u64,
    budget: &Budget<'_>,
    progress: &dyn Progress,
    mut sink: impl FnMut(&[StoredRecord]) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let span = census.span().after(done);
    if span.is_empty() {
        return Ok(());
    }
    let work = |walker: &mut Walker, block: Block| {
        let gardens = walker.gardens(&span, block).1;
        let records = solve(&gardens, census.full_board(), budget)?;
        let records: Vec<StoredRecord> = records.iter().map(Record::encode).collect();
        progress.advance(records.len() as u64);
        Ok(records)
    };
    // Set when the sink fails, so that no further block is begun.
    let halt = CancelToken::new();
    let mut failed = None;
    let fold = |records: Vec<StoredRecord>| {
        if failed.is_none()
            && let Err(error) = sink(&records)
        {
            failed = Some(error);
            halt.cancel(Stop::Interrupted);
        }
    };
    let ended =
        fold_blocks(&span.plan(CLASSES_IN_BLOCK), RunContext::silent(&halt), Walker::default, work, fold);
    match failed {
        Some(error) => Err(RunError::Sink(error)),
        None => ended.map_err(RunError::Stopped),
    }
}
