//! Speed of Hanamikoji on one thread. Every benchmark asserts the answer that it times.
//!
//! The answers depend on the random numbers drawn. A change that draws different numbers changes the answers
//! and must say so.

mod common;

use std::hint::black_box;
use std::num::NonZeroU64;
use std::time::Duration;

use common::Checksum;
use common::rounds::{decisions, early_middle_late, round};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hanamachi_solver::game::{HiddenInformation, Resample, Seat};
use hanamachi_solver::hanamikoji::analysis::{Settings, ismcts};
use hanamachi_solver::hanamikoji::arena::{Deals, Keep, MakePlayer, MatchTable, Side};
use hanamachi_solver::hanamikoji::evaluation::{Evaluation, View, ViewActions};
use hanamachi_solver::hanamikoji::players::{GreedyPlayer, LearnedPlayer, Player};
use hanamachi_solver::hanamikoji::policy::LearnedPolicy;
use hanamachi_solver::hanamikoji::{Game, Geisha, Posterior, Rules};
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::search::root_values::Effort;

/// Rounds dealt and played at random, from one stream.
fn rounds(criterion: &mut Criterion) {
    const ROUNDS: u64 = 10_000;
    /// Checksum of the markers after each round.
    const CHECKSUM: Checksum = Checksum(15_618_093_641_519_005_143);

    let round = round();
    let mut group = criterion.benchmark_group("round");
    group.throughput(Throughput::Elements(ROUNDS));
    group.bench_function("random", |bencher| {
        bencher.iter(|| {
            let mut rng = Streams::new(1).first();
            let mut checksum = Checksum::default();
            for _ in 0..ROUNDS {
                let mut state = round.deal_random(&mut rng);
                while !state.is_over() {
                    round.play_random(&mut state, &mut rng);
                    round.sample_outcome(&mut state, &mut rng);
                }
                let [first, second] = Seat::BOTH.map(|seat| state.placed(seat));
                checksum.append(round.favour_after(first, second).index() as u64);
            }
            assert_eq!(checksum, CHECKSUM);
        });
    });
    group.finish();
}

