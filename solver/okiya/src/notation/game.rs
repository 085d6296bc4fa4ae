//! Games as text: `garden moves a2 c3 …`.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, code, field};
use super::garden::{finish, read_garden};
use super::moves::{next_move, play};
use super::reader::read_text;
use crate::game_history::Game;
use crate::garden::Garden;
use hanamachi_text::{Cursor, TextFault, Word};

/// The word between the garden and the moves.
const MOVES: &str = "moves";

pub(super) fn is_moves_word(word: &Word<'_>) -> bool {
    word.text.eq_ignore_ascii_case(MOVES)
}

/// The error for a word in place of `moves`.
pub(super) fn not_moves_word(word: &Word<'_>) -> TextFault {
    let message = "expected the word `moves` after the garden";
    TextFault::new(code::MOVES, field::MOVES, word.span(), message).found(word.text)
}

/// Reads what follows a garden: `moves` and moves, or `/` and moves without blanks, as in the board's addresses. Ends
/// before a rules tag.
pub(super) fn read_game_from(cursor: &mut Cursor<'_>, garden: Garden) -> Result<Game, TextFault> {
    if !cursor.take('/') {
        match cursor.word() {
            Some(word) if is_moves_word(&word) => {}
            Some(word) => return Err(not_moves_word(&word)),
            None => return Err(TextFault::missing(field::MOVES, cursor.here(), "the word `moves`")),
        }
    }
    let mut game = Game::new(garden);
    loop {
        let before = cursor.clone();
        match next_move(cursor)? {
            Some(word) if !is_rules_tag(word.text) => play(&word, &mut game)?,
            Some(_) => {
                *cursor = before;
                return Ok(game);
            }
            None => return Ok(game),
        }
    }
}

/// Whether a word looks like the rules tag.
pub(super) fn is_rules_tag(word: &str) -> bool {
    word.get(..5).is_some_and(|name| name.eq_ignore_ascii_case("full="))
}

impl FromStr for Game {
    type Err = ParseError;

    /// Reads the history form. Every move must be legal; there may be none.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Game;
    ///
    /// let game: Game = "0123/4567/89ab/cdef moves a2 a3".parse()?;
    /// assert_eq!(game.moves().len(), 2);
    /// let error = "0123/4567/89ab/cdef moves a2 b1".parse::<Game>().unwrap_err();
    /// assert_eq!((error.code(), error.field(), error.column()), ("illegal_move", "moves", 30));
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |cursor| {
            let garden = read_garden(cursor)?;
            let game = read_game_from(cursor, garden)?;
            finish(cursor)?;
            Ok(game)
        })
    }
}

impl fmt::Display for Game {
    /// The history form with the garden in its short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {MOVES}", self.garden().short())?;
        self.moves().iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}
