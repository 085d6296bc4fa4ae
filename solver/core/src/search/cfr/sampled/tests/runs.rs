//! Whole runs: the same result on every path, and convergence to an equilibrium.

use std::num::NonZeroU32;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::exact::{everything, exploitability};
use super::{Information, RandomGame};
use crate::search::budget::{CancelToken, Progress, RunContext, Stop};
use crate::search::cfr::Strategy;
use crate::search::cfr::sampled::{
    Batch, Compiled, External, Implicit, LearnedBaseline, Outcome, Sampled, SampledRestoreError, SampledRule,
    Sampling, State,
};
use crate::search::cfr::tree::{Tree, TreeError, TreeSize, TreeSizeEstimate};

const LIMIT: usize = 1 << 24;

fn batch(blocks: u32, traversals: u32) -> Batch {
    let [blocks, traversals] = [blocks, traversals].map(|number| NonZeroU32::new(number).unwrap());
    Batch { blocks, traversals }
}

fn tree(game: RandomGame) -> Tree<RandomGame> {
    Tree::build(&game, LIMIT, &CancelToken::new()).unwrap()
}

fn go(run: &mut Sampled<impl crate::search::cfr::sampled::GameBackend, impl Sampling>, more: u64) {
    run.run(more, RunContext::unwatched()).unwrap();
}

/// Bits of a strategy in every information set.
fn bits(tree: &Tree<RandomGame>, strategy: &impl Strategy<RandomGame>) -> Vec<u64> {
    let mut sets: Vec<(u32, &Information)> = tree.informations().collect();
    sets.sort_unstable_by_key(|&(set, _)| set);
    let mut all = Vec::new();
    let mut shares = Vec::new();
    for (set, information) in sets {
        strategy.probabilities(information, tree.sets()[set as usize].actions as usize, &mut shares);
        all.extend(shares.iter().map(|share| share.to_bits()));
    }
    all
}

fn tree_and_table<S: Sampling>(sampling: S, rule: SampledRule) {
    let game = RandomGame(5);
    let tree = tree(game);
    let batch = batch(3, 5);
    let mut compiled = Sampled::new(Compiled(&tree), sampling, rule, batch, 9, LIMIT).unwrap();
    let mut implicit = Sampled::new(Implicit::new(&game), sampling, rule, batch, 9, LIMIT).unwrap();
    for _ in 0..20 {
        go(&mut compiled, 10);
        go(&mut implicit, 10);
        assert_eq!(bits(&tree, &compiled.average()), bits(&tree, &implicit.average()), "{sampling}");
        assert_eq!(bits(&tree, &compiled.current()), bits(&tree, &implicit.current()), "{sampling}");
    }
    assert_eq!(compiled.traversals(), 200 * 2 * 15);
    assert!(implicit.information_sets() > 20);
}

#[test]
fn a_tree_and_a_table_give_the_same_to_the_bit() {
    tree_and_table(External, SampledRule::Vanilla);
    tree_and_table(External, SampledRule::Plus);
    tree_and_table(Outcome::default(), SampledRule::Vanilla);
    tree_and_table(Outcome::default().with_baseline(LearnedBaseline::default()), SampledRule::Plus);
}

#[test]
fn one_seed_gives_one_result_on_any_number_of_threads() {
    let game = RandomGame(6);
    let state = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let sampling = Outcome::default().with_baseline(LearnedBaseline::default());
        pool.install(|| {
            let mut run =
                Sampled::new(Implicit::new(&game), sampling, SampledRule::Plus, batch(7, 3), seed, LIMIT)
                    .unwrap();
            go(&mut run, 300);
            written(&run.state())
        })
    };
    let one = state(1, 2);
    for threads in [2, 5] {
        assert_eq!(one, state(threads, 2));
    }
    assert_ne!(one, state(1, 3));
}

/// A state as bytes.
fn written<K: Serialize>(state: &State<K>) -> Vec<u8> {
    serde_json::to_vec(state).unwrap()
}

/// A state after saving and loading it.
fn reread<K: Serialize + DeserializeOwned>(state: &State<K>) -> State<K> {
    serde_json::from_slice(&written(state)).unwrap()
}

/// Cancels after this many iterations.
struct Alarm<'a>(&'a CancelToken, std::sync::atomic::AtomicU64);

