//! Values of a strategy against a best response and against another strategy, exact up to rounding.
//!
//! Strategies are the averages of a run in sequence form: for each sequence the reach of its player, summed
//! over the iterations. Values are relative to the summed reaches of the root.

use rayon::prelude::*;

use super::tree::{Child, Edge, Kind, Node, Tree};
use super::{add_up, down};
use crate::game::{Merge, Passage, PublicTree, Seat};

/// From this many sequences below a node, its children are processed in parallel.
const PARALLEL_FROM: usize = 1 << 15;

/// Traversals with the average strategies of a run.
#[derive(Clone, Copy)]
pub(super) struct Averages<'a, G: PublicTree> {
    pub(super) game: &'a G,
    pub(super) sums: Sums<'a, G::Leaf>,
}

/// Average strategies of a run: for each sequence, the sum of its player's reaches.
#[derive(Debug)]
pub(super) struct Sums<'a, L> {
    pub(super) tree: &'a Tree<L>,
    pub(super) sums: &'a [f32],
}

impl<L> Clone for Sums<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Sums<'_, L> {}

impl<G: PublicTree> Averages<'_, G> {
    /// Values of the private states of `seat` at the root under its best response to the strategy of the
    /// other player, who has these reaches.
    pub(super) fn best_reply(&self, seat: Seat, reaches: &[f32]) -> Vec<f32> {
        let root = self.sums.tree.node(0);
        let (mut values, mut scratch) = (vec![0.0; root.states(seat)], vec![0.0; root.scratch]);
        self.reply(root, seat, reaches, &mut values, &mut scratch);
        values
    }

    /// Sets `values` to those of the best response at this node.
    fn reply(&self, node: &Node, seat: Seat, reaches: &[f32], values: &mut [f32], scratch: &mut [f32]) {
        let tree = self.sums.tree;
        match node.kind {
            Kind::LastAnswer(mover) if mover == seat => {
                let states = values.len();
                let (of_answers, scratch) = scratch.split_at_mut(node.kept().0);
                tree.values_of_last((self.game, node), seat, reaches, of_answers, scratch);
                values.fill(f32::NEG_INFINITY);
                of_answers.chunks(states).for_each(|of_answer| raise(values, of_answer));
            }
            Kind::LastAnswer(_) => {
                let (there, scratch) = scratch.split_at_mut(node.kept().0);
                self.sums.reaches_of_last(node, reaches, there);
                values.fill(0.0);
                tree.add_last((self.game, node), seat, there, values, scratch);
            }
            Kind::Decision(mover) if mover == seat => {
                values.fill(f32::NEG_INFINITY);
                self.of_children(node, seat, reaches, scratch, &mut |edge, of_child| {
                    tree.passage(edge, seat).pairs(of_child.len(), |child, state| {
                        values[state] = values[state].max(of_child[child]);
                    });
                });
            }
            Kind::Answer(mover) if mover == seat => {
                values.fill(f32::NEG_INFINITY);
                let (of_answer, scratch) = scratch.split_at_mut(values.len());
                self.of_children(node, seat, reaches, scratch, &mut |edge, of_child| {
                    of_answer.fill(0.0);
                    add_up(tree.passage(edge, seat), of_child, of_answer);
                    raise(values, of_answer);
                });
            }
            _ => {
                values.fill(0.0);
                self.of_children(node, seat, reaches, scratch, &mut |edge, of_child| {
                    add_up(tree.passage(edge, seat), of_child, values);
                });
            }
        }
    }

    /// Calls `each` with the best-response values at each child, in order. `scratch` has at least the length
    /// that the node asks for.
    pub(super) fn of_children(
        &self,
        node: &Node,
        seat: Seat,
        reaches: &[f32],
        scratch: &mut [f32],
        each: &mut dyn FnMut(Edge, &[f32]),
    ) {
        let tree = self.sums.tree;
        if tree.is_wide(node, PARALLEL_FROM) {
            let children: Vec<ChildEdge> = self.sums.children(node, !seat).collect();
            let of_edge = |child: ChildEdge| {
                let mut buffer = vec![0.0; self.sums.buffer_of_child(node, child, !seat)];
                let there = self.sums.reaches_of_child(node, child, !seat, reaches, &mut buffer).there;
                let mut values = vec![0.0; tree.states_at(child.edge, seat)];
                let mut scratch = vec![0.0; tree.scratch_at(child.edge)];
                self.reply_at(child.edge, seat, there, &mut values, &mut scratch);
                values
            };
            let found: Vec<Vec<f32>> = children.par_iter().with_max_len(1).copied().map(of_edge).collect();
            children.iter().zip(&found).for_each(|(child, values)| each(child.edge, values));
            return;
        }
        for child in self.sums.children(node, !seat) {
            let (buffer, scratch) = scratch.split_at_mut(self.sums.buffer_of_child(node, child, !seat));
            let (of_child, scratch) = scratch.split_at_mut(tree.states_at(child.edge, seat));
            let there = self.sums.reaches_of_child(node, child, !seat, reaches, buffer).there;
            self.reply_at(child.edge, seat, there, of_child, scratch);
            each(child.edge, of_child);
        }
    }

    /// Sets `values` to those of the best response at the child of an edge.
    fn reply_at(&self, edge: Edge, seat: Seat, reaches: &[f32], values: &mut [f32], scratch: &mut [f32]) {
        let tree = self.sums.tree;
        match edge.child() {
            Child::Node(node) => self.reply(tree.node(node), seat, reaches, values, scratch),
            Child::Leaf(leaf) => self.game.values(tree.leaf(leaf), seat, reaches, values),
        }
    }

    /// For each private state of `seat` at the root, its reach times its value when both play their average
    /// strategies. `own` are the reaches of `seat`, `reaches` those of the other player.
    pub(super) fn of_profile(&self, seat: Seat, own: &[f32], reaches: &[f32]) -> Vec<f32> {
        let root = self.sums.tree.node(0);
        let (mut values, mut scratch) = (vec![0.0; root.states(seat)], vec![0.0; root.scratch]);
        self.profile(root, seat, [own, reaches], &mut values, &mut scratch);
        values
    }

    /// The same for the child of an edge.
    pub(super) fn of_profile_at(&self, edge: Edge, seat: Seat, reaches: [&[f32]; 2]) -> Vec<f32> {
        let tree = self.sums.tree;
        let (mut values, mut scratch) =
            (vec![0.0; tree.states_at(edge, seat)], vec![0.0; tree.scratch_at(edge)]);
        self.profile_at(edge, seat, reaches, &mut values, &mut scratch);
        values
    }

    fn profile_at(
        &self,
        edge: Edge,
        seat: Seat,
        reaches: [&[f32]; 2],
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let tree = self.sums.tree;
        match edge.child() {
            Child::Node(node) => self.profile(tree.node(node), seat, reaches, values, scratch),
            Child::Leaf(leaf) => {
                let [own, others] = reaches;
                self.game.values(tree.leaf(leaf), seat, others, values);
                values.iter_mut().zip(own).for_each(|(value, &own)| *value *= own);
            }
        }
    }

    /// Sets `values` to those of the strategies at this node. `reaches` are those of `seat` and of the other
    /// player.
    fn profile(
        &self,
        node: &Node,
        seat: Seat,
        reaches: [&[f32]; 2],
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let (tree, [own, others]) = (self.sums.tree, reaches);
        values.fill(0.0);
        let mut add = |edge: Edge, of_child: &[f32], reaches: Passed<'_>| match tree.passage(edge, seat) {
            Passage::Merge(merge) => add_shares(merge, of_child, reaches, values),
            passage => add_up(passage, of_child, values),
        };
        let children = || self.sums.children(node, seat).zip(self.sums.children(node, !seat));
        if tree.is_wide(node, PARALLEL_FROM) {
            let children: Vec<[ChildEdge; 2]> = children().map(<[_; 2]>::from).collect();
            let of_edge = |child: [ChildEdge; 2]| {
                let mut buffers = [(child[0], seat), (child[1], !seat)]
                    .map(|(child, seat)| vec![0.0; self.sums.buffer_of_child(node, child, seat)]);
                let [of_own, of_others] = &mut buffers;
                let own = self.sums.reaches_of_child(node, child[0], seat, own, of_own);
                let others = self.sums.reaches_of_child(node, child[1], !seat, others, of_others);
                let values = self.of_profile_at(child[0].edge, seat, [own.there, others.there]);
                (values, own.chosen.to_vec(), own.there.to_vec())
            };
            let found: Vec<_> = children.par_iter().with_max_len(1).copied().map(of_edge).collect();
            children.iter().zip(&found).for_each(|(child, (of_child, chosen, there))| {
                add(child[0].edge, of_child, Passed { chosen, there });
            });
            return;
        }
        for child in children().map(<[_; 2]>::from) {
            let edge = child[0].edge;
            let (of_own, scratch) = scratch.split_at_mut(self.sums.buffer_of_child(node, child[0], seat));
            let (of_others, scratch) = scratch.split_at_mut(self.sums.buffer_of_child(node, child[1], !seat));
            let (of_child, scratch) = scratch.split_at_mut(tree.states_at(edge, seat));
            let own = self.sums.reaches_of_child(node, child[0], seat, own, of_own);
            let others = self.sums.reaches_of_child(node, child[1], !seat, others, of_others);
            self.profile_at(edge, seat, [own.there, others.there], of_child, scratch);
            add(edge, of_child, own);
        }
    }
}

