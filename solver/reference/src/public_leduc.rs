//! Leduc poker as a public tree: bets and the open card are public, and each player has one of three private
//! states, the rank of the card.

use super::leduc::{Leduc, LeducAction, LeducCard, LeducInformation, LeducState, Rank, Suit};
use hanamachi_core::game::{CountedTree, HiddenInformation, Passage, PublicTree, Seat, Turn};

/// The game. A private state is the index of a rank in [`Rank::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PublicLeduc;

/// Public event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LeducEvent {
    /// A player acts.
    Act(LeducAction),
    /// A card of this rank is dealt face up.
    Open(Rank),
}

/// A terminal node: the probability of each pair of ranks times the chips that the first player wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LeducLeaf([[f32; 3]; 3]);

/// Placeholder ranks of both players: the legal actions do not depend on them.
const ANY: [Rank; 2] = [Rank::Jack, Rank::Queen];

impl PublicTree for PublicLeduc {
    type Node = Vec<LeducEvent>;
    type Leaf = LeducLeaf;

    fn root(&self) -> Vec<LeducEvent> {
        Vec::new()
    }

    fn turn(&self, node: &Vec<LeducEvent>) -> Turn {
        Leduc::default().turn(&state_after(ANY, node))
    }

    fn states(&self, _node: &Vec<LeducEvent>, _seat: Seat) -> u64 {
        3
    }

    fn children(&self, node: &Vec<LeducEvent>, children: &mut Vec<Vec<LeducEvent>>) {
        children.clear();
        let mut push = |event: LeducEvent| {
            let mut child = node.clone();
            child.push(event);
            children.push(child);
        };
        if self.turn(node) == Turn::Chance {
            Rank::ALL.map(LeducEvent::Open).into_iter().for_each(&mut push);
        } else {
            let mut actions = Vec::new();
            Leduc::default().actions(&state_after(ANY, node), &mut actions);
            actions.into_iter().map(LeducEvent::Act).for_each(&mut push);
        }
    }

    fn passage(&mut self, _node: &Vec<LeducEvent>, _child: &Vec<LeducEvent>, _seat: Seat) -> Passage {
        Passage::Same
    }

    /// Each order of the six cards is equally likely.
    fn leaf(&mut self, node: &Vec<LeducEvent>) -> LeducLeaf {
        let open =
            node.iter().find_map(|event| if let LeducEvent::Open(rank) = event { Some(*rank) } else { None });
        let of_pair = |first: Rank, second: Rank| {
            let dealt = [Some(first), Some(second), open];
            let mut ways = 1.0;
            for (place, rank) in dealt.iter().enumerate() {
                let before = dealt[..place].iter().filter(|other| *other == rank).map(|_| 1.0).sum::<f64>();
                if rank.is_some() {
                    ways *= (2.0 - before) / [6.0, 5.0, 4.0][place];
                }
            }
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            let weighted = (ways * Leduc::default().utility(&state_after([first, second], node))) as f32;
            weighted
        };
        LeducLeaf(Rank::ALL.map(|first| Rank::ALL.map(|second| of_pair(first, second))))
    }

    fn reaches(&self, _seat: Seat) -> Vec<f32> {
        vec![1.0; 3]
    }

    fn values(&self, LeducLeaf(chips): LeducLeaf, seat: Seat, opponent_reaches: &[f32], values: &mut [f32]) {
        for (mine, value) in values.iter_mut().enumerate() {
            let of_pair = |(theirs, &reach): (usize, &f32)| match seat {
                Seat::First => chips[mine][theirs] * reach,
                Seat::Second => -chips[theirs][mine] * reach,
            };
            *value = opponent_reaches.iter().enumerate().map(of_pair).sum();
        }
    }
}

impl CountedTree for PublicLeduc {
    type Shape = LeducInformation;

    fn shape(&self, node: &Vec<LeducEvent>) -> LeducInformation {
        Leduc::default().information(&state_after(ANY, node), Seat::First)
    }

    fn leaf_pairs(&self, _node: &Vec<LeducEvent>) -> u64 {
        9
    }
}

/// The state after this deal of ranks and these events.
fn state_after(ranks: [Rank; 2], events: &[LeducEvent]) -> LeducState {
    let game = Leduc::default();
    let card = |rank| LeducCard { rank, suit: Suit::One };
    let mut state = game.start();
    for rank in ranks {
        game.apply_chance(&mut state, card(rank));
    }
    for event in events {
        match *event {
            LeducEvent::Act(action) => game.play(&mut state, action),
            LeducEvent::Open(rank) => game.apply_chance(&mut state, card(rank)),
        }
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use hanamachi_core::search::budget::{CancelToken, RunContext};
    use hanamachi_core::search::cfr::RegretRule;
    use hanamachi_core::search::cfr::public_tree::{Goal, Solver, size_of};

    /// Value from the documentation and tests of `OpenSpiel`.
    const VALUE: f64 = -0.085_606_4;

    fn assert_solved(rule: RegretRule) {
        let mut game = PublicLeduc;
        let mut solver = Solver::new(&mut game, rule, u64::MAX).unwrap();
        let goal = Goal { exploitability: 2e-4, iterations: 20_000 };
        let found = solver.run(goal, RunContext::unwatched()).exploitability;
        assert!(found.mean() <= goal.exploitability, "{found:?}");
        let [low, high] = found.bounds();
        assert!(low - 2e-6 <= VALUE && VALUE <= high + 2e-6, "{found:?}");
    }

    #[test]
    fn every_rule_finds_the_published_value() {
        assert_solved(RegretRule::Plus);
        assert_solved(RegretRule::DISCOUNTED);
        assert_solved(RegretRule::PredictivePlus);
    }

    #[test]
    fn the_size_is_known_before_and_is_that_of_the_merged_game() {
        let size = size_of(&PublicLeduc, usize::MAX, &CancelToken::new()).unwrap();
        let built = Solver::new(&mut PublicLeduc, RegretRule::Plus, u64::MAX).unwrap().built();
        assert_eq!([size.nodes, size.sequences, size.averages, size.information_sets], built);
        // The same number as with merged suits.
        assert_eq!(size.information_sets, 288);
    }
}
