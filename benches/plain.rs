//! The solver against a simple alpha-beta that one could write in an afternoon, and against the checker of
//! `table verify`.
//!
//! The simple solver has a wide window, a table of 4,096 entries, moves ordered by number of replies, and
//! detects immediate wins one ply ahead: nothing more. It shares no code with the solver but the gardens, so
//! it is also an independent check: all three must find the same scores. They solve the same gardens on one
//! thread, either all twelve openings exactly or the outcome alone; the table is cleared between gardens. The
//! library also finds a line for each opening.

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{Checksum, Verdicts, starts};
use criterion::{Criterion, SamplingMode, criterion_group, criterion_main};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::plain::Plain as Checker;
use hanamachi_solver::okiya::{Cell, CellSet, FullBoard, Garden, Outcome, Position, Solver};
use hanamachi_solver::search::budget::Budget;

/// Number of timed gardens.
const GARDENS: usize = 50;

/// Larger than every score.
const INFINITY: i8 = 18;

const LOG2_ENTRIES: u32 = 12;

/// For every set of tokens, the cells that complete a four.
fn completions() -> Box<[u16]> {
    let lines = (0..4).flat_map(|i| [0x000f_u16 << (4 * i), 0x1111 << i]);
    let squares = (0..9).map(|i| 0x0033_u16 << (4 * (i / 3) + i % 3));
    let patterns: Vec<u16> = lines.chain(squares).chain([0x8421, 0x1248]).collect();
    let completing = |tokens: u16| {
        let missing = patterns.iter().map(|pattern| pattern & !tokens);
        missing.filter(|missing| missing.is_power_of_two()).fold(0, |cells, cell| cells | cell)
    };
    (0..=u16::MAX).map(completing).collect()
}

/// An entry of the table: a key and the bounds of its score.
type Entry = (u64, i8, i8);

const EMPTY: Entry = (u64::MAX, 0, 0);

/// A question about a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// The exact score.
    Score,
    /// Its sign.
    Outcome,
}

/// Solves gardens one after another.
#[derive(Clone, Debug)]
struct Plain {
    completions: Box<[u16]>,
    /// For each cell, the cells whose tiles match.
    matching: [u16; 16],
    table: Box<[Entry]>,
    question: Question,
    /// Score of the last token for the player who places it, without a four.
    full_board: i8,
}

impl Plain {
    fn new() -> Self {
        Self {
            completions: completions(),
            matching: [0; 16],
            table: vec![EMPTY; 1 << LOG2_ENTRIES].into(),
            question: Question::Score,
            full_board: 0,
        }
    }

    fn start(&mut self, garden: &Garden, full_board: FullBoard, question: Question) {
        let tile = |cell| garden.tile(cell).index();
        for (matching, of) in self.matching.iter_mut().zip(Cell::all().map(tile)) {
            let matches = |at: usize| at != of && (at / 4 == of / 4 || at % 4 == of % 4);
            let cells = Cell::all().filter(|&cell| matches(tile(cell)));
            *matching = cells.map(|cell| 1 << cell.index()).sum();
        }
        self.table.fill(EMPTY);
        self.question = question;
        self.full_board = match full_board {
            FullBoard::Draw => 0,
            FullBoard::Last => 1,
        };
    }

    /// The score of each opening for x, in cell order.
    fn openings(&mut self, garden: &Garden, full_board: FullBoard) -> Vec<(Cell, Score)> {
        self.start(garden, full_board, Question::Score);
        let mut score = |cell: Cell| -self.search(0, 1 << cell.index(), cell.index(), -INFINITY, INFINITY);
        CellSet::BORDER.into_iter().map(|cell| (cell, Score::new(score(cell)))).collect()
    }

    /// Score of a win with this many tiles left.
    fn win(&self, tiles_left: i8) -> i8 {
        match self.question {
            Question::Score => tiles_left + 1,
            Question::Outcome => 1,
        }
    }

