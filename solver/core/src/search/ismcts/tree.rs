//! The tree: nodes found by key, with the statistics of their actions in columns.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::Seat;

/// Statistics needed by the selection rule.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeLayout {
    /// Priors.
    pub prior: bool,
}

/// Statistics of an information set.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Index of its first action in the columns.
    pub first: u32,
    /// Number of stored actions. 0 before the second visit: most nodes are visited only once, and lists of
    /// actions cost most of the time and memory.
    pub len: u32,
    /// Number of visits.
    pub visits: u32,
    /// Mean value for the actor. A running mean, because a 32-bit sum would soon lose small increments.
    pub mean: f32,
    pub actor: Seat,
}

impl Node {
    /// Range of its actions.
    pub(super) fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.len) as usize
    }
}

/// The tree of one block of iterations. Memory is reused from block to block.
#[derive(Debug)]
pub(super) struct Tree<K, A> {
    index: FxHashMap<K, u32>,
    pub nodes: Vec<Node>,
    /// Nodes at depth 0.
    pub roots: Vec<u32>,
    pub actions: Vec<A>,
    pub visits: Vec<u32>,
    pub means: Vec<f32>,
    pub prior: Vec<f32>,
    layout: NodeLayout,
    limit: usize,
}

impl<K: Copy + Eq + Hash, A: Copy> Tree<K, A> {
    /// Creates an empty tree of at most `limit` bytes, as counted by [`has_room`](Self::has_room).
    pub(super) fn new(layout: NodeLayout, limit: usize) -> Self {
        Self {
            index: FxHashMap::default(),
            nodes: Vec::new(),
            roots: Vec::new(),
            actions: Vec::new(),
            visits: Vec::new(),
            means: Vec::new(),
            prior: Vec::new(),
            layout,
            limit,
        }
    }

    /// Clears the tree and keeps its memory. Takes time in proportion to the number of nodes, plus one byte
    /// for each slot of the index.
    pub(super) fn clear(&mut self) {
        self.index.clear();
        self.nodes.clear();
        self.roots.clear();
        self.actions.clear();
        self.visits.clear();
        self.means.clear();
        self.prior.clear();
    }

    /// Upper bound on the bytes of a node. Vectors and the index double when they are full, so up to half of
    /// them is empty; the index is at most seven eighths full.
    pub(super) const NODE_BYTES: usize = 2 * size_of::<Node>() + 3 * (size_of::<(K, u32)>() + 1);

    /// Upper bound on the bytes of an action.
    pub(super) const fn action_bytes(layout: NodeLayout) -> usize {
        let prior = if layout.prior { 4 } else { 0 };
        2 * (size_of::<A>() + 8 + prior)
    }

    /// Whether one more node with this many actions stays within the limit.
    pub(super) fn has_room(&self, actions: usize) -> bool {
        let actions = self.actions.len() + actions;
        let bytes = (self.nodes.len() + 1) * Self::NODE_BYTES + actions * Self::action_bytes(self.layout);
        bytes <= self.limit && actions < u32::MAX as usize
    }

    /// Node with this key. Adds a node without actions if there is none and `may_add` allows it; otherwise
    /// `None`.
    #[expect(clippy::cast_possible_truncation, reason = "each node takes more than a byte of the limit")]
    pub(super) fn find(
        &mut self,
        key: K,
        actor: Seat,
        may_add: impl Fn(&Self) -> bool,
    ) -> Option<NodeLookup> {
        if let Some(&id) = self.index.get(&key) {
            return Some(NodeLookup::Known(id as usize));
        }
        if !may_add(self) {
            return None;
        }
        let id = self.nodes.len();
        self.nodes.push(Node { first: 0, len: 0, visits: 0, mean: 0.0, actor });
        match self.index.entry(key) {
            Entry::Vacant(slot) => slot.insert(id as u32),
            Entry::Occupied(slot) => slot.into_mut(),
        };
        Some(NodeLookup::New(id))
    }

    /// Stores the actions of a node, in this order.
    #[expect(clippy::cast_possible_truncation, reason = "`has_room` has counted them")]
    pub(super) fn set_actions(&mut self, node: usize, actions: &[A]) {
        let node = &mut self.nodes[node];
        (node.first, node.len) = (self.actions.len() as u32, actions.len() as u32);
        self.actions.extend_from_slice(actions);
        let len = self.actions.len();
        self.visits.resize(len, 0);
        self.means.resize(len, 0.0);
        if self.layout.prior {
            self.prior.resize(len, 0.0);
        }
    }
}

/// Result of looking up a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NodeLookup {
    /// The node existed already.
    Known(usize),
    /// The node was added.
    New(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: NodeLayout = NodeLayout { prior: true };

    fn node(tree: &mut Tree<u32, u8>, key: u32) -> usize {
        match tree.find(key, Seat::First, |tree| tree.has_room(0)) {
            Some(NodeLookup::Known(id) | NodeLookup::New(id)) => id,
            None => panic!("no room"),
        }
    }

    #[test]
    fn a_full_tree_grows_no_more() {
        let limit = 3 * Tree::<u32, u8>::NODE_BYTES + 10 * Tree::<u32, u8>::action_bytes(LAYOUT);
        let mut tree = Tree::<u32, u8>::new(LAYOUT, limit);
        assert!(tree.has_room(10));
        let id = node(&mut tree, 1);
        assert_eq!(id, 0);
        assert!(!tree.has_room(200));
        let (mut known, mut refused) = (0, 0);
        for key in 0..100 {
            match tree.find(key, Seat::First, |tree| tree.has_room(0)) {
                Some(NodeLookup::Known(_)) => known += 1,
                Some(NodeLookup::New(_)) => {}
                None => refused += 1,
            }
        }
        assert_eq!(known, 1);
        assert!(refused > 0);
        tree.clear();
        assert_eq!(node(&mut tree, 5), 0);
    }
}
