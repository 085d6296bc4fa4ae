//! What is said of gardens and positions is proved: every value comes from a search to the end of the game.

use super::census::{Source, Summary};
use super::study::{GardenStudy, GradedGame};
use super::{Solution, Value, Verdict, verdicts};
use hanamachi_core::search::strength::{HasStrength, Strength};

macro_rules! proved {
    ($($type:ty),+) => {
        $(impl HasStrength for $type {
            fn strength(&self) -> Strength {
                Strength::Proved
            }
        })+
    };
}

proved!(Value, Verdict, Solution, GardenStudy, GradedGame);
// Counts of gardens each of which is solved.
proved!(Summary, verdicts::VerdictTally);

impl Source {
    /// How strong the shares of what is counted are: of a sample estimates, for all gardens; of classes proved, for these classes.
    #[must_use]
    pub const fn strength_of_shares(self) -> Strength {
        match self {
            Self::Sample { .. } => Strength::Estimated,
            Self::Classes => Strength::Proved,
        }
    }
}
