//! The contracts between a game and the search: narrow traits, one for each kind of game.
//!
//! | contract | kind of game | searches |
//! |---|---|---|
//! | [`PerfectInformation`] | two players, no chance, nothing hidden | implementations of [`questions`](crate::search::questions): [`alpha_beta`](crate::search::alpha_beta), or the game's own search |
//! | [`HiddenInformation`] | two players, chance, hidden information | [`ismcts`](crate::search::ismcts), [`determinized`](crate::search::determinized) |
//! | [`PublicTree`] | the same, as public nodes with vectors of private states | [`cfr::public_tree`](crate::search::cfr::public_tree) |

mod hidden_information;
mod perfect_information;
mod public_tree;
mod score;

pub use hidden_information::{HiddenInformation, Resample, Seat, Turn};
pub use perfect_information::{MAX_CANDIDATES, PerfectInformation, Subtree};
pub use public_tree::{CountedTree, Merge, Passage, PublicTree};
pub use score::{Bounds, Score};
