//! Grades a game on the threads of a command.

use hanamachi_solver::okiya::study::{GradedGame, GradedMove};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, Player, Position, Solver};
use hanamachi_solver::search::budget::{Budget, Stop};

use crate::workers::Workers;

/// Grades `game`: solves every position in which a move was made.
pub(crate) fn game(
    game: &Game,
    resigned_to: Option<Player>,
    full_board: FullBoard,
    workers: &Workers<Solver>,
    budget: &Budget<'_>,
) -> Result<GradedGame, Stop> {
    let made: Vec<(Position, Cell)> = game.positions().zip(game.moves().iter().copied()).collect();
    let moves = workers.map(&made, |solver, &(position, cell)| {
        GradedMove::solve((&position, cell), full_board, solver, budget)
    });
    let moves = moves.into_iter().collect::<Result<Vec<_>, _>>()?;
    Ok(GradedGame { game: game.clone(), resigned_to, full_board, moves })
}
