//! The contracts between a game and the search: narrow traits, one for each kind of game.

use std::ops::Neg;

/// What a position is worth to the player to move: larger is better, 0 is even, and the same position is
/// worth the negated score to the opponent.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Score(i8);

impl Score {
    /// Worse than every score of a game.
    pub const MIN: Self = Self(-i8::MAX);
    /// Better than every score of a game.
    pub const MAX: Self = Self(i8::MAX);
    /// Even.
    pub const ZERO: Self = Self(0);

    /// The score `value`; −128 has no negative and becomes −127.
    #[must_use]
    pub const fn new(value: i8) -> Self {
        if value == i8::MIN { Self::MIN } else { Self(value) }
    }

    /// The integer.
    #[must_use]
    pub const fn get(self) -> i8 {
        self.0
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}
