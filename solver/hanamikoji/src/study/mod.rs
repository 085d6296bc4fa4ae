//! What a player wants to know of a position, a round or a game: asked in types and answered in types, each number with its kind.
//!
//! | question | answer |
//! |---|---|
//! | what is this position worth, what to play, where are the unseen cards, what would other cards change? | [`Evaluate`], answered by a [`PositionStudy`] |
//! | what was each decision of this round worth? | [`GradedRound`], and [`GradedGame`] of rounds that follow one another |
//! | what are the markers worth between rounds? | [`FavourChart`] |
//! | what does the strategy of a table play? | [`TablePolicy`] |
//! | what to play with each first hand? | [`OpeningChart`](super::openings::OpeningChart), in a room of its own |
//!
//! Nothing here is text for people, reads a clock or a file, or needs a front end: whoever asks hands in how much to search, a seed
//! and a cancel flag, and draws what comes back. Work runs on the current pool of threads, and what it finds depends on the seed alone.

mod actions;
mod evaluate;
mod exchanges;
mod favour;
mod graded;
mod graded_game;
mod holdings;
mod policy;
mod position;
mod ranking;
mod search;
mod searched;
mod solved;
mod totals;

pub use actions::{Advice, NEGLIGIBLE, ValuedAction};
pub use evaluate::{Evaluate, EvaluateContexts, EvaluateError, Limit, Solving};
pub use exchanges::{Exchange, Exchanges, HandValue};
pub use favour::{FavourChart, LeadGrid, LeadGroup, SingleGeisha};
pub use graded::{Assessment, GradedDecision, GradedRound, Mark};
pub use graded_game::{GamePlayer, GradedGame};
pub use holdings::{Holdings, HoldingsBasis, UnseenCards};
pub use policy::{PolicyAt, TablePolicy};
pub use position::{PositionStudy, PositionValue};
pub use search::DecisionSearch;
pub use searched::{InterimPosition, PositionWatch, SearchRequest, SearchedPosition};
pub use solved::{LIVE_TURNS, SolveError, SolveRequest, SolvedPosition};
pub use totals::Totals;
