//! Solving ranges of classes on all threads.

use std::num::NonZeroU64;

use super::chunk::StoredChunk;
use super::ledger::LedgerRow;
use super::range::VerdictCensus;
use super::table::OutcomeHasher;
use crate::bitslice::solve_outcomes;
use crate::census::RunError;
use crate::symmetry::{ClassNumber, classes_from};
use crate::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};

/// 128,000 classes, some seconds' work: in fewer, the lanes of the search that are empty at the end would weigh.
const CHUNKS_IN_BLOCK: NonZeroU64 = NonZeroU64::new(25).unwrap();

/// Solves the classes behind the first `done` chunks on the current rayon pool, and hands their chunks to `sink` in order.
///
/// What the sink gets depends on the census alone. Chunks that were not handed on are lost when a run is stopped.
///
/// # Errors
///
/// The reason with which `cancel` was set, or the first error of the sink. What the sink has taken by then are the first chunks
/// behind `done`, without a gap.
pub fn run<E: Send>(
    census: &VerdictCensus,
    done: u64,
    context: RunContext<'_>,
    mut sink: impl FnMut(&[StoredChunk]) -> Result<(), E>,
) -> Result<(), RunError<E>> {
    let first = census.chunks().start + done;
    let work = |(): &mut (), block: Block| {
        let chunks = first + block.items.start..first + block.items.end;
        let solved = solve_chunks(census, chunks, context.cancel)?;
        context
            .progress
            .advance(census.classes_in(done + block.items.end) - census.classes_in(done + block.items.start));
        Ok(solved)
    };
    // Set when the sink fails, so that no further block is begun.
    let halt = CancelToken::new();
    let mut failed = None;
    let fold = |chunks: Vec<StoredChunk>| {
        if failed.is_none()
            && let Err(error) = sink(&chunks)
        {
            failed = Some(error);
            halt.cancel(Stop::Interrupted);
        }
    };
    let items = census.chunks().end.saturating_sub(first);
    let plan = Plan { items, block_size: CHUNKS_IN_BLOCK, seed: 0, blocks_done: 0 };
    let ended = fold_blocks(&plan, RunContext::silent(&halt), || (), work, fold);
    match failed {
        Some(error) => Err(RunError::Sink(error)),
        None => ended.map_err(RunError::Stopped),
    }
}

/// The chunks with these numbers, of which there is one at least.
fn solve_chunks(
    census: &VerdictCensus,
    chunks: std::ops::Range<u64>,
    cancel: &CancelToken,
) -> Result<Vec<StoredChunk>, Stop> {
    let (first, end) = (census.in_chunk(chunks.start).start, census.in_chunk(chunks.end - 1).end);
    let Some(number) = ClassNumber::new(first) else { return Ok(Vec::new()) };
    let count = usize::try_from(end - first).unwrap_or(usize::MAX);
    let gardens: Vec<_> = classes_from(number).take(count).collect();
    let solved = solve_outcomes(&gardens, cancel)?;
    let mut solutions = solved.outcomes.iter().zip(&solved.nodes).zip(&gardens);
    let fill = |chunk| {
        let mut stored = StoredChunk::EMPTY;
        for class in census.in_chunk(chunk) {
            if let Some(((&outcome, &nodes), garden)) = solutions.next() {
                stored.put(VerdictCensus::place(class), outcome, garden.class_size(), nodes.into());
            }
        }
        stored
    };
    Ok(chunks.map(fill).collect())
}

/// What a shard of the ledger comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShardSolution {
    /// Its line in the ledger.
    pub row: LedgerRow,
    /// The numbers of its classes that o wins, in ascending order.
    pub second_wins: Vec<u64>,
    census: VerdictCensus,
    chunks: Vec<StoredChunk>,
}

/// Solves all of a range, on the current rayon pool, for the ledger. `program` is the one that does it.
///
/// # Errors
///
/// The reason with which `cancel` was set.
pub fn solve_shard(
    census: &VerdictCensus,
    program: &str,
    context: RunContext<'_>,
) -> Result<ShardSolution, Stop> {
    let mut chunks = Vec::new();
    let sink = |solved: &[StoredChunk]| {
        chunks.extend_from_slice(solved);
        Ok::<_, std::convert::Infallible>(())
    };
    match run(census, 0, context, sink) {
        Ok(()) => Ok(ShardSolution::of_chunks(census, chunks, program)),
        Err(RunError::Stopped(stop)) => Err(stop),
        Err(RunError::Sink(never)) => match never {},
    }
}

impl ShardSolution {
    /// What these chunks, which are all of the range, come to.
    pub(super) fn of_chunks(census: &VerdictCensus, chunks: Vec<StoredChunk>, program: &str) -> Self {
        let (mut hasher, mut second_wins) = (OutcomeHasher::default(), Vec::new());
        for (number, chunk) in census.chunks().zip(&chunks) {
            for class in census.in_chunk(number) {
                let outcome = chunk.outcome(VerdictCensus::place(class));
                hasher.add(outcome);
                if outcome == Outcome::Loss {
                    second_wins.push(class);
                }
            }
        }
        let numbers = census.numbers();
        let row = LedgerRow {
            first_class: numbers.start,
            classes: numbers.end - numbers.start,
            tally: census.tally_of(0, &chunks),
            blake3: hasher.finish(),
            program: program.to_owned(),
        };
        Self { row, second_wins, census: *census, chunks }
    }

    /// The outcome of a class; `None` of one that is not in the shard.
    #[must_use]
    pub fn outcome(&self, class: u64) -> Option<Outcome> {
        self.census.outcome(&self.chunks, class)
    }
}
