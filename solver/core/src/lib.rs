//! Contracts between games and search, and parallel search for any game.
//!
//! | module | contents |
//! |---|---|
//! | [`game`] | the contracts: a narrow trait for each kind of game |
//! | [`search`] | alpha-beta, Monte Carlo tree search, counterfactual regret minimization, and their shared parts |
//! | [`conformance`] | the kit that checks a game against its contract |

pub mod conformance;
pub mod game;
pub mod search;

pub use rand;

/// The program and its version, as every object and record names it.
pub const ENGINE: &str = concat!("hanamachi ", env!("CARGO_PKG_VERSION"));