    /// The score for the player of `own`, after the opponent has moved to `last` without winning: exact
    /// within the window, and a bound outside.
    // Six parameters and no position: a solver written in an afternoon has no type for them.
    fn search(&mut self, own: u16, other: u16, last: usize, mut alpha: i8, mut beta: i8) -> i8 {
        let free = !(own | other);
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let tiles = free.count_ones() as i8;
        let choices = self.matching[last] & free;
        if choices & self.completions[usize::from(own)] != 0 {
            return self.win(tiles - 1);
        }
        if tiles == 1 {
            return self.full_board;
        }
        let key = u64::from(own) << 20 | u64::from(other) << 4 | last as u64;
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - LOG2_ENTRIES)) as usize;
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        if self.table[slot].0 == key {
            (_, lower, upper) = self.table[slot];
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let mut moves = [(0, 0); 6];
        let mut count = 0;
        for cell in cells(choices) {
            let replies = (self.matching[cell] & free).count_ones();
            if replies == 0 {
                return self.win(tiles - 1);
            }
            let mut place = count;
            while place > 0 && moves[place - 1].0 > replies {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = (replies, cell);
            count += 1;
        }
        let (floor, mut best) = (alpha, -INFINITY);
        for &(_, cell) in &moves[..count] {
            best = best.max(-self.search(other, own | 1 << cell, cell, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if best > floor {
            lower = best;
        }
        if best < beta {
            upper = best;
        }
        self.table[slot] = (key, lower, upper);
        best
    }

    /// The outcome for x.
    fn outcome(&mut self, garden: &Garden, full_board: FullBoard) -> Outcome {
        self.start(garden, full_board, Question::Outcome);
        let mut best = -1;
        for cell in CellSet::BORDER {
            best = best.max(-self.search(0, 1 << cell.index(), cell.index(), -1, -best));
            if best == 1 {
                break;
            }
        }
        Outcome::of_score(Score::new(best))
    }
}

/// The cells of a set, lowest first.
fn cells(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 16).then_some(cell)
    })
}

fn checksum_plain(plain: &mut Plain, starts: &[Position]) -> Checksum {
    let mut checksum = Checksum::default();
    for start in starts {
        for (_, score) in plain.openings(start.garden(), FullBoard::Draw) {
            checksum.push(score.get());
        }
    }
    checksum
}

fn checksum_checker(checker: &mut Checker, starts: &[Position]) -> Checksum {
    let mut checksum = Checksum::default();
    for start in starts {
        for (_, score) in checker.openings(start.garden(), FullBoard::Draw) {
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

fn verdicts_checker(checker: &mut Checker, starts: &[Position]) -> Verdicts {
    let mut verdicts = [0; 3];
    for start in starts {
        verdicts[checker.outcome(start.garden(), FullBoard::Draw) as usize] += 1;
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
    let (mut plain, mut checker, mut solver) = (Plain::new(), Checker::new(), Solver::new());
    let checksum = checksum_plain(&mut plain, &starts);
    let verdicts = verdicts_plain(&mut plain, &starts);

    let mut group = criterion.benchmark_group(format!("{GARDENS} gardens"));
    group.sample_size(10).warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(4));
    group.sampling_mode(SamplingMode::Flat);
    group.bench_function("openings/plain", |bencher| {
        bencher.iter(|| assert_eq!(checksum_plain(&mut plain, black_box(&starts)), checksum));
    });
    group.bench_function("openings/checker", |bencher| {
        bencher.iter(|| assert_eq!(checksum_checker(&mut checker, black_box(&starts)), checksum));
    });
    group.bench_function("openings/solver", |bencher| {
        bencher.iter(|| assert_eq!(checksum_solver(&mut solver, black_box(&starts)), checksum));
    });
    group.bench_function("verdict/plain", |bencher| {
        bencher.iter(|| assert_eq!(verdicts_plain(&mut plain, black_box(&starts)), verdicts));
    });
    group.bench_function("verdict/checker", |bencher| {
        bencher.iter(|| assert_eq!(verdicts_checker(&mut checker, black_box(&starts)), verdicts));
    });
    group.bench_function("verdict/solver", |bencher| {
        bencher.iter(|| assert_eq!(verdicts_solver(&mut solver, black_box(&starts)), verdicts));
    });
    group.finish();
}

criterion_group!(benches, against_plain);
criterion_main!(benches);
