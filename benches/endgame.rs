//! Speed of endgames of Hanamikoji on one thread. Every benchmark asserts the value that it times.

mod common;

use std::time::Duration;

use common::rounds::round;
use criterion::{Criterion, criterion_group, criterion_main};
use hanamachi_solver::hanamikoji::endgame::{self, Endgame};
use hanamachi_solver::hanamikoji::{Information, InformationSet, Round};
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::public_tree::{Goal, Solver};

/// Endgames of the last two turns, by the kinds of action that are left, with their values for the first
/// player over all hands.
const ENDGAMES: [(&str, &str, f64); 4] = [
    ("trade-off, gift", "....... 1 EG 3ABC-A,1X,4DFEG-DF,4ABCD-AB,1F,2XX", 0.102_97),
    ("gift, gift", "....... 1 DEG 1A,1X,2BC,2XX,4EFFG-EF,4CDFG-FG", 0.363_65),
    ("gift, competition", "....... 1 DEG 1A,1X,2BC,2XX,4CFFG-CF,3EEG-E", -0.036_11),
    ("competition, competition", "....... 1 DEFG 1A,1X,2BC,2XX,3FFG-F,3EEG-E", 0.003_17),
];
/// Mean gain of the best responses: a tenth of a per cent of a win.
const EXPLOITABILITY: f64 = 0.002;

/// Counts, builds and solves the endgame, and checks its value.
fn solve(round: &Round, information: &Information, expected: f64) {
    let mut game = Endgame::new(round, information, None).expect("the cards are dealt");
    let mut solver = Solver::new(&mut game, endgame::RULE, 1 << 30).expect("300 MB are enough");
    let goal = Goal { exploitability: EXPLOITABILITY, iterations: 100 };
    let found = solver.run(goal, RunContext::unwatched()).exploitability;
    assert!(found.mean() <= EXPLOITABILITY, "{found:?}");
    // Each value is within the bounds of the other.
    assert!((found.value - expected).abs() <= 2.0 * EXPLOITABILITY, "{found:?} instead of {expected}");
}

fn endgames(criterion: &mut Criterion) {
    let round = round();
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let mut group = criterion.benchmark_group("endgame");
    for (name, text, expected) in ENDGAMES {
        let set: InformationSet = text.parse().expect("an information set");
        group.bench_function(name, |bencher| {
            one.install(|| bencher.iter(|| solve(&round, set.key(), expected)));
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(5));
    targets = endgames
}
criterion_main!(benches);