/// Legal actions for all hands and at the decisions of a thousand rounds; and deals that are consistent with
/// the players' information.
fn lists(criterion: &mut Criterion) {
    const ROUNDS: usize = 1_000;
    const ACTIONS: usize = 214_616;
    const CARDS: u32 = 7_832;

    let mut group = criterion.benchmark_group("actions");
    group.bench_function("of all hands", |bencher| {
        bencher.iter(|| Game::new(black_box(Rules::STANDARD)));
    });
    let round = round();
    let decisions = decisions(&round, ROUNDS);
    group.throughput(Throughput::Elements(decisions.len() as u64));
    group.bench_function("of a state", |bencher| {
        let mut actions = Vec::new();
        bencher.iter(|| {
            let mut count = 0;
            for decision in black_box(&decisions) {
                round.actions(&decision.state, &mut actions);
                count += actions.len();
            }
            assert_eq!(count, ACTIONS);
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("resampling");
    group.throughput(Throughput::Elements(decisions.len() as u64));
    group.bench_function("of an information state", |bencher| {
        let last = Geisha::ALL[Geisha::COUNT - 1];
        bencher.iter(|| {
            let mut rng = Streams::new(1).first();
            let hands = black_box(&decisions).iter().map(|decision| {
                let state = round.resample(&decision.information, decision.seat, &mut rng);
                state.hand(!decision.seat).count(last)
            });
            assert_eq!(hands.sum::<u32>(), CARDS);
        });
    });
    group.finish();
}

/// Complete games of a player against itself.
fn games(criterion: &mut Criterion) {
    const GAMES: usize = 100;
    let greedy = || -> Box<dyn Player> { Box::<GreedyPlayer>::default() };
    let learned = || -> Box<dyn Player> { Box::new(LearnedPlayer::new(Evaluation::standard())) };
    let makers: [(&str, &MakePlayer<'_>, usize); 2] = [("greedy", &greedy, 46), ("learned", &learned, 52)];
    let table = MatchTable::new(&Game::new(Rules::STANDARD));
    let never = CancelToken::new();
    let mut group = criterion.benchmark_group("games");
    group.throughput(Throughput::Elements(GAMES as u64));
    for (name, maker, starters_wins) in makers {
        let (mut a, mut b) = (maker(), maker());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut rng = Streams::new(1);
                let mut won = |_: &usize| {
                    let stream = rng.next().expect("streams never end");
                    let mut deals = Deals::new(Rules::STANDARD, stream.clone());
                    let streams = [stream.clone(), stream];
                    let sides: [&mut dyn Player; 2] = [&mut *a, &mut *b];
                    let report = table.play(Side::A, &mut deals, sides, streams, Keep::Ending, &never);
                    report.expect("nobody cancels").ending.winner() == Some(Side::A)
                };
                assert_eq!((0..GAMES).filter(|game| won(game)).count(), starters_wins);
            });
        });
    }
    group.finish();
}

/// Evaluation without search: all actions at a first decision, and the posterior of the opponent's cards.
fn evaluation(criterion: &mut Criterion) {
    const BEST: &str = "3ACE";

    let round = round();
    let [(_, first), (_, middle), (_, late)] = early_middle_late(&round);
    let evaluation = Evaluation::standard();
    let mut group = criterion.benchmark_group("evaluation");
    let (mut legal, mut choices) = (Vec::new(), ViewActions::new());
    round.actions(&first.state, &mut legal);
    group.throughput(Throughput::Elements(legal.len() as u64));
    group.bench_function("of the first actions", |bencher| {
        bencher.iter(|| {
            let view = View::new(&round, black_box(&first.state), first.seat);
            choices.set(evaluation, &view);
            let logits = legal.iter().map(|&action| {
                (action.kind().map_or(f32::NEG_INFINITY, |kind| choices.logit(kind, action)), action)
            });
            let best = logits.max_by(|one, other| one.0.total_cmp(&other.0)).expect("something is legal");
            assert_eq!(best.1.to_string(), BEST);
        });
    });
    group.finish();

    let policy = LearnedPolicy::softmax(evaluation, 0.15);
    let mut group = criterion.benchmark_group("posterior");
    for (name, decision) in [("middle", middle), ("late", late)] {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let posterior = Posterior::new(&round, &decision.information, &policy);
                let sum: f64 = posterior.states().map(|(_, probability)| probability).sum();
                assert!((sum - 1.0).abs() < 1e-9);
            });
        });
    }
    group.finish();
}

/// A block of iterations from three decisions, and the resulting utility.
fn search(criterion: &mut Criterion) {
    const ITERATIONS: NonZeroU64 = NonZeroU64::new(10_000).unwrap();
    // Rounded to a hundredth: a sum in another order changes last digits, and with them the trees.
    const LEARNED: [f64; 3] = [0.01, 0.04, 0.06];
    const PLAIN: [f64; 3] = [0.01, 0.06, 0.19];
    const NEAR: f64 = 0.03;

    let round = round();
    let never = CancelToken::new();
    let effort = Effort { iterations: ITERATIONS.get(), block_size: ITERATIONS, seed: 1 };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    for (name, settings, expected) in
        [("learned", Settings::LEARNED, LEARNED), ("plain", Settings::PLAIN, PLAIN)]
    {
        let mut group = criterion.benchmark_group(format!("search, {name}"));
        group.throughput(Throughput::Elements(ITERATIONS.get()));
        for ((name, decision), expected) in early_middle_late(&round).into_iter().zip(expected) {
            group.bench_function(name, |bencher| {
                one.install(|| {
                    bencher.iter(|| {
                        let information = black_box(&decision.information);
                        let answer =
                            ismcts(&round, information, &settings, effort, RunContext::silent(&never));
                        let answer = answer.expect("nobody cancels");
                        let visits: u64 = answer.actions.iter().map(|action| action.visits).sum();
                        assert_eq!(visits, ITERATIONS.get());
                        let utility = answer.value.value;
                        assert!((utility - expected).abs() < NEAR, "{utility:.3} instead of {expected}");
                    });
                });
            });
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(2));
    targets = rounds, lists, games, evaluation, search
}
criterion_main!(benches);
