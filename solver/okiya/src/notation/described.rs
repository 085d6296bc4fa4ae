//! The forms that describe a garden, a position or a game.

use std::str::FromStr;

use super::error::ParseError;
use super::game::{is_moves_word, not_moves_word, read_moves};
use super::garden::read_garden;
use super::position::read_static_fields;
use super::record::Record;
use crate::cell::Cell;
use crate::game_history::Game;
use crate::garden::Garden;
use crate::position::Position;
use crate::rules::FullBoard;
use hanamachi_text::{Cursor, Fault};

/// Object described by a text in any of its forms.
///
/// ```
/// use hanamachi_solver::okiya::notation::Described;
///
/// let garden = Described::parse("0123/4567/89ab/cdef")?;
/// let game = Described::parse("0123/4567/89ab/cdef_moves_a2_a3")?;
/// assert!(matches!(garden, Described::Garden(_)) && matches!(game, Described::Game(_)));
/// assert_eq!(garden.position().tiles_left(), 16);
/// assert_eq!(game.position().to_string(), "0123/4567/89ab/cdef 4/x3/o3/4 a3 x");
/// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Described {
    /// A garden alone.
    Garden(Garden),
    /// A static position.
    Position(Position),
    /// A garden and moves.
    Game(Game),
    /// A record with tags.
    Record(Record),
}

impl Described {
    /// Reads a text in any of the four forms.
    ///
    /// A text that begins with `[` is a record. Otherwise a garden comes first, and then nothing, or `moves`
    /// and the moves, or the three other fields of a static position. Any further text is an error.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let mut cursor = Cursor::new(text);
        cursor.skip_blanks();
        if cursor.peek() == Some('[') {
            return text.parse().map(Self::Record);
        }
        Self::read(&mut cursor).map_err(|fault| fault.in_text(text))
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, Fault> {
        let garden = read_garden(cursor)?;
        let mut ahead = cursor.clone();
        match ahead.word() {
            None => Ok(Self::Garden(garden)),
            Some(word) if is_moves_word(&word) => read_moves(&mut ahead, garden).map(Self::Game),
            Some(word) if Cell::from_name(word.text).is_some() => Err(not_moves_word(&word)),
            Some(_) => read_static_fields(cursor, garden).map(Self::Position),
        }
    }

    /// The described position: before the first move of a garden, after the last move of a game.
    #[must_use]
    pub fn position(&self) -> Position {
        match self {
            Self::Garden(garden) => Position::start(*garden),
            Self::Position(position) => *position,
            Self::Game(game) => game.position(),
            Self::Record(record) => record.game().position(),
        }
    }

    /// The game with its moves, if they are known; a garden is a game before its first move.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        match self {
            Self::Garden(garden) => Some(Game::new(*garden)),
            Self::Position(_) => None,
            Self::Game(game) => Some(game.clone()),
            Self::Record(record) => Some(record.game().clone()),
        }
    }

    /// The rule for a full board, if the text contains it: only records do.
    #[must_use]
    pub const fn full_board(&self) -> Option<FullBoard> {
        match self {
            Self::Record(record) => Some(record.full_board()),
            Self::Garden(_) | Self::Position(_) | Self::Game(_) => None,
        }
    }
}

impl FromStr for Described {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
