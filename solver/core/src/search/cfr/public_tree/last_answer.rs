//! Values at the leaves after an answer that ends the game. All of them have the same private states, so they are looked at
//! together.

use super::tree::{Node, Tree};
use super::{add_up, down, down_into};
use crate::game::{Passage, PublicTree, Seat};

impl<L: Copy> Tree<L> {
    /// Sets `of_answers` to the values of the states of `seat` after each last answer of this player, one answer after
    /// another. `reaches` are those of the other player at the node.
    pub(super) fn values_of_last<G: PublicTree<Leaf = L>>(
        &self,
        (game, node): (&G, &Node),
        seat: Seat,
        reaches: &[f32],
        of_answers: &mut [f32],
        scratch: &mut [f32],
    ) {
        let [edge, ..] = *self.edges(node) else { return };
        let leaves = self.leaves_of(node);
        let (buffer, scratch) = scratch.split_at_mut(self.states_at(edge, !seat));
        let reaches = down(self.passage(edge, !seat), reaches, buffer);
        let passage = self.passage(edge, seat);
        if *passage == Passage::Same {
            game.values_of_each(leaves, seat, reaches, of_answers);
            return;
        }
        let states = self.states_at(edge, seat);
        let of_leaves = &mut scratch[..leaves.len() * states];
        game.values_of_each(leaves, seat, reaches, of_leaves);
        of_answers.fill(0.0);
        let of_each = of_answers.chunks_mut(node.states(seat));
        of_leaves.chunks(states).zip(of_each).for_each(|(of_leaf, of_answer)| {
            add_up(passage, of_leaf, of_answer);
        });
    }

    /// Adds the values of the states of `seat` after the last answers of the other player, who has given them with these
    /// reaches, answer by answer.
    pub(super) fn add_last<G: PublicTree<Leaf = L>>(
        &self,
        (game, node): (&G, &Node),
        seat: Seat,
        reaches: &[f32],
        values: &mut [f32],
        scratch: &mut [f32],
    ) {
        let [edge, ..] = *self.edges(node) else { return };
        let leaves = self.leaves_of(node);
        let states = self.states_at(edge, !seat);
        let (there, scratch) = scratch.split_at_mut(leaves.len() * states);
        let passage = self.passage(edge, !seat);
        let reaches = if *passage == Passage::Same {
            reaches
        } else {
            let of_answers = reaches.chunks(node.states(!seat));
            of_answers.zip(there.chunks_mut(states)).for_each(|(reaches, there)| {
                down_into(passage, reaches, there);
            });
            &*there
        };
        let (of_leaves, scratch) = scratch.split_at_mut(self.states_at(edge, seat));
        let buffer = &mut scratch[..of_leaves.len()];
        let passage = self.passage(edge, seat);
        if *passage == Passage::Same {
            game.add_values(leaves, seat, reaches, values, buffer);
            return;
        }
        of_leaves.fill(0.0);
        game.add_values(leaves, seat, reaches, of_leaves, buffer);
        add_up(passage, of_leaves, values);
    }
}
