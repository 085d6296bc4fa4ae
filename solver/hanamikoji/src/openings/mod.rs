//! The first decision of a round: every hand with which its first player can make it, and what each action is worth there.
//!
//! | file | what is in it |
//! |---|---|
//! | `first_hand` | [`FirstHands`]: all hands of seven cards, in the standard game, and which are the same up to renaming |
//! | `evaluation` | [`OpeningEvaluation`]: what a search says of one of them, in few words |
//! | `chart` | [`OpeningChart`]: what it says of all of them |
//! | `file` | charts in files: [`OPENINGS_KIND`] |
//!
//! Geisha of equal value whose markers lie alike can change names without changing anything else. Under neutral markers the
//! 910 first hands of the standard game are 212 up to renaming, so that many are searched.

mod chart;
mod evaluation;
mod file;
mod first_hand;

pub use chart::{
    HandGrid, HandGroup, HandShape, HandsSummary, OpeningChart, OpeningHand, starter_wins_in_self_play,
};
pub use evaluation::{KindEvaluation, LARGEST_ERROR, OpeningEvaluation, OpeningSearch};
pub use file::{
    OPENINGS_KIND, OPENINGS_VERSION, OpeningsFileError, openings_identity, openings_round, openings_strength,
    read_openings, write_openings,
};
pub use first_hand::{FirstHand, FirstHandClass, FirstHands};
