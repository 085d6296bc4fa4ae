//! What the study board asks, answered.

pub mod objects;
pub mod players;
