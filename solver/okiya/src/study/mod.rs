//! Studies of gardens and games: proved values, classified.
//!
//! | file | contents |
//! |---|---|
//! | `graded` | the moves of a played game: mistakes, only moves, losses |
//! | `choice` | the moves of a position: those that keep the outcome, and only moves |
//! | `trap` | moves that lose the outcome and resemble one that keeps it |
//! | `garden` | the first three plies of a garden, all solved |
//!
//! Everything here is derived from [`Solution`](super::Solution)s, so all of it is proved.

mod choice;
mod garden;
mod graded;
mod trap;

pub use choice::{Choice, Keeping};
pub use garden::{GardenStudy, OpeningStudy, StudiedPosition};
pub use graded::{GradedGame, GradedMove, Mark};
pub use trap::{CellKind, Trap, alike};
