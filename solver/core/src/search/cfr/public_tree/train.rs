//! One iteration: a walk of the tree that updates the regrets of one player, and the average strategy of the other.

use rayon::prelude::*;

use super::tree::{Child, Edge, Kind, Node, Tree};
use super::{add, add_up, down};
use crate::game::{Passage, PublicTree, Seat};
use crate::search::cfr::{Discount, RegretRule};

/// State of a part of the tree: for each sequence the cumulative regret, the last instantaneous regret if the rule
/// uses it, and the sum of the player's reaches.
#[derive(Debug)]
pub(super) struct Kept<'a> {
    pub(super) regrets: &'a mut [f32],
    pub(super) instants: &'a mut [f32],
    pub(super) averages: &'a mut [f32],
    /// Places of the first sequence and average of the part.
    start: (usize, usize),
}

impl<'a> Kept<'a> {
    /// State of the whole tree.
    pub(super) const fn new(
        regrets: &'a mut [f32],
        instants: &'a mut [f32],
        averages: &'a mut [f32],
    ) -> Self {
        Self { regrets, instants, averages, start: (0, 0) }
    }

    const fn again(&mut self) -> Kept<'_> {
        Kept { regrets: self.regrets, instants: self.instants, averages: self.averages, start: self.start }
    }

    /// The places after the last sequence and average.
    const fn end(&self) -> (usize, usize) {
        (self.start.0 + self.regrets.len(), self.start.1 + self.averages.len())
    }

    /// What belongs to a node itself.
    fn of_node(&mut self, node: &Node) -> Kept<'_> {
        let (sequences, averages) = node.kept();
        let (sequences_at, averages_at) = (node.sequences_at - self.start.0, node.averages_at - self.start.1);
        let instants = if self.instants.is_empty() { 0..0 } else { sequences_at..sequences_at + sequences };
        Kept {
            regrets: &mut self.regrets[sequences_at..][..sequences],
            instants: &mut self.instants[instants],
            averages: &mut self.averages[averages_at..][..averages],
            start: (node.sequences_at, node.averages_at),
        }
    }

    /// Splits at the first sequence and the first average of a subtree.
    fn split_at(self, (sequences_at, averages_at): (usize, usize)) -> (Self, Self) {
        let (sequences, averages) = (sequences_at - self.start.0, averages_at - self.start.1);
        let (regrets, other_regrets) = self.regrets.split_at_mut(sequences);
        let (instants, other_instants) = self.instants.split_at_mut(sequences.min(self.instants.len()));
        let (averages, other_averages) = self.averages.split_at_mut(averages);
        let others = Self {
            regrets: other_regrets,
            instants: other_instants,
            averages: other_averages,
            start: (sequences_at, averages_at),
        };
        (Self { regrets, instants, averages, start: self.start }, others)
    }
}

/// One walk.
#[derive(Clone, Copy)]
pub(super) struct Traversal<'a, G: PublicTree> {
    pub(super) game: &'a G,
    pub(super) tree: &'a Tree<G::Leaf>,
    pub(super) rule: RegretRule,
    /// Seat whose regrets are updated.
    pub(super) updating: Seat,
    pub(super) discount: Discount,
    /// Weight of the iteration in the average.
    pub(super) weight: f32,
}

/// From this many sequences below a node, its children are processed in parallel.
const PARALLEL_FROM: usize = 1 << 15;

