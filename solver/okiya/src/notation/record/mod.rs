//! Records: games with PGN-like tags, for people, files and other programs.
//!
//! ```text
//! [Game "Okiya"]
//! [Garden "0123/4567/89ab/cdef"]
//! [FullBoard "draw"]
//! [Result "o"]
//! [Ending "resignation"]
//! [TilesLeft "14"]
//! [X "Ono no Komachi"]
//!
//! a2 a3
//! ```
//!
//! Only `Garden` is required. A record without `FullBoard` uses `draw`. `Result`, `Ending` and `TilesLeft`
//! follow from the moves and may be omitted, but must agree with them. The moves cannot show a resignation:
//! then the board is not finished, `Result` names the winner, `Ending` is `resignation`, and `TilesLeft`
//! counts the tiles in the garden when the player resigned. All other tags are free: kept in order and not
//! interpreted.
//!
//! Tags may be on one line or many, with names in either case. A backslash escapes a quote or backslash
//! inside a value. Between the moves, numbers like `1.`, marks like `!` and `$1`, comments in braces or after a
//! semicolon, and variations in parentheses are skipped, and the result (`x`, `o`, `draw`, `*`,
//! or `1-0`, `0-1`, `1/2-1/2` as in chess) may end the list.

mod outcome;
mod reader;
mod tags;

pub use outcome::{GameResult, RecordEnding};
pub(super) use reader::read_record;
pub(super) use tags::read_tag;

use std::fmt;

use crate::game_history::Game;
use crate::match_play::Conclusion;
use crate::rules::{Ending, FullBoard, Player};
use tags::{Tag, escaped, is_name};

/// A game with its rule, result and free tags.
///
/// A record never contradicts its own moves.
///
/// ```
/// use hanamachi_solver::okiya::notation::{GameResult, Record, RecordEnding};
/// use hanamachi_solver::okiya::{FullBoard, Game, Player};
///
/// let game: Game = "0123/4567/89ab/cdef moves a2 a3".parse()?;
/// let mut record = Record::resigned(game, FullBoard::Draw, Player::X)?;
/// record.set_tag("X", "Ono no Komachi")?;
/// assert_eq!(record.result(), GameResult::Won(Player::O));
/// assert_eq!(record.ending(), Some(RecordEnding::Resignation));
/// assert_eq!(record.to_string().parse::<Record>()?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    game: Game,
    full_board: FullBoard,
    resigned: Option<Player>,
    free: Vec<(String, String)>,
}

/// A finished game cannot be resigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game is over ({ending}) and cannot be resigned")]
pub struct AlreadyOver {
    /// The ending.
    pub ending: Ending,
}

/// Errors of setting a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagError {
    /// Not a valid name.
    #[error("the name of a tag is made of letters, digits and `_`")]
    Name,
    /// A name with a predefined meaning.
    #[error("the tag `{0}` follows from the game and cannot be set")]
    Reserved(&'static str),
    /// A value that cannot be written.
    #[error("the value of a tag holds no control characters, such as line breaks")]
    Value,
}

impl Record {
    /// The record of a game in its current state, finished on the board or not.
    #[must_use]
    pub const fn new(game: Game, full_board: FullBoard) -> Self {
        Self { game, full_board, resigned: None, free: Vec::new() }
    }

    /// The record of a game that `loser` has resigned.
    ///
    /// # Errors
    ///
    /// Returns [`AlreadyOver`] if the game has ended on the board.
    pub fn resigned(game: Game, full_board: FullBoard, loser: Player) -> Result<Self, AlreadyOver> {
        match game.end() {
            None => Ok(Self { game, full_board, resigned: Some(loser), free: Vec::new() }),
            Some(end) => Err(AlreadyOver { ending: end.ending }),
        }
    }

    /// The garden and the moves.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Full-board rule of the game.
    #[must_use]
    pub const fn full_board(&self) -> FullBoard {
        self.full_board
    }

    /// The winner, if any.
    #[must_use]
    pub fn result(&self) -> GameResult {
        match self.conclusion() {
            Some(Conclusion::Won { winner, .. }) => GameResult::Won(winner),
            Some(Conclusion::Drawn) => GameResult::Drawn,
            None => GameResult::Unfinished,
        }
    }

    /// Ending of the game, or `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<RecordEnding> {
        match self.resigned {
            Some(_) => Some(RecordEnding::Resignation),
            None => self.game.end().map(|end| RecordEnding::Board(end.ending)),
        }
    }

    /// Tiles in the garden when the game ended, or `None` while it goes on.
    #[must_use]
    pub fn tiles_left(&self) -> Option<usize> {
        self.ending().map(|_| self.game.position().tiles_left())
    }

    /// Result of the game for a match, or `None` while it goes on.
    #[must_use]
    pub fn conclusion(&self) -> Option<Conclusion> {
        match self.resigned {
            Some(loser) => Some(Conclusion::of_resignation(&self.game.position(), loser)),
            None => self.game.end().map(|end| Conclusion::of_end(&end, self.full_board)),
        }
    }

    /// The free tags, name and value, in order.
    #[must_use]
    pub fn free_tags(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.free.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The value of a free tag; the case of its name is ignored.
    #[must_use]
    pub fn free_tag(&self, name: &str) -> Option<&str> {
        self.free_tags().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Sets a free tag. An existing tag of that name keeps its place; a new one is appended.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is not made of ASCII letters, digits and `_`, or is one of the six with a
    /// predefined meaning, or if the value contains control characters, such as a line break.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        if !is_name(name) {
            return Err(TagError::Name);
        }
        if let Some(tag) = Tag::from_name(name) {
            return Err(TagError::Reserved(tag.name()));
        }
        if value.chars().any(char::is_control) {
            return Err(TagError::Value);
        }
        match self.free.iter_mut().find(|(other, _)| other.eq_ignore_ascii_case(name)) {
            Some((_, old)) => value.clone_into(old),
            None => self.free.push((name.to_owned(), value.to_owned())),
        }
        Ok(())
    }
}

impl fmt::Display for Record {
    /// The canonical form: each tag on its own line, those with a predefined meaning first, an empty line,
    /// and the moves without numbers on one line. `Ending` and `TilesLeft` are omitted while the game goes
    /// on.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in Tag::ALL {
            let value = match tag {
                Tag::Game => Some("Okiya".to_owned()),
                Tag::Garden => Some(self.game.garden().short().to_string()),
                Tag::FullBoard => Some(self.full_board.word().to_owned()),
                Tag::Result => Some(self.result().to_string()),
                Tag::Ending => self.ending().map(|ending| ending.to_string()),
                Tag::TilesLeft => self.tiles_left().map(|tiles| tiles.to_string()),
            };
            if let Some(value) = value {
                writeln!(f, "[{} \"{value}\"]", tag.name())?;
            }
        }
        for (name, value) in self.free_tags() {
            writeln!(f, "[{name} \"{}\"]", escaped(value))?;
        }
        writeln!(f)?;
        for (index, cell) in self.game.moves().iter().enumerate() {
            write!(f, "{}{cell}", if index == 0 { "" } else { " " })?;
        }
        if !self.game.moves().is_empty() {
            writeln!(f)?;
        }
        Ok(())
    }
}
