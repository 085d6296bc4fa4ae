//! The search core that every game shares. It knows the contracts in [`game`](crate::game) and no game.

pub mod alpha_beta;
pub mod budget;
pub mod cfr;
pub mod determinized;
pub mod draw;
pub mod estimate;
pub mod ismcts;
pub mod learning;
pub mod parallel;
pub mod questions;
pub mod rollouts;
pub mod root_values;
pub mod strength;
pub mod transposition;
