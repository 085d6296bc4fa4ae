//! Solving of ranges of classes for their outcomes only.

use std::num::NonZeroU64;

use super::chunk::StoredChunk;
use super::range::VerdictCensus;
use super::shard::ShardSolution;
use crate::bitslice::solve_outcomes;
use crate::census::{FileRun, Run, RunError, Walker, run};
use hanamachi_core::search::budget::{Budget, CancelToken, RunContext, Stop};
use hanamachi_core::search::parallel::{Block, Plan};

/// 128,000 classes, some seconds' work: with fewer, the idle lanes at the end of the search would be
/// significant.
const CHUNKS_IN_BLOCK: NonZeroU64 = NonZeroU64::new(25).unwrap();

impl Run for VerdictCensus {
    type Record = StoredChunk;

    fn rest_after(&self, done: u64) -> Self {
        Self(self.span().rest_after(self.gardens(done)))
    }

    fn plan(&self) -> Plan {
        let chunks = self.chunks();
        Plan { items: chunks.end - chunks.start, block_size: CHUNKS_IN_BLOCK, seed: 0, blocks_done: 0 }
    }

    fn solve(
        &self,
        walker: &mut Walker,
        block: Block,
        budget: &Budget<'_>,
    ) -> Result<(Vec<StoredChunk>, u64), Stop> {
        let first = self.chunks().start;
        let chunks = first + block.items.start..first + block.items.end;
        let (start, end) = (self.in_chunk(chunks.start).start, self.in_chunk(chunks.end - 1).end);
        let gardens = walker.classes(start..end);
        let solved = solve_outcomes(&gardens, budget.cancel.unwrap_or(&CancelToken::new()))?;
        let mut solutions = solved.outcomes.iter().zip(&solved.nodes).zip(&gardens);
        let fill = |chunk| {
            let mut stored = StoredChunk::EMPTY;
            for class in self.in_chunk(chunk) {
                if let Some(((&outcome, &nodes), garden)) = solutions.next() {
                    stored.put(Self::place(class), outcome, garden.class_size(), nodes.into());
                }
            }
            stored
        };
        Ok((chunks.map(fill).collect(), end - start))
    }
}

/// Solves a whole range for the ledger, on the current rayon pool. `program` is the running program.
///
/// # Errors
///
/// Returns the reason with which `cancel` was set.
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
    let budget = Budget { nodes: None, cancel: Some(context.cancel) };
    match run(census, 0, &budget, context.progress, sink) {
        Ok(()) => Ok(ShardSolution::of_chunks(census, chunks, program)),
        Err(RunError::Stopped(stop)) => Err(stop),
        Err(RunError::Sink(never)) => match never {},
    }
}
