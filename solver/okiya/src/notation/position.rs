//! Static positions as text: `garden tokens last side`.

use std::fmt;
use std::str::FromStr;

use super::error::{ParseError, code, field};
use super::garden::{finish, read_garden};
use super::reader::read_text;
use crate::cell::{Cell, CellSet};
use crate::garden::Garden;
use crate::position::{Position, Setup, SetupFault};
use crate::rules::Player;
use hanamachi_text::{Cursor, Field, TextFault, Word};

/// The tokens of x and of o. Runs of tiles may be split, as in `22` for `4`.
fn tokens(mut cursor: Cursor<'_>) -> Result<(CellSet, CellSet), TextFault> {
    let (mut x, mut o) = (CellSet::EMPTY, CellSet::EMPTY);
    let (mut row, mut column) = (0, 0);
    let incomplete = |row, cells| format!("row {} has {cells} of four cells", row + 1);
    while let Some(found) = cursor.peek() {
        let refuse = |message: &str| TextFault::new(code::TOKENS, field::TOKENS, cursor.here(), message);
        let run = match found {
            '/' if column < 4 => return Err(refuse(&incomplete(row, column))),
            '/' if row == 3 => return Err(refuse("a garden has four rows, and here a fifth begins")),
            '/' => {
                (row, column) = (row + 1, 0);
                cursor.bump();
                continue;
            }
            'x' | 'X' | 'o' | 'O' | '1' => 1,
            '2' => 2,
            '3' => 3,
            '4' => 4,
            _ if (row, column) == (0, 0) => {
                let message = "a garden has 16 tiles; expected tokens such as `4/4/4/4` after them";
                return Err(refuse(message).found(found));
            }
            _ => return Err(refuse("expected `x`, `o`, a run of tiles `1` to `4`, or `/`").found(found)),
        };
        let Some(cell) = Cell::new(4 * row + column).filter(|_| column + run <= 4) else {
            return Err(refuse(&format!("row {} has more than four cells", row + 1)));
        };
        match found {
            'x' | 'X' => x = x.with(cell),
            'o' | 'O' => o = o.with(cell),
            _ => {}
        }
        column += run;
        cursor.bump();
    }
    let message = match (row, column) {
        (3, 4) => return Ok((x, o)),
        (_, 4) => format!("the tokens end after {} of four rows", row + 1),
        _ => incomplete(row, column),
    };
    Err(TextFault::new(code::TOKENS, field::TOKENS, cursor.here(), message))
}

fn last(word: &Word<'_>) -> Result<Option<Cell>, TextFault> {
    if word.text == "-" {
        return Ok(None);
    }
    Cell::from_name(word.text).map(Some).ok_or_else(|| {
        let message = "expected the cell of the last token, `a1` to `d4`, or `-` before the first";
        TextFault::new(code::CELL, field::LAST, word.span(), message).found(word.text)
    })
}

fn side(word: &Word<'_>) -> Result<Player, TextFault> {
    match word.text {
        "x" | "X" => Ok(Player::X),
        "o" | "O" => Ok(Player::O),
        _ => {
            let message = "expected the player to move, `x` or `o`";
            Err(TextFault::new(code::SIDE, field::SIDE, word.span(), message).found(word.text))
        }
    }
}

fn required<'a>(cursor: &mut Cursor<'a>, field: Field, expected: &str) -> Result<Word<'a>, TextFault> {
    cursor.word().ok_or_else(|| TextFault::missing(field, cursor.here(), expected))
}

/// Reads `tokens last side`.
pub(super) fn read_static_fields(cursor: &mut Cursor<'_>, garden: Garden) -> Result<Position, TextFault> {
    let tokens_word = required(cursor, field::TOKENS, "the tokens, such as `4/4/4/4`,")?;
    let (x, o) = tokens(cursor.over(tokens_word.span()))?;
    let last_word = required(cursor, field::LAST, "the cell of the last token, or `-`,")?;
    let last = last(&last_word)?;
    let side_word = required(cursor, field::SIDE, "the player to move, `x` or `o`,")?;
    let side = side(&side_word)?;
    Position::try_from(Setup { garden, x, o, last, side }).map_err(|error| {
        // The field of the first fault.
        let (field, word) = match error.faults().first() {
            Some(SetupFault::Side { .. }) => (field::SIDE, side_word),
            Some(SetupFault::LastMissing | SetupFault::LastOfNothing | SetupFault::LastMisplaced { .. }) => {
                (field::LAST, last_word)
            }
            Some(SetupFault::Overlap(_) | SetupFault::Counts { .. }) | None => (field::TOKENS, tokens_word),
        };
        TextFault::new(code::POSITION, field, word.span(), error)
    })
}

impl FromStr for Position {
    type Err = ParseError;

    /// Reads the static form.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Position;
    ///
    /// let position: Position = "05af/b4c1/27d8/3e96 2x1/4/4/4 c1 o".parse()?;
    /// assert_eq!(position.moves().len(), 6);
    /// let error = "05af/b4c1/27d8/3e96 2x1/4/4/4 c1 x".parse::<Position>().unwrap_err();
    /// assert_eq!((error.field(), error.column()), ("side", 34));
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |cursor| {
            let garden = read_garden(cursor)?;
            let position = read_static_fields(cursor, garden)?;
            finish(cursor)?;
            Ok(position)
        })
    }
}

impl fmt::Display for Position {
    /// The static form with the garden in its short form and the longest runs of tiles.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.garden().short())?;
        let (x, o) = (self.tokens(Player::X), self.tokens(Player::O));
        let mut tiles = 0;
        for cell in Cell::all() {
            let token = match (x.contains(cell), o.contains(cell)) {
                (true, _) => Some(Player::X),
                (_, true) => Some(Player::O),
                _ => None,
            };
            tiles += usize::from(token.is_none());
            let ends_row = cell.column() == 3;
            if tiles > 0 && (token.is_some() || ends_row) {
                write!(f, "{tiles}")?;
                tiles = 0;
            }
            if let Some(player) = token {
                write!(f, "{player}")?;
            }
            if ends_row && cell.row() < 3 {
                f.write_str("/")?;
            }
        }
        match self.last() {
            Some(cell) => write!(f, " {cell} {}", self.side()),
            None => write!(f, " - {}", self.side()),
        }
    }
}
