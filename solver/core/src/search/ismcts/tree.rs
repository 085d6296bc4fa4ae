//! The tree: nodes found by key, with the statistics of their actions in columns.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::game::Seat;

/// Statistics needed by the selection rule and the observer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    /// Availability and random tie-breaks, for nodes whose states differ in their legal actions.
    pub varying: bool,
    /// Priors.
    pub prior: bool,
    /// Regrets and average strategy.
    pub regrets: bool,
}

/// Statistics of an information set.
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// Index of its first action in the columns.
    pub first: u32,
    /// Number of stored actions. 0 before the second visit: most nodes are visited only once, and lists of
    /// actions cost most of the time and memory.
    pub len: u32,
    /// Capacity for actions.
    room: u32,
    /// Number of visits.
    pub visits: u32,
    /// Number of competing actions, until `visits` passes `widen_after`.
    pub width: u32,
    pub widen_after: u32,
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
    pub availability: Vec<u32>,
    pub ties: Vec<u32>,
    pub prior: Vec<f32>,
    pub regrets: Vec<f32>,
    pub strategy: Vec<f64>,
    layout: Layout,
    limit: usize,
}

impl<K: Copy + Eq + Hash, A: Copy + Ord> Tree<K, A> {
    /// Creates an empty tree of at most `limit` bytes, as counted by [`has_room`](Self::has_room).
    pub(super) fn new(layout: Layout, limit: usize) -> Self {
        Self {
            index: FxHashMap::default(),
            nodes: Vec::new(),
            roots: Vec::new(),
            actions: Vec::new(),
            visits: Vec::new(),
            means: Vec::new(),
            availability: Vec::new(),
            ties: Vec::new(),
            prior: Vec::new(),
            regrets: Vec::new(),
            strategy: Vec::new(),
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
        self.truncate(0);
    }

    fn truncate(&mut self, len: usize) {
        self.actions.truncate(len);
        self.visits.truncate(len);
        self.means.truncate(len);
        self.availability.truncate(len);
        self.ties.truncate(len);
        self.prior.truncate(len);
        self.regrets.truncate(len);
        self.strategy.truncate(len);
    }

    /// Upper bound on the bytes of a node. Vectors and the index double when they are full, so up to half of
    /// them is empty; the index is at most seven eighths full.
    pub(super) const NODE_BYTES: usize = 2 * size_of::<Node>() + 3 * (size_of::<(K, u32)>() + 1);

    /// Upper bound on the bytes of an action.
    pub(super) const fn action_bytes(layout: Layout) -> usize {
        let varying = if layout.varying { 8 } else { 0 };
        let prior = if layout.prior { 4 } else { 0 };
        let regrets = if layout.regrets { 12 } else { 0 };
        2 * (size_of::<A>() + 8 + varying + prior + regrets)
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
    pub(super) fn find(&mut self, key: K, actor: Seat, may_add: impl Fn(&Self) -> bool) -> Option<Lookup> {
        if let Some(&id) = self.index.get(&key) {
            return Some(Lookup::Known(id as usize));
        }
        if !may_add(self) {
            return None;
        }
        let id = self.nodes.len();
        self.nodes.push(Node {
            first: 0,
            len: 0,
            room: 0,
            visits: 0,
            width: 1,
            widen_after: 0,
            mean: 0.0,
            actor,
        });
        match self.index.entry(key) {
            Entry::Vacant(slot) => slot.insert(id as u32),
            Entry::Occupied(slot) => slot.into_mut(),
        };
        Some(Lookup::New(id))
    }

    /// Stores the actions of a node, in this order.
    #[expect(clippy::cast_possible_truncation, reason = "`has_room` has counted them")]
    pub(super) fn set_actions(&mut self, node: usize, actions: impl ExactSizeIterator<Item = A>) {
        let (first, len) = (self.actions.len(), actions.len());
        self.actions.extend(actions);
        self.grow_columns();
        let node = &mut self.nodes[node];
        (node.first, node.len, node.room) = (first as u32, len as u32, len as u32);
    }

    /// Extends every column to the length of the actions.
    fn grow_columns(&mut self) {
        let len = self.actions.len();
        self.visits.resize(len, 0);
        self.means.resize(len, 0.0);
        if self.layout.varying {
            self.availability.resize(len, 0);
            self.ties.resize(len, 0);
        }
        if self.layout.prior {
            self.prior.resize(len, 0.0);
        }
        if self.layout.regrets {
            self.regrets.resize(len, 0.0);
            self.strategy.resize(len, 0.0);
        }
    }

    /// Adds the `legal` actions that a node lacks; both lists are in ascending order and stay so. `tie` gives
    /// a random number for each new action. Does nothing if the actions do not fit the limit.
    #[expect(clippy::cast_possible_truncation, reason = "`has_room` has counted them")]
    pub(super) fn admit(&mut self, node: usize, legal: &[A], mut tie: impl FnMut() -> u32) {
        let Node { first, len, room, .. } = self.nodes[node];
        let (mut first, mut len) = (first as usize, len as usize);
        let missing = count_missing(&self.actions[first..first + len], legal);
        if missing == 0 {
            return;
        }
        if len + missing > room as usize {
            // Doubles the capacity: the space left behind never exceeds the space in use.
            let room = if len == 0 { missing } else { 2 * (len + missing) };
            if !self.has_room(room) {
                return;
            }
            let moved = self.actions.len();
            self.actions.resize(moved + room, legal[0]);
            self.grow_columns();
            for place in 0..len {
                self.copy(first + place, moved + place);
            }
            first = moved;
            (self.nodes[node].first, self.nodes[node].room) = (first as u32, room as u32);
        }
        self.nodes[node].len = (len + missing) as u32;
        // Merged from the back, so that nothing is overwritten before it has moved.
        let (mut left, mut target) = (legal.len(), len + missing);
        while left > 0 {
            let action = legal[left - 1];
            target -= 1;
            if len > 0 && self.actions[first + len - 1] >= action {
                len -= 1;
                left -= usize::from(self.actions[first + len] == action);
                self.copy(first + len, first + target);
            } else {
                left -= 1;
                self.reset(first + target, action, tie());
            }
        }
    }

    /// Copies the statistics of an action to another place.
    fn copy(&mut self, from: usize, to: usize) {
        self.actions[to] = self.actions[from];
        self.visits[to] = self.visits[from];
        self.means[to] = self.means[from];
        if self.layout.varying {
            self.availability[to] = self.availability[from];
            self.ties[to] = self.ties[from];
        }
        if self.layout.prior {
            self.prior[to] = self.prior[from];
        }
        if self.layout.regrets {
            self.regrets[to] = self.regrets[from];
            self.strategy[to] = self.strategy[from];
        }
    }

    /// Sets the statistics of an action to those without visits.
    fn reset(&mut self, place: usize, action: A, tie: u32) {
        self.actions[place] = action;
        self.visits[place] = 0;
        self.means[place] = 0.0;
        if self.layout.varying {
            self.availability[place] = 0;
            self.ties[place] = tie;
        }
        if self.layout.prior {
            self.prior[place] = 0.0;
        }
        if self.layout.regrets {
            self.regrets[place] = 0.0;
            self.strategy[place] = 0.0;
        }
    }
}

/// Result of looking up a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Lookup {
    /// The node existed already.
    Known(usize),
    /// The node was added.
    New(usize),
}

/// Number of actions in `legal` that are not in `stored`; both are in ascending order.
fn count_missing<A: Ord>(stored: &[A], legal: &[A]) -> usize {
    let mut rest = stored.iter().peekable();
    let known = legal.iter().filter(|action| {
        while rest.next_if(|stored| stored < action).is_some() {}
        rest.next_if(|stored| stored == action).is_some()
    });
    legal.len() - known.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LAYOUT: Layout = Layout { varying: true, prior: true, regrets: true };

    fn node(tree: &mut Tree<u32, u8>, key: u32) -> usize {
        match tree.find(key, Seat::First, |tree| tree.has_room(0)) {
            Some(Lookup::Known(id) | Lookup::New(id)) => id,
            None => panic!("no room"),
        }
    }

    #[test]
    fn actions_are_admitted_in_order_and_keep_what_is_known() {
        let mut tree = Tree::<u32, u8>::new(LAYOUT, 1 << 20);
        let (one, other) = (node(&mut tree, 7), node(&mut tree, 8));
        for legal in [&[4, 9][..], &[4, 9], &[1, 4], &[2, 3, 5, 9], &[0, 9, 11], &[6]] {
            for id in [one, other] {
                tree.admit(id, legal, || 5);
                let range = tree.nodes[id].range();
                assert!(tree.actions[range.clone()].is_sorted_by(|a, b| a < b));
                for &action in legal {
                    let place = range.start + tree.actions[range.clone()].binary_search(&action).unwrap();
                    tree.visits[place] += u32::from(action) + 1;
                }
            }
        }
        for id in [one, other] {
            let range = tree.nodes[id].range();
            assert_eq!(tree.actions[range.clone()], [0, 1, 2, 3, 4, 5, 6, 9, 11]);
            assert_eq!(tree.visits[range.clone()], [1, 2, 3, 4, 15, 6, 7, 40, 12]);
            assert!(tree.ties[range].iter().all(|&tie| tie == 5));
        }
    }

    #[test]
    fn a_full_tree_grows_no_more() {
        let limit = 3 * Tree::<u32, u8>::NODE_BYTES + 10 * Tree::<u32, u8>::action_bytes(LAYOUT);
        let mut tree = Tree::<u32, u8>::new(LAYOUT, limit);
        assert!(tree.has_room(10));
        let id = node(&mut tree, 1);
        tree.admit(id, &(0..200).collect::<Vec<u8>>(), || 0);
        assert_eq!(tree.nodes[id].len, 0);
        let (mut known, mut refused) = (0, 0);
        for key in 0..100 {
            match tree.find(key, Seat::First, |tree| tree.has_room(0)) {
                Some(Lookup::Known(_)) => known += 1,
                Some(Lookup::New(_)) => {}
                None => refused += 1,
            }
        }
        assert_eq!(known, 1);
        assert!(refused > 0);
        tree.clear();
        assert_eq!(node(&mut tree, 5), 0);
    }
}
