//! Values of positions and moves under best play.

use std::fmt;

use hanamachi_core::game::Score;

/// The three results of a game, for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The opponent wins.
    Loss,
    /// A draw.
    Draw,
    /// The player wins.
    Win,
}

impl Outcome {
    /// `win`, `draw` or `loss`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win => "win",
            Self::Draw => "draw",
            Self::Loss => "loss",
        }
    }

    /// The outcome of this score.
    #[must_use]
    pub const fn of_score(score: Score) -> Self {
        match score.get() {
            1.. => Self::Win,
            0 => Self::Draw,
            _ => Self::Loss,
        }
    }

    /// The same result for the other player.
    #[must_use]
    pub const fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A **proved** value: the outcome and the length of the game under best play.
///
/// Best play prefers a win to a draw and a draw to a loss; the winner wants as many tiles left as possible,
/// the loser as few. Both are combined into a score: tiles left + 1 for a win, 0 for a draw, and
/// −(tiles left + 1) for a loss.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Value {
    score: Score,
    tiles_now: u8,
}

impl Value {
    /// The value with this score, in a position with `tiles_now` tiles in the garden.
    #[must_use]
    pub(crate) fn new(score: Score, tiles_now: usize) -> Self {
        let value = Self { score, tiles_now: u8::try_from(tiles_now).expect("at most 16 tiles") };
        debug_assert!(value.tiles_left() <= tiles_now, "a game does not add tiles");
        value
    }

    /// The outcome for the player of the value.
    #[must_use]
    pub const fn outcome(self) -> Outcome {
        Outcome::of_score(self.score)
    }

    /// Outcome and tiles left as one integer, larger is better.
    #[must_use]
    pub const fn score(self) -> Score {
        self.score
    }

    /// Tiles in the garden when the game ends: the winner's victory points.
    #[must_use]
    pub const fn tiles_left(self) -> usize {
        self.score.get().unsigned_abs().saturating_sub(1) as usize
    }

    /// Tokens still to be placed, 0 when the game is over.
    #[must_use]
    pub const fn plies_to_end(self) -> usize {
        self.tiles_now as usize - self.tiles_left()
    }
}
