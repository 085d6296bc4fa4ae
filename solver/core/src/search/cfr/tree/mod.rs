//! A whole game as one arena of flat arrays, for sampled traversals of games that fit in memory.
//!
//! A node takes 16 bytes. The children of a node are contiguous, so the child of an action is found by
//! addition; information sets are numbered, so nothing is hashed during a traversal. An end takes 8 more
//! bytes for its utility, an outcome of chance 8 for its probability. Use [`TreeSize`] to check the size
//! before building a tree.

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

/// An information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TreeSet {
    /// The player to act.
    pub seat: Seat,
    /// Number of actions.
    pub actions: u32,
}

/// Stored form of a node.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Index of the first child.
    first: u32,
    /// Number of children.
    children: u32,
    /// Index of the first child's probability, of the information set, or of the utility, depending on the
    /// kind.
    at: u32,
    kind: Kind,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Chance,
    Decision(Seat),
    End,
}

/// A node. Nodes are numbered below [`Tree::nodes`]; the root is 0.
#[derive(Clone, PartialEq, Debug)]
pub enum TreeNode<'a> {
    /// A chance event: its children and their probabilities.
    Chance {
        /// Children, in the order of the outcomes.
        children: Range<u32>,
        /// Probability of each child, with sum 1.
        probabilities: &'a [f64],
    },
    /// A decision.
    Decision {
        /// The player to act.
        seat: Seat,
        /// Number of the information set, below [`Tree::sets`].
        set: u32,
        /// Children, in the order of the actions.
        children: Range<u32>,
    },
    /// An end of the game.
    End {
        /// Utility for the first player.
        utility: f64,
    },
}

impl<G: HiddenInformation> Tree<G> {
    /// Node with this index; an end with utility 0 if there is none.
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

    /// The information sets, including those with a single action.
    #[must_use]
    pub fn sets(&self) -> &[TreeSet] {
        &self.sets
    }

    /// Number of the information set with this information state.
    #[must_use]
    pub fn set_of(&self, information: &G::Information) -> Option<u32> {
        self.ids.get(information).copied()
    }

    /// All information sets in no particular order: number and information state.
    pub fn informations(&self) -> impl Iterator<Item = (u32, &G::Information)> {
        self.ids.iter().map(|(information, &set)| (set, information))
    }
}
