//! Speed of counterfactual regret minimization. Every benchmark asserts the answer that it times.

use std::hint::black_box;
use std::num::NonZeroU16;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Kind, MergedRound, Rules, Tiebreak};
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::RunContext;
use hanamachi_solver::search::cfr::{Cfr, External, RegretRule, SequenceForm};
use rayon::ThreadPool;

fn compile<G: HiddenInformation>(game: &G) -> SequenceForm<G> {
    SequenceForm::compile(game, u64::MAX, RunContext::unwatched()).expect("small games")
}

fn threads(count: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(count).build().expect("threads")
}

/// Exploitability after this many iterations.
fn solve<G: HiddenInformation>(form: &SequenceForm<G>, rule: RegretRule, iterations: u64) -> f64 {
    let mut run = Cfr::new(form, rule);
    for _ in 0..iterations {
        run.iterate();
    }
    run.exploitability().mean()
}

fn assert_near(found: f64, expected: f64) {
    assert!((found / expected - 1.0).abs() < 0.01, "{found} instead of {expected}");
}

/// Iterations with full traversals.
fn full(criterion: &mut Criterion) {
    const LEDUC: u64 = 300;
    const LIARS_DICE: u64 = 20;

    let mut group = criterion.benchmark_group("cfr");
    let form = compile(&Leduc::default());
    group.throughput(Throughput::Elements(LEDUC));
    let one = threads(1);
    group.bench_function("leduc, cfr+, 1 thread", |bencher| {
        one.install(|| {
            bencher.iter(|| assert_near(solve(black_box(&form), RegretRule::Plus, LEDUC), 0.002_318));
        });
    });
    let form = compile(&LiarsDice);
    group.throughput(Throughput::Elements(LIARS_DICE));
    for count in [1, 2] {
        let threads = threads(count);
        group.bench_function(format!("liar's dice, cfr+, {count} threads"), |bencher| {
            threads.install(|| {
                bencher.iter(|| assert_near(solve(black_box(&form), RegretRule::Plus, LIARS_DICE), 0.043_43));
            });
        });
    }
    group.finish();
}

/// Iterations of external sampling, 256 traversals for each player.
fn sampled(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("external sampling");
    let one = threads(1);
    let leduc = Leduc::default();
    let form = compile(&leduc);
    group.throughput(Throughput::Elements(500));
    group.bench_function("leduc poker", |bencher| {
        one.install(|| {
            bencher.iter(|| {
                let mut run = External::new(black_box(&leduc), 1, usize::MAX);
                run.run(500, RunContext::unwatched()).expect("nothing stops it");
                let found = form.exploitability(&form.behavior(&run.average())).mean();
                assert!(found < 0.06, "{found}");
            });
        });
    });
    group.throughput(Throughput::Elements(20));
    group.bench_function("liar's dice", |bencher| {
        one.install(|| {
            bencher.iter(|| {
                let mut run = External::new(black_box(&LiarsDice), 1, usize::MAX);
                run.run(20, RunContext::unwatched()).expect("nothing stops it");
                assert!(run.information_sets() > 10_000);
            });
        });
    });
    group.finish();
}

/// A reduced round from the rules to an equilibrium.
fn reduced(criterion: &mut Criterion) {
    const STATES: u64 = 1_062_569;

    let round = |values: &[u8], actions: &[Kind]| {
        let mut rules = Rules::reduced(values, actions.iter().copied().collect()).expect("a game");
        rules.rounds = Some(NonZeroU16::MIN);
        rules.tiebreak = Tiebreak::None;
        MergedRound::new(Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0))
    };
    let mut group = criterion.benchmark_group("reduced hanamikoji");
    let one = threads(1);
    let small = round(&[2, 3, 4], &[Kind::Secret, Kind::Gift]);
    group.bench_function("2 3 4, secret and gift, to 1e-4", |bencher| {
        one.install(|| {
            bencher.iter(|| {
                let found = solve(&compile(black_box(&small)), RegretRule::DISCOUNTED, 250);
                assert!(found < 1e-4, "{found}");
            });
        });
    });
    let large = round(&[4, 4, 5], &[Kind::Secret, Kind::TradeOff, Kind::Gift]);
    group.sample_size(10).throughput(Throughput::Elements(STATES));
    group.bench_function("4 4 5, secret, trade-off and gift, compiled", |bencher| {
        bencher.iter(|| assert_eq!(compile(black_box(&large)).sizes().states, STATES));
    });
    group.finish();
}

criterion_group!(benches, full, sampled, reduced);
criterion_main!(benches);
