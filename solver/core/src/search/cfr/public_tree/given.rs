//! Best responses to a strategy that comes from elsewhere.

use super::passages::{add_up, down};
use crate::game::{Passage, PublicTree, Seat, Turn};

/// A strategy that can be asked at each public node.
pub trait GivenStrategy<N> {
    /// The player who decides is at the last node of `path`, which begins at the root: for each of the children in order, how likely each
    /// private state there is gone to from the state that it comes from, which the player's `passages` to the children tell.
    /// `reaches` are those of the player's private states at the node: of states that the strategy never reaches nothing need be known.
    fn probabilities(
        &mut self,
        path: &[N],
        children: &[N],
        passages: &[Passage],
        reaches: &[f32],
    ) -> Vec<Vec<f32>>;
}

/// Best-response values of the private states of `seat` at the root against this strategy of the other player: counterfactual values, weighted
/// by the other player's `reaches` at the root, and by chance. Exact up to rounding to single precision.
pub fn best_reply_to<G: PublicTree>(
    game: &mut G,
    seat: Seat,
    reaches: &[f32],
    strategy: &mut impl GivenStrategy<G::Node>,
) -> Vec<f32> {
    let root = game.root();
    Walk { game, seat, strategy, path: vec![root] }.values(reaches)
}

struct Walk<'a, G: PublicTree, S> {
    game: &'a mut G,
    /// Seat of the responder.
    seat: Seat,
    strategy: &'a mut S,
    /// From the root to the node at hand.
    path: Vec<G::Node>,
}

impl<G: PublicTree, S: GivenStrategy<G::Node>> Walk<'_, G, S> {
    /// Values of the responder's private states at the last node of the path.
    fn values(&mut self, reaches: &[f32]) -> Vec<f32> {
        let Some(node) = self.path.last().cloned() else { return Vec::new() };
        let turn = self.game.turn(&node);
        let mut values = vec![0.0; self.states(&node, self.seat)];
        if turn == Turn::End {
            let leaf = self.game.leaf(&node);
            self.game.values(leaf, self.seat, reaches, &mut values);
            return values;
        }
        let mut children = Vec::new();
        self.game.children(&node, &mut children);
        let passages: Vec<Passage> =
            children.iter().map(|child| self.game.passage(&node, child, !self.seat)).collect();
        let probabilities = (turn == Turn::Player(!self.seat))
            .then(|| self.strategy.probabilities(&self.path, &children, &passages, reaches));
        let decides = turn == Turn::Player(self.seat);
        if decides {
            values.fill(f32::NEG_INFINITY);
        }
        for (place, child) in children.into_iter().enumerate() {
            let own = self.game.passage(&node, &child, self.seat);
            let mut there = vec![0.0; self.states(&child, !self.seat)];
            let passed = down(&passages[place], reaches, &mut there);
            let there: Vec<f32> = match &probabilities {
                Some(probabilities) => passed
                    .iter()
                    .zip(&probabilities[place])
                    .map(|(reach, probability)| reach * probability)
                    .collect(),
                None => passed.to_vec(),
            };
            self.path.push(child);
            let of_child = self.values(&there);
            self.path.pop();
            if decides {
                own.pairs(of_child.len(), |child, state| {
                    values[state] = values[state].max(of_child[child]);
                });
            } else {
                add_up(&own, &of_child, &mut values);
            }
        }
        values
    }

    fn states(&self, node: &G::Node, seat: Seat) -> usize {
        usize::try_from(self.game.states(node, seat)).unwrap_or(usize::MAX)
    }
}
