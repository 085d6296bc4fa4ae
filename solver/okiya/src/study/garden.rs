//! Study of a garden: the value of each opening, each reply and each answer to it.

use super::choice::Choice;
use super::trap::Trap;
use crate::cell::Cell;
use crate::garden::Garden;
use crate::position::Position;
use crate::rules::FullBoard;
use crate::solve::{MoveValue, Solution, Solver};
use hanamachi_core::search::budget::{Budget, Stop};

/// The first three plies of a garden: all positions with all moves, solved.
///
/// No game ends that early: nobody has four tokens, and at most two of the six tiles that match another are
/// gone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GardenStudy {
    /// The garden before the first move.
    pub start: Solution,
    /// The twelve openings, best first, as in the moves of `start`.
    pub openings: Vec<OpeningStudy>,
    /// Every position along best play in which a move is made, from `start` on.
    pub line: Vec<Solution>,
}

/// An opening with all replies and answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningStudy {
    /// The opening.
    pub opening: MoveValue,
    /// The position after it. Its moves are the replies, valued for o.
    pub replies: Solution,
    /// The positions after each of the replies, in their order. Their moves are the answers, valued for x.
    pub answers: Vec<Solution>,
}

/// One of the positions of a study.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StudiedPosition<'s> {
    /// The moves that led here, none to two.
    pub moves: Vec<Cell>,
    /// The solution.
    pub solution: &'s Solution,
}

impl GardenStudy {
    /// Solves the 85 positions of the first three plies: the garden, 12 after an opening and 72 after a
    /// reply. Also those along best play.
    ///
    /// Takes a few dozen milliseconds.
    ///
    /// # Errors
    ///
    /// Returns the reason to stop, if the budget ends before everything is known. A node limit applies to
    /// each position.
    pub fn solve(
        garden: &Garden,
        full_board: FullBoard,
        solver: &mut Solver,
        budget: &Budget<'_>,
    ) -> Result<Self, Stop> {
        let start = solver.solve(&Position::start(*garden), full_board, budget)?;
        let mut after = |position: &Position, of: &MoveValue| {
            solver.solve(&position.play_unchecked(of.cell), full_board, budget)
        };
        let openings = start.moves.iter().map(|opening| {
            let replies = after(&start.position, opening)?;
            let answers = replies.moves.iter().map(|reply| after(&replies.position, reply));
            let answers = answers.collect::<Result<Vec<_>, _>>()?;
            Ok(OpeningStudy { opening: opening.clone(), replies, answers })
        });
        let openings = openings.collect::<Result<Vec<_>, Stop>>()?;
        let step = |position: &mut Position, &cell: &Cell| {
            let before = *position;
            *position = before.play(cell).ok()?;
            Some(before)
        };
        let line = start.line.iter().scan(start.position, step);
        let line =
            line.map(|position| solver.solve(&position, full_board, budget)).collect::<Result<_, _>>()?;
        Ok(Self { start, openings, line })
    }

    /// The garden.
    #[must_use]
    pub const fn garden(&self) -> &Garden {
        self.start.position.garden()
    }

    /// All positions of the study: the garden, those after an opening, those after a reply. Positions of the
    /// same ply are in the order of the moves.
    pub fn positions(&self) -> impl Iterator<Item = StudiedPosition<'_>> {
        let start = StudiedPosition { moves: Vec::new(), solution: &self.start };
        let second = self
            .openings
            .iter()
            .map(|study| StudiedPosition { moves: vec![study.opening.cell], solution: &study.replies });
        let third = self.openings.iter().flat_map(|study| {
            study.replies.moves.iter().zip(&study.answers).map(|(reply, solution)| StudiedPosition {
                moves: vec![study.opening.cell, reply.cell],
                solution,
            })
        });
        std::iter::once(start).chain(second).chain(third)
    }

    /// The positions with several moves of which only one keeps the outcome, with that move.
    pub fn only_moves(&self) -> impl Iterator<Item = (StudiedPosition<'_>, &MoveValue)> {
        self.positions().filter_map(|studied| {
            let only = studied.solution.only_move()?;
            Some((studied, only))
        })
    }

    /// The traps, each with its position.
    pub fn traps(&self) -> impl Iterator<Item = (StudiedPosition<'_>, Trap<'_>)> {
        self.positions()
            .flat_map(|studied| Trap::all(studied.solution).map(move |trap| (studied.clone(), trap)))
    }
}
