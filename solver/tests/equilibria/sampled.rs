//! External sampling on games that it was not tuned on, against linear programming.

use super::games::{compile, hanamikoji, random};
use super::linear_program::Program;
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::{Kind, MergedRound, Tiebreak};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::External;

/// A run comes as close as `wanted` to an equilibrium, for utilities from −1 to 1, and the value lies within the bounds from
/// the best responses to its average.
fn closes_in<G: HiddenInformation>(game: &G, iterations: u64, wanted: f64) {
    let (value, wanted) = (Program::new(game).value(), wanted * game.utility_bound());
    let form = compile(game);
    let mut run = External::new(game, 1, 1 << 28);
    run.run(iterations, RunContext::unwatched()).unwrap();
    let found = form.exploitability(&form.behavior(&run.average()));
    let [lower, upper] = found.bounds();
    assert!(lower - 1e-8 <= value && value <= upper + 1e-8, "{value} beside {found:?}");
    assert!(found.mean() < wanted, "{found:?}");
}

#[test]
fn external_sampling_finds_the_values_of_random_games() {
    for seed in 0..6 {
        closes_in(&random(seed), 800, 0.02);
    }
}

#[test]
fn external_sampling_finds_the_value_of_tiny_hanamikoji() {
    let round = hanamikoji(&[2, 2, 3], &[Kind::Gift], Tiebreak::None);
    closes_in(&round, 400, 0.02);
    closes_in(&MergedRound::new(round), 400, 0.02);
}

#[test]
fn external_sampling_finds_the_value_of_leduc_poker() {
    closes_in(&Leduc::default(), 400, 0.01);
}
