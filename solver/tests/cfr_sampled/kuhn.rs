//! Kuhn poker, with known value and equilibria.

use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::sampled::{
    Batch, External, Implicit, LearnedBaseline, Outcome, Sampled, SampledRule, Sampling,
};
use hanamachi_solver::search::cfr::{Exploitability, SequenceForm};

const LIMIT: usize = 1 << 20;

fn form() -> SequenceForm<Kuhn> {
    SequenceForm::compile(&Kuhn, 1 << 20, RunContext::unwatched()).unwrap()
}

/// Distance of an average strategy from equilibrium after this many iterations, and after sixteen times as many.
fn solve<S: Sampling>(sampling: S, rule: SampledRule, iterations: u64) -> [Exploitability; 2] {
    let form = form();
    let mut run = Sampled::new(Implicit::new(&Kuhn), sampling, rule, Batch::default(), 1, LIMIT).unwrap();
    [iterations, 15 * iterations].map(|more| {
        run.run(more, RunContext::unwatched()).unwrap();
        form.exploitability(&form.behavior(&run.average()))
    })
}

fn check<S: Sampling>(sampling: S, rule: SampledRule, below: f64) {
    let [early, late] = solve(sampling, rule, 250);
    let what = format!("{sampling}: {early:?}, then {late:?}");
    assert!(late.mean() < below, "{what}");
    // The bound falls with the square root of the traversals: to a quarter.
    assert!(late.mean() < early.mean() / 2.0, "{what}");
    assert!((late.value + 1.0 / 18.0).abs() < 2.0 * late.mean(), "{what}");
    let [low, high] = late.bounds();
    assert!((low..=high).contains(&(-1.0 / 18.0)), "{what}");
}

#[test]
fn external_sampling_solves_kuhn_poker() {
    check(External, SampledRule::Vanilla, 0.003);
    check(External, SampledRule::Plus, 0.003);
}

#[test]
fn outcome_sampling_solves_kuhn_poker() {
    check(Outcome::default(), SampledRule::Vanilla, 0.01);
    check(Outcome::default().with_baseline(LearnedBaseline::default()), SampledRule::Vanilla, 0.01);
    check(Outcome::default().with_baseline(LearnedBaseline::default()), SampledRule::Plus, 0.01);
}
