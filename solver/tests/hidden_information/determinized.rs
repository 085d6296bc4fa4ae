//! Search with open cards, and its defects.

use std::num::NonZeroU32;

use hanamachi_solver::game::{HiddenInformation, Seat};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::determinized::Determinized;
use hanamachi_solver::search::ismcts::{Ismcts, Puct, Selection};

use super::hidden_coin::{Action, HiddenCoin};
use super::{Only, effort, run, value_of};

/// A search knows that it will not have seen the coin.
fn is_sound<S: Selection>(search: &Ismcts<'_, HiddenCoin, S>) {
    let answer = run(search, effort(40_000, 10_000, 1));
    assert!(value_of(&answer, &Action::Wait).abs() < 0.15, "{answer:?}");
    assert_eq!(answer.most_played().unwrap().action, Action::Take, "{answer:?}");
}

#[test]
fn a_search_of_information_sets_does_not_fall_for_strategy_fusion() {
    // Neither player has seen the coin: waiting for a guess is worth 0, and with open cards 1.
    let game = HiddenCoin::new(None, Seat::First, 0.25);
    let search = Ismcts::new(&game);
    is_sound(&search);
    is_sound(&search.with_selection(Puct::default()));
}

#[test]
fn flat_playouts_average_to_the_truth_where_nobody_decides_after() {
    let game = HiddenCoin::new(Some(Seat::First), Seat::Second, -0.25);
    let start = game.start();
    let deals = Only { state: &start, seat: Seat::First };
    let flat = Determinized { game: &game, playouts: NonZeroU32::new(10).unwrap() };
    let answer = flat.run(&deals, effort(2_000, 100, 1), RunContext::unwatched()).unwrap();
    let wait = answer.actions[1].value.unwrap();
    assert!(wait.interval_95().unwrap().contains(&0.0) && wait.standard_error.unwrap() < 0.01, "{answer:?}");
    assert!((value_of(&answer, &Action::Take) + 0.25).abs() < 1e-12);
    assert_eq!(answer.actions[0].value.unwrap().clusters, 2_000);
}
