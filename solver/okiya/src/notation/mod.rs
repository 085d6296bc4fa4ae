//! The text forms of Okiya, as read and written by all commands, files and reports.
//!
//! | form | example | type |
//! |---|---|---|
//! | garden, short or long | `05af/b4c1/27d8/3e96` | [`Garden`](super::Garden) |
//! | static position | `05af/b4c1/27d8/3e96 2x1/4/4/4 c1 o` | [`Position`](super::Position) |
//! | history | `05af/b4c1/27d8/3e96 moves c1 a4` | [`Game`](super::Game) |
//! | record with tags | `[Garden "05af/b4c1/27d8/3e96"] c1 a4` | [`Record`] |
//! | rules tag | `full=draw` | [`FullBoard`](super::FullBoard) |
//!
//! Each of these types parses its form through [`FromStr`](std::str::FromStr) and writes the canonical one
//! through [`Display`](std::fmt::Display); only a garden, which has two forms, is written with
//! [`short`](super::Garden::short) or [`long`](super::Garden::long). [`Described`] parses any of the first
//! four.
//!
//! Parsers are lenient where nothing is ambiguous: tiles, cells, tokens and `moves` in either case, blanks
//! between the tiles of a garden, and `_` for a blank, as in a URL, everywhere but between the tags of a
//! record. Everything else is refused with a [`ParseError`], which names the field and the place. Parsers
//! never panic, and take time linear in the text.

mod described;
mod error;
mod faults;
mod game;
mod garden;
mod position;
mod record;
mod rules;

pub use described::Described;
pub use error::{Field, ParseError, Reason};
pub use faults::{GardenFault, TokensFault};
pub use garden::GardenText;
pub use record::{AlreadyOver, GameResult, Record, RecordEnding, RecordFault, TagError};
