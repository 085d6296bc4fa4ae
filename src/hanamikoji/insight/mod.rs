//! What a search says about a decision, as the program writes it: in evaluations, hints and reviews.
//!
//! | file | what is in it |
//! |---|---|
//! | `search` | which search, in words |
//! | `actions` | a table of actions |
//! | `holdings` | a table of what the opponent probably holds |

mod actions;
mod holdings;
mod search;

pub(super) use actions::{Whose, advice_line, exploitability, self_loss, table};
pub(super) use hanamachi_objects::hanamikoji::words::search_method as method;
pub(super) use holdings::{basis, holdings_table};
pub(super) use search::{model_error, standing};
