//! The text forms of Okiya, as read and written by all commands, files and reports.
//!
//! | form | example | type |
//! |---|---|---|
//! | garden, short or long | `05af/b4c1/27d8/3e96` | [`Garden`](super::Garden) |
//! | static position | `05af/b4c1/27d8/3e96 2x1/4/4/4 c1 o` | [`Position`](super::Position) |
//! | history | `05af/b4c1/27d8/3e96 moves c1 a4` | [`Game`](super::Game) |
//! | record with tags | `[Garden "05af/b4c1/27d8/3e96"] c1 a4` | [`Record`] |
//! | rules tag | `full=draw` | [`FullBoard`] |
//!
//! Each of these types parses its form through [`FromStr`] and writes the canonical one
//! through [`Display`](std::fmt::Display); only a garden, which has two forms, is written with
//! [`short`](super::Garden::short) or [`long`](super::Garden::long). [`Described`] parses any of the first
//! four.
//!
//! Parsers are lenient where nothing is ambiguous: tiles, cells, tokens, `moves` and rules in either case, the two
//! letters of a tile in either order, blanks of any script, and `_` for a blank, as in a URL. They skip move numbers,
//! marks, comments and variations. They also read typographic signs, quotes, marks of quoted mail, tiles in words, links
//! to the board, commands of the program, and its JSON objects. Everything else is refused with a [`ParseError`], which
//! names the field and the place in the text as it was given. Parsers never panic, and take time linear in the text.

mod described;
mod error;
mod game;
mod garden;
mod moves;
mod position;
mod reader;
mod record;

pub use described::Described;
pub use error::ParseError;
pub use garden::GardenText;
pub use moves::Skipped;
pub use record::{AlreadyOver, GameResult, Record, RecordEnding, TagError};

use std::str::FromStr;

use crate::rules::FullBoard;
use error::{code, field};
use garden::finish;
use hanamachi_text::{Cursor, TextFault};
use reader::read_text;

impl FromStr for FullBoard {
    type Err = ParseError;

    /// Reads the rules tag, or its value alone.
    ///
    /// ```
    /// use hanamachi_solver::okiya::FullBoard;
    ///
    /// assert_eq!("full=last".parse(), Ok(FullBoard::Last));
    /// assert_eq!("draw".parse(), Ok(FullBoard::Draw));
    /// assert_eq!("full=win".parse::<FullBoard>().unwrap_err().code(), "invalid_rules");
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |cursor| {
            let rule = read_rule(cursor)?;
            finish(cursor)?;
            Ok(rule)
        })
    }
}

/// Reads `full=draw`, or its value alone, in any case.
fn read_rule(cursor: &mut Cursor<'_>) -> Result<FullBoard, TextFault> {
    let Some(word) = cursor.word() else {
        return Err(TextFault::missing(field::RULES, cursor.here(), "`full=draw` or `full=last`"));
    };
    let value = if game::is_rules_tag(word.text) { word.tail("full=".len()) } else { word };
    FullBoard::from_word(value.text).ok_or_else(|| {
        let message = "expected `full=draw` or `full=last`";
        TextFault::new(code::RULES, field::RULES, word.span(), message).found(word.text)
    })
}
