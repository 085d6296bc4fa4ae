//! Best responses to a given strategy.

use super::tree::{Child, Edge, Tree, children_of};
use super::{add_up, down};
use crate::game::{Passage, PublicTree, Seat, Turn};
use crate::search::budget::CancelToken;

/// A strategy that can be queried at each public node.
pub trait GivenStrategy<N> {
    /// Action probabilities of the player who decides at the last node of `path`, which begins at the root.
    /// For each child in order and each private state there, the probability of going to it from its origin.
    /// The player's `passages` to the children give the origins. `reaches` are those of the player's private
    /// states at the node; where they are 0, any probabilities will do.
    fn probabilities(
        &mut self,
        path: &[N],
        children: &[N],
        passages: &[Passage],
        reaches: &[f32],
    ) -> Vec<Vec<f32>>;
}

/// Best-response values of the private states of `seat` at the root against this strategy of the other
/// player: counterfactual values, weighted by the other player's `reaches` at the root, and by chance. Exact
/// up to rounding to single precision.
///
/// Takes memory for the whole tree; a [solver](super::Solver::best_reply_to) has it already.
pub fn best_reply_to<G: PublicTree>(
    game: &mut G,
    seat: Seat,
    reaches: &[f32],
    strategy: &mut impl GivenStrategy<G::Node>,
) -> Vec<f32> {
    match Tree::build(game, 0, u64::MAX, &CancelToken::new()) {
        Ok(tree) => in_tree(game, &tree, seat, reaches, strategy),
        // Cannot happen: there is no limit, and the token is never set.
        Err(_) => Vec::new(),
    }
}

/// Same as [`best_reply_to`], in a tree that is already built.
pub(super) fn in_tree<G: PublicTree>(
    game: &G,
    tree: &Tree<G::Leaf>,
    seat: Seat,
    reaches: &[f32],
    strategy: &mut impl GivenStrategy<G::Node>,
) -> Vec<f32> {
    Walk { game, tree, seat, strategy, path: vec![game.root()] }.values(0, reaches)
}

struct Walk<'a, G: PublicTree, S> {
    game: &'a G,
    tree: &'a Tree<G::Leaf>,
    /// Seat of the responder.
    seat: Seat,
    strategy: &'a mut S,
    /// Nodes from the root to the current node.
    path: Vec<G::Node>,
}

impl<G: PublicTree, S: GivenStrategy<G::Node>> Walk<'_, G, S> {
    /// Values of the responder's private states at this node, the last of the path.
    fn values(&mut self, id: u32, reaches: &[f32]) -> Vec<f32> {
        let node = self.tree.node(id);
        let mut values = vec![0.0; node.states(self.seat)];
        if reaches.iter().all(|&reach| reach == 0.0) {
            return values;
        }
        let Some(public) = self.path.last() else { return values };
        let children = children_of(self.game, public);
        let edges = self.tree.edges(node);
        let turn = self.game.turn(public);
        let probabilities = (turn == Turn::Player(!self.seat)).then(|| {
            let passages: Vec<Passage> =
                edges.iter().map(|edge| self.tree.passage(edge, !self.seat).clone()).collect();
            self.strategy.probabilities(&self.path, &children, &passages, reaches)
        });
        let decides = turn == Turn::Player(self.seat);
        if decides {
            values.fill(f32::NEG_INFINITY);
        }
        for (place, (child, edge)) in children.into_iter().zip(edges).enumerate() {
            let mut there = vec![0.0; self.tree.states_at(edge, !self.seat)];
            let passed = down(self.tree.passage(edge, !self.seat), reaches, &mut there);
            let there: Vec<f32> = match &probabilities {
                Some(probabilities) => passed
                    .iter()
                    .zip(&probabilities[place])
                    .map(|(reach, probability)| reach * probability)
                    .collect(),
                None => passed.to_vec(),
            };
            let of_child = self.values_at(edge, child, &there);
            let own = self.tree.passage(edge, self.seat);
            if decides {
                own.pairs(of_child.len(), |child, state| {
                    values[state] = values[state].max(of_child[child]);
                });
            } else {
                add_up(own, &of_child, &mut values);
            }
        }
        values
    }

    /// Values of the responder's private states at this child of the last node of the path.
    fn values_at(&mut self, edge: &Edge, public: G::Node, reaches: &[f32]) -> Vec<f32> {
        match edge.child() {
            Child::Node(node) => {
                self.path.push(public);
                let values = self.values(node, reaches);
                self.path.pop();
                values
            }
            Child::Leaf(leaf) => {
                let mut values = vec![0.0; self.tree.states_at(edge, self.seat)];
                self.game.values(self.tree.leaf(leaf), self.seat, reaches, &mut values);
                values
            }
        }
    }
}