impl Progress for Alarm<'_> {
    fn advance(&self, count: u64) {
        if self.1.fetch_sub(count, std::sync::atomic::Ordering::Relaxed) == count {
            self.0.cancel(Stop::Time);
        }
    }
}

fn resumed<S: Sampling>(sampling: S, rule: SampledRule) {
    let game = RandomGame(7);
    let tree = tree(game);
    let cancel = CancelToken::new();
    let batch = batch(2, 4);
    let new = || Sampled::new(Implicit::new(&game), sampling, rule, batch, 1, LIMIT).unwrap();
    let mut unbroken = new();
    go(&mut unbroken, 100);
    let mut broken = new();
    let alarm = Alarm(&cancel, 37.into());
    assert_eq!(broken.run(100, RunContext { cancel: &cancel, progress: &alarm }), Err(Stop::Time));
    assert_eq!(broken.iterations(), 37);
    let never = CancelToken::new();
    let mut broken =
        Sampled::restore(Implicit::new(&game), sampling, rule, LIMIT, reread(&broken.state()), &never)
            .unwrap();
    go(&mut broken, 63);
    assert_eq!(written(&broken.state()), written(&unbroken.state()));

    let new = || Sampled::new(Compiled(&tree), sampling, rule, batch, 1, LIMIT).unwrap();
    let mut unbroken = new();
    go(&mut unbroken, 100);
    let mut broken = new();
    go(&mut broken, 11);
    let mut broken =
        Sampled::restore(Compiled(&tree), sampling, rule, LIMIT, reread(&broken.state()), &never).unwrap();
    go(&mut broken, 89);
    assert_eq!(written(&broken.state()), written(&unbroken.state()));
}

#[test]
fn a_run_that_was_stopped_goes_on_as_if_it_had_not_been() {
    resumed(External, SampledRule::Vanilla);
    resumed(Outcome::default().with_baseline(LearnedBaseline::default()), SampledRule::Plus);
}

#[test]
fn foreign_states_are_refused() {
    let (game, never) = (RandomGame(8), CancelToken::new());
    let field = || Implicit::new(&game);
    let mut run = Sampled::new(field(), External, SampledRule::Plus, batch(2, 4), 1, LIMIT).unwrap();
    go(&mut run, 20);
    let state = run.state();
    let restore = |state: State<Information>| {
        Sampled::restore(field(), External, SampledRule::Plus, LIMIT, state, &never)
            .map(|run| run.iterations())
    };
    assert_eq!(restore(state.clone()), Ok(20));
    let vanilla = Sampled::restore(field(), External, SampledRule::Vanilla, LIMIT, state.clone(), &never);
    assert_eq!(vanilla.err(), Some(SampledRestoreError::Algorithm));
    let outcome =
        Sampled::restore(field(), Outcome::default(), SampledRule::Plus, LIMIT, state.clone(), &never);
    assert_eq!(outcome.err(), Some(SampledRestoreError::Algorithm));
    let small = Sampled::restore(field(), External, SampledRule::Plus, 1000, state.clone(), &never);
    assert_eq!(small.err(), Some(SampledRestoreError::Stopped(Stop::Memory)));
    let altered = |alter: &dyn Fn(&mut State<Information>)| {
        let mut state = state.clone();
        alter(&mut state);
        restore(state).unwrap_err()
    };
    assert_eq!(altered(&|state| state.keys[1] = state.keys[0]), SampledRestoreError::Twice);
    assert_eq!(altered(&|state| state.keys.truncate(1)), SampledRestoreError::Sets);
    assert_eq!(altered(&|state| state.actions[0] += 1), SampledRestoreError::Shape);
    assert_eq!(altered(&|state| state.actions[0] = u32::MAX), SampledRestoreError::Shape);
    assert_eq!(altered(&|state| state.baselines.push(0.0)), SampledRestoreError::Shape);
    assert_eq!(altered(&|state| state.regrets[0] = f64::NAN), SampledRestoreError::Number);
    assert_eq!(altered(&|state| state.regrets[0] = -1.0), SampledRestoreError::Number);
    assert_eq!(altered(&|state| state.averages[0] = -1.0), SampledRestoreError::Number);
    // A tree of another game has other sets.
    let (tree, other) = (tree(game), tree(RandomGame(9)));
    let mut run = Sampled::new(Compiled(&tree), External, SampledRule::Plus, batch(2, 4), 1, LIMIT).unwrap();
    go(&mut run, 1);
    let wrong = Sampled::restore(Compiled(&other), External, SampledRule::Plus, LIMIT, run.state(), &never);
    assert_eq!(wrong.err(), Some(SampledRestoreError::Sets));
}

