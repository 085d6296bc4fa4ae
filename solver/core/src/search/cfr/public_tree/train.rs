//! One iteration: a walk of the tree that updates the regrets of one player, and the average strategy of the other.

use rayon::prelude::*;

use super::tree::{Child, Edge, Kind, Node, Tree};
use super::{add, add_up, down};
use crate::game::{PublicTree, Seat};
use crate::search::cfr::{Discount, RegretRule};

/// State of a subtree: for each sequence the cumulative regret, the last instantaneous regret if the rule
/// uses it, and the sum of the player's reaches.
#[derive(Debug)]
pub(super) struct Kept<'a> {
    pub(super) regrets: &'a mut [f32],
    pub(super) instants: &'a mut [f32],
    pub(super) averages: &'a mut [f32],
}

impl Kept<'_> {
    /// Splits off this many sequences and averages at the front.
    fn split(self, sequences: usize, averages: usize) -> (Self, Self) {
        let (regrets, other_regrets) = self.regrets.split_at_mut(sequences);
        let instants = sequences.min(self.instants.len());
        let (instants, other_instants) = self.instants.split_at_mut(instants);
        let (averages, other_averages) = self.averages.split_at_mut(averages);
        (
            Self { regrets, instants, averages },
            Self { regrets: other_regrets, instants: other_instants, averages: other_averages },
        )
    }

    const fn again(&mut self) -> Kept<'_> {
        Kept { regrets: self.regrets, instants: self.instants, averages: self.averages }
    }
}

/// One walk.
#[derive(Clone, Copy)]
pub(super) struct Traversal<'a, G: PublicTree, R> {
    pub(super) game: &'a G,
    pub(super) tree: &'a Tree<G::Leaf>,
    pub(super) rule: R,
    /// Seat whose regrets are updated.
    pub(super) updating: Seat,
    pub(super) discount: Discount,
    /// Weight of the iteration in the average.
    pub(super) weight: f32,
}

/// From this many sequences on, the children of a node are processed in parallel.
const PARALLEL_FROM: usize = 1 << 15;

