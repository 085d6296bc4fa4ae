//! Information-set search on games with known answers.

use std::num::NonZeroU32;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::reference::kuhn::{self, Kuhn, KuhnCard};
use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use hanamachi_solver::search::determinized::Determinized;
use hanamachi_solver::search::ismcts::{Ismcts, Puct};
use hanamachi_solver::search::root_values::{Answer, UniformDeals};

use super::hidden_coin::{Action, HiddenCoin};
use super::{Only, effort, run, value_of};

#[test]
fn the_guesser_does_not_peek() {
    // Waiting is worth 0, because the second player has not seen the coin; a search that peeks believes that it loses.
    let game = HiddenCoin::new(Some(Seat::First), Seat::Second, -0.25);
    let work = effort(40_000, 10_000, 1);
    let answer = run(&Ismcts::new(&game), work);
    assert!(value_of(&answer, &Action::Wait) > -0.2, "{answer:?}");
}

#[test]
fn one_seed_gives_one_answer_on_any_number_of_threads() {
    let answers = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let work = effort(20_500, 1_000, 7);
            let search = Ismcts::new(&Kuhn);
            let start = Kuhn.start();
            let deals = Only { state: &start, seat: Seat::First };
            let pimc = Determinized { game: &Kuhn, playouts: NonZeroU32::new(20).unwrap() };
            let pimc = pimc.run(&deals, work, RunContext::unwatched()).unwrap();
            [run(&search, work), run(&search.with_selection(Puct::default()), work), pimc]
        })
    };
    let one = answers(1);
    assert_eq!(one[0].iterations, 20_500);
    assert_eq!(one[0].value.clusters, 21);
    for threads in [2, 5] {
        assert_eq!(one, answers(threads));
    }
    let other = run(&Ismcts::new(&Kuhn), effort(20_500, 1_000, 8));
    assert_ne!(one[0], other);
}

#[test]
fn a_search_may_start_where_the_opponent_is_to_act() {
    // The first player has bet the king: the second folds the jack, and learns to fold the queen.
    let mut state = Kuhn.dealt(KuhnCard::King, KuhnCard::Jack).unwrap();
    Kuhn.play(&mut state, kuhn::KuhnAction::Bet);
    let deals = UniformDeals { information: Kuhn.information(&state, Seat::First), seat: Seat::First };
    let check = |answer: Answer<kuhn::KuhnAction>| {
        let [fold, call] = &answer.actions[..] else { panic!("{answer:?}") };
        assert!((fold.value.unwrap().value - 1.0).abs() < 1e-6, "{answer:?}");
        assert!((call.value.unwrap().value - 2.0).abs() < 1e-6, "{answer:?}");
        assert!(fold.share > 0.9, "{answer:?}");
        assert_eq!((fold.availability, call.availability), (10_000, 10_000));
        assert_eq!(fold.visits + call.visits, 10_000);
    };
    let search = Ismcts::new(&Kuhn);
    let work = effort(10_000, 5_000, 1);
    check(search.run(&deals, work, RunContext::unwatched()).unwrap());
}

#[test]
fn a_finished_game_has_a_value_and_no_actions() {
    let mut state = Kuhn.dealt(KuhnCard::King, KuhnCard::Jack).unwrap();
    for _ in 0..2 {
        Kuhn.play(&mut state, kuhn::KuhnAction::Bet);
    }
    let deals = Only { state: &state, seat: Seat::Second };
    let answer = Ismcts::new(&Kuhn).run(&deals, effort(10, 5, 1), RunContext::unwatched()).unwrap();
    assert_eq!((answer.value.value.to_bits(), answer.actions.len()), ((-2.0_f64).to_bits(), 0));
    assert!(answer.most_played().is_none());
}

/// Cancels after a few blocks.
struct Alarm<'a>(&'a CancelToken);

impl Progress for Alarm<'_> {
    fn advance(&self, _: u64) {
        self.0.cancel(Stop::Time);
    }
}

#[test]
fn a_stopped_search_answers_from_what_is_done() {
    let search = Ismcts::new(&Kuhn);
    let start = Kuhn.start();
    let deals = Only { state: &start, seat: Seat::First };
    let cancel = CancelToken::new();
    let answer = search
        .run(&deals, effort(u64::MAX, 1_000, 1), RunContext { cancel: &cancel, progress: &Alarm(&cancel) })
        .unwrap();
    assert_eq!(answer.stopped, Some(Stop::Time));
    assert!(answer.iterations >= 1_000 && answer.iterations.is_multiple_of(1_000), "{answer:?}");
    // Without any work there is no answer.
    let work = effort(10, 5, 1);
    assert_eq!(search.run(&deals, work, RunContext::silent(&cancel)), Err(Stop::Time));
    assert_eq!(search.run(&deals, effort(0, 5, 1), RunContext::unwatched()), Err(Stop::Nodes));
    let pimc = Determinized { game: &Kuhn, playouts: NonZeroU32::MIN };
    assert_eq!(pimc.run(&deals, work, RunContext::silent(&cancel)), Err(Stop::Time));
}

#[test]
fn one_block_does_not_tell_its_error() {
    let answer = run(&Ismcts::new(&Kuhn), effort(1_000, 1_000, 1));
    assert_eq!(answer.value.standard_error, None);
    assert!(answer.actions.iter().all(|entry| entry.value.unwrap().standard_error.is_none()));
}
