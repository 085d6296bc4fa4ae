//! Players, the full-board rule, and endings.

use std::fmt;

use super::pattern::Shape;

/// A player. `X` places the first token of the game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Player {
    /// Moved first.
    X,
    /// Moved second.
    O,
}

impl Player {
    /// The other one.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::X => Self::O,
            Self::O => Self::X,
        }
    }

    /// `x` or `o`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::X => 'x',
            Self::O => 'o',
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Result of sixteen tokens without a four, which the published rules leave open.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum FullBoard {
    /// A draw.
    #[default]
    Draw,
    /// The opponent cannot move, so the player of the last token wins.
    Last,
}

impl FullBoard {
    /// The word after `full=`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Draw => "draw",
            Self::Last => "last",
        }
    }

    /// Reads `draw` or `last`, in any case.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Draw, Self::Last].into_iter().find(|rule| rule.word().eq_ignore_ascii_case(word))
    }
}

impl fmt::Display for FullBoard {
    /// The rules tag, `full=draw` or `full=last`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "full={}", self.word())
    }
}

/// Ending of a game on the board.
///
/// A token that completes two patterns at once is named by the first of row, column, diagonal, square; a four
/// that also leaves no reply is a four. A full board without a four is `FullBoard` under both rules; its
/// value depends on the rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Ending {
    /// Four tokens in a pattern.
    Four(Shape),
    /// Tiles are left, but none that the opponent may take.
    Block,
    /// No tile is left, and there is no four.
    FullBoard,
}

impl Ending {
    /// Every ending, in the order in which tables list them.
    pub const ALL: [Self; 6] = [
        Self::Four(Shape::Row),
        Self::Four(Shape::Column),
        Self::Four(Shape::Diagonal),
        Self::Four(Shape::Square),
        Self::Block,
        Self::FullBoard,
    ];

    /// `row`, `column`, `diagonal`, `square`, `block` or `full_board`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Four(Shape::Row) => "row",
            Self::Four(Shape::Column) => "column",
            Self::Four(Shape::Diagonal) => "diagonal",
            Self::Four(Shape::Square) => "square",
            Self::Block => "block",
            Self::FullBoard => "full_board",
        }
    }

    /// Parses the result of [`word`](Self::word).
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|ending| ending.word() == word)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
