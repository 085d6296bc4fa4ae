//! Values of a strategy against a best response and against another strategy, exact up to rounding.
//!
//! Strategies are the averages of a run in sequence form: for each sequence the reach of its player, summed
//! over the iterations. Values are relative to the summed reaches of the root.

use rayon::prelude::*;

use super::passages::{add_up, down};
use super::tree::{Edge, Kind, Node, Tree};
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
    /// Values of the private states of `seat` at this node under its best response to the strategy of the
    /// other player, who has these reaches.
    pub(super) fn best_reply(&self, id: u32, seat: Seat, reaches: &[f32]) -> Vec<f32> {
        let node = self.sums.tree.node(id);
        let mut values = vec![0.0; node.states(seat)];
        match node.kind {
            Kind::Leaf(leaf) => self.game.values(self.sums.tree.leaf(leaf), seat, reaches, &mut values),
            Kind::Decision(mover) | Kind::Answer(mover) if mover == seat => {
                values.fill(f32::NEG_INFINITY);
                self.of_children(id, seat, reaches, &mut |edge, of_child| {
                    self.sums.tree.passage(edge, seat).pairs(of_child.len(), |child, state| {
                        values[state] = values[state].max(of_child[child]);
                    });
                });
            }
            _ => self.of_children(id, seat, reaches, &mut |edge, of_child| {
                add_up(self.sums.tree.passage(edge, seat), of_child, &mut values);
            }),
        }
        values
    }

    /// Calls `each` with the best-response values at each child, in order.
    pub(super) fn of_children(
        &self,
        id: u32,
        seat: Seat,
        reaches: &[f32],
        each: &mut dyn FnMut(&Edge, &[f32]),
    ) {
        let node = self.sums.tree.node(id);
        let edges = self.sums.tree.edges(node);
        let of_edge = |place: usize| {
            let edge = &edges[place];
            let mut buffer = vec![0.0; self.sums.tree.node(edge.child).states(!seat)];
            let there = self.sums.reaches_of_child(node, place, !seat, reaches, &mut buffer);
            self.best_reply(edge.child, seat, there)
        };
        if self.is_wide(node, edges) {
            let found: Vec<Vec<f32>> =
                (0..edges.len()).into_par_iter().with_max_len(1).map(of_edge).collect();
            edges.iter().zip(&found).for_each(|(edge, values)| each(edge, values));
        } else {
            (0..edges.len()).for_each(|place| each(&edges[place], &of_edge(place)));
        }
    }

    /// For each private state of `seat` at this node, its reach times its value when both play their average
    /// strategies. `own` are the reaches of `seat`, `reaches` those of the other player.
    pub(super) fn of_profile(&self, id: u32, seat: Seat, own: &[f32], reaches: &[f32]) -> Vec<f32> {
        let node = self.sums.tree.node(id);
        let mut values = vec![0.0; node.states(seat)];
        if let Kind::Leaf(leaf) = node.kind {
            self.game.values(self.sums.tree.leaf(leaf), seat, reaches, &mut values);
            values.iter_mut().zip(own).for_each(|(value, &own)| *value *= own);
            return values;
        }
        let edges = self.sums.tree.edges(node);
        let of_edge = |place: usize| {
            let edge = &edges[place];
            let child = self.sums.tree.node(edge.child);
            let mut buffers = [vec![0.0; child.states(seat)], vec![0.0; child.states(!seat)]];
            let [of_seat, of_other] = &mut buffers;
            let own = self.sums.reaches_of_child(node, place, seat, own, of_seat);
            let reaches = self.sums.reaches_of_child(node, place, !seat, reaches, of_other);
            (self.of_profile(edge.child, seat, own, reaches), own.to_vec())
        };
        let mut add =
            |edge: &Edge, (of_child, there): (Vec<f32>, Vec<f32>)| match self.sums.tree.passage(edge, seat) {
                Passage::Merge(merge) => add_shares(merge, &of_child, &there, own, &mut values),
                passage => add_up(passage, &of_child, &mut values),
            };
        if self.is_wide(node, edges) {
            let found: Vec<_> = (0..edges.len()).into_par_iter().with_max_len(1).map(of_edge).collect();
            edges.iter().zip(found).for_each(|(edge, found)| add(edge, found));
        } else {
            (0..edges.len()).for_each(|place| add(&edges[place], of_edge(place)));
        }
        values
    }

    /// Whether the subtree of a node is large enough for parallel work.
    fn is_wide(&self, node: &Node, edges: &[Edge]) -> bool {
        let last =
            edges.last().map_or(node.sequences_at, |edge| self.sums.tree.node(edge.child).sequences_at);
        last - node.sequences_at >= PARALLEL_FROM
    }
}

impl<'a, L: Copy> Sums<'a, L> {
    /// Reaches of a player at a child of a node; at the player's own decisions, by the average strategy.
    // Six parameters: the caller provides the buffer, so that a walk allocates nothing.
    pub(super) fn reaches_of_child<'b>(
        &self,
        node: &Node,
        place: usize,
        seat: Seat,
        reaches: &'b [f32],
        buffer: &'b mut [f32],
    ) -> &'b [f32]
    where
        'a: 'b,
    {
        let edges = self.tree.edges(node);
        let edge = &edges[place];
        match node.kind {
            Kind::Decision(mover) if mover == seat => {
                let states = |edge: &Edge| self.tree.node(edge.child).states(seat);
                let before: usize = edges[..place].iter().map(states).sum();
                &self.sums[node.averages_at + before..][..states(edge)]
            }
            Kind::Answer(mover) if mover == seat => {
                let states = node.states(seat);
                let kept = |place: usize| &self.sums[node.averages_at + place * states..][..states];
                if place + 1 < edges.len() {
                    return kept(place);
                }
                // The last answer gets the rest, which rounding may have made negative.
                buffer.copy_from_slice(reaches);
                for place in 0..place {
                    buffer.iter_mut().zip(kept(place)).for_each(|(rest, taken)| *rest -= taken);
                }
                for rest in &mut *buffer {
                    *rest = rest.max(0.0);
                }
                buffer
            }
            _ => down(self.tree.passage(edge, seat), reaches, buffer),
        }
    }
}

/// Distributes the values of merged states to their origins in proportion to the reaches of the origins.
fn add_shares(merge: &Merge, of_child: &[f32], there: &[f32], own: &[f32], values: &mut [f32]) {
    for (child, (&value, &reach)) in of_child.iter().zip(there).enumerate() {
        if reach > 0.0 {
            for &origin in merge.origins_of(child) {
                values[origin as usize] += value * (own[origin as usize] / reach);
            }
        }
    }
}
