//! Game-theoretic search.

pub mod game;
pub mod okiya;
pub mod search;
