//! Game-theoretic search.

pub mod conformance;
pub mod game;
pub mod okiya;
pub mod search;
