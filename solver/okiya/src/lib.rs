//! Okiya (B. Cathala): rules, notation, symmetry, and the exact solver.

mod bitslice;
mod cell;
pub mod census;
mod combination;
mod engine;
mod game_history;
mod garden;
pub mod match_play;
pub mod notation;
pub mod objects;
pub mod oracle;
mod pattern;
mod perft;
pub mod plain;
pub mod population;
mod position;
mod rank;
mod rules;
mod solve;
pub mod study;
pub mod survey;
mod symmetry;
mod tally;
mod tile;
mod value;
pub mod verdicts;
mod wish;

pub use bitslice::{Outcomes, solve_outcomes};
pub use cell::{Cell, CellSet, Cells};
pub use game_history::Game;
pub use garden::Garden;
pub use pattern::{PATTERNS, Pattern, Shape};
pub use perft::perft;
pub use position::{GameEnd, IllegalMove, Position, Setup, SetupError, SetupFault};
pub use rank::GardenRank;
pub use rules::{Ending, FullBoard, Player};
pub use solve::{Method, MoveValue, Solution, Solver, Verdict, solve_many, verdicts_of_many};
pub use symmetry::{
    BoardSymmetry, ClassNumber, Classes, Symmetry, TileSymmetry, classes_from, classes_from_rank,
};
pub use tile::{Plant, Symbol, Tile};
pub use value::{Outcome, Value};
pub use wish::{Wish, WishError, WishSearch};

use hanamachi_core::search::strength::{HasStrength, Strength};

// Each of these comes from a search to the end of the game, or counts such results.
macro_rules! proved {
    ($($type:ty),+) => {
        $(impl HasStrength for $type {
            fn strength(&self) -> Strength {
                Strength::Proved
            }
        })+
    };
}

proved!(
    Value,
    Verdict,
    Solution,
    study::GardenStudy,
    study::GradedGame,
    population::GardenTally,
    verdicts::VerdictTally
);
