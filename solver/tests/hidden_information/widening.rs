//! Nodes with many actions: priors, progressive widening and full trees.

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::search::ismcts::{
    Evaluator, Ismcts, Observer, Playout, Puct, SingleObserver, Widening,
};
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
fn widening_opens_little_by_little_and_never_hides_everything() {
    fn check<F: Observer>(search: Ismcts<'_, Poll, F>) {
        // At the last of 900 visits.
        for (factor, most) in [(1e-6, 1), (1.0, 30), (3.0, 90)] {
            let widened = Ismcts { widening: Widening::new(factor, 0.5), ..search };
            for selection in [Favours(3), Favours(200)] {
                let answer = run(&widened.with_evaluator(selection), effort(900, 900, 1));
                let tried = answer.actions.iter().filter(|entry| entry.visits > 0).count();
                assert!(tried <= most && tried >= most.min(20), "{factor}: {tried}");
                assert_eq!(answer.actions.iter().map(|entry| entry.visits).sum::<u64>(), 900);
                assert!(answer.actions.iter().any(|entry| entry.action == selection.0 && entry.visits > 0));
            }
        }
    }
    let game = Poll { answers: 250 };
    check(Ismcts::new(&game));
    check(Ismcts::new(&game).with_observer(SingleObserver));
}

#[test]
fn a_prior_that_says_nothing_gives_a_random_order() {
    let game = Poll { answers: 100 };
    let widened = Ismcts { widening: Widening::new(1e-6, 0.5), ..Ismcts::new(&game) };
    let answer = run(&widened, effort(5_000, 1, 1));
    // One action competes in each of 5,000 blocks: 50 times each, give or take 7.
    assert!(answer.actions.iter().all(|entry| (15..90).contains(&entry.visits)), "{answer:?}");
}

#[test]
fn the_prior_leads_the_way() {
    let game = Poll { answers: 250 };
    let search = Ismcts::new(&game).with_selection(Puct::default()).with_evaluator(Favours(77));
    assert_eq!(run(&search, effort(500, 500, 1)).most_played().unwrap().action, 77);
    let search = search.with_observer(SingleObserver);
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
    let single = Ismcts { memory: 1 << 14, ..Ismcts::new(&game).with_observer(SingleObserver) };
    assert_eq!(run(&single, effort(5_000, 5_000, 1)).iterations, 5_000);
}
