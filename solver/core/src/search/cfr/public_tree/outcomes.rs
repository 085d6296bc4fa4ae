//! What play comes to: sums over the ends of the game, for one private state at the root.
//!
//! The player with this state continues with a best response to the other player's average strategy, as in
//! [`Solver::best_replies_to_children`], whose values these sums contain. Only the states that follow from the one at
//! the root are looked at, so the walk costs little beside an iteration, though a sum may have many terms.

use rayon::prelude::*;

use super::Solver;
use super::reply::{ChildEdge, Sums};
use super::tree::{Child, Edge, Node};
use crate::game::{PublicTree, Seat};

/// Sums over ends of a game.
pub trait OutcomeSum: Clone + Default + Send {
    /// Total weight of the ends.
    fn weight(&self) -> f64;

    /// Sum of weight × utility of the player.
    fn value(&self) -> f64;

    /// Adds other sums, multiplied by a factor.
    fn add(&mut self, other: &Self, factor: f64);
}

/// A public tree that can sum up more than the utility at its ends.
pub trait OutcomeSums: PublicTree {
    /// The sums.
    type Sum: OutcomeSum;

    /// Adds the ends at a leaf for one state of `seat`: for each of the opponent's states, reach × weight of
    /// the pair.
    fn add_outcomes(
        &self,
        leaf: Self::Leaf,
        seat: Seat,
        state: usize,
        opponent_reaches: &[f32],
        sum: &mut Self::Sum,
    );
}

/// What a child of the root comes to for a player with one private state at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct ChildOutcomes<S> {
    /// The private states of the player at the child that come from the one at the root, each with its sum.
    pub states: Vec<(u32, S)>,
    /// Where the other player answers at the child: for each answer in order, the sum of each of these states.
    pub answers: Vec<Vec<S>>,
}

/// Best responses within this share of a state's weight are equally good: they differ by rounding.
const ROUNDING: f64 = 1e-5;

impl<G: OutcomeSums> Solver<'_, G> {
    /// For each child of the root in order, what it comes to for the player of `seat` with this private state
    /// at the root. Equally good best responses count alike.
    ///
    /// The sums are relative to the reaches summed over the iterations; means follow from their weights.
    #[must_use]
    pub fn outcomes_of_children(&self, seat: Seat, state: usize) -> Vec<ChildOutcomes<G::Sum>> {
        let sums = self.sums();
        let (root, reaches) = (sums.tree.node(0), self.root_sums(!seat));
        let walk = Walk { game: self.game(), sums, seat };
        let Ok(state) = u32::try_from(state) else { return Vec::new() };
        let children: Vec<ChildEdge> = sums.children(root, !seat).collect();
        let of_child = |child: ChildEdge| {
            let mut buffer = vec![0.0; sums.buffer_of_child(root, child, !seat)];
            let states = walk.passed(root, child.edge, &[state]);
            let states: Vec<u32> = states.into_iter().map(|(state, _)| state).collect();
            if states.is_empty() {
                return ChildOutcomes { states: Vec::new(), answers: Vec::new() };
            }
            let there = sums.reaches_of_child(root, child, !seat, &reaches, &mut buffer).there;
            let answers = walk.answers(child.edge, &states, there);
            let found = if answers.is_empty() {
                walk.at_edge(child.edge, &states, there)
            } else {
                let mut all = vec![G::Sum::default(); states.len()];
                for of_answer in &answers {
                    all.iter_mut().zip(of_answer).for_each(|(sum, other)| sum.add(other, 1.0));
                }
                all
            };
            ChildOutcomes { states: states.into_iter().zip(found).collect(), answers }
        };
        children.into_par_iter().with_max_len(1).map(of_child).collect()
    }
}

struct Walk<'a, G: PublicTree> {
    game: &'a G,
    sums: Sums<'a, G::Leaf>,
    /// Seat of the player with the state.
    seat: Seat,
}

