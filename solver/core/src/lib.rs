//! Contracts between games and search, and parallel search for any game.
//!
//! | module | what is in it |
//! |---|---|
//! | [`game`] | the contracts: a narrow trait for each kind of game |
//! | [`search`] | alpha-beta, Monte Carlo tree search, counterfactual regret minimization, and what they share |
//! | [`conformance`] | the kit that holds a game to its contract |

pub mod conformance;
pub mod game;
pub mod search;
