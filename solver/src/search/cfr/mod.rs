//! Counterfactual regret minimization, for any game with chance and hidden information for two.

mod regret_rule;
pub mod sampled;
mod strategy;
mod tree;

pub use regret_rule::{Discount, Discounted, Plus, PredictivePlus, RegretRule, Vanilla};
pub use strategy::{Strategy, Uniform};
pub use tree::{Tree, TreeError, TreeNode, TreeSet, TreeSize, TreeSizeEstimate};
