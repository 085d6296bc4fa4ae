//! Classification of the moves of a position by the part of its value that they keep.

use crate::solve::{MoveValue, Solution};

/// Part of a position's value that a move keeps.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Keeping {
    /// Outcome and tiles: no move is better.
    Value,
    /// The outcome, but not the best number of tiles.
    Outcome,
    /// Nothing: the outcome gets worse.
    Nothing,
}

impl Keeping {
    /// All three, best first.
    pub const ALL: [Self; 3] = [Self::Value, Self::Outcome, Self::Nothing];

    /// `best`, `kept` or `lost`: the effect on the outcome.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Value => "best",
            Self::Outcome => "kept",
            Self::Nothing => "lost",
        }
    }
}

/// Choice of the player to move in a solved position.
pub trait Choice {
    /// Part of the value that a move of this position keeps.
    fn keeping(&self, of: &MoveValue) -> Keeping;

    /// The moves that keep exactly this much, best first.
    fn moves_keeping(&self, keeping: Keeping) -> impl Iterator<Item = &MoveValue>;

    /// The only one of several moves that keeps the outcome; `None` if the move is forced.
    fn only_move(&self) -> Option<&MoveValue>;
}

impl Choice for Solution {
    fn keeping(&self, of: &MoveValue) -> Keeping {
        if of.value.score() == self.value.score() {
            Keeping::Value
        } else if of.value.outcome() == self.value.outcome() {
            Keeping::Outcome
        } else {
            Keeping::Nothing
        }
    }

    fn moves_keeping(&self, keeping: Keeping) -> impl Iterator<Item = &MoveValue> {
        self.moves.iter().filter(move |of| self.keeping(of) == keeping)
    }

    fn only_move(&self) -> Option<&MoveValue> {
        match self.moves.as_slice() {
            [only, next, ..] if next.value.outcome() < only.value.outcome() => Some(only),
            _ => None,
        }
    }
}
