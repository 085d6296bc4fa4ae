//! Answers items one by one, or many of a batch together.

use std::path::Path;
use std::time::{Duration, Instant};

use hanamachi_report::terminal::okiya::solution as page;
use hanamachi_solver::okiya::census::CensusRecord;
use hanamachi_solver::okiya::objects::{Detail, SolutionObject};
use hanamachi_solver::okiya::{
    FullBoard, Method, Position, Solution, Solver, Verdict, solve_many, verdicts_of_many,
};
use hanamachi_solver::search::budget::{Budget, Stop};

use crate::args::RulesArgs;
use crate::failure::Failure;
use crate::okiya::item::PositionItem;
use crate::okiya::tabled::CensusLookup;
use crate::output::json;
use crate::query::{AnswerForm, Query, QueryItem as _};
use crate::session::Session;
use crate::workers::Workers;

/// The question of the command.
pub(super) struct Solve<'t> {
    pub(super) table: Option<CensusLookup<'t>>,
    pub(super) rules: RulesArgs,
    pub(super) verdict: bool,
    pub(super) detail: Detail,
    /// The requested method; if `None`, the number of items decides.
    pub(super) method: Option<Method>,
    /// Whether the moves of a single position are divided among the threads, and not the items of a batch.
    pub(super) spreads_moves: bool,
    pub(super) budget: Budget<'static>,
    pub(super) session: Session,
}

/// An item, with its record in the table if there is one.
struct AskedItem {
    item: PositionItem,
    full_board: FullBoard,
    found: Option<CensusRecord>,
}

/// Answer for an item.
enum ItemAnswer {
    Verdict(Verdict),
    Solution(Solution),
}

/// An answer with its time. For items answered together, the time is divided in proportion to their nodes.
struct TimedAnswer {
    found: ItemAnswer,
    elapsed: Duration,
}

impl Solve<'_> {
    /// Looks up the rules and the record of an item.
    fn ask(&self, item: PositionItem) -> Result<AskedItem, Failure> {
        let full_board = self.rules.full_board(item.full_board());
        let find = |table: &CensusLookup<'_>| table.find(item.position(), full_board);
        let found = self.table.as_ref().map_or(Ok(None), find)?;
        Ok(AskedItem { item, full_board, found })
    }

    /// Answers one item.
    fn search(
        &self,
        solver: &mut Solver,
        asked: &AskedItem,
        form: AnswerForm,
    ) -> Result<TimedAnswer, Failure> {
        let started = Instant::now();
        let (position, full_board) = (asked.item.position(), asked.full_board);
        // A finished game needs no search.
        let is_over = position.end().is_some();
        if self.method == Some(Method::BitSliced) && !is_over {
            return Ok(search_one(self, position, full_board)?);
        }
        let found = if self.verdict && !(is_over && form != AnswerForm::Line) {
            ItemAnswer::Verdict(match &asked.found {
                Some(record) => {
                    Verdict { outcome: record.best().1.value().outcome(), nodes: 0, method: None }
                }
                None => solver.verdict(position, full_board, &self.budget)?,
            })
        } else {
            ItemAnswer::Solution(match (&self.table, &asked.found) {
                (Some(table), Some(record)) => table.solution(record, position, solver, &self.budget)?,
                _ if self.spreads_moves => solver.solve_parallel(position, full_board, &self.budget)?,
                _ => solver.solve(position, full_board, &self.budget)?,
            })
        };
        Ok(TimedAnswer { found, elapsed: started.elapsed() })
    }

    /// Answers one item and formats the answer.
    fn search_and_tell(
        &self,
        solver: &mut Solver,
        asked: &AskedItem,
        form: AnswerForm,
    ) -> Result<String, Failure> {
        Ok(self.tell(asked, &self.search(solver, asked, form)?, form))
    }

    /// Formats an answer.
    fn tell(&self, asked: &AskedItem, answer: &TimedAnswer, form: AnswerForm) -> String {
        let (position, full_board) = (asked.item.position(), asked.full_board);
        // The table, and whether the answer is from it.
        let origin = self.table.as_ref().map(|table| (table.path(), asked.found.is_some()));
        let word = origin.map(|(_, is_found)| if is_found { "table" } else { "search" });
        let table = origin.map(|(path, _)| path.display().to_string());
        let elapsed = answer.elapsed;
        match (&answer.found, form) {
            (&ItemAnswer::Verdict(verdict), AnswerForm::Json) => json(
                &SolutionObject::of_verdict(position, full_board, verdict, elapsed).from_source(word, table),
            ),
            (ItemAnswer::Verdict(verdict), AnswerForm::Line) => {
                behind(origin, format!("{position}  {}", verdict.outcome), "  ")
            }
            (&ItemAnswer::Verdict(verdict), AnswerForm::Page) => {
                behind(origin, page::verdict_page(position, full_board, verdict), "\nValues: ")
            }
            (ItemAnswer::Solution(solution), AnswerForm::Json) => {
                let asked = if self.verdict { "verdict" } else { "solve" };
                json(
                    &SolutionObject::of_solution(solution, asked, self.detail, elapsed)
                        .from_source(word, table),
                )
            }
            (ItemAnswer::Solution(solution), AnswerForm::Line) => behind(origin, page::line(solution), "  "),
            (ItemAnswer::Solution(solution), AnswerForm::Page) => {
                self.session.detail(format_args!("{} positions expanded in {elapsed:.1?}", solution.nodes));
                behind(origin, page::page(solution, self.detail), "\nValues: ")
            }
        }
    }
}