// Functions here have six and seven parameters. The slices are parts of buffers that are split again at every
// step; a struct would have to be taken apart and rebuilt at each call.
impl<G: PublicTree> Traversal<'_, G> {
    /// Sets `values` to the counterfactual values of the updating player at this node, given the reaches of the other.
    /// `kept` contains what belongs to the subtree of the node.
    pub(super) fn walk(
        &self,
        id: u32,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let node = self.tree.node(id);
        match node.kind {
            Kind::Pass => self.pass(node, reaches, kept, values, scratch),
            Kind::Decision(seat) if seat == self.updating => {
                self.update(node, reaches, kept, values, scratch);
            }
            Kind::Decision(_) => self.follow(node, reaches, kept, values, scratch),
            Kind::Answer(seat) | Kind::LastAnswer(seat) if seat == self.updating => {
                self.update_answer(node, reaches, kept, values, scratch);
            }
            Kind::Answer(_) | Kind::LastAnswer(_) => {
                self.follow_answer(node, reaches, kept, values, scratch);
            }
        }
    }

    /// The same at the child of an edge.
    fn walk_child(
        &self,
        edge: Edge,
        reaches: &[f32],
        kept: &mut Kept<'_>,
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
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        values.fill(0.0);
        for &edge in self.tree.edges(node) {
            let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, !self.updating));
            let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(edge, self.updating));
            let reaches = down(self.tree.passage(edge, !self.updating), reaches, buffer);
            self.walk_child(edge, reaches, kept, of_child, scratch);
            add_up(self.tree.passage(edge, self.updating), of_child, values);
        }
    }

    /// Updates a decision of the updating player whose actions depend on the private state.
    fn update(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let me = self.updating;
        let edges = self.tree.edges(node);
        let (inverse, scratch) = scratch.split_at_mut(node.states(me));
        let (even, scratch) = scratch.split_at_mut(node.states(me));
        let (of_children, scratch) = scratch.split_at_mut(node.kept().0);
        let mut rest = &mut *of_children;
        let work = edges.iter().map(|&edge| {
            let (of_child, others) = std::mem::take(&mut rest).split_at_mut(self.tree.states_at(edge, me));
            rest = others;
            (edge, of_child)
        });
        self.for_each_child(node, work, kept, scratch, |(edge, of_child), kept, scratch| {
            let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, !me));
            let reaches = down(self.tree.passage(edge, !me), reaches, buffer);
            self.walk_child(edge, reaches, kept, of_child, scratch);
        });
        let own = kept.of_node(node);
        self.normalizers(node, me, &own, inverse, even);
        values.fill(0.0);
        let mut at = 0;
        for &edge in edges {
            let len = self.tree.states_at(edge, me);
            let (regrets, instants) = self.of_edge(&own, at, len);
            let of_child = &of_children[at..at + len];
            self.tree.passage(edge, me).pairs(len, |child, state| {
                let preference = self.preference_at(regrets, instants, child);
                values[state] += of_child[child] * (preference * inverse[state] + even[state]);
            });
            at += len;
        }
        let mut at = 0;
        for &edge in edges {
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

    /// Processes a decision of the other player whose actions depend on the private state.
    fn follow(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let (me, other) = (self.updating, !self.updating);
        let edges = self.tree.edges(node);
        let (there, scratch) = scratch.split_at_mut(node.kept().0);
        let own = kept.of_node(node);
        {
            let (inverse, scratch) = scratch.split_at_mut(node.states(other));
            let even = &mut scratch[..node.states(other)];
            self.normalizers(node, other, &own, inverse, even);
            let mut at = 0;
            for &edge in edges {
                let len = self.tree.states_at(edge, other);
                let (regrets, instants) = self.of_edge(&own, at, len);
                let there = &mut there[at..at + len];
                self.tree.passage(edge, other).pairs(len, |child, state| {
                    let preference = self.preference_at(regrets, instants, child);
                    there[child] = reaches[state] * (preference * inverse[state] + even[state]);
                });
                at += len;
            }
        }
        self.add_to_averages(own.averages, there);
        values.fill(0.0);
        let mut rest = &*there;
        let work = edges.iter().map(|&edge| {
            let (there, others) = rest.split_at(self.tree.states_at(edge, other));
            rest = others;
            (edge, there)
        });
        self.add_children(node, work, kept, values, scratch, |(edge, there), kept, scratch| {
            if self.is_skipped(there) {
                return None;
            }
            let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(edge, me));
            self.walk_child(edge, there, kept, of_child, scratch);
            Some((edge, of_child))
        });
    }

    /// Updates an answer of the updating player.
    fn update_answer(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let states = values.len();
        let (of_answers, scratch) = scratch.split_at_mut(node.kept().0);
        self.values_of_answers(node, reaches, kept, of_answers, scratch);
        let (probabilities, scratch) = scratch.split_at_mut(of_answers.len());
        let own = kept.of_node(node);
        self.probabilities(&own, probabilities, &mut scratch[..states]);
        values.fill(0.0);
        for (of_answer, probabilities) in of_answers.chunks(states).zip(probabilities.chunks(states)) {
            for ((value, of_answer), probability) in values.iter_mut().zip(of_answer).zip(probabilities) {
                *value += of_answer * probability;
            }
        }
        for of_answer in of_answers.chunks_mut(states) {
            for (of_answer, value) in of_answer.iter_mut().zip(&*values) {
                *of_answer -= value;
            }
        }
        for (regret, &instant) in own.regrets.iter_mut().zip(&*of_answers) {
            *regret = self.accumulate(*regret, instant);
        }
        if self.rule.predicts() {
            own.instants.copy_from_slice(of_answers);
        }
    }

    /// Computes the values of the updating player's states after each answer, one answer after another.
    fn values_of_answers(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        of_answers: &mut [f32],
        scratch: &mut [f32],
    ) {
        let me = self.updating;
        if matches!(node.kind, Kind::LastAnswer(_)) {
            self.tree.values_of_last((self.game, node), me, reaches, of_answers, scratch);
            return;
        }
        let work = self.tree.edges(node).iter().copied().zip(of_answers.chunks_mut(node.states(me)));
        self.for_each_child(node, work, kept, scratch, |(edge, of_answer), kept, scratch| {
            let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, !me));
            let reaches = down(self.tree.passage(edge, !me), reaches, buffer);
            let passage = self.tree.passage(edge, me);
            if *passage == Passage::Same {
                self.walk_child(edge, reaches, kept, of_answer, scratch);
                return;
            }
            let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(edge, me));
            self.walk_child(edge, reaches, kept, of_child, scratch);
            of_answer.fill(0.0);
            add_up(passage, of_child, of_answer);
        });
    }

    /// Processes an answer of the other player.
    fn follow_answer(
        &self,
        node: &Node,
        reaches: &[f32],
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let (me, other, states) = (self.updating, !self.updating, reaches.len());
        let (there, scratch) = scratch.split_at_mut(node.kept().0);
        let own = kept.of_node(node);
        self.probabilities(&own, there, &mut scratch[..states]);
        for of_answer in there.chunks_mut(states) {
            for (there, reach) in of_answer.iter_mut().zip(reaches) {
                *there *= reach;
            }
        }
        self.add_to_averages(own.averages, there);
        values.fill(0.0);
        if matches!(node.kind, Kind::LastAnswer(_)) {
            self.tree.add_last((self.game, node), me, there, values, scratch);
            return;
        }
        let work = self.tree.edges(node).iter().copied().zip(there.chunks(states));
        self.add_children(node, work, kept, values, scratch, |(edge, there), kept, scratch| {
            if self.is_skipped(there) {
                return None;
            }
            let (of_child, scratch) = scratch.split_at_mut(self.tree.states_at(edge, me));
            let (buffer, scratch) = scratch.split_at_mut(self.tree.states_at(edge, other));
            let there = down(self.tree.passage(edge, other), there, buffer);
            self.walk_child(edge, there, kept, of_child, scratch);
            Some((edge, of_child))
        });
    }

    fn add_to_averages(&self, averages: &mut [f32], reaches: &[f32]) {
        for (sum, &reach) in averages.iter_mut().zip(reaches) {
            *sum += self.weight * reach;
        }
    }

    /// Regrets below do not change without reach, so the walk is skipped.
    fn is_skipped(&self, reaches: &[f32]) -> bool {
        !self.rule.predicts() && reaches.iter().all(|&reach| reach == 0.0)
    }

    /// Whether the children of a node are processed in parallel. Inside a small part nothing is, and its nodes need no look
    /// at their last children.
    fn is_parallel(&self, node: &Node, kept: &Kept<'_>) -> bool {
        kept.regrets.len() >= PARALLEL_FROM && self.tree.is_wide(node, PARALLEL_FROM)
    }

    /// Calls `each` with every item of `work`, one for each child of a node.
    fn for_each_child<T: Send>(
        &self,
        node: &Node,
        work: impl Iterator<Item = T>,
        kept: &mut Kept<'_>,
        scratch: &mut [f32],
        each: impl Fn(T, &mut Kept<'_>, &mut [f32]) + Sync,
    ) {
        if !self.is_parallel(node, kept) {
            work.for_each(|item| each(item, kept, scratch));
            return;
        }
        let work: Vec<(T, ChildWalk<'_>)> = work.zip(self.parts(node, kept)).collect();
        work.into_par_iter().with_max_len(1).for_each(|(item, mut part)| {
            each(item, &mut part.kept, &mut vec![0.0; part.scratch]);
        });
    }

    /// The same where `each` returns the values at the child, which are then added up in order.
    fn add_children<'e, T: Send>(
        &self,
        node: &Node,
        work: impl Iterator<Item = T>,
        kept: &mut Kept<'_>,
        values: &mut [f32],
        scratch: &mut [f32],
        each: impl for<'s> Fn(T, &mut Kept<'_>, &'s mut [f32]) -> Option<(Edge, &'s mut [f32])> + Sync,
    ) {
        let mut add = |edge: Edge, of_child: &[f32]| {
            add_up(self.tree.passage(edge, self.updating), of_child, values);
        };
        if !self.is_parallel(node, kept) {
            for item in work {
                if let Some((edge, of_child)) = each(item, kept, scratch) {
                    add(edge, of_child);
                }
            }
            return;
        }
        let work: Vec<(T, ChildWalk<'_>)> = work.zip(self.parts(node, kept)).collect();
        let found: Vec<Option<(Edge, Vec<f32>)>> = work
            .into_par_iter()
            .with_max_len(1)
            .map(|(item, mut part)| {
                let mut scratch = vec![0.0; part.scratch];
                let (edge, of_child) = each(item, &mut part.kept, &mut scratch)?;
                Some((edge, of_child.to_vec()))
            })
            .collect();
        found.iter().flatten().for_each(|(edge, of_child)| add(*edge, of_child));
    }

    /// What the walks of the children of a node need each.
    fn parts<'k>(&self, node: &Node, kept: &'k mut Kept<'_>) -> Vec<ChildWalk<'k>> {
        let edges = self.tree.edges(node);
        let mut rest = kept.again();
        let mut parts = Vec::with_capacity(edges.len());
        for (place, &edge) in edges.iter().enumerate() {
            let next = self.tree.first_below(&edges[place + 1..]).unwrap_or_else(|| rest.end());
            let (kept, others) = rest.split_at(next);
            // The walk begins with the reaches and the values at the child.
            let states = self.tree.states_at(edge, Seat::First) + self.tree.states_at(edge, Seat::Second);
            parts.push(ChildWalk { kept, scratch: states + self.tree.scratch_at(edge) });
            rest = others;
        }
        parts
    }

    /// Sets `to` to the probabilities of the answers by regret matching, answer by answer in all private
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

    /// Factor and summand that turn the preferences of each state's actions into the probabilities of regret
    /// matching in one step.
    fn normalizers(&self, node: &Node, seat: Seat, own: &Kept<'_>, inverse: &mut [f32], even: &mut [f32]) {
        inverse.fill(0.0);
        even.fill(0.0);
        let edges = self.tree.edges(node);
        let mut at = 0;
        for &edge in edges {
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
}

/// What the walk of a child needs that is processed in parallel with others.
struct ChildWalk<'a> {
    kept: Kept<'a>,
    /// Size of its buffer.
    scratch: usize,
}

/// Probabilities of two actions with these cumulative and last instantaneous regrets.
pub(super) fn regret_matching(rule: RegretRule, regrets: &[[f64; 2]; 2]) -> [f64; 2] {
    let preferences = regrets.map(|[cumulative, last]| rule.preference(cumulative, last));
    let all = preferences[0] + preferences[1];
    if all > 0.0 { preferences.map(|preference| preference / all) } else { [0.5; 2] }
}
