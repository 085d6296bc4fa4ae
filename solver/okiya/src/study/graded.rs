//! Grades of the moves of a game.

use super::choice::Choice;
use crate::cell::Cell;
use crate::game_history::Game;
use crate::position::Position;
use crate::rules::{FullBoard, Player};
use crate::solve::{MoveValue, Solution, Solver};
use crate::value::Value;
use hanamachi_core::search::budget::{Budget, Stop};

/// A game with the solution of every position in which a move was made.
#[derive(Clone, Debug)]
pub struct GradedGame {
    /// The game.
    pub game: Game,
    /// The winner, if the other player resigned.
    pub resigned_to: Option<Player>,
    /// The rule under which it was solved.
    pub full_board: FullBoard,
    /// The graded moves, in order.
    pub moves: Vec<GradedMove>,
}

/// A move with the solution of its position.
#[derive(Clone, Debug)]
pub struct GradedMove {
    /// The position before the move.
    pub solution: Solution,
    /// The cell taken.
    pub cell: Cell,
}

/// Mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// The outcome got worse.
    Mistake,
    /// No other move would have kept the outcome, and there were others.
    OnlyMove,
}

impl Mark {
    /// Chess notation of the mark.
    #[must_use]
    pub const fn sign(self) -> char {
        match self {
            Self::Mistake => '?',
            Self::OnlyMove => '!',
        }
    }
}

impl GradedMove {
    /// Solves the position in which this cell was taken.
    ///
    /// # Errors
    ///
    /// Returns the reason to stop, if the budget ends before everything is known.
    pub fn solve(
        (position, cell): (&Position, Cell),
        full_board: FullBoard,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        solver.solve(position, full_board, budget).map(|solution| Self { solution, cell })
    }

    /// Player of the move.
    #[must_use]
    pub fn player(&self) -> Player {
        self.solution.position.side()
    }

    /// The value of the position, which is that of its best move.
    #[must_use]
    pub fn before(&self) -> Value {
        self.solution.value
    }

    /// The move, with its value and best play after it.
    #[must_use]
    pub fn made(&self) -> Option<&MoveValue> {
        self.solution.moves.iter().find(|of| of.cell == self.cell)
    }

    /// The value of the move, for the player who made it.
    #[must_use]
    pub fn value_after(&self) -> Value {
        self.made().map_or(self.solution.value, |made| made.value)
    }

    /// The line that punishes a mistake: the opponent's reply and best play after it, to the end. `None` if
    /// the move is not a [mistake](Mark::Mistake).
    #[must_use]
    pub fn refutation(&self) -> Option<&[Cell]> {
        self.made().filter(|_| self.mark() == Some(Mark::Mistake))?.line.get(1..)
    }

    /// The first of the best moves.
    #[must_use]
    pub fn best(&self) -> Option<&MoveValue> {
        self.solution.moves.first()
    }

    /// Loss of the move, in points of score.
    #[must_use]
    pub fn score_loss(&self) -> i8 {
        self.before().score().get() - self.value_after().score().get()
    }

    /// Mark of the move, if any.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        if self.value_after().outcome() < self.before().outcome() {
            return Some(Mark::Mistake);
        }
        self.solution.only_move().map(|_| Mark::OnlyMove)
    }
}

impl GradedGame {
    /// Solves every position in which a move was made, one after another. Takes some milliseconds a move.
    ///
    /// ```
    /// use hanamachi_solver::okiya::study::{GradedGame, Mark};
    /// use hanamachi_solver::okiya::{Cell, FullBoard, Game, Garden, Player, Solver};
    /// use hanamachi_solver::search::budget::Budget;
    ///
    /// let garden: Garden = "05af/b4c1/27d8/3e96".parse()?;
    /// let cells = ["a2", "c1", "d3", "c2"].into_iter().filter_map(Cell::from_name);
    /// let game = Game::from_moves(garden, cells)?;
    /// let graded =
    ///     GradedGame::solve(&game, None, FullBoard::Draw, &mut Solver::new(), &Budget::UNLIMITED)?;
    /// assert_eq!(graded.moves.len(), 4);
    /// // The loss of a move is the value of its position minus the value of the move.
    /// let lost: u32 = [Player::X, Player::O].into_iter().map(|player| graded.total_loss(player)).sum();
    /// let each = graded.moves.iter().map(|made| u32::from(made.score_loss().unsigned_abs()));
    /// assert_eq!(each.sum::<u32>(), lost);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the reason to stop, if the budget ends before everything is known. A node limit applies to
    /// each position.
    pub fn solve(
        game: &Game,
        resigned_to: Option<Player>,
        full_board: FullBoard,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let made = game.positions().zip(game.moves());
        let moves = made
            .map(|(position, &cell)| GradedMove::solve((&position, cell), full_board, solver, budget))
            .collect::<Result<_, Stop>>()?;
        Ok(Self { game: game.clone(), resigned_to, full_board, moves })
    }

    /// Winner of the game, if any.
    #[must_use]
    pub fn winner(&self) -> Option<Player> {
        self.resigned_to.or_else(|| self.game.end()?.winner(self.full_board))
    }

    /// Number of moves of `player` with this mark.
    #[must_use]
    pub fn count(&self, player: Player, mark: Mark) -> usize {
        self.moves.iter().filter(|made| made.player() == player && made.mark() == Some(mark)).count()
    }

    /// Total loss of `player`, in points of score.
    #[must_use]
    pub fn total_loss(&self, player: Player) -> u32 {
        let losses = self.moves.iter().filter(|made| made.player() == player).map(GradedMove::score_loss);
        losses.map(|loss| u32::from(loss.unsigned_abs())).sum()
    }
}
