//! Knowledge of a player, and beliefs about the cards that the player cannot see.
//!
//! | file | contents |
//! |---|---|
//! | `beliefs` | [`Beliefs`]: probabilities of the places of the unseen cards |
//! | `canonical` | positions up to the names of geisha that are alike |
//! | `checks` | [`Contradiction`]: statements that cannot be true of a round |
//! | `variations` | [`Variation`]: the hand with one card exchanged |
//! | `information_set`, `record`, `seat_record` | [`InformationSet`], [`RoundRecord`] and [`SeatRecord`]: complete and checked, for reading and writing |
//! | `recorded_round`, `document` | [`RecordedRound`]: either of the two records; [`Document`]: any of the three |
//! | `table` | [`Table`]: what lies where, as someone sees it |

mod beliefs;
pub(super) mod canonical;
pub(super) mod checks;
pub(super) mod document;
pub(super) mod information_set;
pub(super) mod record;
mod recorded_round;
pub(super) mod seat_record;
mod table;
mod variations;

pub use beliefs::{Beliefs, Copies, distinguishable_placements};
pub use checks::{Contradiction, TurnFault};
pub use document::Document;
pub use information_set::{InformationSet, Setup};
pub use record::{RecordedDecision, RoundOutcome, RoundRecord};
pub use recorded_round::RecordedRound;
pub use seat_record::SeatRecord;
pub use table::Table;
pub use variations::Variation;
