//! Strategies for rounds in tables on disk.
//!
//! A table has one set of [rules](StrategyTable::rules), which its metadata name. It covers the layouts of
//! the markers, and with a limit of rounds the round numbers, that its author solved.
//!
//! | file | contents |
//! |---|---|
//! | `code` | information states and actions as bytes, and back |
//! | `merged` | strategies of merged rounds, as rows of the rounds themselves |
//! | `policy` | [`TablePolicy`]: a table, as a policy |
//! | `question` | [`TableQuestion`]: the rounds of a table, and the value of games that they leave undecided |
//! | `table` | [`StrategyTable`]: a table, opened and checked against the game |

mod code;
mod merged;
mod policy;
mod question;
mod table;

pub use crate::notation::{GAME, rules_text};
pub use code::{action, information_set};
pub use merged::{rows_of_merged, rows_of_sampled};
pub use policy::TablePolicy;
pub use question::{TableQuestion, describe_round};
pub use table::{StrategyTable, StrategyTableError};
