//! Okiya (B. Cathala): rules, notation, symmetry, and the exact solver.

mod cell;
mod engine;
mod garden;
pub mod notation;
pub mod oracle;
mod pattern;
mod position;
mod rules;
mod solve;
mod tile;
mod value;

pub use cell::{Cell, CellSet, Cells};
pub use garden::Garden;
pub use pattern::{PATTERNS, Pattern, Shape};
pub use position::{GameEnd, IllegalMove, Position, Setup, SetupError, SetupFault};
pub use rules::{Ending, FullBoard, Player};
pub use solve::{MoveValue, Solution, Solver, Verdict};
pub use tile::{Plant, Symbol, Tile};
pub use value::{Outcome, Value};
