//! The first decision of a round: every possible first hand, and the value of each action there.
//!
//! | file | contents |
//! |---|---|
//! | `first_hand` | [`FirstHands`]: all hands of seven cards, in the standard game, and their classes up to renaming |
//! | `evaluation` | [`OpeningEvaluation`]: the result of searching one of them, in brief |
//! | `chart` | [`OpeningChart`]: the results for all of them |
//! | `file` | charts in files: [`OPENINGS_KIND`] |
//! | `rows` | [`OpeningRows`]: the rows of a file |
//!
//! Geisha of equal value with their markers in the same place are interchangeable. Under neutral markers the
//! 910 first hands of the standard game form 212 classes up to renaming, and only one hand of each class is
//! searched.

mod chart;
mod evaluation;
mod file;
mod first_hand;
mod rows;

pub use chart::{
    HandGrid, HandGroup, HandShape, HandsSummary, OpeningChart, OpeningHand, starter_wins_in_self_play,
};
pub use evaluation::{KindEvaluation, LARGEST_ERROR, OpeningEvaluation, OpeningSearch};
pub use file::{
    OPENINGS_KIND, OPENINGS_VERSION, OpeningsFileError, openings_identity, openings_round, openings_strength,
    read_openings, write_openings,
};
pub use first_hand::{FirstHand, FirstHandClass, FirstHands};
pub use rows::OpeningRows;
