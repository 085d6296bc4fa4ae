//! What a search says about a decision, as the program writes it: in evaluations, hints and reviews.
//!
//! | file | what is in it |
//! |---|---|
//! | `search` | which search, in words |
//! | `win` | probabilities of winning as objects carry them |
//! | `actions` | a table of actions |
//! | `holdings` | a table of what the opponent probably holds |

mod actions;
mod holdings;
mod search;
mod win;

pub(super) use actions::{Whose, hint, table};
pub(super) use holdings::{basis, holdings_table};
pub(super) use search::{method, model_error};
pub(super) use win::WinObject;
