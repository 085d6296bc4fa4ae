//! The search core shared by all games. It depends on the contracts in [`game`](crate::game) only.

pub mod alpha_beta;
pub mod budget;
pub mod cfr;
pub mod determinized;
pub mod draw;
pub mod estimate;
pub mod halving;
pub mod ismcts;
pub mod learning;
pub mod parallel;
pub mod questions;
mod race;
pub mod rollouts;
pub mod root_values;
pub mod strength;
pub mod transposition;
