//! What the markers are worth while a game is undecided.
//!
//! | file | what is in it |
//! |---|---|
//! | `favour_table` | [`FavourTable`]: the probability of winning the game, for each [`Layout`] of the markers |
//! | `estimates` | [`FavourEstimates`]: those that come with the library, or those of a file |
//! | `chain` | [`Chain`]: how rounds follow one another, and what that makes the markers worth |
//! | `self_play` | [`count_rounds`]: the counts that a chain is made of |
//! | `favour_file` | [`FavourFile`]: counts and estimates on disk |
//! | `recheck` | the estimates of a file found again from its counts, by another road |

pub(super) mod chain;
mod estimates;
mod favour_file;
pub(super) mod favour_table;
mod recheck;
mod self_play;

pub use chain::Chain;
pub use estimates::{FavourEstimates, LayoutEstimate, LayoutWin};
pub use favour_file::{
    CountedRun, FAVOUR_KIND, FAVOUR_VERSION, FavourFile, FavourFileError, MergeError, Origin, write_favours,
};
pub use favour_table::{FavourTable, Layout};
pub use recheck::{Claim, FalseClaim, Unsettled};
pub use self_play::{CountError, count_rounds, play_out};
