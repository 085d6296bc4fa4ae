//! The opponent: perfect play, with mistakes at a given rate.

use hanamachi_solver::okiya::{Cell, FullBoard, Position, Solution, Solver};
use hanamachi_solver::search::budget::{Budget, Stop};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::session::Session;

/// The solver as a player.
#[derive(Debug)]
pub(super) struct SlippingEngine {
    solver: Solver,
    slip: f64,
    full_board: FullBoard,
    generator: Xoshiro256PlusPlus,
    budget: Budget<'static>,
}

impl SlippingEngine {
    /// Creates a player that plays a move other than the best with probability `slip`.
    pub(super) fn new(
        slip: f64,
        full_board: FullBoard,
        generator: Xoshiro256PlusPlus,
        session: &Session,
    ) -> Self {
        let budget = Budget { nodes: None, cancel: Some(session.cancel) };
        Self { solver: Solver::new(), slip, full_board, generator, budget }
    }

    /// Solves a position in which the game is not over.
    pub(super) fn solve(&mut self, position: &Position) -> Result<Solution, Stop> {
        self.solver.solve(position, self.full_board, &self.budget)
    }

    /// Chooses a move; returns `None` if there is no legal one. Equally good moves are equally likely, and so are the
    /// mistakes.
    pub(super) fn choose(&mut self, position: &Position) -> Result<Option<Cell>, Stop> {
        let solution = self.solve(position)?;
        Ok(solution.choose(self.slip, &mut self.generator).map(|chosen| chosen.cell))
    }
}
