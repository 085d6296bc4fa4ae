//! Search with open cards, and its defects.

use std::num::NonZeroU32;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::determinized::{Determinized, Look};
use hanamachi_solver::search::ismcts::{Ismcts, MultipleObserver, Puct, RegretMatching, Selection};

use hanamachi_solver::search::root_values::Only;

use super::hidden_coin::{Action, HiddenCoin};
use super::{effort, run, value_of};

/// A search knows that it will not have seen the coin.
fn is_sound<S: Selection>(search: &Ismcts<'_, HiddenCoin, MultipleObserver, S>) {
    let answer = run(search, effort(40_000, 10_000, 1));
    assert!(value_of(&answer, &Action::Wait).abs() < 0.15, "{answer:?}");
    assert_eq!(answer.most_played().unwrap().action, Action::Take, "{answer:?}");
}
#[test]
fn determinized_search_falls_for_strategy_fusion_and_information_sets_do_not() {
    // Neither player has seen the coin: waiting for a guess is worth 0, and with open cards 1.
    let game = HiddenCoin::new(None, Seat::First, 0.25);
    let start = game.start();
    let deals = Only { state: &start, seat: Seat::First };
    let hundred = NonZeroU32::new(100).unwrap();
    let tree = Determinized::new(&game, Look::Tree(hundred));
    let answer = tree.run(&deals, effort(200, 10, 1), RunContext::unwatched()).unwrap();
    assert!(value_of(&answer, &Action::Wait) > 0.8, "{answer:?}");
    assert_eq!(answer.most_played().unwrap().action, Action::Wait);
    assert_eq!(answer.iterations, 200);

    let search = Ismcts::new(&game);
    is_sound(&search);
    is_sound(&search.with_selection(Puct::default()));
    is_sound(&search.with_selection(RegretMatching::default()));
}

#[test]
fn flat_playouts_average_to_the_truth_where_nobody_decides_after() {
    let game = HiddenCoin::new(Some(Seat::First), Seat::Second, -0.25);
    let start = game.start();
    let deals = Only { state: &start, seat: Seat::First };
    let flat = Determinized::new(&game, Look::Flat(NonZeroU32::new(10).unwrap()));
    let answer = flat.run(&deals, effort(2_000, 100, 1), RunContext::unwatched()).unwrap();
    let wait = answer.actions[1].value.unwrap();
    assert!(wait.interval_95().unwrap().contains(&0.0) && wait.standard_error.unwrap() < 0.01, "{answer:?}");
    assert!((value_of(&answer, &Action::Take) + 0.25).abs() < 1e-12);
    assert_eq!(answer.actions[0].value.unwrap().clusters, 2_000);
}
