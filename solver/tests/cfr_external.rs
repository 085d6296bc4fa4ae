//! External sampling on the field's test games, whose values are known: convergence, threads, checkpoints, memory, and values by
//! play.

use std::num::NonZeroU64;

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::{CancelToken, Progress, RunContext, Stop};
use hanamachi_solver::search::cfr::{Exploitability, External, SavedExternal, SequenceForm};

const LIMIT: usize = 1 << 28;

fn form<G: HiddenInformation>(game: &G) -> SequenceForm<G> {
    SequenceForm::compile(game, 1 << 30, RunContext::unwatched()).unwrap()
}

/// Distance of the average strategy from equilibrium after each of these numbers of iterations.
fn distances<G: HiddenInformation>(game: &G, looks: [u64; 2]) -> [Exploitability; 2] {
    let form = form(game);
    let mut run = External::new(game, 1, LIMIT);
    looks.map(|look| {
        run.run(look - run.iterations(), RunContext::unwatched()).unwrap();
        form.exploitability(&form.behavior(&run.average()))
    })
}

fn approaches<G: HiddenInformation>(game: &G, looks: [u64; 2], value: f64, below: f64) {
    let [early, late] = distances(game, looks);
    assert!(late.mean() < below && late.mean() < early.mean() / 2.0, "{early:?}, then {late:?}");
    let [low, high] = late.bounds();
    assert!((low..=high).contains(&value), "{late:?}");
}

#[test]
fn kuhn_poker_is_worth_a_loss_of_one_eighteenth() {
    approaches(&Kuhn, [250, 4_000], -1.0 / 18.0, 0.003);
}

/// `OpenSpiel` gives the value.
#[test]
fn leduc_poker_has_its_published_value() {
    approaches(&Leduc::default(), [100, 1_000], -0.085_606_4, 0.05);
}

fn saved<G: HiddenInformation>(game: &G, seed: u64, iterations: u64, threads: usize) -> SavedExternal {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut run = External::new(game, seed, LIMIT);
        run.run(iterations, RunContext::unwatched()).unwrap();
        run.saved(&form(game))
    })
}

#[test]
fn one_seed_gives_one_result_on_any_number_of_threads() {
    let one = saved(&Leduc::default(), 7, 40, 1);
    for threads in [2, 5] {
        assert!(saved(&Leduc::default(), 7, 40, threads) == one, "{threads} threads");
    }
    assert!(saved(&Leduc::default(), 8, 40, 1) != one);
    // New information sets are met on several threads at a time.
    assert!(saved(&LiarsDice, 7, 3, 1) == saved(&LiarsDice, 7, 3, 4));
}

/// Cancels after some iterations.
struct Alarm<'a>(&'a CancelToken);

impl Progress for Alarm<'_> {
    fn advance(&self, _: u64) {
        self.0.cancel(Stop::Time);
    }
}

#[test]
fn a_run_that_was_stopped_and_resumed_is_that_of_one_go() {
    let game = Leduc::default();
    let form = form(&game);
    let cancel = CancelToken::new();
    let mut run = External::new(&game, 3, LIMIT);
    let stopped = run.run(100, RunContext { cancel: &cancel, progress: &Alarm(&cancel) });
    assert_eq!((stopped, run.iterations()), (Err(Stop::Time), 1));
    let halfway = run.saved(&form);
    let never = CancelToken::new();
    let mut resumed = External::restore((&game, &form), 3, LIMIT, &halfway, &never).unwrap();
    assert!(resumed.saved(&form) == halfway);
    resumed.run(29, RunContext::unwatched()).unwrap();
    assert!(resumed.saved(&form) == saved(&game, 3, 30, 1));

    let mut short = halfway.clone();
    short.averages[1].pop();
    let mut impossible = halfway.clone();
    impossible.regrets[0][1] = f64::NAN;
    let mut strange = halfway.clone();
    strange.visited[0][0] = 2;
    for damaged in [short, impossible, strange, SavedExternal::default()] {
        External::restore((&game, &form), 3, LIMIT, &damaged, &never).unwrap_err();
    }
    External::restore((&game, &form), 3, LIMIT, &halfway, &cancel).unwrap_err();
}

#[test]
fn a_run_ends_before_it_exceeds_its_memory() {
    let limit = 100_000;
    let mut run = External::new(&LiarsDice, 1, limit);
    assert_eq!(run.run(100, RunContext::unwatched()), Err(Stop::Memory));
    assert!(run.memory_bytes() <= limit);
    let before = run.information_sets();
    assert_eq!(run.run(1, RunContext::unwatched()), Err(Stop::Memory));
    assert_eq!(run.information_sets(), before);
}

/// The value by play agrees with the exact one of the same strategies, on any number of threads.
#[test]
fn values_by_play_are_those_of_the_sequence_form() {
    let game = Leduc::default();
    let mut run = External::new(&game, 1, LIMIT);
    run.run(20, RunContext::unwatched()).unwrap();
    let form = form(&game);
    let exact = form.exploitability(&form.behavior(&run.average())).value;
    let games = NonZeroU64::new(50_000).unwrap();
    let [one, four] = [1, 4].map(|threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| run.value(games, 5, RunContext::unwatched())).unwrap()
    });
    assert_eq!(one, four);
    let error = one.standard_error.unwrap();
    assert!(error < 0.02 && (one.value - exact).abs() < 4.0 * error, "{one:?}, but {exact}");
}

/// The strategies that a run hands over are those that it plays.
#[test]
fn strategies_are_handed_over_by_information_set() {
    let mut run = External::new(&Kuhn, 1, LIMIT);
    run.run(10, RunContext::unwatched()).unwrap();
    let listed: Vec<_> = run.strategies().collect();
    assert_eq!((listed.len(), run.information_sets()), (12, 12));
    let mut played = Vec::new();
    for (information, strategy) in listed {
        hanamachi_solver::search::cfr::Strategy::<Kuhn>::probabilities(
            &run.average(),
            &information,
            2,
            &mut played,
        );
        assert_eq!(strategy, played);
    }
}
