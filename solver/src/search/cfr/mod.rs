//! Counterfactual regret minimization, for any game with chance and hidden information for two.

pub mod public_tree;
mod regret_rule;
mod strategy;

pub use regret_rule::{Discount, Discounted, Plus, PredictivePlus, RegretRule, Vanilla};
pub use strategy::{Strategy, Uniform};
