//! Tools common to the parsers of all text forms: a cursor, places of errors, sizes, words of a shell. Independent of the
//! games.

mod byte_size;
mod cursor;
mod given;
mod hex;
mod items;
mod mapped;
mod milliseconds;
mod parse_error;
mod place;
mod shell;

pub use byte_size::ByteSize;
pub use cursor::{Cursor, Word, is_blank};
pub use given::{GameName, game_of, is_as_written, opened, read_given};
pub use hex::hex;
pub use items::{Item, Joiner, items};
pub use mapped::Mapped;
pub use milliseconds::milliseconds;
pub use parse_error::{Code, Field, ParseError, TextFault};
pub use place::TextPlace;
pub use place::quoted;
pub use shell::shell_word;
