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
