//! Words for the results and endings of recorded games.

use std::fmt;

use crate::rules::{Ending, Player};

/// The tag `Result`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameResult {
    /// Somebody won, on the board or by resignation.
    Won(Player),
    /// A draw.
    Drawn,
    /// The game goes on, or was abandoned without a result.
    Unfinished,
}

impl GameResult {
    /// Every result, in the order in which messages list them.
    pub const ALL: [Self; 4] = [Self::Won(Player::X), Self::Won(Player::O), Self::Drawn, Self::Unfinished];

    /// `x`, `o`, `draw` or `*`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Won(Player::X) => "x",
            Self::Won(Player::O) => "o",
            Self::Drawn => "draw",
            Self::Unfinished => "*",
        }
    }

    /// Parses the result of [`word`](Self::word).
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.word().eq_ignore_ascii_case(word))
    }

    /// Parses the result after the moves: its word, or the notation of chess.
    pub(super) fn from_closing_word(word: &str) -> Option<Self> {
        match word {
            "1-0" => Some(Self::Won(Player::X)),
            "0-1" => Some(Self::Won(Player::O)),
            "1/2-1/2" => Some(Self::Drawn),
            _ => Self::from_word(word),
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The tag `Ending`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RecordEnding {
    /// The game ended on the board.
    Board(Ending),
    /// A player resigned.
    Resignation,
}

impl RecordEnding {
    /// The word of the [`Ending`], or `resignation`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board(ending) => ending.word(),
            Self::Resignation => "resignation",
        }
    }

    /// Parses the result of [`word`](Self::word).
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        if word.eq_ignore_ascii_case(Self::Resignation.word()) {
            return Some(Self::Resignation);
        }
        Ending::from_word(&word.to_ascii_lowercase()).map(Self::Board)
    }
}

impl fmt::Display for RecordEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
