//! Leduc poker, with known value, and a run of it with a checkpoint on the way.

use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::search::cfr::sampled::{Batch, Compiled, External, Sampled, SampledRule, State};
use hanamachi_solver::search::cfr::{SequenceForm, Tree, TreeSize};

const LIMIT: usize = 1 << 24;

#[test]
fn external_sampling_comes_close_to_an_equilibrium_of_leduc_poker() {
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
