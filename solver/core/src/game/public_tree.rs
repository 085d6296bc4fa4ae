//! Games with hidden information as a public tree with vectors of private states.

use std::fmt::Debug;
use std::hash::Hash;
use std::sync::Arc;

use super::{Seat, Turn};

/// Transition of the private states of one seat from a public node to one of its children.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Passage {
    /// The child has the same states in the same order.
    Same,
    /// The states of the child are a contiguous range of these states, in the same order. The range starts
    /// here, and has the length of the child.
    Slice(u32),
    /// State *j* of the child comes from state `origins[j]`. No two states of the child come from one action
    /// of the same state. States that are not an origin do not reach the child.
    From(Arc<[u32]>),
    /// State *j* of the child comes from each state of [`Merge::origins_of`]`(j)`: after a chance event whose
    /// outcome is forgotten without loss.
    Merge(Arc<Merge>),
}

impl Passage {
    /// Calls `each` with every state of a child that has `len` states, and each of its origins.
    #[inline]
    pub fn pairs(&self, len: usize, mut each: impl FnMut(usize, usize)) {
        match self {
            Self::Same => (0..len).for_each(|state| each(state, state)),
            Self::Slice(start) => (0..len).for_each(|state| each(state, *start as usize + state)),
            Self::From(origins) => {
                for (state, &origin) in origins.iter().enumerate() {
                    each(state, origin as usize);
                }
            }
            Self::Merge(merge) => {
                for state in 0..merge.len() {
                    for &origin in merge.origins_of(state) {
                        each(state, origin as usize);
                    }
                }
            }
        }
    }
}

impl Passage {
    /// The passage over both edges, if `next` leads from the child to one of its children, which has `len` states.
    #[must_use]
    pub fn then(&self, next: &Self, len: usize) -> Self {
        match (self, next) {
            (Self::Same, passage) | (passage, Self::Same) => passage.clone(),
            (Self::Merge(_), _) | (_, Self::Merge(_)) => {
                let mut merge = Merge::default();
                let mut origins = Vec::new();
                for state in 0..len {
                    origins.clear();
                    next.each_origin(state, |between| {
                        self.each_origin(between as usize, |origin| origins.push(origin));
                    });
                    merge.push(origins.iter().copied());
                }
                Self::Merge(Arc::new(merge))
            }
            _ => {
                let mut origins = Vec::with_capacity(len);
                for state in 0..len {
                    next.each_origin(state, |between| {
                        self.each_origin(between as usize, |origin| origins.push(origin));
                    });
                }
                Self::From(origins.into())
            }
        }
    }

    /// Calls `each` with every origin of a state of the child.
    fn each_origin(&self, state: usize, mut each: impl FnMut(u32)) {
        #[expect(clippy::cast_possible_truncation, reason = "origins are numbered with 32 bits")]
        match self {
            Self::Same => each(state as u32),
            Self::Slice(start) => each(start + state as u32),
            Self::From(origins) => each(origins[state]),
            Self::Merge(merge) => merge.origins_of(state).iter().copied().for_each(each),
        }
    }

    /// Bytes of its table.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of::<u32>()
            * match self {
                Self::Same | Self::Slice(_) => 0,
                Self::From(origins) => origins.len(),
                Self::Merge(merge) => merge.len() + merge.pairs(),
            }
    }
}

/// Private states of a child that come from several states each.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Merge {
    ends: Vec<u32>,
    origins: Vec<u32>,
}

impl Merge {
    /// Appends the next state of the child, with these origins.
    pub fn push(&mut self, origins: impl IntoIterator<Item = u32>) {
        self.origins.extend(origins);
        self.ends.push(u32::try_from(self.origins.len()).unwrap_or(u32::MAX));
    }

    /// Number of states of the child.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether the child has no states.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Number of pairs of a state and its origin.
    #[must_use]
    pub const fn pairs(&self) -> usize {
        self.origins.len()
    }

    /// Origins of state `child`.
    #[must_use]
    pub fn origins_of(&self, child: usize) -> &[u32] {
        let start = if child == 0 { 0 } else { self.ends[child - 1] as usize };
        &self.origins[start..self.ends[child] as usize]
    }
}

/// A zero-sum game for two as a tree of public states. At each node, each player has a vector of private
/// states.
///
/// A solver walks the public tree once for all private states of both players (M. Johanson, K. Waugh, M.
/// Bowling and M. Zinkevich, "Accelerating Best Response Calculation in Large Extensive Games", IJCAI 2011).
/// The joint weight of a pair of private states is the product of their [`reaches`](Self::reaches) at the
/// root and of the weight of the pair at the leaf. The game must define them so that the sum of
///
/// reach of the first × reach of the second × weight of the pair × utility
///
/// over all pairs and leaves is the expected utility: all chance probabilities are in the reaches at the root
/// and in the leaves. On the way, reaches are only multiplied by the probabilities of the player's own
/// actions, and passed on from a node to a child by [`passage`](Self::passage). A private state stands for
/// one information state. So at a decision of its player, each state of a child comes from at most one state
/// of the node, by one action. Merged states are lossless if the game forgets only outcomes of chance on
/// which neither the opponent nor the rest of the game depends (well-formed games of M. Lanctot, R. Gibson,
/// N. Burch, M. Zinkevich and M. Bowling, ICML 2012).
///
/// Building takes the game mutably, so that it can make tables on the way; walking shares it.
pub trait PublicTree: Sync {
    /// Public state: everything seen by both players.
    type Node: Clone + Debug;
    /// Data about an end of the game for [`values`](Self::values).
    type Leaf: Copy + Send + Sync;

