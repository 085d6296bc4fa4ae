//! A whole game as one arena of flat arrays, for sampled traversals of games that fit in memory.
//!
//! A node is 16 bytes. The children of a node lie side by side, so that the child that an action leads to is found by
//! addition; information sets are numbers, so that nothing is hashed on the way. An end takes 8 bytes more for its
//! utility, an outcome of chance 8 for its probability. Ask [`TreeSize`] before a tree is built.

mod build;
mod size;

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::{HiddenInformation, Seat};

pub use build::TreeError;
pub(super) use build::table_bytes;
pub use size::{TreeSize, TreeSizeEstimate};

/// A game tree.
#[derive(Clone, Debug)]
pub struct Tree<G: HiddenInformation> {
    nodes: Vec<Node>,
    utilities: Vec<f64>,
    probabilities: Vec<f64>,
    sets: Vec<TreeSet>,
    ids: FxHashMap<G::Information, u32>,
}

/// Decisions that a player cannot tell apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeSet {
    /// The player to act.
    pub seat: Seat,
    /// Among how many actions.
    pub actions: u32,
}

/// A node as it is stored.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The first child.
    first: u32,
    /// Number of children.
    children: u32,
    /// Index by kind of node: of the first child's probability, the information set, or the utility.
    at: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Chance,
    Decision(Seat),
    End,
}

/// A node as it is seen. Nodes are numbers below [`Tree::nodes`], the root is 0.
#[derive(Clone, PartialEq, Debug)]
pub enum TreeNode<'a> {
    /// A chance event: its children, and how likely each is.
    Chance {
        /// The nodes that the outcomes lead to, in their order.
        children: Range<u32>,
        /// Probability of each child; they sum to 1.
        probabilities: &'a [f64],
    },
    /// A decision.
    Decision {
        /// The player to act.
        seat: Seat,
        /// The information set, a number below [`Tree::sets`].
        set: u32,
        /// The nodes that the actions lead to, in their order.
        children: Range<u32>,
    },
    /// An end of the game.
    End {
        /// Utility for the first player.
        utility: f64,
    },
}

impl<G: HiddenInformation> Tree<G> {
    /// The node at an index; an end with utility 0 if there is none.
    #[must_use]
    pub fn node(&self, index: u32) -> TreeNode<'_> {
        let Some(node) = self.nodes.get(index as usize) else { return TreeNode::End { utility: 0.0 } };
        let children = node.first..node.first + node.children;
        match node.kind {
            Kind::Chance => {
                let probabilities = &self.probabilities[node.at as usize..][..node.children as usize];
                TreeNode::Chance { children, probabilities }
            }
            Kind::Decision(seat) => TreeNode::Decision { seat, set: node.at, children },
            Kind::End => TreeNode::End { utility: self.utilities[node.at as usize] },
        }
    }

    /// Number of nodes.
    #[must_use]
    pub const fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The information sets, those with a single action included.
    #[must_use]
    pub fn sets(&self) -> &[TreeSet] {
        &self.sets
    }

    /// The information set in which this is known.
    #[must_use]
    pub fn set_of(&self, information: &G::Information) -> Option<u32> {
        self.ids.get(information).copied()
    }

    /// The number of every information set, in no particular order, with what is known in it.
    pub fn informations(&self) -> impl Iterator<Item = (u32, &G::Information)> {
        self.ids.iter().map(|(information, &set)| (set, information))
    }
}