/// Edge to a child, with its place among the edges of the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildEdge {
    pub(super) edge: Edge,
    place: usize,
    /// Number of private states of a player at the children before.
    before: usize,
}

impl<'a, L: Copy> Sums<'a, L> {
    /// Edges of a node, for the reaches of the player in `seat`.
    pub(super) fn children(&self, node: &Node, seat: Seat) -> impl Iterator<Item = ChildEdge> + use<'a, L> {
        let tree = self.tree;
        let mut before = 0;
        tree.edges(node).iter().enumerate().map(move |(place, &edge)| {
            let child = ChildEdge { edge, place, before };
            before += tree.states_at(edge, seat);
            child
        })
    }

    /// Size of the buffer for the reaches of a player at a child.
    pub(super) fn buffer_of_child(&self, node: &Node, child: ChildEdge, seat: Seat) -> usize {
        let there = self.tree.states_at(child.edge, seat);
        let chooses = node.kind.is_answer() && node.kind.mover() == Some(seat);
        if chooses { there + node.states(seat) } else { there }
    }

    /// Reaches of a player at a child of a node; at the player's own decisions, by the average strategy. The
    /// child is one of the player's [`children`](Self::children), and the buffer has the
    /// [size](Self::buffer_of_child) for it.
    // Five parameters: the caller provides the buffer, so that a walk allocates nothing.
    pub(super) fn reaches_of_child<'b>(
        &self,
        node: &Node,
        child: ChildEdge,
        seat: Seat,
        reaches: &'b [f32],
        buffer: &'b mut [f32],
    ) -> Passed<'b>
    where
        'a: 'b,
    {
        match node.kind {
            Kind::Decision(mover) if mover == seat => {
                let there = &self.sums[node.averages_at + child.before..][..buffer.len()];
                Passed { chosen: reaches, there }
            }
            Kind::Answer(mover) | Kind::LastAnswer(mover) if mover == seat => {
                let states = node.states(seat);
                let (rest, buffer) = buffer.split_at_mut(states);
                let before = &self.sums[node.averages_at..][..child.place * states];
                let chosen = if child.place + 1 < self.tree.edges(node).len() {
                    &self.sums[node.averages_at + before.len()..][..states]
                } else {
                    set_rest(reaches, before, rest);
                    &*rest
                };
                Passed { chosen, there: down(self.tree.passage(child.edge, seat), chosen, buffer) }
            }
            _ => {
                Passed { chosen: reaches, there: down(self.tree.passage(child.edge, seat), reaches, buffer) }
            }
        }
    }

    /// The reaches at the last answers of the player who gives them, answer by answer.
    fn reaches_of_last(&self, node: &Node, reaches: &[f32], there: &mut [f32]) {
        let (before, last) = there.split_at_mut(there.len() - reaches.len());
        before.copy_from_slice(&self.sums[node.averages_at..][..before.len()]);
        set_rest(reaches, before, last);
    }
}