impl<G: OutcomeSums> Walk<'_, G> {
    /// The states at the child of an edge that come from some of these, which are in ascending order, each with the
    /// places of its origins among them.
    fn passed(&self, node: &Node, edge: Edge, states: &[u32]) -> Vec<(u32, Vec<u32>)> {
        let mut places = vec![u32::MAX; node.states(self.seat)];
        for (place, &state) in (0..).zip(states) {
            places[state as usize] = place;
        }
        let mut passed: Vec<(u32, Vec<u32>)> = Vec::new();
        let tree = self.sums.tree;
        tree.passage(edge, self.seat).pairs(tree.states_at(edge, self.seat), |child, origin| {
            let place = places[origin];
            if place == u32::MAX {
                return;
            }
            let child = u32::try_from(child).unwrap_or(u32::MAX);
            match passed.last_mut() {
                Some((last, places)) if *last == child => places.push(place),
                _ => passed.push((child, vec![place])),
            }
        });
        passed
    }

    /// Where the other player answers at the child of an edge: for each answer, the sums of these states.
    fn answers(&self, edge: Edge, states: &[u32], reaches: &[f32]) -> Vec<Vec<G::Sum>> {
        let Child::Node(node) = edge.child() else { return Vec::new() };
        let node = self.sums.tree.node(node);
        if !node.kind.is_answer() || node.kind.mover() != Some(!self.seat) {
            return Vec::new();
        }
        let of_answer = |child| self.child(node, child, states, reaches).unwrap_or_default();
        self.sums.children(node, !self.seat).map(of_answer).collect()
    }

    /// The sums of these states at a node.
    fn at(&self, node: &Node, states: &[u32], reaches: &[f32]) -> Vec<G::Sum> {
        let chooses = node.kind.mover() == Some(self.seat);
        let mut found = vec![G::Sum::default(); states.len()];
        let mut choices: Vec<BestChoices<G::Sum>> = Vec::new();
        if chooses {
            choices.resize_with(states.len(), BestChoices::default);
        }
        for child in self.sums.children(node, !self.seat) {
            if !chooses {
                let Some(of_child) = self.child(node, child, states, reaches) else { continue };
                found.iter_mut().zip(&of_child).for_each(|(sum, other)| sum.add(other, 1.0));
            } else if node.kind.is_answer() {
                let Some(of_child) = self.child(node, child, states, reaches) else { continue };
                choices.iter_mut().zip(of_child).for_each(|(choice, other)| choice.add(other));
            } else {
                // Each state of the child stands for one action in the state that it comes from.
                let passed = self.passed(node, child.edge, states);
                let below: Vec<u32> = passed.iter().map(|(state, _)| *state).collect();
                if below.is_empty() {
                    continue;
                }
                let mut buffer = vec![0.0; self.sums.buffer_of_child(node, child, !self.seat)];
                let there = self.sums.reaches_of_child(node, child, !self.seat, reaches, &mut buffer).there;
                let of_child = self.at_edge(child.edge, &below, there);
                for ((_, places), sum) in passed.iter().zip(of_child) {
                    for &place in places {
                        choices[place as usize].add(sum.clone());
                    }
                }
            }
        }
        if chooses { choices.into_iter().map(BestChoices::mean).collect() } else { found }
    }

    /// The sums that these states of a node have at a child; `None` if none of them gets there.
    fn child(&self, node: &Node, child: ChildEdge, states: &[u32], reaches: &[f32]) -> Option<Vec<G::Sum>> {
        let passed = self.passed(node, child.edge, states);
        let below: Vec<u32> = passed.iter().map(|(state, _)| *state).collect();
        if below.is_empty() {
            return None;
        }
        let mut buffer = vec![0.0; self.sums.buffer_of_child(node, child, !self.seat)];
        let there = self.sums.reaches_of_child(node, child, !self.seat, reaches, &mut buffer).there;
        let of_child = self.at_edge(child.edge, &below, there);
        let mut found = vec![G::Sum::default(); states.len()];
        for ((_, places), sum) in passed.iter().zip(&of_child) {
            for &place in places {
                found[place as usize].add(sum, 1.0);
            }
        }
        Some(found)
    }

    fn at_edge(&self, edge: Edge, states: &[u32], reaches: &[f32]) -> Vec<G::Sum> {
        match edge.child() {
            Child::Node(_) if reaches.iter().all(|&reach| reach == 0.0) => {
                vec![G::Sum::default(); states.len()]
            }
            Child::Node(node) => self.at(self.sums.tree.node(node), states, reaches),
            Child::Leaf(leaf) => {
                let of_state = |&state: &u32| {
                    let mut sum = G::Sum::default();
                    let leaf = self.sums.tree.leaf(leaf);
                    self.game.add_outcomes(leaf, self.seat, state as usize, reaches, &mut sum);
                    sum
                };
                states.iter().map(of_state).collect()
            }
        }
    }
}

/// The best of the choices in a state, and those as good.
struct BestChoices<S> {
    best: f64,
    sum: S,
    count: f64,
}

impl<S: OutcomeSum> Default for BestChoices<S> {
    fn default() -> Self {
        Self { best: f64::NEG_INFINITY, sum: S::default(), count: 0.0 }
    }
}

impl<S: OutcomeSum> BestChoices<S> {
    fn add(&mut self, other: S) {
        let (value, rounding) = (other.value(), ROUNDING * other.weight());
        if value > self.best + rounding {
            *self = Self { best: value, sum: other, count: 1.0 };
        } else if value >= self.best - rounding {
            self.best = self.best.max(value);
            self.sum.add(&other, 1.0);
            self.count += 1.0;
        }
    }

    fn mean(self) -> S {
        let mut mean = S::default();
        mean.add(&self.sum, 1.0 / self.count.max(1.0));
        mean
    }
}
