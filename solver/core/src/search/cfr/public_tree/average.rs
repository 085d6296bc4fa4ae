//! Average strategies of a run, without the game and the regrets.

use super::reply::Sums;
use super::tree::{Child, Tree};
use crate::game::Seat;

/// Average strategies of both players: at each public node the probability of each child for each private
/// state.
#[derive(Debug)]
pub struct AverageStrategy<L> {
    tree: Tree<L>,
    sums: Vec<f32>,
    roots: [Vec<f32>; 2],
}

impl<L: Copy> AverageStrategy<L> {
    pub(super) const fn new(tree: Tree<L>, sums: Vec<f32>, roots: [Vec<f32>; 2]) -> Self {
        Self { tree, sums, roots }
    }

    /// Approximate number of bytes in use.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let numbers = self.sums.len() + self.roots.iter().map(Vec::len).sum::<usize>();
        numbers * size_of::<f32>() + self.tree.bytes()
    }

    /// Strategy of the player to act at the public state that this path of children leads to: for each private state
    /// the distribution over children, uniform if the state is never reached. `None` if there is no such
    /// public state, or if the tree skips it because it has one child and no choice.
    #[must_use]
    pub fn choices(&self, path: &[usize], seat: Seat) -> Option<Vec<Vec<StateContinuation>>> {
        let sums = Sums { tree: &self.tree, sums: &self.sums };
        let mut node = self.tree.node(0);
        let mut reaches = self.roots[seat.index()].clone();
        let mut path = path.iter();
        while let Some(&place) = path.next() {
            let child = sums.children(node, seat).nth(place)?;
            let Child::Node(below) = child.edge.child() else { return None };
            let mut buffer = vec![0.0; sums.buffer_of_child(node, child, seat)];
            reaches = sums.reaches_of_child(node, child, seat, &reaches, &mut buffer).there.to_vec();
            node = self.tree.node(below);
            for _ in 0..self.tree.skipped_by(child.edge) {
                path.next()?;
            }
        }
        let mut of_states = vec![Vec::new(); node.states(seat)];
        for (child, to) in sums.children(node, seat).enumerate() {
            let mut buffer = vec![0.0; sums.buffer_of_child(node, to, seat)];
            let passed = sums.reaches_of_child(node, to, seat, &reaches, &mut buffer);
            let mut add = |state: usize, origin: usize, reach: f32| {
                of_states[origin].push(StateContinuation { child, state, probability: f64::from(reach) });
            };
            if node.kind.is_answer() && node.kind.mover() == Some(seat) {
                passed.chosen.iter().enumerate().for_each(|(state, &reach)| add(state, state, reach));
            } else {
                let passage = self.tree.passage(to.edge, seat);
                passage.pairs(passed.there.len(), |state, origin| add(state, origin, passed.there[state]));
            }
        }
        for choices in &mut of_states {
            let all: f64 = choices.iter().map(|choice| choice.probability).sum();
            let even = choices.iter().map(|_| 1.0).sum::<f64>().recip();
            for choice in choices {
                choice.probability = if all > 0.0 { choice.probability / all } else { even };
            }
        }
        Some(of_states)
    }
}

/// A continuation from a private state of a node.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StateContinuation {
    /// Index of the child at the node.
    pub child: usize,
    /// Private state at the child.
    pub state: usize,
    /// Probability of the child.
    pub probability: f64,
}
