//! Tools common to the parsers of all text forms: a cursor, places of errors, sizes, words of a shell. Independent of the
//! games.

mod byte_size;
mod cursor;
mod parse_error;
mod place;
mod shell;

pub use byte_size::ByteSize;
pub use cursor::{Cursor, Word, is_blank};
pub use parse_error::{Code, Fault, Field, ParseError};
pub use place::Place;
pub use place::quoted;
pub use shell::shell_word;
