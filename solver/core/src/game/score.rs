//! Exact scores of games of perfect information, and bounds on them.

use std::ops::Neg;

use serde::{Deserialize, Serialize};

/// Value of a position for the player to move: larger is better, 0 is even, and the value for the opponent is
/// the negated score.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
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

    /// The score as an integer.
    #[must_use]
    pub const fn get(self) -> i8 {
        self.0
    }

    /// The next higher score.
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.saturating_add(1))
    }
}

impl Neg for Score {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// **Bounded**: a lower and an upper bound on a score, both inclusive.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The score is at least this.
    pub lower: Score,
    /// The score is at most this.
    pub upper: Score,
}

impl Bounds {
    /// Any score is possible.
    pub const UNKNOWN: Self = Self { lower: Score::MIN, upper: Score::MAX };

    /// The score itself is known.
    #[must_use]
    pub const fn exact(score: Score) -> Self {
        Self { lower: score, upper: score }
    }

    /// Whether the interval contains `score`.
    #[must_use]
    pub fn contains(self, score: Score) -> bool {
        self.lower <= score && score <= self.upper
    }
}

impl Neg for Bounds {
    type Output = Self;

    /// The same bounds from the opponent's perspective.
    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}