// Functions here have six and seven parameters. The slices are parts of buffers that are split again at every
// step; a struct would have to be taken apart and rebuilt at each call.
impl<G: PublicTree, R: RegretRule> Traversal<'_, G, R> {
    /// Sets `values` to the counterfactual values of the updating player at this node, given the reaches of the other.
    pub(super) fn walk(
        &self,
        id: u32,
        reaches: &[f32],
        mut kept: Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let node = self.tree.node(id);
        match node.kind {
            Kind::Pass => self.pass(node, reaches, kept, values, scratch),
            Kind::LastAnswer(seat) if seat == self.updating => {
                self.update_last(node, reaches, &mut kept, values, scratch);
            }
            Kind::LastAnswer(_) => self.follow_last(node, reaches, &mut kept, values, scratch),
            Kind::Decision(seat) | Kind::Answer(seat) => {
                let (sequences, averages) = self.tree.kept(node);
                let (mut own, below) = kept.again().split(sequences, averages);
                if seat == self.updating {
                    self.update(node, reaches, &mut own, below, values, scratch);
                } else {
                    self.follow(node, reaches, own, below, values, scratch);
                }
            }
        }
    }

    /// The same at the child of an edge.
    fn walk_child(
        &self,
        edge: &Edge,
        reaches: &[f32],
        kept: Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        match edge.child() {
            Child::Node(node) => self.walk(node, reaches, kept, values, scratch),
            Child::Leaf(leaf) => self.game.values(self.tree.leaf(leaf), self.updating, reaches, values),
        }
    }

    fn pass(
        &self,
        node: &Node,
        reaches: &[f32],
        mut kept: Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        values.fill(0.0);
        let edges = self.tree.edges(node);
        for (place, edge) in edges.iter().enumerate() {
            let (kept_of_child, rest) = self.split_child(edges, place, kept);
            kept = rest;
            let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, !self.updating));
            let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(edge, self.updating));
            let reaches = down(self.tree.passage(edge, !self.updating), reaches, buffer);
            self.walk_child(edge, reaches, kept_of_child, of_child, scratch);
            add_up(self.tree.passage(edge, self.updating), of_child, values);
        }
    }

    /// Updates a decision of the updating player.
    fn update(
        &self,
        node: &Node,
        reaches: &[f32],
        own: &mut Kept<'_>,
        below: Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let me = self.updating;
        let edges = self.tree.edges(node);
        let (inverse, scratch) = scratch.split_at_mut(node.states(me));
        let (even, scratch) = scratch.split_at_mut(node.states(me));
        let (of_children, scratch) = scratch.split_at_mut(own.regrets.len());
        self.children(edges, of_children, reaches, below, scratch);
        self.normalizers(node, me, own, inverse, even);
        values.fill(0.0);
        let mut at = 0;
        for edge in edges {
            let len = self.tree.states_at(edge, me);
            let (regrets, instants) = self.of_edge(own, at, len);
            let of_child = &of_children[at..at + len];
            self.tree.passage(edge, me).pairs(len, |child, state| {
                let preference = self.preference_at(regrets, instants, child);
                values[state] += of_child[child] * (preference * inverse[state] + even[state]);
            });
            at += len;
        }
        let mut at = 0;
        for edge in edges {
            let len = self.tree.states_at(edge, me);
            let of_child = &of_children[at..at + len];
            let regrets = &mut own.regrets[at..at + len];
            let instants = if self.rule.predicts() { &mut own.instants[at..at + len] } else { &mut [][..] };
            self.tree.passage(edge, me).pairs(len, |child, state| {
                let instant = of_child[child] - values[state];
                regrets[child] = self.accumulate(regrets[child], instant);
                if self.rule.predicts() {
                    instants[child] = instant;
                }
            });
            at += len;
        }
    }

    /// Updates the last answer of a game if the updating player gives it.
    fn update_last(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let (states, leaves) = (values.len(), self.tree.leaves_of(node));
        let (of_leaves, scratch) = scratch.split_at_mut(leaves.len() * states);
        let (probabilities, scratch) = scratch.split_at_mut(leaves.len() * states);
        self.game.values_of_each(leaves, self.updating, reaches, of_leaves);
        self.probabilities(kept, probabilities, &mut scratch[..states]);
        values.fill(0.0);
        for (of_leaf, probabilities) in of_leaves.chunks(states).zip(probabilities.chunks(states)) {
            for ((value, of_leaf), probability) in values.iter_mut().zip(of_leaf).zip(probabilities) {
                *value += of_leaf * probability;
            }
        }
        for of_leaf in of_leaves.chunks_mut(states) {
            for (of_leaf, value) in of_leaf.iter_mut().zip(&*values) {
                *of_leaf -= value;
            }
        }
        for (regret, &instant) in kept.regrets.iter_mut().zip(&*of_leaves) {
            *regret = self.accumulate(*regret, instant);
        }
        if self.rule.predicts() {
            kept.instants.copy_from_slice(of_leaves);
        }
    }

    /// Processes the last answer of a game if the other player gives it.
    fn follow_last(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let (states, leaves) = (reaches.len(), self.tree.leaves_of(node));
        let (there, scratch) = scratch.split_at_mut(leaves.len() * states);
        let (buffer, scratch) = scratch.split_at_mut(values.len());
        self.probabilities(kept, there, &mut scratch[..states]);
        for of_leaf in there.chunks_mut(states) {
            for (there, reach) in of_leaf.iter_mut().zip(reaches) {
                *there *= reach;
            }
        }
        for (sum, &reach) in kept.averages.iter_mut().zip(&*there) {
            *sum += self.weight * reach;
        }
        values.fill(0.0);
        self.game.add_values(leaves, self.updating, there, values, buffer);
    }

    /// Sets `to` to the probabilities of the last answers by regret matching, answer by answer in all private
    /// states. `sums` has the length of the states.
    fn probabilities(&self, kept: &Kept<'_>, to: &mut [f32], sums: &mut [f32]) {
        let states = sums.len();
        let even = 1.0 / to.chunks(states).fold(0.0, |answers, _| answers + 1.0);
        if self.rule.predicts() {
            for ((to, &regret), &instant) in to.iter_mut().zip(&*kept.regrets).zip(&*kept.instants) {
                *to = self.preference(regret, instant);
            }
        } else {
            for (to, &regret) in to.iter_mut().zip(&*kept.regrets) {
                *to = self.preference(regret, 0.0);
            }
        }
        sums.fill(0.0);
        for of_answer in to.chunks(states) {
            add(of_answer, sums);
        }
        for sum in &mut *sums {
            *sum = if *sum >= f32::MIN_POSITIVE { 1.0 / *sum } else { 0.0 };
        }
        for of_answer in to.chunks_mut(states) {
            for (to, &inverse) in of_answer.iter_mut().zip(&*sums) {
                *to = if inverse > 0.0 { *to * inverse } else { even };
            }
        }
    }

    /// Computes the values at all children of a decision of the updating player, one after another.
    fn children(
        &self,
        edges: &[Edge],
        values: &mut [f32],
        reaches: &[f32],
        mut below: Kept<'_>,
        scratch: &mut [f32],
    ) {
        let me = self.updating;
        if below.regrets.len() < PARALLEL_FROM {
            let mut rest = values;
            for (place, edge) in edges.iter().enumerate() {
                let (kept, others) = self.split_child(edges, place, below);
                below = others;
                let (of_child, others) = rest.split_at_mut(self.tree.states_at(edge, me));
                rest = others;
                let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, !me));
                let reaches = down(self.tree.passage(edge, !me), reaches, buffer);
                self.walk_child(edge, reaches, kept, of_child, scratch);
            }
            return;
        }
        let mut work = Vec::with_capacity(edges.len());
        let mut rest = values;
        for (place, edge) in edges.iter().enumerate() {
            let (kept, others) = self.split_child(edges, place, below);
            below = others;
            let (of_child, others) = rest.split_at_mut(self.tree.states_at(edge, me));
            rest = others;
            work.push((edge, kept, of_child));
        }
        work.into_par_iter().with_max_len(1).for_each(|(edge, kept, of_child)| {
            let states = self.tree.states_at(edge, !me);
            let mut own = vec![0.0; states + self.tree.scratch_at(edge)];
            let (buffer, scratch) = own.split_at_mut(states);
            let reaches = down(self.tree.passage(edge, !me), reaches, buffer);
            self.walk_child(edge, reaches, kept, of_child, scratch);
        });
    }

    /// Processes a decision of the other player.
    fn follow(
        &self,
        node: &Node,
        reaches: &[f32],
        own: Kept<'_>,
        mut below: Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let other = !self.updating;
        let edges = self.tree.edges(node);
        let (inverse, scratch) = scratch.split_at_mut(node.states(other));
        let (even, scratch) = scratch.split_at_mut(node.states(other));
        self.normalizers(node, other, &own, inverse, even);
        values.fill(0.0);
        let is_parallel = below.regrets.len() >= PARALLEL_FROM;
        let mut work = Vec::new();
        let (mut at, mut averages) = (0, own.averages);
        let (regrets, instants) = (&*own.regrets, &*own.instants);
        for (place, edge) in edges.iter().enumerate() {
            let (kept, others) = self.split_child(edges, place, below);
            below = others;
            let len = self.tree.states_at(edge, other);
            let (average, others) = averages.split_at_mut(len.min(averages.len()));
            averages = others;
            let part = Part {
                edge,
                regrets: &regrets[at..at + len],
                instants: if self.rule.predicts() { &instants[at..at + len] } else { &[] },
                inverse,
                even,
            };
            at += len;
            if is_parallel {
                work.push((part, kept, average));
            } else if let Some(of_child) = self.follow_edge(&part, reaches, kept, average, scratch) {
                add_up(self.tree.passage(edge, self.updating), of_child, values);
            }
        }
        let found: Vec<Option<Vec<f32>>> = work
            .into_par_iter()
            .with_max_len(1)
            .map(|(part, kept, average)| {
                let states = Seat::BOTH.map(|seat| self.tree.states_at(part.edge, seat));
                let mut own = vec![0.0; states[0] + states[1] + self.tree.scratch_at(part.edge)];
                self.follow_edge(&part, reaches, kept, average, &mut own).map(<[f32]>::to_vec)
            })
            .collect();
        for (edge, of_child) in edges.iter().zip(found) {
            if let Some(of_child) = of_child {
                add_up(self.tree.passage(edge, self.updating), &of_child, values);
            }
        }
    }

    /// Values at a child of a decision of the other player; `None` if no private state reaches the child.
    fn follow_edge<'s>(
        &self,
        part: &Part<'_>,
        reaches: &[f32],
        kept: Kept<'_>,
        average: &mut [f32],
        scratch: &'s mut [f32],
    ) -> Option<&'s [f32]> {
        let other = !self.updating;
        let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(part.edge, self.updating));
        let (there, scratch) = scratch.split_at_mut(self.tree.states_at(part.edge, other));
        let mut all = 0.0;
        self.tree.passage(part.edge, other).pairs(there.len(), |child, state| {
            let preference = self.preference_at(part.regrets, part.instants, child);
            let reach = reaches[state] * (preference * part.inverse[state] + part.even[state]);
            there[child] = reach;
            all += reach;
        });
        for (sum, &reach) in average.iter_mut().zip(&*there) {
            *sum += self.weight * reach;
        }
        // Regrets below do not change without reach, so the walk is skipped.
        if all == 0.0 && !self.rule.predicts() {
            return None;
        }
        self.walk_child(part.edge, there, kept, of_child, scratch);
        Some(of_child)
    }

    /// Factor and summand that turn the preferences of each state's actions into the probabilities of regret
    /// matching in one step.
    fn normalizers(&self, node: &Node, seat: Seat, own: &Kept<'_>, inverse: &mut [f32], even: &mut [f32]) {
        inverse.fill(0.0);
        even.fill(0.0);
        let edges = self.tree.edges(node);
        let mut at = 0;
        for edge in edges {
            let len = self.tree.states_at(edge, seat);
            let (regrets, instants) = self.of_edge(own, at, len);
            self.tree.passage(edge, seat).pairs(len, |child, state| {
                inverse[state] += self.preference_at(regrets, instants, child);
                even[state] += 1.0;
            });
            at += len;
        }
        for (inverse, even) in inverse.iter_mut().zip(even) {
            if *inverse >= f32::MIN_POSITIVE {
                (*inverse, *even) = (1.0 / *inverse, 0.0);
            } else {
                *even = 1.0 / *even;
            }
        }
    }

    fn of_edge<'k>(&self, own: &'k Kept<'_>, at: usize, len: usize) -> (&'k [f32], &'k [f32]) {
        (&own.regrets[at..at + len], if self.rule.predicts() { &own.instants[at..at + len] } else { &[] })
    }

    #[inline]
    fn preference_at(&self, regrets: &[f32], instants: &[f32], place: usize) -> f32 {
        self.preference(regrets[place], if self.rule.predicts() { instants[place] } else { 0.0 })
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
    fn preference(&self, regret: f32, instant: f32) -> f32 {
        self.rule.preference(regret.into(), instant.into()) as f32
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
    fn accumulate(&self, regret: f32, instant: f32) -> f32 {
        self.rule.accumulate(regret.into(), instant.into(), self.discount) as f32
    }

    /// Splits off the state of the child at this place from that of the following children.
    fn split_child<'k>(&self, edges: &[Edge], place: usize, kept: Kept<'k>) -> (Kept<'k>, Kept<'k>) {
        let Child::Node(child) = edges[place].child() else { return kept.split(0, 0) };
        let child = self.tree.node(child);
        let Some((sequences_at, averages_at)) = self.tree.first_below(&edges[place + 1..]) else {
            let (sequences, averages) = (kept.regrets.len(), kept.averages.len());
            return kept.split(sequences, averages);
        };
        kept.split(sequences_at - child.sequences_at, averages_at - child.averages_at)
    }
}

/// A child of a decision of the other player.
struct Part<'a> {
    edge: &'a Edge,
    regrets: &'a [f32],
    instants: &'a [f32],
    inverse: &'a [f32],
    even: &'a [f32],
}

/// Probabilities of two actions with these cumulative and last instantaneous regrets.
pub(super) fn regret_matching<R: RegretRule>(rule: R, regrets: &[[f64; 2]; 2]) -> [f64; 2] {
    let preferences = regrets.map(|[cumulative, last]| rule.preference(cumulative, last));
    let all = preferences[0] + preferences[1];
    if all > 0.0 { preferences.map(|preference| preference / all) } else { [0.5; 2] }
}
