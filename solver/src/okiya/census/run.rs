//! Making the records: solving the gardens of a range on all threads, and handing the records on in their order.

use std::num::NonZeroU64;

use super::description::Census;
use super::record::{Record, StoredRecord};
use super::source::Walker;
use crate::okiya::garden::Garden;
use crate::okiya::position::Position;
use crate::okiya::rules::FullBoard;
use crate::okiya::solve::Solver;
use crate::search::budget::{Budget, CancelToken, Progress, Silent, Stop};
use crate::search::parallel::{Block, fold_blocks};

/// Few, so that a run hands records on every second or so.
const CLASSES_IN_BLOCK: NonZeroU64 = NonZeroU64::new(32).unwrap();

/// Solves a garden.
///
/// # Errors
///
/// The reason to stop; [`Stop::Nodes`] too where the nodes are more than a record can count.
pub fn solve(
    garden: &Garden,
    full_board: FullBoard,
    solver: &mut Solver,
    budget: &Budget<'_>,
) -> Result<Record, Stop> {
    let solution = solver.solve(&Position::start(*garden), full_board, budget)?;
    Record::of(&solution).ok_or(Stop::Nodes)
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
    progress: &impl Progress,
    mut sink: impl FnMut(&[StoredRecord]) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let span = census.span().after(done);
    if span.is_empty() {
        return Ok(());
    }
    let work = |(walker, solver): &mut (Walker, Solver), block: Block| {
        let mut records = Vec::new();
        for garden in walker.gardens(&span, block).1 {
            if let Some(reason) = budget.cancel.and_then(CancelToken::reason) {
                return Err(reason);
            }
            records.push(solve(&garden, census.full_board(), solver, budget)?.encode());
        }
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
    let state = || (Walker::default(), Solver::new());
    let ended = fold_blocks(&span.plan(CLASSES_IN_BLOCK), &halt, &Silent, state, work, fold);
    match failed {
        Some(error) => Err(RunError::Sink(error)),
        None => ended.map_err(RunError::Stopped),
    }
}
