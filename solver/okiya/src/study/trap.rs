//! Bad moves that look like a good one.
//!
//! Similarity is subjective and needs a definition. Two moves of a position look alike when
//!
//! - both go to the same kind of cell: a corner, another cell of the border, or the middle;
//! - their tiles share the plant or the symbol;
//! - both leave the opponent equally many replies, and at least one.
//!
//! A *trap* is a move that makes the outcome worse and looks like one that keeps it. The equal counts matter:
//! most players count replies, and a block is the ending that they see coming.

use crate::cell::Cell;
use crate::garden::Garden;
use crate::solve::{MoveValue, Solution};

use super::choice::{Choice, Keeping};

/// Type of cell, invariant under symmetries of the square: corner, edge or middle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CellKind {
    /// One of the four corners.
    Corner,
    /// One of the eight other cells of the border.
    Edge,
    /// One of the four in the middle.
    Middle,
}

impl CellKind {
    /// The kind of a cell.
    #[must_use]
    pub const fn from_cell(cell: Cell) -> Self {
        match (cell.is_corner(), cell.is_border()) {
            (true, _) => Self::Corner,
            (false, true) => Self::Edge,
            (false, false) => Self::Middle,
        }
    }

    /// `corner`, `edge` or `middle`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corner => "corner",
            Self::Edge => "edge",
            Self::Middle => "middle",
        }
    }
}

/// Whether two moves of a position in `garden` look alike, as defined by this module.
#[must_use]
pub fn alike(garden: &Garden, one: &MoveValue, other: &MoveValue) -> bool {
    CellKind::from_cell(one.cell) == CellKind::from_cell(other.cell)
        && garden.tile(one.cell).matches(garden.tile(other.cell))
        && one.replies == other.replies
        && one.replies > 0
}

/// A move that makes the outcome worse and looks like one that keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Trap<'s> {
    /// The move.
    pub bad: &'s MoveValue,
    /// The best of the moves that it looks like, the first in cell order.
    pub good: &'s MoveValue,
}

impl<'s> Trap<'s> {
    /// The traps of a position, the least bad first.
    pub fn all(solution: &'s Solution) -> impl Iterator<Item = Self> {
        let garden = solution.position.garden();
        solution.moves_keeping(Keeping::Nothing).filter_map(move |bad| {
            let mut kept = solution.moves.iter().filter(|good| solution.keeping(good) != Keeping::Nothing);
            kept.find(|good| alike(garden, bad, good)).map(|good| Self { bad, good })
        })
    }
}
