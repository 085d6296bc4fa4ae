//! Results of a search at a decision, as evaluations, hints and reviews print them.
//!
//! | file | contents |
//! |---|---|
//! | `search` | the search, in words |
//! | `actions` | a table of actions |
//! | `holdings` | a table of the opponent's probable cards |

mod actions;
mod holdings;
mod search;

pub(super) use actions::{Whose, advice_line, exploitability, self_loss, table};
pub(super) use hanamachi_objects::hanamikoji::words::search_method as method;
pub(super) use holdings::{basis, holdings_table};
pub(super) use search::{model_error, standing};
