//! Counterfactual regret minimization over public trees: one traversal of the public states for all private states at once.
//!
//! | file | contents |
//! |---|---|
//! | `size` | [`Size`]: size of a tree before it is built |
//! | `tree` | the tree in flat arrays |
//! | `passages` | propagation of vectors over private states, down and up |
//! | `train` | one iteration |
//! | `reply` | best responses and the value of averages |
//! | `gadget` | [`Gadget`]: re-solving a subgame in the middle of a game |
//! | `given` | [`best_reply_to`]: best responses to a strategy from elsewhere |
//! | `average` | [`AverageStrategy`]: the result, ready to be played |
//! | [`Solver`] | iterations until a requested exploitability |
//!
//! The players alternate within an iteration. While the regrets of one player are updated, the same walk adds
//! the other player's reaches to that player's average strategy. If the rule does not predict, the walk skips
//! subtrees with reach 0: no regret would change there and nothing would be added (the partial pruning of N.
//! Brown and T. Sandholm, "Regret-Based Pruning in Extensive-Form Games", NIPS 2015, section 2). A rule with
//! discounts applies them to such a subtree only when it is walked again. Numbers are kept in single
//! precision; sums over a whole tree are computed in double precision. Results do not depend on the number of
//! threads: each subtree has its place in memory, and values are added in order.

mod average;
mod gadget;
mod given;
mod passages;
mod reply;
mod size;
mod solver;
mod train;
mod tree;

pub use average::{AverageStrategy, Continuation};
pub use gadget::Gadget;
pub use given::{GivenStrategy, best_reply_to};
pub use size::{Size, Uncounted, size_of};
pub use solver::{ChildValues, Goal, Report, Solver, TooLarge};
pub use tree::Unbuilt;
