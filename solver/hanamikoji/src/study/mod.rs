//! What a player wants to know of a position, a round or a game: asked in types and answered in types, each number with its kind.
//!
//! | question | answer |
//! |---|---|
//! | what was each decision of this round worth? | [`GradedRound`], and [`GradedGame`] of rounds that follow one another |
//! | which action loses least? | [`Ranking`] of what a search says |
//! | where are the unseen cards? | [`Holdings`] |
//! | what are the markers worth between rounds? | [`FavourChart`] |
//! | what does the strategy of a table play? | [`TablePolicy`] |
//! | what to play with each first hand? | [`OpeningChart`](super::openings::OpeningChart), in a room of its own |
//!
//! Nothing here is text for people, reads a clock or a file, or needs a front end: whoever asks hands in how much to search, a seed
//! and a cancel flag, and draws what comes back. Work runs on the current pool of threads, and what it finds depends on the seed alone.

mod favour;
mod graded;
mod graded_game;
mod holdings;
mod policy;
mod ranking;
mod search;
mod totals;

pub use favour::{FavourChart, LeadGrid, LeadGroup, SingleGeisha};
pub use graded::{Assessment, GradedDecision, GradedRound, Mark};
pub use graded_game::{GamePlayer, GradedGame};
pub use holdings::{Holdings, HoldingsBasis, UnseenCards};
pub use policy::{PolicyAt, TablePolicy};
pub use ranking::{Losses, RankedAction, Ranking};
pub use search::DecisionSearch;
pub use totals::Totals;
