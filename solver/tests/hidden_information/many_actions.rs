//! Nodes with many actions: priors and full trees.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::search::ismcts::{Evaluator, Ismcts, Playout, Puct};
use rand::Rng;

use super::poll::Poll;
use super::{effort, run};

/// A prior for [`Poll`] that names one answer; values are from playouts.
#[derive(Clone, Copy)]
struct Favours(u8);

impl Evaluator<Poll> for Favours {
    fn value<R: Rng + ?Sized>(
        &self,
        game: &Poll,
        state: &mut <Poll as HiddenInformation>::State,
        rng: &mut R,
    ) -> f64 {
        Playout.value(game, state, rng)
    }

    fn prior(&self, _: &Poll, _: &<Poll as HiddenInformation>::State, actions: &[u8], weights: &mut [f32]) {
        for (weight, &action) in weights.iter_mut().zip(actions) {
            *weight = if action == self.0 { 5.0 } else { 0.001 };
        }
    }
}

#[test]
fn the_prior_leads_the_way() {
    let game = Poll { answers: 250 };
    let search = Ismcts::new(&game).with_selection(Puct::default()).with_evaluator(Favours(77));
    assert_eq!(run(&search, effort(500, 500, 1)).most_played().unwrap().action, 77);
}

#[test]
fn a_full_tree_goes_on_without_growing() {
    let game = Poll { answers: 100 };
    let free = run(&Ismcts::new(&game), effort(20_000, 20_000, 1));
    for memory in [0, 1 << 10, 1 << 16] {
        let answer = run(&Ismcts { memory, ..Ismcts::new(&game) }, effort(20_000, 20_000, 1));
        assert!(answer.nodes < free.nodes && answer.nodes <= 1 + memory / 100, "{}", answer.nodes);
        assert_eq!(answer.actions.iter().map(|entry| entry.visits).sum::<u64>(), 20_000);
    }
    assert!(free.nodes > 200);
}
