//! Proved values of a position and of every move in it.
//!
//! The [engine](super::engine) knows the full board as a draw. The values under [`FullBoard::Last`] follow
//! from its scores without another search. The sixteenth token is always o's, and the two rules differ only
//! about games that end with it: what one calls a draw, the other calls a win of o with no tile left, a score
//! of 1 for him. Hence a position is worth 1 or more to o under `Last` exactly if it is worth 0 or more to him
//! under `Draw`; in x's terms, 0 or more under `Last` exactly if 1 or more under `Draw`. Every other threshold
//! means the same under both.
//!
//! Everything is asked in yes-or-no [questions](hanamachi_core::search::questions). [`Solver`] has them answered by the search core's
//! [alpha-beta](hanamachi_core::search::alpha_beta), one after another, and [`solve_many`] by a search of hundreds of positions side by side.

mod inquiry;
mod many;
#[cfg(test)]
mod tests;
mod who_wins;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rayon::prelude::*;

pub use self::many::{solve_many, verdicts_of_many};

use self::inquiry::{Asks, Inquiry, Node};
use self::who_wins::WhoWins;
use super::cell::Cell;
use super::engine::GardenTables;
use super::position::Position;
use super::rules::{Ending, FullBoard, Player};
use super::value::{Outcome, Value};
use hanamachi_core::game::Score;
use hanamachi_core::search::alpha_beta::AlphaBeta;
use hanamachi_core::search::budget::{Budget, Stop};
use hanamachi_core::search::transposition::TranspositionTable;

/// Search method. Both give the same values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Method {
    /// The search core's alpha-beta with its transposition table, one position at a time.
    AlphaBeta,
    /// Bit-sliced search of many positions at once, one bit each.
    BitSliced,
}

impl Method {
    /// `alpha-beta` or `bit-sliced`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AlphaBeta => "alpha-beta",
            Self::BitSliced => "bit-sliced",
        }
    }
}

/// A position solved: its value, the value of every move, and the line that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The position solved.
    pub position: Position,
    /// Under which rule.
    pub full_board: FullBoard,
    /// For the player to move.
    pub value: Value,
    /// Ending along [`line`](Self::line).
    pub ending: Ending,
    /// Best play from here to the end: of the best moves always the first in cell order.
    pub line: Vec<Cell>,
    /// Every legal move, best first, ties in cell order; empty when the game is over.
    pub moves: Vec<MoveValue>,
    /// Positions that the search expanded. Unlike everything else it may depend on the number of threads, which share a table.
    pub nodes: u64,
    /// Method; `None` when the game is over.
    pub method: Option<Method>,
}

impl Solution {
    /// A move as a player makes it who slips with this probability, from 0 to 1: then one that is not best, if there is one. Of equally
    /// good moves each is as likely as any other, and so of moves to slip to. `None` when the game is over.
    pub fn choose<R: Rng + ?Sized>(&self, slip: f64, rng: &mut R) -> Option<&MoveValue> {
        let best = self.moves.first()?;
        let (good, worse): (Vec<&MoveValue>, Vec<_>) =
            self.moves.iter().partition(|of| of.value.score() == best.value.score());
        let slips = rng.random_bool(slip) && !worse.is_empty();
        (if slips { worse } else { good }).choose(rng).copied()
    }
}

/// A legal move and its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The cell taken.
    pub cell: Cell,
    /// The value for the player who makes the move, counted from before the move.
    pub value: Value,
    /// Ending along [`line`](Self::line).
    pub ending: Ending,
    /// Legal replies that the move leaves the opponent; 0 when it ends the game.
    pub replies: usize,
    /// The move itself and best play after it, to the end.
    pub line: Vec<Cell>,
}

/// The outcome of a position alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// For the player to move.
    pub outcome: Outcome,
    /// Positions that the search expanded.
    pub nodes: u64,
    /// Method; `None` if nothing was searched.
    pub method: Option<Method>,
}

impl Verdict {
    /// From a search.
    fn found(position: &Position, outcome: Outcome, nodes: u64, method: Method) -> Self {
        Self { outcome, nodes, method: position.end().is_none().then_some(method) }
    }
}

/// Solves positions one after another. Its memory is fixed when it is made.
///
/// ```
/// use hanamachi_solver::okiya::{FullBoard, Garden, Outcome, Position, Solver};
/// use hanamachi_solver::search::budget::Budget;
///
/// let garden: Garden = "05af/b4c1/27d8/3e96".parse().unwrap();
/// let solution = Solver::new().solve(&Position::start(garden), FullBoard::Draw, &Budget::UNLIMITED).unwrap();
/// assert_eq!(solution.moves.len(), 12);
/// assert_eq!(solution.value, solution.moves[0].value);
/// assert_eq!(solution.line.len(), solution.value.plies_to_end());
/// ```
#[derive(Debug)]
pub struct Solver {
    table: TranspositionTable,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// The size of the table in which a search remembers the early positions of its garden: 2¹² entries, 32 KiB.
    pub const LOG2_TABLE_ENTRIES: u32 = 12;

    /// A solver with a table of the usual size.
    #[must_use]
    pub fn new() -> Self {
        Self::with_table(Self::LOG2_TABLE_ENTRIES)
    }

    /// A solver with a table of 2^`log2_entries` entries. Values do not depend on it.
    ///
    /// # Panics
    ///
    /// See [`TranspositionTable::new`].
    #[must_use]
    pub fn with_table(log2_entries: u32) -> Self {
        Self { table: TranspositionTable::new(log2_entries) }
    }

