//! Solving a range of gardens on all threads, and passing on the records in order.

use super::record::CensusRecord;
use super::source::Walker;
use crate::garden::Garden;
use crate::position::Position;
use crate::rules::FullBoard;
use crate::solve::solve_many;
use hanamachi_core::search::budget::{Budget, CancelToken, Progress, RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};

/// A range of gardens, and the type of record to keep.
///
/// | run | record | of |
/// |---|---|---|
/// | [`Census`](super::Census) | [`StoredRecord`](super::StoredRecord): the values of all openings | a garden |
/// | [`VerdictCensus`](crate::verdicts::VerdictCensus) | [`StoredChunk`](crate::verdicts::StoredChunk): outcomes alone | 5,120 classes |
/// | [`Survey`](crate::survey::Survey) | [`SurveyTally`](crate::survey::SurveyTally): counts alone | 256 gardens |
///
/// Records depend only on the gardens and the request: not on the number of threads, nor on interruptions of
/// earlier runs.
pub trait Run: Sized + Send + Sync {
    /// Type of the records.
    type Record: Send;

    /// The rest after the first `done` records.
    #[must_use]
    fn rest_after(&self, done: u64) -> Self;

    /// Division of the work into blocks.
    fn plan(&self) -> Plan;

    /// The records of a block, in order, and the number of gardens solved for them.
    ///
    /// # Errors
    ///
    /// Returns the reason with which `budget` ended the search.
    fn solve(
        &self,
        walker: &mut Walker,
        block: Block,
        budget: &Budget<'_>,
    ) -> Result<(Vec<Self::Record>, u64), Stop>;
}

/// Solves gardens, side by side on one thread: a hundred or more keep it busy.
///
/// # Errors
///
/// See [`solve_many`]; also [`Stop::Nodes`] if the nodes exceed what a record can count.
pub fn solve(
    gardens: &[Garden],
    full_board: FullBoard,
    budget: &Budget<'_>,
) -> Result<Vec<CensusRecord>, Stop> {
    let starts: Vec<Position> = gardens.iter().copied().map(Position::start).collect();
    let solutions = solve_many(&starts, full_board, budget)?;
    solutions.iter().map(|solution| CensusRecord::from_solution(solution).ok_or(Stop::Nodes)).collect()
}

/// Reasons why a run ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RunError<E> {
    /// The run was stopped.
    Stopped(Stop),
    /// The receiver of the records failed.
    Sink(E),
}

/// Solves the rest of `run` after the first `done` records on the current rayon pool, and passes its records
/// to `sink` in order, a block at a time. Memory use is constant. When a run is stopped, records that were
/// not passed on are lost, a few seconds' work.
///
/// # Errors
///
/// Returns the reason with which `budget` ended the run, or the first error of the sink. The sink has then
/// received the first records after `done`, without a gap.
pub fn run<R: Run, E: Send>(
    run: &R,
    done: u64,
    budget: &Budget<'_>,
    progress: &dyn Progress,
    mut sink: impl FnMut(&[R::Record]) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let rest = run.rest_after(done);
    let work = |walker: &mut Walker, block: Block| {
        let (records, gardens) = rest.solve(walker, block, budget)?;
        progress.advance(gardens);
        Ok(records)
    };
    // Set when the sink fails, so that no further block is begun.
    let halt = CancelToken::new();
    let mut failed = None;
    let fold = |records: Vec<R::Record>| {
        if failed.is_none()
            && let Err(error) = sink(&records)
        {
            failed = Some(error);
            halt.cancel(Stop::Interrupted);
        }
    };
    let ended = fold_blocks(&rest.plan(), RunContext::silent(&halt), Walker::default, work, fold);
    match failed {
        Some(error) => Err(RunError::Sink(error)),
        None => ended.map_err(RunError::Stopped),
    }
}

/// The records after the first `done`, solved on this many threads.
#[cfg(test)]
pub(crate) fn records<R: Run<Record: Clone>>(what: &R, done: u64, threads: usize) -> Vec<R::Record> {
    use hanamachi_core::search::budget::Silent;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    let mut found = Vec::new();
    let sink = |records: &[R::Record]| {
        found.extend_from_slice(records);
        Ok::<_, ()>(())
    };
    pool.install(|| run(what, done, &Budget::UNLIMITED, &Silent, sink)).unwrap();
    found
}
