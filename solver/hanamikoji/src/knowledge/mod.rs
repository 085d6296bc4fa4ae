//! What a player knows, and what may be where the player cannot see.
//!
//! | file | what is in it |
//! |---|---|
//! | `beliefs` | [`Beliefs`]: how likely it is that cards lie here or there |
//! | `checks` | [`Contradiction`]: what cannot be in a round |
//! | `variations` | [`Variation`]: the hand with one card exchanged |
//! | `information_set`, `record`, `seat_record` | [`InformationSet`], [`RoundRecord`] and [`SeatRecord`]: complete and checked, for whoever reads and writes |
//! | `recorded_round` | [`RecordedRound`]: either of the two records |

mod beliefs;
pub(super) mod checks;
pub(super) mod information_set;
pub(super) mod record;
mod recorded_round;
pub(super) mod seat_record;
mod variations;

pub use beliefs::{Beliefs, Copies, distinguishable_placements};
pub use checks::{Contradiction, TurnFault};
pub use information_set::{InformationSet, Setup};
pub use record::{RecordedDecision, RoundOutcome, RoundRecord};
pub use recorded_round::RecordedRound;
pub use seat_record::SeatRecord;
pub use variations::Variation;
