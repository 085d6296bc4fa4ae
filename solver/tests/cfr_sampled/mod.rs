//! Sampled counterfactual regret minimization on the field's test games, whose values are known: whole games, and a run with a checkpoint on the
//! way.

use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::search::cfr::sampled::{
    Batch, Compiled, External, Implicit, LearnedBaseline, Outcome, Sampled, SampledRule, Sampling, State,
};
use hanamachi_solver::search::cfr::{Exploitability, SequenceForm, Tree, TreeSize};

mod subgame;

fn form() -> SequenceForm<Kuhn> {
    SequenceForm::compile(&Kuhn, 1 << 20, RunContext::unwatched()).unwrap()
}

/// Distance of an average strategy from equilibrium after this many iterations, and after sixteen times as many.
fn solve<S: Sampling>(sampling: S, rule: SampledRule, iterations: u64) -> [Exploitability; 2] {
    let form = form();
    let mut run = Sampled::new(Implicit::new(&Kuhn), sampling, rule, Batch::default(), 1, 1 << 20).unwrap();
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

#[test]
fn external_sampling_comes_close_to_an_equilibrium_of_leduc_poker() {
    const LIMIT: usize = 1 << 24;
    let (game, never) = (Leduc::default(), CancelToken::new());
    let form = SequenceForm::compile(&game, 1 << 26, RunContext::silent(&never)).unwrap();
    let tree = Tree::build(&game, LIMIT, &never).unwrap();
    let size = TreeSize::count(&game, 1 << 20, &never).unwrap().unwrap();
    assert_eq!(size.nodes(), tree.nodes() as u64);
    let mut run =
        Sampled::new(Compiled(&tree), External, SampledRule::Vanilla, Batch::default(), 1, LIMIT).unwrap();
    run.run(100, RunContext::silent(&never)).unwrap();
    let early = form.exploitability(&form.behavior(&run.average()));

    // Written down, read, and gone on with.
    let bytes = bincode::serde::encode_to_vec(run.state(), bincode::config::standard()).unwrap();
    let (state, read): (State<()>, usize) =
        bincode::serde::decode_from_slice(&bytes, bincode::config::standard()).unwrap();
    assert_eq!(read, bytes.len());
    run.run(900, RunContext::silent(&never)).unwrap();
    let mut resumed =
        Sampled::restore(Compiled(&tree), External, SampledRule::Vanilla, LIMIT, state, &never).unwrap();
    resumed.run(900, RunContext::silent(&never)).unwrap();
    assert!(resumed.state() == run.state());

    let late = form.exploitability(&form.behavior(&run.average()));
    let [low, high] = late.bounds();
    assert!((low..=high).contains(&-0.085_606_4), "{late:?}");
    assert!(late.mean() < 0.05, "{late:?}");
    assert!(late.mean() < early.mean() / 2.0, "{early:?}, then {late:?}");
}
