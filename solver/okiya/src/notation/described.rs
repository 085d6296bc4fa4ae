//! The forms that describe a garden, a position or a game.

use std::fmt;
use std::str::FromStr;

use super::error::ParseError;
use super::game::{is_moves_word, is_rules_tag, not_moves_word, read_game_from};
use super::garden::{finish, read_garden};
use super::position::read_static_fields;
use super::read_rule;
use super::reader::read_text;
use super::record::{Record, read_record};
use crate::cell::Cell;
use crate::game_history::Game;
use crate::garden::Garden;
use crate::position::Position;
use crate::rules::FullBoard;
use hanamachi_text::{Cursor, TextFault};

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
    /// A static position and its rule for a full board.
    Ruled(Position, FullBoard),
    /// A garden and moves.
    Game(Game),
    /// A record with tags.
    Record(Record),
}

impl Described {
    /// Reads a text in any of the four forms.
    ///
    /// A text that begins with `[` is a record. Otherwise a garden comes first, and then nothing, or `moves`
    /// and the moves, or the three other fields of a static position. A rules tag may follow, and makes a record of a
    /// garden or a game. Any further text is an error.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        read_text(text, Self::read)
    }

    fn read(cursor: &mut Cursor<'_>) -> Result<Self, TextFault> {
        cursor.skip_blanks();
        if cursor.peek() == Some('[') {
            return read_record(cursor).map(Self::Record);
        }
        let garden = read_garden(cursor)?;
        let described = if cursor.peek() == Some('/') {
            read_game_from(cursor, garden).map(Self::Game)?
        } else {
            match cursor.clone().word() {
                None => Self::Garden(garden),
                Some(word) if is_rules_tag(word.text) => Self::Garden(garden),
                Some(word) if is_moves_word(&word) => read_game_from(cursor, garden).map(Self::Game)?,
                Some(word) if Cell::from_name(word.text).is_some() => return Err(not_moves_word(&word)),
                Some(_) => read_static_fields(cursor, garden).map(Self::Position)?,
            }
        };
        let rule = match cursor.clone().word() {
            Some(word) if is_rules_tag(word.text) => Some(read_rule(cursor)?),
            _ => None,
        };
        finish(cursor)?;
        Ok(match (rule, described) {
            (Some(rule), Self::Position(position)) => Self::Ruled(position, rule),
            (Some(rule), Self::Garden(garden)) => Self::Record(Record::new(Game::new(garden), rule)),
            (Some(rule), Self::Game(game)) => Self::Record(Record::new(game, rule)),
            (_, described) => described,
        })
    }

    /// The described position: before the first move of a garden, after the last move of a game.
    #[must_use]
    pub fn position(&self) -> Position {
        match self {
            Self::Garden(garden) => Position::start(*garden),
            Self::Position(position) | Self::Ruled(position, _) => *position,
            Self::Game(game) => game.position(),
            Self::Record(record) => record.game().position(),
        }
    }

    /// The game with its moves, if they are known; a garden is a game before its first move.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        match self {
            Self::Garden(garden) => Some(Game::new(*garden)),
            Self::Position(_) | Self::Ruled(..) => None,
            Self::Game(game) => Some(game.clone()),
            Self::Record(record) => Some(record.game().clone()),
        }
    }

    /// The rule for a full board, if the text contains it.
    #[must_use]
    pub const fn full_board(&self) -> Option<FullBoard> {
        match self {
            Self::Record(record) => Some(record.full_board()),
            Self::Ruled(_, rule) => Some(*rule),
            Self::Garden(_) | Self::Position(_) | Self::Game(_) => None,
        }
    }
}

impl fmt::Display for Described {
    /// The canonical form on one line, with gardens in their short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Garden(garden) => write!(f, "{}", garden.short()),
            Self::Position(position) => write!(f, "{position}"),
            Self::Ruled(position, rule) => write!(f, "{position} {rule}"),
            Self::Game(game) => write!(f, "{game}"),
            // White space between tags and moves means nothing, and tag values have no line breaks.
            Self::Record(record) => {
                let text = record.to_string();
                let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
                f.write_str(&lines.join(" "))
            }
        }
    }
}

impl FromStr for Described {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}
