//! Strategies for rounds in tables on disk.
//!
//! A table is of one set of [rules](StrategyTable::rules), which its metadata name, and of as many layouts of the markers and, where rounds are
//! limited, round numbers as whoever made it cared to solve.
//!
//! | file | what is in it |
//! |---|---|
//! | `code` | information states and actions as bytes, and back |
//! | `merged` | strategies of rounds with what is the same merged |
//! | `table` | [`StrategyTable`]: a table, opened and checked against the game |

mod code;
mod merged;
mod table;

pub use code::{action, information_set};
pub use merged::rows_of_merged;
pub use table::{GAME, StrategyTable, StrategyTableError, rules_text};
