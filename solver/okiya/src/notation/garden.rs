//! Gardens as text: sixteen tiles, row by row from the top. Either all rows are separated by `/`, or none is;
//! blanks may separate the tiles.

use std::fmt::{self, Display};
use std::str::FromStr;

use super::error::{ParseError, code, field};
use super::reader::read_text;
use crate::cell::Cell;
use crate::garden::Garden;
use crate::tile::{Plant, Symbol, Tile};
use hanamachi_text::{Cursor, TextFault, is_blank};

/// Notation of tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TileForm {
    /// One hex digit.
    Short,
    /// A plant and a symbol.
    Long,
}

impl TileForm {
    /// Determines the form of the garden that begins here.
    ///
    /// `C` and `B` are hex digits too, so that `CB` may be one tile or two. Every other tile of the long form
    /// contains a letter of `MPISTR`, and `CB` occurs once. So the long form has such a letter among its
    /// first four characters. It also begins with a plant or a symbol.
    fn detect(text: &str) -> Self {
        let mut tiles = text.chars().filter(|&c| c != '/' && !is_blank(c)).take(4).peekable();
        let is_letter = |c: char| Plant::from_letter(c).is_some() || Symbol::from_letter(c).is_some();
        let begins_long = tiles.peek().is_some_and(|&first| is_letter(first));
        if begins_long && tiles.any(|c| "MPISTR".contains(c.to_ascii_uppercase())) {
            Self::Long
        } else {
            Self::Short
        }
    }
}

/// The fault at the next character.
fn refuse(cursor: &Cursor<'_>, message: impl Display) -> TextFault {
    TextFault::new(code::GARDEN, field::GARDEN, cursor.here(), message)
}

/// The fault that the text ends in place of the tile of `cell`.
fn incomplete(cursor: &Cursor<'_>, cell: Cell) -> TextFault {
    refuse(cursor, format_args!("a garden has 16 tiles, and this one ends after {}", cell.index()))
}

/// Reads a garden and the blanks before it; a blank, the end, or a `/` before moves must follow.
pub(super) fn read_garden(cursor: &mut Cursor<'_>) -> Result<Garden, TextFault> {
    cursor.skip_blanks();
    let form = TileForm::detect(cursor.rest());
    let mut tiles = *Garden::sorted().tiles();
    let mut lies_on = [None; Tile::COUNT];
    // The place where the first row ends without `/`: then no row may have one.
    let mut unmarked: Option<TextFault> = None;
    for cell in Cell::all() {
        if cell.column() == 0 && cell.row() > 0 && unmarked.is_none() {
            unmarked = row_break(cursor, cell)?;
        }
        cursor.skip_blanks();
        if cursor.peek() == Some('/')
            && let Some(missing) = unmarked.take()
        {
            return Err(missing);
        }
        let start = cursor.at();
        let tile = tile(cursor, form, cell)?;
        if let Some(first) = lies_on[tile.index()].replace(cell) {
            let digit = tile.hex_digit();
            let message =
                format_args!("tile {digit} ({tile}) already lies on {first}; a garden holds each tile once");
            return Err(TextFault::new(code::GARDEN, field::GARDEN, start..cursor.at(), message));
        }
        tiles[cell.index()] = tile;
    }
    match cursor.peek() {
        Some(found) if !is_blank(found) && !begins_moves(cursor) => {
            Err(refuse(cursor, "expected a blank or the end after the 16 tiles of the garden").found(found))
        }
        _ => Ok(Garden::from_permutation(tiles)),
    }
}

/// Whether `/` and something else come next: moves, as in the board's addresses.
fn begins_moves(cursor: &Cursor<'_>) -> bool {
    let mut rest = cursor.rest().chars();
    rest.next() == Some('/') && rest.next().is_some_and(|next| !is_blank(next) && next != '/')
}

/// Reads the separator before the row of `cell`. If the first row has none, returns the fault to report if a `/`
/// follows later.
fn row_break(cursor: &mut Cursor<'_>, cell: Cell) -> Result<Option<TextFault>, TextFault> {
    cursor.skip_blanks();
    match cursor.peek() {
        None => Err(incomplete(cursor, cell)),
        Some('/') => {
            cursor.bump();
            Ok(None)
        }
        Some(found) => {
            let missing = refuse(cursor, "expected `/` after the four tiles of a row").found(found);
            if cell.row() > 1 { Err(missing) } else { Ok(Some(missing)) }
        }
    }
}

