//! What the readers of all text forms share: a cursor, and places that errors point to. Knows no game.

mod cursor;
mod place;

pub use cursor::{Cursor, Word, is_blank};
pub use place::Place;
pub use place::quoted;
