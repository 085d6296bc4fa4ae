//! Batches: one item per input line, one answer per output line, in the same order and in constant memory. Independent
//! of the games.

use crate::diagnostic::in_place;
use crate::failure::{Failure, Limit, Trouble};
use crate::items::Items;
use crate::lines::{Line, stdin_bytes};
use crate::output::{Output, Rendering};
use crate::progress::BatchProgress;
use crate::session::Session;

/// Blocks grow from the first size to the last: small ones give early answers, large ones keep all threads
/// busy. With many threads, each thread gets enough items for a search that needs hundreds at a time.
const FIRST_BLOCK: usize = 64;
const LAST_BLOCK: usize = 4096;
const GROWTH: usize = 8;
const PER_THREAD: usize = 512;

/// Answers every item of the input, in order. `answer` takes a block of items and returns one answer for each.
///
/// An item stands on one line, or on several that belong together, as [`Joiner`](hanamachi_solver::text::Joiner) finds.
/// Blank lines and lines that begin with `#` are skipped. A refused item, or one that reaches a limit of its
/// own, gets an error in its place (in the format of `rendering`); the other lines are still answered. The time
/// limit and Ctrl-C end the batch: earlier answers remain, and the rest is not read.
pub(crate) fn run(
    threads: usize,
    output: &mut Output,
    rendering: Rendering,
    session: &Session,
    mut items: Items,
    mut answer: impl FnMut(&[&str]) -> Vec<Result<String, Failure>>,
) -> Result<(), Failure> {
    let mut tally = LineCounts::default();
    let progress = if output.is_terminal() {
        BatchProgress::hidden()
    } else {
        BatchProgress::start(stdin_bytes(), session)
    };
    let mut block_size = FIRST_BLOCK;
    loop {
        let block = items.next_block(block_size, session)?;
        let Some(end) = block.last().map(|line| line.end) else {
            return tally.into_result();
        };
        let texts: Vec<&str> = block.iter().filter_map(|line| line.text.as_deref().ok()).collect();
        let mut answers = answer(&texts).into_iter();
        for line in &block {
            let answer = match &line.text {
                Ok(_) => answers.next().expect("every line has an answer"),
                Err(fault) => Err(fault.refusal().into()),
            };
            tally.write(line, answer, rendering, output)?;
        }
        output.flush()?;
        if tally.timed_out {
            return Err(Failure::BatchTimedOut);
        }
        progress.reached(tally.items, end);
        block_size = LAST_BLOCK.max(PER_THREAD * threads).min(GROWTH * block_size);
    }
}

/// Counts of the lines read so far.
#[derive(Debug, Default)]
struct LineCounts {
    items: u64,
    refused: u64,
    unanswered: u64,
    timed_out: bool,
}

impl LineCounts {
    fn write(
        &mut self,
        line: &Line,
        answer: Result<String, Failure>,
        rendering: Rendering,
        output: &mut Output,
    ) -> Result<(), Failure> {
        self.items += 1;
        let text = match answer {
            Ok(text) => text,
            Err(failure) => {
                match &failure {
                    Failure::Refused(_) => self.refused += 1,
                    _ if failure.trouble() == Some(Trouble::OtherRules) => self.refused += 1,
                    Failure::Limit(Limit::Nodes) | Failure::TooCostly(_) => {
                        self.unanswered += 1;
                    }
                    Failure::Limit(Limit::Time) => self.timed_out = true,
                    _ => return Err(failure),
                }
                in_place(failure, line.number, rendering)
            }
        };
        output.line(&text)
    }

    fn into_result(self) -> Result<(), Failure> {
        match (self.refused, self.unanswered) {
            (0, 0) => Ok(()),
            (0, unanswered) => Err(Failure::LinesUnanswered(unanswered)),
            (refused, _) => Err(Failure::LinesRefused(refused)),
        }
    }
}
