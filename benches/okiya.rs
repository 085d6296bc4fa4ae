//! Speed of Okiya. Every benchmark asserts the answer that it times.
//!
//! The expected answers for the thousand gardens come from the plain solver of `plain.rs`, which repeats only
//! its fifty timed gardens at every run.

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{Checksum, starts};
use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use hanamachi_solver::okiya::notation::Record;
use hanamachi_solver::okiya::{
    Cell, ClassNumber, FullBoard, Game, Garden, Position, Solver, classes_from_rank, perft,
};
use hanamachi_solver::search::budget::Budget;

const GARDENS: usize = 1_000;

/// Losses, draws and wins for x.
const VERDICTS: [usize; 3] = [2, 332, 666];

/// Checksum of the scores of all twelve thousand openings.
const CHECKSUM: Checksum = Checksum(11_590_712_173_953_515_445);

/// Under `full=draw`, all gardens one after another on one thread.
fn solve(criterion: &mut Criterion) {
    let starts = starts(GARDENS);
    let mut solver = Solver::new();
    let mut group = criterion.benchmark_group(format!("{GARDENS} gardens"));
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(10));
    group.sampling_mode(SamplingMode::Flat);
    group.throughput(Throughput::Elements(GARDENS as u64));
    group.bench_function("verdict", |bencher| {
        bencher.iter(|| {
            let mut verdicts = [0; 3];
            for start in black_box(&starts) {
                let verdict = solver.verdict(start, FullBoard::Draw, &Budget::UNLIMITED);
                verdicts[verdict.expect("an unlimited search answers").outcome as usize] += 1;
            }
            assert_eq!(verdicts, VERDICTS);
        });
    });
    group.bench_function("solve", |bencher| {
        bencher.iter(|| {
            let mut checksum = Checksum::default();
            for start in black_box(&starts) {
                let solution = solver.solve(start, FullBoard::Draw, &Budget::UNLIMITED);
                checksum.push_all(&solution.expect("an unlimited search answers"));
            }
            assert_eq!(checksum, CHECKSUM);
        });
    });
    group.finish();
}

/// Sequences of exactly `depth` moves, counted one by one with the rules.
fn sequences(position: &Position, depth: u8) -> u64 {
    let Some(rest) = depth.checked_sub(1) else { return 1 };
    let next = position.moves().into_iter().map(|cell| position.play(cell).expect("a legal move"));
    next.map(|next| sequences(&next, rest)).sum()
}

fn count(criterion: &mut Criterion) {
    let start = Position::start(Garden::sorted());
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(20);
    for depth in [6, 9] {
        let sequences = sequences(&start, depth);
        group.throughput(Throughput::Elements(sequences));
        group.bench_function(format!("depth {depth}"), |bencher| {
            bencher.iter(|| assert_eq!(perft(black_box(&start), depth).last(), Some(&sequences)));
        });
    }
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    const GARDEN: &str = "05af/b4c1/27d8/3e96";
    const POSITION: &str = "05af/b4c1/27d8/3e96 2x1/4/4/4 c1 o";
    const RECORD: &str = "[Game \"Okiya\"]\n[Garden \"0123/4567/89ab/cdef\"]\n[FullBoard \"draw\"]\n\
        [Result \"o\"]\n[Ending \"resignation\"]\n[TilesLeft \"14\"]\n[X \"Ono no Komachi\"]\n\na2 a3\n";

    let garden: Garden = GARDEN.parse().expect("a garden");
    let c1 = Cell::from_name("c1").expect("a cell");
    let position = Position::start(garden).play(c1).expect("on the border");
    let cells = ["a2", "a3"].map(|name| Cell::from_name(name).expect("a cell"));
    let game = Game::from_moves(Garden::sorted(), cells).expect("legal");

    let mut group = criterion.benchmark_group("parse");
    group.bench_function("garden", |bencher| {
        bencher.iter(|| assert_eq!(black_box(GARDEN).parse(), Ok(garden)));
    });
    group.bench_function("position", |bencher| {
        bencher.iter(|| assert_eq!(black_box(POSITION).parse(), Ok(position)));
    });
    group.bench_function("record", |bencher| {
        bencher.iter(|| {
            let record: Record = black_box(RECORD).parse().expect("a record");
            assert_eq!(record.game(), &game);
        });
    });
    group.finish();
}

/// The smallest garden of a class, computed in two ways: its rank alone, and the garden with the symmetry
/// that leads there.
fn class(criterion: &mut Criterion) {
    let gardens: Vec<Garden> = starts(GARDENS).iter().map(|start| *start.garden()).collect();
    let canonical: Vec<Garden> = gardens.iter().map(|garden| garden.canonical().0).collect();
    let sum = canonical.iter().map(|garden| garden.rank().get()).sum::<u64>();
    let mut group = criterion.benchmark_group("symmetry");
    group.throughput(Throughput::Elements(GARDENS as u64));
    group.bench_function("class", |bencher| {
        bencher.iter(|| {
            let classes = black_box(&gardens).iter().map(|garden| garden.class().get());
            assert_eq!(classes.sum::<u64>(), sum);
        });
    });
    group.bench_function("canonical", |bencher| {
        bencher.iter(|| {
            for (garden, &smallest) in black_box(&gardens).iter().zip(&canonical) {
                let (found, there) = garden.canonical();
                assert!(found == smallest && there.garden(garden) == smallest);
            }
        });
    });
    group.finish();
}

/// Checksum of the ranks of the classes visited. It was found by testing whether each garden between the
/// first and the last of them is the smallest of its class.
const CLASSES_CHECKSUM: Checksum = Checksum(3_371_509_312_252_793_996);

/// The classes in order, and the number of a garden.
fn classes(criterion: &mut Criterion) {
    const FIRST: u64 = 1_000_000_000;
    const COUNT: usize = 100_000;
    let first = ClassNumber::new(FIRST).expect("there are more classes");
    let start = first.garden();
    let mut group = criterion.benchmark_group("classes");
    group.throughput(Throughput::Elements(COUNT as u64));
    group.bench_function("in order", |bencher| {
        bencher.iter(|| {
            let mut checksum = Checksum::default();
            for garden in classes_from_rank(black_box(&start).rank()).take(COUNT) {
                checksum.append(garden.rank().get());
            }
            assert_eq!(checksum, CLASSES_CHECKSUM);
        });
    });
    group.throughput(Throughput::Elements(1));
    group.bench_function("number of a garden", |bencher| {
        bencher.iter(|| assert_eq!(black_box(&start).class_number(), first));
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    targets = solve, count, parse, class, classes
}
criterion_main!(benches);
