//! Typed questions about a position, a round or a game, and typed answers in which every number carries its
//! strength.
//!
//! | question | answer |
//! |---|---|
//! | what is this position worth, what to play, where are the unseen cards, what would other cards change? | [`Evaluate`], answered by a [`PositionStudy`] |
//! | what was each decision of this round worth? | [`GradedRound`], and [`GradedGame`] of consecutive rounds |
//! | what are the markers worth between rounds? | [`FavourChart`] |
//! | how does the strategy of a table play? | [`PolicyReader`] |
//! | what to play with each first hand? | [`OpeningChart`](super::openings::OpeningChart), in its own module |
//!
//! Nothing here writes text for people but a [`Comparison`], the reasons for an action, and nothing reads a clock or a file, or needs a front end. The caller passes the
//! search effort, a seed and a cancel flag, and presents the result. Work runs on the current pool of
//! threads, and its result depends on the seed alone.

mod actions;
mod evaluate;
mod exchanges;
mod favour;
mod graded;
mod graded_game;
mod headline;
mod holdings;
mod naming;
mod policy;
mod position;
mod question;
mod ranking;
mod reasons;
mod searched;
mod solved;
mod solving;
mod totals;
mod tree_limits;

pub use actions::{Advice, HandValue, NEGLIGIBLE, ValuedAction};
pub use evaluate::EvaluateError;
pub use exchanges::{Exchange, Exchanges};
pub use favour::{FavourChart, LeadGrid, LeadGroup, LeadRow, SingleGeisha};
pub use graded::{Assessment, GradedDecision, GradedRound, Mark};
pub use graded_game::{GamePlayer, GradedGame};
pub use headline::{in_words, orbit_frequency, orbit_name, orbits};
pub use holdings::{Holdings, UnseenCards};
pub use policy::{PolicyAt, PolicyReader};
pub use position::{PositionStudy, PositionValue};
pub use question::Evaluate;
pub use reasons::{Comparison, Goal, Margin, MarkerChange, Offer, OfferAnswer, Reason, named};
pub use searched::{InterimPosition, PositionWatch, SearchedPosition};
pub use solved::SolvedPosition;
pub use solving::{SolveError, SolveRequest, Unfinished};
pub use totals::Totals;
