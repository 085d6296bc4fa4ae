//! Counterfactual regret minimization, for any game with chance and hidden information for two.

mod best_response;
mod full;
pub mod public_tree;
mod regret_rule;
pub mod sampled;
pub mod sequence_form;
mod strategy;
mod tree;

pub use best_response::Exploitability;
pub use full::{Average, Cfr, Current, RestoreError, Saved, SavedPlayer};
pub use regret_rule::{Discount, Discounted, Plus, PredictivePlus, RegretRule, Vanilla};
pub use sequence_form::{Behavior, CompileError, SequenceForm};
pub use strategy::{Strategy, Uniform};
pub use tree::{Tree, TreeError, TreeNode, TreeSet, TreeSize, TreeSizeEstimate};
