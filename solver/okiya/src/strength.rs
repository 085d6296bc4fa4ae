//! Values of gardens and positions are proved: each comes from a search to the end of the game.

use super::population::GardenTally;
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
// Counts over gardens, each of which is solved.
proved!(GardenTally, verdicts::VerdictTally);
