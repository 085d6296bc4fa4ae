//! The text forms of Hanamikoji, which all commands, files and reports read and write.
//!
//! | form | example | type |
//! |---|---|---|
//! | set of cards | `ABBDEFG` | [`Cards`](super::Cards) |
//! | rules tags | `rounds=3 round=2 tiebreak=none` | [`Tags`] |
//! | deal | `G/ABCDEF/ABDEFG/CDEFFGGG` | [`DescribedDeal`] |
//! | information set | `+..-... 2 ACDFFG 1X,2BE,3EEG-E` | [`InformationSet`](super::InformationSet) |
//! | round record | `....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,2BE` | [`RoundRecord`](super::RoundRecord) |
//! | the same from one seat | `....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,2XX` | [`SeatRecord`](super::SeatRecord) |
//!
//! Each of these types reads its form through [`FromStr`](std::str::FromStr) and writes the canonical one
//! through [`Display`](std::fmt::Display). [`Document`](super::Document) reads an information set or a record, and
//! [`RecordedRound`](super::RecordedRound) a record of either form. Rules tags may follow the last four, in
//! any order; missing tags have their standard values.
//!
//! Readers are lenient where the meaning is unambiguous: letters, names and values of tags in either case, cards and
//! pairs in any order, blanks of any script, also beside commas, and `_` for a blank, as in a URL. They also read
//! typographic signs, quotes, marks of quoted mail, the names of items, a first hand alone, links to the board, commands
//! of the program, and its JSON objects. They refuse everything else with a [`ParseError`], which names the field, the
//! place in the text as it was given, and the turn if there is one. Readers never panic, and take time linear in the
//! text.

mod cards;
mod deal;
mod document;
mod error;
mod favour;
mod history;
mod information_set;
mod reader;
mod record;
mod seat_record;
mod tags;

pub use deal::DescribedDeal;
pub use error::ParseError;
pub use favour::FavourText;
pub use tags::{CompleteTags, GAME, Tags, rules_text};
