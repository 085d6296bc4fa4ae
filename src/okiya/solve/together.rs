//! Answers many items of a batch together.

use std::time::Instant;

use hanamachi_solver::okiya::{FullBoard, Method, Position, Solver, solve_many, verdicts_of_many};
use hanamachi_solver::search::budget::Stop;

use super::{AskedItem, ItemAnswer, Solve, TimedAnswer};
use crate::failure::Failure;
use crate::workers::Workers;

/// Returns the answers to the items, in their order. An answer is `None` if the item cannot be answered together with
/// others, or if there are so few items that separate searches are faster.
pub(super) fn answers(
    solve: &Solve<'_>,
    workers: &Workers<Solver>,
    asked: &[Result<AskedItem, Failure>],
) -> Vec<Option<Result<TimedAnswer, Stop>>> {
    let mut answers: Vec<_> = asked.iter().map(|_| None).collect();
    let fewest = match solve.method {
        Some(Method::BitSliced) => 1,
        _ if solve.verdict => FEWEST_VERDICTS,
        _ => FEWEST_SOLUTIONS,
    };
    for full_board in [FullBoard::Draw, FullBoard::Last] {
        let items: Vec<(usize, Position)> = (0..)
            .zip(asked)
            .filter_map(|(place, asked)| Some((place, asked.as_ref().ok()?)))
            .filter(|(_, asked)| asked.full_board == full_board && is_for_many(solve, asked))
            .map(|(place, asked)| (place, *asked.item.position()))
            .collect();
        if items.len() < fewest {
            continue;
        }
        let chunks: Vec<_> = items.chunks(items.len().div_ceil(workers.count()).max(fewest)).collect();
        let found = workers.map(&chunks, |_, items| {
            let positions: Vec<Position> = items.iter().map(|&(_, position)| position).collect();
            search(solve, &positions, full_board)
        });
        for (items, found) in chunks.into_iter().zip(found) {
            match found {
                Ok(found) => {
                    for (&(place, _), answer) in items.iter().zip(found) {
                        answers[place] = Some(Ok(answer));
                    }
                }
                Err(stop) => {
                    for &(place, _) in items {
                        answers[place] = Some(Err(stop));
                    }
                }
            }
        }
    }
    answers
}

/// Minimum number of items per thread for which a common search is faster, for verdicts and for solutions. A common
/// search takes as long as its hardest item.
const FEWEST_VERDICTS: usize = 224;
const FEWEST_SOLUTIONS: usize = 32;

/// Whether an item can be searched together with others: it has no record in the table and no node limit.
fn is_for_many(solve: &Solve<'_>, asked: &AskedItem) -> bool {
    solve.method != Some(Method::AlphaBeta)
        && solve.budget.nodes.is_none()
        && asked.found.is_none()
        && asked.item.position().end().is_none()
}

/// Answers one item by the bit-sliced search.
pub(super) fn search_one(
    solve: &Solve<'_>,
    position: &Position,
    full_board: FullBoard,
) -> Result<TimedAnswer, Stop> {
    Ok(search(solve, &[*position], full_board)?.pop().expect("an answer for each position"))
}

/// Answers positions on one thread.
fn search(
    solve: &Solve<'_>,
    positions: &[Position],
    full_board: FullBoard,
) -> Result<Vec<TimedAnswer>, Stop> {
    let started = Instant::now();
    let found: Vec<(ItemAnswer, u64)> = if solve.verdict {
        let verdicts = verdicts_of_many(positions, full_board, &solve.budget)?;
        verdicts.into_iter().map(|verdict| (ItemAnswer::Verdict(verdict), verdict.nodes)).collect()
    } else {
        let solutions = solve_many(positions, full_board, &solve.budget)?;
        let nodes: Vec<u64> = solutions.iter().map(|solution| solution.nodes).collect();
        solutions.into_iter().map(ItemAnswer::Solution).zip(nodes).collect()
    };
    let elapsed = started.elapsed();
    let all = found.iter().map(|&(_, nodes)| nodes).sum::<u64>().max(1);
    #[expect(clippy::cast_precision_loss, reason = "a time for the eye")]
    let share = |nodes: u64| elapsed.mul_f64(nodes as f64 / all as f64);
    Ok(found.into_iter().map(|(found, nodes)| TimedAnswer { found, elapsed: share(nodes) }).collect())
}
