//! What the markers are worth while a game is undecided.
//!
//! | file | what is in it |
//! |---|---|
//! | `favour_table` | [`FavourTable`]: the probability of winning the game, for each [`Layout`] of the markers |
//! | `chain` | [`Chain`]: how rounds follow one another, and what that makes the markers worth |
//! | `self_play` | [`count_rounds`]: the counts that a chain is made of |

pub(super) mod chain;
pub(super) mod favour_table;
mod self_play;

pub use chain::Chain;
pub use favour_table::{FavourTable, Layout, LayoutEstimate};
pub use self_play::{CountError, count_rounds, play_out};
