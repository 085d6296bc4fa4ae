//! Static positions as text: `garden tokens last side`.

use std::fmt;
use std::str::FromStr;

use super::error::{Fault, Field, ParseError, Reason};
use super::faults::TokensFault;
use super::garden::{finish, read_garden};
use crate::cell::{Cell, CellSet};
use crate::garden::Garden;
use crate::position::{Position, Setup, SetupError, SetupFault};
use crate::rules::Player;
use hanamachi_text::{Cursor, Word, quoted};

/// The tokens of x and of o. Runs of tiles may be split, as in `22` for `4`.
fn tokens(mut cursor: Cursor<'_>) -> Result<(CellSet, CellSet), Fault> {
    let (mut x, mut o) = (CellSet::EMPTY, CellSet::EMPTY);
    let (mut row, mut column) = (0, 0);
    while let Some(found) = cursor.peek() {
        let refuse = |reason| Err(Fault::new(Field::Tokens, cursor.here(), Reason::Tokens(reason)));
        let run = match found {
            '/' if column < 4 => return refuse(TokensFault::RowTooShort { row: row + 1, cells: column }),
            '/' if row == 3 => return refuse(TokensFault::TooManyRows),
            '/' => {
                (row, column) = (row + 1, 0);
                cursor.bump();
                continue;
            }
            'x' | 'X' | 'o' | 'O' | '1' => 1,
            '2' => 2,
            '3' => 3,
            '4' => 4,
            _ => return refuse(TokensFault::Token { found }),
        };
        let Some(cell) = Cell::new(4 * row + column).filter(|_| column + run <= 4) else {
            return refuse(TokensFault::RowTooLong { row: row + 1 });
        };
        match found {
            'x' | 'X' => x = x.with(cell),
            'o' | 'O' => o = o.with(cell),
            _ => {}
        }
        column += run;
        cursor.bump();
    }
    let reason = match (row, column) {
        (3, 4) => return Ok((x, o)),
        (_, 4) => TokensFault::Incomplete { rows: row + 1 },
        _ => TokensFault::RowTooShort { row: row + 1, cells: column },
    };
    Err(Fault::new(Field::Tokens, cursor.here(), Reason::Tokens(reason)))
}

fn last(word: &Word<'_>) -> Result<Option<Cell>, Fault> {
    if word.text == "-" {
        return Ok(None);
    }
    match Cell::from_name(word.text) {
        Some(cell) => Ok(Some(cell)),
        None => Err(Fault::new(Field::Last, word.span(), Reason::LastCell { found: quoted(word.text) })),
    }
}

fn side(word: &Word<'_>) -> Result<Player, Fault> {
    match word.text {
        "x" | "X" => Ok(Player::X),
        "o" | "O" => Ok(Player::O),
        _ => Err(Fault::new(Field::Side, word.span(), Reason::Side { found: quoted(word.text) })),
    }
}

/// The field of the first fault.
fn field_of(error: &SetupError) -> Field {
    match error.faults().first() {
        Some(SetupFault::Side { .. }) => Field::Side,
        Some(SetupFault::LastMissing | SetupFault::LastOfNothing | SetupFault::LastMisplaced { .. }) => {
            Field::Last
        }
        Some(SetupFault::Overlap(_) | SetupFault::Counts { .. }) | None => Field::Tokens,
    }
}

fn field<'a>(cursor: &mut Cursor<'a>, field: Field, expected: &'static str) -> Result<Word<'a>, Fault> {
    cursor.word().ok_or_else(|| Fault::new(field, cursor.here(), Reason::Missing { expected }))
}

/// Reads `tokens last side` up to the end of the text.
pub(super) fn read_static_fields(cursor: &mut Cursor<'_>, garden: Garden) -> Result<Position, Fault> {
    let tokens_word = field(cursor, Field::Tokens, "the tokens, such as `4/4/4/4`,")?;
    let (x, o) = tokens(cursor.over(tokens_word.span()))?;
    let last_word = field(cursor, Field::Last, "the cell of the last token, or `-`,")?;
    let last = last(&last_word)?;
    let side_word = field(cursor, Field::Side, "the player to move, `x` or `o`,")?;
    let side = side(&side_word)?;
    finish(cursor)?;
    Position::try_from(Setup { garden, x, o, last, side }).map_err(|error| {
        let field = field_of(&error);
        let word = match field {
            Field::Side => side_word,
            Field::Last => last_word,
            _ => tokens_word,
        };
        Fault::new(field, word.span(), Reason::Setup(error))
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
        let mut cursor = Cursor::new(text);
        read_garden(&mut cursor)
            .and_then(|garden| read_static_fields(&mut cursor, garden))
            .map_err(|fault| fault.in_text(text))
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