#[test]
fn runs_and_trees_stay_within_their_memory() {
    let game = RandomGame(5);
    let mut run =
        Sampled::new(Implicit::new(&game), External, SampledRule::Vanilla, Batch::SINGLE, 1, 4_000).unwrap();
    assert_eq!(run.run(10_000, RunContext::unwatched()), Err(Stop::Memory));
    let (met, done) = (run.information_sets(), run.iterations());
    assert!(met > 5 && run.memory_bytes() <= 4_000, "{met} sets in {} bytes", run.memory_bytes());
    // Results are kept, and a run resumed with more memory gives the same results as one that had it from the
    // start.
    let never = CancelToken::new();
    let mut more =
        Sampled::restore(Implicit::new(&game), External, SampledRule::Vanilla, LIMIT, run.state(), &never)
            .unwrap();
    go(&mut more, 500 - done);
    let mut unbroken =
        Sampled::new(Implicit::new(&game), External, SampledRule::Vanilla, Batch::SINGLE, 1, LIMIT).unwrap();
    go(&mut unbroken, 500);
    assert_eq!(written(&more.state()), written(&unbroken.state()));

    let tree = tree(game);
    let refused = Sampled::new(Compiled(&tree), External, SampledRule::Vanilla, Batch::SINGLE, 1, 1000);
    assert_eq!(refused.err(), Some(Stop::Memory));
    let least = tree.memory_bytes() / 2;
    let small = Tree::build(&game, least, &CancelToken::new());
    assert!(matches!(small, Err(TreeError::Memory { limit, .. }) if limit == least));
}

#[test]
fn sizes_are_counted_and_estimated() {
    for number in 1..6 {
        let (game, never) = (RandomGame(number), CancelToken::new());
        let tree = tree(game);
        let size = TreeSize::count(&game, 1 << 20, &never).unwrap().unwrap();
        assert_eq!(size.nodes(), tree.nodes() as u64);
        assert_eq!(TreeSize::count(&game, size.nodes() - 1, &never), Ok(None));
        assert!(size.decisions >= tree.sets().len() as u64);
        let built = tree.memory_bytes() as u64;
        assert!(size.bytes() <= built, "{} bytes, built {built}", size.bytes());
        let probed = TreeSizeEstimate::probe(&game, 4_000, 3, &never).unwrap();
        #[expect(clippy::cast_precision_loss, reason = "small")]
        for (mean, exact) in
            [(probed.nodes, size.nodes()), (probed.decisions, size.decisions), (probed.bytes, size.bytes())]
        {
            let error = mean.standard_error.unwrap();
            assert!(error > 0.0 && error < 0.1 * mean.value);
            assert!((mean.value - exact as f64).abs() < 5.0 * error, "{mean:?} for {exact}");
        }
    }
}

/// The regret of the average strategy falls with the square root of the traversals, or faster: with sixteen
/// times the work, the exploitability must fall to a third.
fn converges<S: Sampling>(sampling: S, rule: SampledRule, below: f64) {
    let mut first = 0.0;
    let mut later = 0.0;
    for number in 10..14 {
        let game = RandomGame(number);
        let tree = tree(game);
        let mut run = Sampled::new(Compiled(&tree), sampling, rule, batch(1, 16), 1, LIMIT).unwrap();
        go(&mut run, 500);
        first += exploitability(&game, &run.average()) / 4.0;
        go(&mut run, 7_500);
        let last = exploitability(&game, &run.average());
        assert!(last < below, "{sampling} on game {number}: {last}");
        later += last / 4.0;
        // The value lies between the values of the best responses.
        let (_, value) = everything(&game, &run.average());
        assert!(value.abs() <= 1.0);
    }
    assert!(later < first / 3.0, "{sampling}: {first} falls to {later} only");
}

#[test]
fn random_games_are_solved() {
    converges(External, SampledRule::Vanilla, 0.01);
    converges(External, SampledRule::Plus, 0.01);
    converges(Outcome::default(), SampledRule::Vanilla, 0.05);
    let reduced = Outcome::default().with_baseline(LearnedBaseline::default());
    converges(reduced, SampledRule::Vanilla, 0.05);
    converges(reduced, SampledRule::Plus, 0.05);
}
