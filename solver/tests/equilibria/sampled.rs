//! Sampled counterfactual regret minimization on games that it was not tuned on, against linear programming.

use super::games::{compile, hanamikoji, random};
use super::linear_program::Program;
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::{Kind, Tiebreak};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::sampled::{
    Batch, External, Implicit, LearnedBaseline, Outcome, Sampled, SampledRule, Sampling,
};

/// A run comes as close as `wanted` to an equilibrium, and the value lies within the bounds from the best responses to its average.
fn closes_in<G, S>(game: &G, sampling: S, rule: SampledRule, iterations: u64, value: f64, wanted: f64)
where
    G: HiddenInformation,
    S: Sampling,
{
    let name = (std::any::type_name::<S>(), rule);
    let form = compile(game);
    let mut run = Sampled::new(Implicit::new(game), sampling, rule, Batch::default(), 1, 1 << 28).unwrap();
    run.run(iterations, RunContext::unwatched()).unwrap();
    let found = form.exploitability(&form.behavior(&run.average()));
    let [lower, upper] = found.bounds();
    assert!(lower - 1e-8 <= value && value <= upper + 1e-8, "{name:?}: {value} beside {found:?}");
    assert!(found.mean() < wanted, "{name:?}: {found:?}");
}

/// `external` and `outcome` are the exploitabilities that the samplings reach, for utilities from −1 to 1.
fn every_sampling_closes_in<G: HiddenInformation>(game: &G, iterations: u64, external: f64, outcome: f64) {
    let (value, bound) = (Program::new(game).value(), game.utility_bound());
    let baseline = || Outcome::default().with_baseline(LearnedBaseline::default());
    closes_in(game, External, SampledRule::Vanilla, iterations, value, external * bound);
    closes_in(game, External, SampledRule::Plus, iterations, value, external * bound);
    closes_in(game, Outcome::default(), SampledRule::Vanilla, iterations, value, outcome * bound);
    closes_in(game, baseline(), SampledRule::Vanilla, iterations, value, outcome * bound);
    closes_in(game, baseline(), SampledRule::Plus, iterations, value, outcome * bound);
}

#[test]
fn every_sampling_finds_the_values_of_random_games() {
    for seed in 0..6 {
        every_sampling_closes_in(&random(seed), 800, 0.03, 0.1);
    }
}

#[test]
fn every_sampling_finds_the_value_of_tiny_hanamikoji() {
    every_sampling_closes_in(&hanamikoji(&[2, 2, 3], &[Kind::Gift], Tiebreak::None), 400, 0.02, 0.05);
}

#[test]
fn every_sampling_finds_the_value_of_leduc_poker() {
    every_sampling_closes_in(&Leduc::default(), 400, 0.02, 0.05);
}
