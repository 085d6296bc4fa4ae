//! Games as text: `garden moves a2 c3 …`.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, code, field};
use super::garden::read_garden;
use crate::cell::Cell;
use crate::game_history::Game;
use crate::garden::Garden;
use hanamachi_text::{Cursor, Fault, Word};

/// The word between the garden and the moves.
const MOVES: &str = "moves";

pub(super) fn is_moves_word(word: &Word<'_>) -> bool {
    word.text.eq_ignore_ascii_case(MOVES)
}

/// Parses the word as a move and plays it.
pub(super) fn play(word: &Word<'_>, game: &mut Game) -> Result<(), Fault> {
    let cell = Cell::from_name(word.text).ok_or_else(|| {
        let message = "expected a cell, `a1` to `d4`";
        Fault::new(code::CELL, field::MOVES, word.span(), message).found(word.text)
    })?;
    game.play(cell).map_err(|illegal| Fault::new(code::ILLEGAL_MOVE, field::MOVES, word.span(), illegal))
}

/// The error for a word in place of `moves`.
pub(super) fn not_moves_word(word: &Word<'_>) -> Fault {
    let message = "expected the word `moves` after the garden";
    Fault::new(code::MOVES, field::MOVES, word.span(), message).found(word.text)
}

/// Reads moves up to the end of the text.
pub(super) fn read_moves(cursor: &mut Cursor<'_>, garden: Garden) -> Result<Game, Fault> {
    let mut game = Game::new(garden);
    while let Some(word) = cursor.word() {
        play(&word, &mut game)?;
    }
    Ok(game)
}

fn read_game(cursor: &mut Cursor<'_>) -> Result<Game, Fault> {
    let garden = read_garden(cursor)?;
    match cursor.word() {
        Some(word) if is_moves_word(&word) => read_moves(cursor, garden),
        Some(word) => Err(not_moves_word(&word)),
        None => Err(Fault::missing(field::MOVES, cursor.here(), "the word `moves`")),
    }
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
        read_game(&mut Cursor::new(text)).map_err(|fault| fault.in_text(text))
    }
}

impl fmt::Display for Game {
    /// The history form with the garden in its short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {MOVES}", self.garden().short())?;
        self.moves().iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}
