//! Best responses to a given strategy.

use super::reply::raise;
use super::tree::{Child, Edge, PublicNode, Tree};
use super::{add_up, down};
use crate::game::{Passage, PublicTree, Seat};
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
    AverageWalk { game, tree, seat, strategy, path: vec![game.root()] }.values(0, reaches)
}

struct AverageWalk<'a, G: PublicTree, S> {
    game: &'a G,
    tree: &'a Tree<G::Leaf>,
    /// Seat of the responder.
    seat: Seat,
    strategy: &'a mut S,
    /// Nodes from the root to the current node.
    path: Vec<G::Node>,
}

impl<G: PublicTree, S: GivenStrategy<G::Node>> AverageWalk<'_, G, S> {
    /// Values of the responder's private states at this node, the last of the path.
    fn values(&mut self, id: u32, reaches: &[f32]) -> Vec<f32> {
        let node = self.tree.node(id);
        let mut values = vec![0.0; node.states(self.seat)];
        if reaches.iter().all(|&reach| reach == 0.0) {
            return values;
        }
        let Some(public) = self.path.last() else { return values };
        let children = PublicNode::new(self.game, public.clone()).children;
        let edges = self.tree.edges(node);
        let (responder, other) = (self.seat, !self.seat);
        let (mover, is_answer) = (node.kind.mover(), node.kind.is_answer());
        let probabilities = (mover == Some(other)).then(|| {
            // The link of an answer also leads over what follows it.
            let passage =
                |&edge| if is_answer { Passage::Same } else { self.tree.passage(edge, other).clone() };
            let passages: Vec<Passage> = edges.iter().map(passage).collect();
            self.strategy.probabilities(&self.path, &children, &passages, reaches)
        });
        if mover == Some(responder) {
            values.fill(f32::NEG_INFINITY);
        }
        for (place, (child, &edge)) in children.into_iter().zip(edges).enumerate() {
            let passage = self.tree.passage(edge, other);
            let mut buffer = vec![0.0; self.tree.states_at(edge, other)];
            let there = match &probabilities {
                Some(probabilities) if is_answer => {
                    let chosen = times(reaches, &probabilities[place]);
                    down(passage, &chosen, &mut buffer).to_vec()
                }
                Some(probabilities) => times(down(passage, reaches, &mut buffer), &probabilities[place]),
                None => down(passage, reaches, &mut buffer).to_vec(),
            };
            let of_child = self.values_at(edge, child, &there);
            let own = self.tree.passage(edge, responder);
            if mover != Some(responder) {
                add_up(own, &of_child, &mut values);
            } else if is_answer {
                let mut of_answer = vec![0.0; values.len()];
                add_up(own, &of_child, &mut of_answer);
                raise(&mut values, &of_answer);
            } else {
                own.pairs(of_child.len(), |child, state| {
                    values[state] = values[state].max(of_child[child]);
                });
            }
        }
        values
    }

    /// Values of the responder's private states at the child of an edge from the last node of the path. `public` is the
    /// first public state after it.
    fn values_at(&mut self, edge: Edge, mut public: G::Node, reaches: &[f32]) -> Vec<f32> {
        match edge.child() {
            Child::Node(node) => {
                let before = self.path.len();
                for _ in 0..self.tree.skipped_by(edge) {
                    let Some(next) = PublicNode::new(self.game, public.clone()).children.pop() else { break };
                    self.path.push(std::mem::replace(&mut public, next));
                }
                self.path.push(public);
                let values = self.values(node, reaches);
                self.path.truncate(before);
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

fn times(reaches: &[f32], probabilities: &[f32]) -> Vec<f32> {
    reaches.iter().zip(probabilities).map(|(reach, probability)| reach * probability).collect()
}
