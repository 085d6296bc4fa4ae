//! The value of the markers while a game is undecided.
//!
//! | file | contents |
//! |---|---|
//! | `favour_table` | [`FavourTable`]: the probability of winning the game, for each [`Layout`] of the markers |
//! | `estimates` | [`FavourEstimates`]: the library's estimates, or those of a file |
//! | `chain` | [`Chain`]: rounds as a Markov chain, and the values of the markers that follow |
//! | `self_play` | [`count_rounds`]: the counts behind a chain |
//! | `favour_file` | [`FavourFile`]: counts and estimates on disk |
//! | `recheck` | recomputes the estimates of a file from its counts, by another method |

pub(super) mod chain;
mod estimates;
mod favour_file;
pub(super) mod favour_table;
mod recheck;
mod self_play;

pub use chain::Chain;
pub use estimates::{FavourEstimates, LayoutEstimate, LayoutWin, OtherFavours};
pub use favour_file::{
    CountedRun, FAVOUR_KIND, FAVOUR_VERSION, FavourFile, FavourFileError, FavourMergeError, Origin,
    write_favours,
};
pub use favour_table::{FavourTable, Layout};
pub use recheck::{Claim, FalseClaim, Unsettled};
pub use self_play::{Counted, count_rounds, play_out};