/// Appends the source to an answer for people, separated by `before`.
fn behind(origin: Option<(&Path, bool)>, text: String, before: &str) -> String {
    match origin {
        None => text,
        Some((path, true)) => format!("{text}{before}from {}", path.display()),
        Some((path, false)) => format!("{text}{before}searched: not in {}", path.display()),
    }
}

impl Query for Solve<'_> {
    type Item = PositionItem;
    type State = Solver;

    fn answer(&self, solver: &mut Solver, item: &PositionItem, form: AnswerForm) -> Result<String, Failure> {
        self.search_and_tell(solver, &self.ask(item.clone())?, form)
    }

    fn answer_batch(
        &self,
        workers: &Workers<Solver>,
        texts: &[&str],
        form: AnswerForm,
        session: &Session,
    ) -> Vec<Result<String, Failure>> {
        let asked = workers.map(texts, |_, text| self.ask(PositionItem::parse(text)?));
        let answers = answers_together(self, workers, &asked);
        let answers: Vec<_> = asked.iter().zip(answers).collect();
        let texts = workers.map(&answers, |solver, (asked, answer)| {
            let asked = asked.as_ref().ok()?;
            Some(match answer {
                Some(answer) => {
                    answer.as_ref().map(|answer| self.tell(asked, answer, form)).map_err(|&stop| stop.into())
                }
                None => session.check().and_then(|()| self.search_and_tell(solver, asked, form)),
            })
        });
        let answer = |(asked, text): (Result<AskedItem, Failure>, Option<Result<String, Failure>>)| {
            asked.and_then(|_| text.expect("what was read has an answer"))
        };
        asked.into_iter().zip(texts).map(answer).collect()
    }
}

/// Returns the answers to the items, in their order. An answer is `None` if the item cannot be answered together with
/// others, or if there are so few items that separate searches are faster.
fn answers_together(
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
            search_together(solve, &positions, full_board)
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
fn search_one(solve: &Solve<'_>, position: &Position, full_board: FullBoard) -> Result<TimedAnswer, Stop> {
    Ok(search_together(solve, &[*position], full_board)?.pop().expect("an answer for each position"))
}

/// Answers positions on one thread.
fn search_together(
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