    /// Outcome for the player to move: the fastest query.
    ///
    /// # Errors
    ///
    /// The reason to stop, when the budget ends before there is an answer.
    pub fn verdict(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        budget: &Budget<'_>,
    ) -> Result<Verdict, Stop> {
        self.begin(position, full_board, |root, table| {
            let mut search = AlphaBeta::new(table, *budget);
            let mut who_wins = WhoWins::new(*root);
            who_wins.ask_all(&mut search)?;
            Ok(Verdict::found(position, who_wins.outcome(), search.nodes(), Method::AlphaBeta))
        })
    }

    /// The value of `position` and of every move, with the lines that show them.
    ///
    /// # Errors
    ///
    /// See [`verdict`](Self::verdict).
    pub fn solve(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        budget: &Budget<'_>,
    ) -> Result<Solution, Stop> {
        self.begin(position, full_board, |root, table| {
            let mut search = AlphaBeta::new(table, *budget);
            let moves = position.moves().into_iter().map(|cell| Inquiry::new(root, cell).finish(&mut search));
            let moves = moves.collect::<Result<Vec<_>, _>>()?;
            Ok(Solution::new(position, full_board, moves, search.nodes(), Method::AlphaBeta))
        })
    }

    /// The same as [`solve`](Self::solve) of a position of whose moves the scores are known: only the lines are searched for, and the nodes
    /// are fewer. `None` if the scores are not those of the moves, as far as that comes to light: there is one for each move, and each
    /// line ends with its score.
    ///
    /// # Errors
    ///
    /// See [`verdict`](Self::verdict).
    pub fn solve_known(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        scores: &[(Cell, Score)],
        budget: &Budget<'_>,
    ) -> Result<Option<Solution>, Stop> {
        self.begin(position, full_board, |root, table| {
            let mut search = AlphaBeta::new(table, *budget);
            let mut moves = Vec::new();
            for cell in position.moves() {
                let known = scores.iter().find(|&&(other, _)| other == cell);
                let Some(&(_, score)) = known else { return Ok(None) };
                let found = Inquiry::with_score(root, cell, score).finish(&mut search)?;
                let last = found.line.iter().fold(*position, |position, &cell| position.play_unchecked(cell));
                let reached = last.end().map(|end| end.score(position.side(), full_board));
                if reached != Some(score) {
                    return Ok(None);
                }
                moves.push(found);
            }
            Ok(Some(Solution::new(position, full_board, moves, search.nodes(), Method::AlphaBeta)))
        })
    }

    /// [`solve`](Self::solve) with the moves spread over the current rayon pool. The threads share the table.
    /// A node limit holds for each move.
    ///
    /// # Errors
    ///
    /// See [`verdict`](Self::verdict).
    pub fn solve_parallel(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        budget: &Budget<'_>,
    ) -> Result<Solution, Stop> {
        self.begin(position, full_board, |root, table| {
            let cells: Vec<Cell> = position.moves().into_iter().collect();
            let moves = cells.into_par_iter().map(|cell| {
                let mut search = AlphaBeta::new(table, *budget);
                Inquiry::new(root, cell).finish(&mut search).map(|value| (value, search.nodes()))
            });
            let (moves, nodes): (Vec<_>, Vec<u64>) =
                moves.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
            Ok(Solution::new(position, full_board, moves, nodes.iter().sum(), Method::AlphaBeta))
        })
    }

    /// Runs `solve` on the position with a cleared table.
    fn begin<T>(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        solve: impl FnOnce(&Node<'_>, &TranspositionTable) -> T,
    ) -> T {
        self.table.new_epoch();
        let garden = GardenTables::new(position.garden());
        solve(&Node::new(position, full_board, &garden), &self.table)
    }
}

impl FullBoard {
    /// Converts the value `drawn` of a position for `side` under full=draw to this rule.
    pub(super) fn score(self, drawn: Score, side: Player) -> Score {
        match (self, side) {
            (Self::Last, Player::X) if drawn == Score::ZERO => Score::new(-1),
            (Self::Last, Player::O) if drawn == Score::ZERO => Score::new(1),
            _ => drawn,
        }
    }

    /// The threshold that `side` reaches with a full board drawn exactly if he reaches `threshold` under this
    /// rule.
    fn threshold(self, threshold: Score, side: Player) -> Score {
        match (self, side, threshold.get()) {
            (Self::Last, Player::X, 0) => Score::new(1),
            (Self::Last, Player::O, 1) => Score::ZERO,
            _ => threshold,
        }
    }
}

impl Inquiry<'_> {
    /// Asks `search` until all is known.
    fn finish(mut self, search: &mut AlphaBeta<'_>) -> Result<MoveValue, Stop> {
        self.ask_all(search)?;
        Ok(self.result().expect("no question is left"))
    }
}

impl Solution {
    /// The solution that consists of these moves, in any order.
    fn new(
        position: &Position,
        full_board: FullBoard,
        mut moves: Vec<MoveValue>,
        nodes: u64,
        method: Method,
    ) -> Self {
        moves.sort_by_key(|value| (-value.value.score(), value.cell));
        let (value, ending, line) = if let Some(end) = position.end() {
            let score = end.score(position.side(), full_board);
            (Value::new(score, position.tiles_left()), end.ending, Vec::new())
        } else {
            let best = moves.first().expect("a game that is not over goes on");
            (best.value, best.ending, best.line.clone())
        };
        let method = position.end().is_none().then_some(method);
        Self { position: *position, full_board, value, ending, line, moves, nodes, method }
    }
}
