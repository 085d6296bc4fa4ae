//! Counterfactual regret minimization over public trees: one traversal of the public states for all private states at once.
//!
//! | file | contents |
//! |---|---|
//! | `size` | [`Size`]: size of a tree before it is built |
//! | `tree` | the tree in flat arrays |
//! | `last_answer` | values at the leaves after an answer that ends the game |
//! | `train` | one iteration |
//! | `reply` | best responses and the value of averages |
//! | `outcomes` | [`OutcomeSums`]: sums over the ends of the game |
//! | `gadget` | [`Gadget`]: re-solving a subgame in the middle of a game |
//! | `given` | [`best_reply_to`]: best responses to a strategy from elsewhere |
//! | `average` | [`AverageStrategy`]: the result, ready to be played |
//! | [`Solver`] | iterations until a requested exploitability |
//!
//! The players alternate within an iteration. While the regrets of one player are updated, the same walk adds
//! the other player's reaches to that player's average strategy. If the rule does not predict, the walk skips
//! subtrees with reach 0: no regret would change there and nothing would be added (the partial pruning of N.
//! Brown and T. Sandholm, "Regret-Based Pruning in Extensive-Form Games", NIPS 2015, section 2). A rule with
//! discounts applies them to such a subtree only when it is walked again. Public states with one successor and no choice,
//! such as draws, are passed over: in a card game they are most of the tree. Numbers are kept in single
//! precision; sums over a whole tree are computed in double precision. Results do not depend on the number of
//! threads: each subtree has its place in memory, and values are added in order.

mod average;
mod gadget;
mod given;
mod last_answer;
mod outcomes;
mod reply;
mod size;
mod solver;
mod train;
mod tree;

pub use average::{AverageStrategy, StateContinuation};
pub use gadget::Gadget;
pub use given::{GivenStrategy, best_reply_to};
pub use outcomes::{ChildOutcomes, OutcomeSum, OutcomeSums};
pub use size::{Size, Uncounted, size_of, size_within};
pub use solver::{ChildValues, Goal, RunReport, Solver, TooLarge};
pub use tree::Unbuilt;

use crate::game::Passage;

/// Reaches at a child, given those at the node. Where states merge, their reaches are added. The length of
/// `buffer` is the number of states of the child.
fn down<'a>(passage: &Passage, node: &'a [f32], buffer: &'a mut [f32]) -> &'a [f32] {
    match passage {
        Passage::Same => node,
        Passage::Slice(start) => &node[*start as usize..][..buffer.len()],
        Passage::From(_) | Passage::Merge(_) => {
            down_into(passage, node, buffer);
            buffer
        }
    }
}

/// The same, always written into the buffer.
fn down_into(passage: &Passage, node: &[f32], buffer: &mut [f32]) {
    match passage {
        Passage::Same => buffer.copy_from_slice(node),
        Passage::Slice(start) => {
            let len = buffer.len();
            buffer.copy_from_slice(&node[*start as usize..][..len]);
        }
        Passage::From(origins) => {
            for (slot, &origin) in buffer.iter_mut().zip(&**origins) {
                *slot = node[origin as usize];
            }
        }
        Passage::Merge(merge) => {
            for (child, slot) in buffer.iter_mut().enumerate() {
                *slot = merge.origins_of(child).iter().map(|&origin| node[origin as usize]).sum();
            }
        }
    }
}

/// Adds the values at a child to those at the node.
fn add_up(passage: &Passage, child: &[f32], node: &mut [f32]) {
    match passage {
        Passage::Same => add(child, node),
        Passage::Slice(start) => add(child, &mut node[*start as usize..]),
        Passage::From(origins) => {
            for (&value, &origin) in child.iter().zip(&**origins) {
                node[origin as usize] += value;
            }
        }
        Passage::Merge(merge) => {
            for (child, &value) in child.iter().enumerate() {
                for &origin in merge.origins_of(child) {
                    node[origin as usize] += value;
                }
            }
        }
    }
}

fn add(child: &[f32], node: &mut [f32]) {
    for (sum, &value) in node.iter_mut().zip(child) {
        *sum += value;
    }
}
