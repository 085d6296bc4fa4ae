//! Games as text: `garden moves a2 c3 …`.

use std::fmt;
use std::str::FromStr;

use super::error::{Fault, Field, ParseError, Reason};
use crate::okiya::cell::Cell;
use crate::okiya::game_history::Game;
use crate::okiya::garden::Garden;
use crate::text::{Cursor, Word, quoted};

/// The word between the garden and the moves.
const MOVES: &str = "moves";

impl Word<'_> {
    pub(super) fn is_moves(&self) -> bool {
        self.text.eq_ignore_ascii_case(MOVES)
    }

    /// Reads the word as a move and makes it.
    pub(super) fn play(&self, game: &mut Game) -> Result<(), Fault> {
        let refuse = |reason| Fault::new(Field::Moves, self.span(), reason);
        let cell =
            Cell::from_name(self.text).ok_or_else(|| refuse(Reason::Cell { found: quoted(self.text) }))?;
        game.play(cell).map_err(|illegal| refuse(Reason::Move(illegal)))
    }

    /// The error of a word that should have been `moves`.
    pub(super) fn is_not_moves(&self) -> Fault {
        Fault::new(Field::Moves, self.span(), Reason::MovesWord { found: quoted(self.text) })
    }
}

impl Cursor<'_> {
    /// Reads moves to the end of the text.
    pub(super) fn moves(&mut self, garden: Garden) -> Result<Game, Fault> {
        let mut game = Game::new(garden);
        while let Some(word) = self.word() {
            word.play(&mut game)?;
        }
        Ok(game)
    }

    fn game(&mut self) -> Result<Game, Fault> {
        let garden = self.garden()?;
        match self.word() {
            Some(word) if word.is_moves() => self.moves(garden),
            Some(word) => Err(word.is_not_moves()),
            None => {
                let reason = Reason::Missing { expected: "the word `moves`" };
                Err(Fault::new(Field::Moves, self.here(), reason))
            }
        }
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
        Cursor::new(text).game().map_err(|fault| fault.in_text(text))
    }
}

impl fmt::Display for Game {
    /// The history form with the garden in its short form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {MOVES}", self.garden().short())?;
        self.moves().iter().try_for_each(|cell| write!(f, " {cell}"))
    }
}
