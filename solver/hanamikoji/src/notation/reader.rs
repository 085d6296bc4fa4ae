//! A reader for the fields of a text.

use super::error::{ParseError, code, field};
use hanamachi_core::game::Seat;
use hanamachi_text::{Cursor, Fault, Field, Word};

/// Reads fields, which are words.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a>(Cursor<'a>);

/// Reads a whole text with `read`.
pub(super) fn read_text<T>(
    text: &str,
    read: impl FnOnce(&mut Reader<'_>) -> Result<T, Fault>,
) -> Result<T, ParseError> {
    read(&mut Reader(Cursor::new(text))).map_err(|fault| fault.in_text(text))
}

impl<'a> Reader<'a> {
    /// The next word, if there is one.
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        self.0.word()
    }

    /// The next word, which is required.
    pub(super) fn field(&mut self, field: Field, expected: &str) -> Result<Word<'a>, Fault> {
        self.word().ok_or_else(|| Fault::missing(field, self.0.here(), expected))
    }

    /// The reader's seat.
    pub(super) fn seat(&mut self) -> Result<Seat, Fault> {
        let word = self.field(field::SEAT, "the seat, `1` or `2`,")?;
        match word.text {
            "1" => Ok(Seat::First),
            "2" => Ok(Seat::Second),
            found => {
                let message = "expected the seat, `1` if the reader moves first in this round, else `2`";
                Err(Fault::new(code::SEAT, field::SEAT, word.span(), message).found(found))
            }
        }
    }
}
