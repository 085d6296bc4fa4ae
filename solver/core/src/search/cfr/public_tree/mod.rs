//! Counterfactual regret minimization over public trees: one traversal of the public states for all private states at once.
//!
//! | file | contents |
//! |---|---|
//! | `size` | [`Size`]: how large a tree is, before it is built |
//! | `tree` | the tree in flat arrays |
//! | `passages` | vectors over private states, down and up |
//! | `train` | one iteration |
//! | `reply` | best responses and the value of averages |
//! | `gadget` | [`Gadget`]: a subgame that is solved anew in the middle of a game |
//! | `given` | [`best_reply_to`]: best responses to a strategy that was not found here |
//! | `average` | [`AverageStrategy`]: what was found, to be played |
//! | [`Solver`] | iterations until a requested exploitability |
//!
//! The players take turns within an iteration. While the one's regrets are updated, the other's average strategy gets his reaches
//! of the same walk, so that a subtree into which he never goes needs no walk where the rule predicts nothing: there no regret changes
//! and nothing is added (the partial pruning of N. Brown and T. Sandholm, "Regret-Based Pruning in Extensive-Form Games", NIPS 2015, section
//! 2). A rule that discounts does so there only when the subtree is walked again. Numbers are kept in single precision; sums over a whole tree are made in double precision.
//! Results do not depend on the number of threads: each subtree has its place in memory, and values are added in order.

mod average;
mod gadget;
mod given;
mod passages;
mod reply;
mod size;
mod solver;
mod train;
mod tree;

pub use average::{AverageStrategy, Choice};
pub use gadget::Gadget;
pub use given::{GivenStrategy, best_reply_to};
pub use size::{Size, size_of};
pub use solver::{ChildValues, Goal, Report, Solver, TooLarge};
pub use tree::Unbuilt;
