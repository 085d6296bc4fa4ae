//! The solver against [`Plain`], the alpha-beta of the kind that one writes in an afternoon.
//!
//! It shares no code with the solver but the gardens, so that it is also an independent check: both
//! must find the same scores. Both work on the same gardens, one thread, all twelve openings exact or the
//! outcome alone; the table is cleared from garden to garden. The library also finds a line for each opening.

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{Checksum, Verdicts, starts};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use hanamachi_solver::okiya::plain::Plain;
use hanamachi_solver::okiya::{FullBoard, Position, Solver};
use hanamachi_solver::search::budget::Budget;

/// Gardens that are timed.
const GARDENS: usize = 50;

fn checksum_plain(plain: &mut Plain, starts: &[Position]) -> Checksum {
    let mut checksum = Checksum::default();
    for start in starts {
        for (_, score) in plain.openings(start.garden(), FullBoard::Draw) {
            checksum.push(score.get());
        }
    }
    checksum
}

fn checksum_solver(solver: &mut Solver, starts: &[Position]) -> Checksum {
    let mut checksum = Checksum::default();
    for start in starts {
        let solution = solver.solve(start, FullBoard::Draw, &Budget::UNLIMITED);
        checksum.push_all(&solution.expect("an unlimited search answers"));
    }
    checksum
}

fn verdicts_plain(plain: &mut Plain, starts: &[Position]) -> Verdicts {
    let mut verdicts = [0; 3];
    for start in starts {
        verdicts[plain.outcome(start.garden(), FullBoard::Draw) as usize] += 1;
    }
    verdicts
}

fn verdicts_solver(solver: &mut Solver, starts: &[Position]) -> Verdicts {
    let mut verdicts = [0; 3];
    for start in starts {
        let verdict = solver.verdict(start, FullBoard::Draw, &Budget::UNLIMITED);
        verdicts[verdict.expect("an unlimited search answers").outcome as usize] += 1;
    }
    verdicts
}

fn against_plain(criterion: &mut Criterion) {
    let starts = starts(GARDENS);
    let (mut plain, mut solver) = (Plain::new(), Solver::new());
    let checksum = checksum_plain(&mut plain, &starts);
    let verdicts = verdicts_plain(&mut plain, &starts);

    let mut group = criterion.benchmark_group(format!("{GARDENS} gardens"));
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(4));
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function("openings/plain", |bencher| {
        bencher.iter(|| assert_eq!(checksum_plain(&mut plain, black_box(&starts)), checksum));
    });
    group.bench_function("openings/solver", |bencher| {
        bencher.iter(|| assert_eq!(checksum_solver(&mut solver, black_box(&starts)), checksum));
    });
    group.bench_function("verdict/plain", |bencher| {
        bencher.iter(|| assert_eq!(verdicts_plain(&mut plain, black_box(&starts)), verdicts));
    });
    group.bench_function("verdict/solver", |bencher| {
        bencher.iter(|| assert_eq!(verdicts_solver(&mut solver, black_box(&starts)), verdicts));
    });
    group.finish();
}

criterion_group!(benches, against_plain);
criterion_main!(benches);
