//! Counterfactual regret minimization for any two-player game with chance and hidden information.
//!
//! Two players who lower their regret in every information set, as if each set were a game of its own, approach an
//! equilibrium with their *average* strategies (M. Zinkevich, M. Johanson, M. Bowling and C. Piccione, 2007). There are
//! three kinds of traversal, for three sizes of games:
//!
//! | way | what it needs | what it is for |
//! |---|---|---|
//! | [`Cfr`] over the [`sequence_form`] | every information set and every pair of sequences in memory | games that are to be solved whole; the fastest |
//! | [`public_tree`] | regrets and averages alone; the rest is worked out on the way by the game | endgames with millions of hands |
//! | [`sampled`] over a [`Tree`] or the game itself | what was met | what is too large for the others, with an error |
//!
//! | room | what is in it |
//! |---|---|
//! | `regret_rule` | [`RegretRule`]: how regrets become strategies; the variants of the algorithm, each a type |
//! | [`sequence_form`] | a game compiled to each player's sequences and a sparse matrix |
//! | `full` | [`Cfr`]: full traversals over it, parallel, to be saved and gone on with |
//! | `best_response` | [`Exploitability`], best responses, one strategy against another: exact |
//! | [`public_tree`] | the same for public trees with vectors of private states |
//! | `tree` | [`Tree`]: a game compiled to its histories; how large it would be |
//! | [`sampled`] | external and outcome sampling, baselines, subgames |
//! | `strategy` | [`Strategy`]: what plays a game, whatever keeps it |

mod best_response;
mod full;
pub mod public_tree;
mod regret_rule;
pub mod sampled;
pub mod sequence_form;
mod strategy;
mod tree;

pub use best_response::Exploitability;
pub use full::{Average, Averaging, Cfr, Current, RestoreError, Saved, SavedPlayer};
pub use regret_rule::{Discount, Discounted, Plus, PredictivePlus, RegretRule, Vanilla, Variant};
pub use sequence_form::{Behavior, CompileError, SequenceForm};
pub use strategy::{Strategy, Uniform};
pub use tree::{Tree, TreeError, TreeNode, TreeSet, TreeSize, TreeSizeEstimate};