fn tile(cursor: &mut Cursor<'_>, form: TileForm, cell: Cell) -> Result<Tile, TextFault> {
    let first = cursor.peek().ok_or_else(|| incomplete(cursor, cell))?;
    if first == '/' {
        let tiles = cell.column();
        return Err(refuse(cursor, format_args!("a row has four tiles, and this one ends after {tiles}")));
    }
    match form {
        TileForm::Short => {
            let tile = Tile::from_hex_digit(first).ok_or_else(|| {
                refuse(cursor, "expected a tile, a hex digit such as `e` or two letters such as `IB`")
                    .found(first)
            })?;
            cursor.bump();
            Ok(tile)
        }
        TileForm::Long => long_tile(cursor, first, cell),
    }
}

/// Reads a plant and a symbol, in either order.
fn long_tile(cursor: &mut Cursor<'_>, first: char, cell: Cell) -> Result<Tile, TextFault> {
    let symbol_first = Symbol::from_letter(first);
    let plant_first = Plant::from_letter(first);
    if plant_first.is_none() && symbol_first.is_none() {
        return Err(refuse(cursor, "expected a plant, `M`, `C`, `P` or `I`").found(first));
    }
    cursor.bump();
    let second = cursor.peek().ok_or_else(|| incomplete(cursor, cell))?;
    let plant = plant_first.or_else(|| Plant::from_letter(second));
    let symbol = symbol_first.or_else(|| Symbol::from_letter(second));
    let message = match (plant, symbol) {
        (Some(plant), Some(symbol)) => {
            cursor.bump();
            return Ok(Tile::new(plant, symbol));
        }
        (_, None) => "expected a symbol, `S`, `T`, `B` or `R`, after the plant",
        (None, _) => "expected a plant, `M`, `C`, `P` or `I`, after the symbol",
    };
    Err(refuse(cursor, message).found(second))
}

/// Checks that only blanks are left.
pub(super) fn finish(cursor: &mut Cursor<'_>) -> Result<(), TextFault> {
    match cursor.word() {
        None => Ok(()),
        Some(word) => {
            let message = "expected the end of the text";
            Err(TextFault::new(code::TRAILING, field::TRAILING, word.span(), message).found(word.text))
        }
    }
}

impl FromStr for Garden {
    type Err = ParseError;

    /// Reads either form.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Garden;
    ///
    /// let short: Garden = "05AF / B4C1 / 27D8 / 3E96".parse()?;
    /// let long: Garden = "MSCTPBIR/PRCSISMT/MBCRITPS/MRIBPTCB".parse()?;
    /// assert_eq!(short, long);
    /// // As in the board's addresses, with the letters of a tile exchanged, and in words.
    /// assert_eq!("05afb4c127d83e96".parse::<Garden>()?, short);
    /// assert_eq!("SMTCBPRI/RPSCISTM/BMRCTIPS/MRBITPBC".parse::<Garden>()?, short);
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |cursor| {
            let garden = read_garden(cursor)?;
            finish(cursor)?;
            Ok(garden)
        })
    }
}

/// A garden formatted as text: [`Garden::short`] or [`Garden::long`].
#[derive(Clone, Copy, Debug)]
pub struct GardenText<'a> {
    garden: &'a Garden,
    form: TileForm,
}

impl Garden {
    /// The short form, for machines: sixteen lower-case hex digits.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Garden;
    ///
    /// assert_eq!(Garden::sorted().short().to_string(), "0123/4567/89ab/cdef");
    /// assert_eq!(Garden::sorted().long().to_string(), "MSMTMBMR/CSCTCBCR/PSPTPBPR/ISITIBIR");
    /// ```
    #[must_use]
    pub const fn short(&self) -> GardenText<'_> {
        GardenText { garden: self, form: TileForm::Short }
    }

    /// The long form, for people: two capital letters a tile.
    #[must_use]
    pub const fn long(&self) -> GardenText<'_> {
        GardenText { garden: self, form: TileForm::Long }
    }
}

impl fmt::Display for GardenText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, tile) in Cell::all().zip(self.garden.tiles()) {
            if cell.column() == 0 && cell.row() > 0 {
                f.write_str("/")?;
            }
            match self.form {
                TileForm::Short => write!(f, "{}", tile.hex_digit())?,
                TileForm::Long => write!(f, "{tile}")?,
            }
        }
        Ok(())
    }
}
