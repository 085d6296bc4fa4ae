//! Studies of gardens and games beyond their values: proved and sorted.
//!
//! | file | contents |
//! |---|---|
//! | `graded` | the moves of a game that was played: mistakes, only moves, what was given away |
//! | `choice` | the moves of one position: which keep the outcome, and whether there is only one |
//! | `trap` | moves that give the outcome away and look like one that keeps it |
//! | `garden` | the first three plies of a garden, all of them solved |
//!
//! Everything here follows from [`Solution`](super::Solution)s, so all of it is proved.

mod choice;
mod garden;
mod graded;
mod trap;

pub use choice::{Choice, Keeping};
pub use garden::{GardenStudy, OpeningStudy, StudiedPosition};
pub use graded::{GradedGame, GradedMove, Mark};
pub use trap::{CellKind, Trap, alike};