    /// Root of the tree.
    fn root(&self) -> Self::Node;

    /// Player to move. A private draw of one player is [`Turn::Chance`] too.
    fn turn(&self, node: &Self::Node) -> Turn;

    /// Number of private states of this player, at least one.
    fn states(&self, node: &Self::Node, seat: Seat) -> u64;

    /// Replaces the contents of `children` by the child nodes, at least one unless the game is over.
    fn children(&self, node: &Self::Node, children: &mut Vec<Self::Node>);

    /// Transition of this player's private states to one of the children. The player to act has at least one
    /// action in each state.
    fn passage(&mut self, node: &Self::Node, child: &Self::Node, seat: Seat) -> Passage;

    /// The leaf at a node where the game is over.
    fn leaf(&mut self, node: &Self::Node) -> Self::Leaf;

    /// Bytes of the tables shared by passages and leaves so far. Checked while building a tree whose size was
    /// not counted beforehand.
    fn shared_bytes(&self) -> usize {
        0
    }

    /// Weight of each private state of this player at the root.
    fn reaches(&self, seat: Seat) -> Vec<f32>;

    /// Sets `values[i]` to the counterfactual value of state *i* of `seat` at a leaf: the sum over the
    /// opponent's states of reach × weight of the pair × utility of `seat`.
    fn values(&self, leaf: Self::Leaf, seat: Seat, opponent_reaches: &[f32], values: &mut [f32]);

    /// Sets `values` to the [values](Self::values) at each of these leaves, one after another, when the
    /// opponent has the same reaches at all of them. Both players have the same states at all leaves.
    fn values_of_each(
        &self,
        leaves: &[Self::Leaf],
        seat: Seat,
        opponent_reaches: &[f32],
        values: &mut [f32],
    ) {
        let states = values.len() / leaves.len().max(1);
        for (&leaf, values) in leaves.iter().zip(values.chunks_mut(states.max(1))) {
            self.values(leaf, seat, opponent_reaches, values);
        }
    }

    /// Adds the [values](Self::values) at each of these leaves to `values`. The opponent's reaches at the
    /// leaves follow one another. Both players have the same states at all leaves, and `buffer` has the
    /// length of `values`.
    fn add_values(
        &self,
        leaves: &[Self::Leaf],
        seat: Seat,
        opponent_reaches: &[f32],
        values: &mut [f32],
        buffer: &mut [f32],
    ) {
        let states = opponent_reaches.len() / leaves.len().max(1);
        for (&leaf, reaches) in leaves.iter().zip(opponent_reaches.chunks(states.max(1))) {
            self.values(leaf, seat, reaches, buffer);
            for (sum, value) in values.iter_mut().zip(&*buffer) {
                *sum += value;
            }
        }
    }
}

/// A public tree whose size can be counted before it is built, because many of its subtrees have the same shape.
pub trait CountedTree: PublicTree {
    /// Key that determines the size of the subtree of a node.
    type Shape: Copy + Eq + Hash;

    /// Shape of a node. Nodes of the same shape have subtrees of the same size, and share the tables of their
    /// passages and leaves.
    fn shape(&self, node: &Self::Node) -> Self::Shape;

    /// Approximate number of pairs of private states evaluated at the leaf of this node, for estimates.
    fn leaf_pairs(&self, node: &Self::Node) -> u64;

    /// Approximate bytes of the tables that nodes of this shape share, except those in
    /// [`shared_bytes`](PublicTree::shared_bytes) already: for the passages to these children, or for the leaf.
    fn table_bytes(&self, node: &Self::Node, children: &[Self::Node]) -> u64 {
        let turn = self.turn(node);
        if turn == Turn::End {
            return 2 * self.leaf_pairs(node);
        }
        let of_state = if turn == Turn::Chance { 16 } else { 4 };
        let of_seat = |seat: Seat| {
            let states = self.states(node, seat);
            let of_children = children.iter().map(move |child| self.states(child, seat));
            of_children.filter(|&of_child| of_child != states).sum::<u64>()
        };
        of_state * Seat::BOTH.into_iter().map(of_seat).sum::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merge(of_states: &[&[u32]]) -> Passage {
        let mut merge = Merge::default();
        for origins in of_states {
            merge.push(origins.iter().copied());
        }
        Passage::Merge(Arc::new(merge))
    }

    /// The pairs of a state and its origin, in order.
    fn pairs(passage: &Passage, len: usize) -> Vec<(usize, usize)> {
        let mut all = Vec::new();
        passage.pairs(len, |state, origin| all.push((state, origin)));
        all
    }

    #[test]
    fn a_passage_over_two_edges_leads_to_the_origins_of_the_origins() {
        // From five states to three, and from these to two.
        let firsts = [
            Passage::Same,
            Passage::Slice(2),
            Passage::From([4, 0, 2].into()),
            merge(&[&[0, 3], &[1], &[2, 3, 4]]),
        ];
        let nexts =
            [Passage::Same, Passage::Slice(1), Passage::From([2, 0].into()), merge(&[&[0, 2], &[1, 2]])];
        for first in &firsts {
            for next in &nexts {
                let len = if *next == Passage::Same { 3 } else { 2 };
                let mut expected = Vec::new();
                for (state, between) in pairs(next, len) {
                    let origins = pairs(first, 3).into_iter().filter(|&(state, _)| state == between);
                    expected.extend(origins.map(|(_, origin)| (state, origin)));
                }
                assert_eq!(pairs(&first.then(next, len), len), expected, "{first:?} then {next:?}");
            }
        }
    }
}
