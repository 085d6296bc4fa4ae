//! What a search says about a decision, for whoever shows it: hints, reviews.
//!
//! | file | what is in it |
//! |---|---|
//! | `search` | which search, and how it is cut into blocks |
//! | `win` | probabilities of winning, with their kind |
//! | `actions` | [`Ranking`]: every legal action, best first |
//! | `holdings` | what the opponent probably holds |

mod actions;
mod holdings;
mod search;
mod win;

pub(super) use actions::{Losses, Ranked, Ranking, Whose, table};
pub(super) use holdings::{Holdings, holdings};
pub(super) use search::{BLOCKS, Search, after};
pub(super) use win::{WinObject, win};
