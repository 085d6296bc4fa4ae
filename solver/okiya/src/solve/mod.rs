//! Proved values of a position and of every move in it.
//!
//! The [engine](super::engine) treats a full board as a draw. The values under [`FullBoard::Last`] follow
//! from its scores without another search. The sixteenth token is always o's, and the two rules differ only
//! for games that end with it: a draw under one rule is a win of o with no tile left under the other, a score
//! of 1 for him. Hence a position is worth 1 or more to o under `Last` exactly if it is worth 0 or more to
//! him under `Draw`; in x's terms, 0 or more under `Last` exactly if 1 or more under `Draw`. Every other
//! threshold means the same under both.
//!
//! All searches answer yes-or-no [questions](hanamachi_core::search::questions). [`Solver`] uses the search
//! core's [alpha-beta](hanamachi_core::search::alpha_beta), one question after another; [`solve_many`] uses a
//! search of hundreds of positions side by side.

mod inquiry;
mod many;
#[cfg(test)]
mod tests;
mod who_wins;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use rayon::prelude::*;

pub use self::many::{solve_many, verdicts_of_many};

pub use self::inquiry::MoveValue;
use self::inquiry::{Asks, Inquiry, InquiryNode};
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

/// A solved position: its value, the value of every move, and the principal variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// The position solved.
    pub position: Position,
    /// The rule for a full board.
    pub full_board: FullBoard,
    /// The value for the player to move.
    pub value: Value,
    /// Ending along [`line`](Self::line).
    pub ending: Ending,
    /// Best play from here to the end: the first in cell order of the best moves at every ply.
    pub line: Vec<Cell>,
    /// Every legal move, best first, ties in cell order; empty when the game is over.
    pub moves: Vec<MoveValue>,
    /// Positions that the search expanded. Unlike everything else this may depend on the number of threads,
    /// which share a table.
    pub nodes: u64,
    /// Method; `None` when the game is over.
    pub method: Option<Method>,
}

impl Solution {
    /// The move of a player who slips with this probability, from 0 to 1, and then plays a move that is not
    /// best, if there is one. Equally good moves are equally likely, and so are the moves of a slip. `None`
    /// when the game is over.
    pub fn choose<R: Rng + ?Sized>(&self, slip: f64, rng: &mut R) -> Option<&MoveValue> {
        let best = self.moves.first()?;
        let (good, worse): (Vec<&MoveValue>, Vec<_>) =
            self.moves.iter().partition(|of| of.value.score() == best.value.score());
        let slips = rng.random_bool(slip) && !worse.is_empty();
        (if slips { worse } else { good }).choose(rng).copied()
    }
}

/// The outcome of a position, without its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The outcome for the player to move.
    pub outcome: Outcome,
    /// Positions that the search expanded.
    pub nodes: u64,
    /// Method; `None` if nothing was searched.
    pub method: Option<Method>,
}

impl Verdict {
    /// The verdict of a search.
    fn found(position: &Position, outcome: Outcome, nodes: u64, method: Method) -> Self {
        Self { outcome, nodes, method: position.end().is_none().then_some(method) }
    }
}

/// Solves positions one after another. Its memory is allocated once.
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
    /// Binary logarithm of the number of entries in the transposition table, which holds early positions of
    /// the garden: 2¹² entries, 32 KiB.
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
    /// Returns the reason to stop, if the budget ends before the answer.
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

    /// The value of `position` and of every move, with their lines.
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

    /// As [`solve`](Self::solve), for a position whose moves have known scores: only the lines are searched
    /// for, with fewer nodes. `None` if the scores are found to be wrong. It checks only that there is one
    /// for each move, and that each line ends with its score.
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
    /// A node limit applies to each move.
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
        solve: impl FnOnce(&InquiryNode<'_>, &TranspositionTable) -> T,
    ) -> T {
        self.table.new_epoch();
        let garden = GardenTables::new(position.garden());
        solve(&InquiryNode::new(position, full_board, &garden), &self.table)
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

    /// The threshold with a full board drawn that `side` reaches exactly if he reaches `threshold` under this
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
    /// Asks `search` until everything is known.
    fn finish(mut self, search: &mut AlphaBeta<'_>) -> Result<MoveValue, Stop> {
        self.ask_all(search)?;
        Ok(self.result().expect("no question is left"))
    }
}

impl Solution {
    /// The solution with these moves, given in any order.
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
