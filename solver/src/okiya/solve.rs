//! Proved values of a position and of every move in it.

use std::collections::HashMap;

use super::cell::Cell;
use super::position::Position;
use super::rules::{Ending, FullBoard};
use super::value::{Outcome, Value};
use crate::game::Score;
use crate::search::budget::{Budget, Stop};

/// A position solved: its value, the value of every move, and the line that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// What was solved.
    pub position: Position,
    /// Under which rule.
    pub full_board: FullBoard,
    /// For the player to move.
    pub value: Value,
    /// How the game ends along [`line`](Self::line).
    pub ending: Ending,
    /// Best play from here to the end: of the best moves always the first in cell order.
    pub line: Vec<Cell>,
    /// Every legal move, best first, ties in cell order; empty when the game is over.
    pub moves: Vec<MoveValue>,
    /// Positions that the search expanded.
    pub nodes: u64,
}

/// A legal move and what it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveValue {
    /// The cell taken.
    pub cell: Cell,
    /// The value for the player who makes the move, counted from before the move.
    pub value: Value,
    /// How the game ends along [`line`](Self::line).
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
}

/// Solves positions one after another. Its memory is fixed when it is made.
#[derive(Debug, Default)]
pub struct Solver {
    memo: HashMap<Position, Score>,
    nodes: u64,
}

impl Solver {
    /// A solver with a table of the size that measured best.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the player to move wins, draws or loses: the fastest question.
    pub fn verdict(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        budget: &Budget<'_>,
    ) -> Result<Verdict, Stop> {
        let solution = self.solve(position, full_board, budget)?;
        Ok(Verdict { outcome: solution.value.outcome(), nodes: solution.nodes })
    }

    /// The value of `position` and of every move, with the lines that show them.
    pub fn solve(
        &mut self,
        position: &Position,
        full_board: FullBoard,
        _budget: &Budget<'_>,
    ) -> Result<Solution, Stop> {
        self.memo.clear();
        self.nodes = 0;
        let tiles_now = position.tiles_left();
        let mut moves: Vec<_> = position
            .moves()
            .into_iter()
            .map(|cell| {
                let next = position.play_unchecked(cell);
                let score = -self.score(&next, full_board);
                let mut line = vec![cell];
                let ending = self.extend_line(&next, full_board, &mut line);
                MoveValue {
                    cell,
                    value: Value::new(score, tiles_now),
                    ending,
                    replies: next.moves().len(),
                    line,
                }
            })
            .collect();
        moves.sort_by_key(|m| (std::cmp::Reverse(m.value.score()), m.cell));
        let value = Value::new(self.score(position, full_board), tiles_now);
        let mut line = vec![];
        let ending = self.extend_line(position, full_board, &mut line);
        Ok(Solution { position: *position, full_board, value, ending, line, moves, nodes: self.nodes })
    }

    fn extend_line(&mut self, position: &Position, full_board: FullBoard, line: &mut Vec<Cell>) -> Ending {
        let mut position = *position;
        loop {
            if let Some(end) = position.end() {
                return end.ending;
            }
            let value = self.score(&position, full_board);
            let cell = position
                .moves()
                .into_iter()
                .find(|&c| -self.score(&position.play_unchecked(c), full_board) == value)
                .expect("some move keeps the value");
            line.push(cell);
            position = position.play_unchecked(cell);
        }
    }

    fn score(&mut self, position: &Position, full_board: FullBoard) -> Score {
        if let Some(&score) = self.memo.get(position) {
            return score;
        }
        let score = if position.end().is_some() {
            super::oracle::score(position, full_board)
        } else {
            self.nodes += 1;
            position
                .moves()
                .into_iter()
                .map(|c| -self.score(&position.play_unchecked(c), full_board))
                .max()
                .expect("open")
        };
        self.memo.insert(*position, score);
        score
    }
}