/// Sets `rest` to the reaches at the last answer of a player: what the answers before leave.
fn set_rest(reaches: &[f32], before: &[f32], rest: &mut [f32]) {
    rest.copy_from_slice(reaches);
    for of_answer in before.chunks(reaches.len().max(1)) {
        rest.iter_mut().zip(of_answer).for_each(|(rest, taken)| *rest -= taken);
    }
    // Rounding may have made it negative.
    for rest in rest {
        *rest = rest.max(0.0);
    }
}

/// Sets each value to the larger of it and the other.
pub(super) fn raise(values: &mut [f32], others: &[f32]) {
    values.iter_mut().zip(others).for_each(|(value, other)| *value = value.max(*other));
}

/// Reaches of a player on the way to a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passed<'a> {
    /// In the states of the node: after an answer of the player those that give it, otherwise all.
    pub(super) chosen: &'a [f32],
    /// In the states of the child.
    pub(super) there: &'a [f32],
}

/// Distributes the values of merged states to their origins in proportion to the reaches of the origins.
fn add_shares(merge: &Merge, of_child: &[f32], reaches: Passed<'_>, values: &mut [f32]) {
    for (child, (&value, &reach)) in of_child.iter().zip(reaches.there).enumerate() {
        if reach > 0.0 {
            for &origin in merge.origins_of(child) {
                values[origin as usize] += value * (reaches.chosen[origin as usize] / reach);
            }
        }
    }
}
