//! Answers must not depend on the table, the threads, earlier work, or the symmetries of the game.

use std::collections::BTreeMap;

use crate::common::positions::{RULES, played, rng};
use hanamachi_solver::okiya::{
    BoardSymmetry, Cell, FullBoard, Garden, MoveValue, Outcome, Position, Solution, Solver, Symmetry,
    TileSymmetry,
};
use hanamachi_solver::search::budget::Budget;
use rand::Rng;
use rand::seq::IteratorRandom;

fn solve(solver: &mut Solver, position: &Position, rule: FullBoard) -> Solution {
    solver.solve(position, rule, &Budget::UNLIMITED).unwrap()
}

/// Everything but the effort.
fn answer(solution: Solution) -> Solution {
    Solution { nodes: 0, ..solution }
}

/// Whole gardens first, then positions of every size.
fn positions(seed: u64, gardens: usize, later: usize) -> Vec<Position> {
    let mut rng = rng(seed);
    let starts = (0..gardens).map(|_| Position::start(Garden::random(&mut rng))).collect::<Vec<_>>();
    let later = (0..=15).cycle().take(16 * later).map(|tiles_left| played(&mut rng, tiles_left));
    starts.into_iter().chain(later.collect::<Vec<_>>()).collect()
}

#[test]
fn tables_of_any_size_give_the_same_answer() {
    let mut usual = Solver::new();
    let mut others = [1, 6, 16].map(Solver::with_table);
    for position in positions(1, 12, 6) {
        for rule in RULES {
            let expected = answer(solve(&mut usual, &position, rule));
            let verdict = usual.verdict(&position, rule, &Budget::UNLIMITED).unwrap().outcome;
            for solver in &mut others {
                assert_eq!(answer(solve(solver, &position, rule)), expected);
                let other = solver.verdict(&position, rule, &Budget::UNLIMITED).unwrap().outcome;
                assert_eq!(other, verdict, "{position} {rule}");
            }
        }
    }
}

#[test]
fn a_solver_that_has_worked_answers_as_a_new_one() {
    let mut used = Solver::new();
    for position in positions(2, 100, 20) {
        for rule in RULES {
            // To the node: no trace of earlier work is left.
            assert_eq!(solve(&mut used, &position, rule), solve(&mut Solver::new(), &position, rule));
            let verdict = used.verdict(&position, rule, &Budget::UNLIMITED);
            assert_eq!(verdict, Solver::new().verdict(&position, rule, &Budget::UNLIMITED));
        }
    }
}

/// The table counts its epochs in twelve bits and starts over when they run out.
#[test]
fn a_solver_never_wears_out() {
    let mut rng = rng(3);
    let late: Vec<_> = (0..4_075).map(|_| played(&mut rng, 8)).collect();
    let starts = positions(4, 20, 0);
    let mut solver = Solver::new();
    let first: Vec<_> = starts.iter().map(|start| solve(&mut solver, start, FullBoard::Draw)).collect();
    // 20 and 4,075 epochs are 4,095, one cycle: the gardens return to their own epochs.
    for position in &late {
        let fresh = solve(&mut Solver::with_table(4), position, FullBoard::Draw);
        assert_eq!(answer(solve(&mut solver, position, FullBoard::Draw)), answer(fresh));
    }
    let again: Vec<_> = starts.iter().map(|start| solve(&mut solver, start, FullBoard::Draw)).collect();
    assert_eq!(first, again);
}

#[test]
fn threads_give_the_same_answer() {
    let positions = positions(5, 12, 4);
    for threads in [1, 2, 4] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (mut alone, mut together) = (Solver::new(), Solver::new());
        for position in &positions {
            for rule in RULES {
                let expected = answer(solve(&mut alone, position, rule));
                let found =
                    pool.install(|| together.solve_parallel(position, rule, &Budget::UNLIMITED)).unwrap();
                assert_eq!(answer(found), expected, "{threads} threads");
            }
        }
    }
}

fn random_symmetry<R: Rng + ?Sized>(rng: &mut R) -> Symmetry {
    let board = BoardSymmetry::all().choose(rng).unwrap();
    Symmetry { board, tiles: TileSymmetry::all().choose(rng).unwrap() }
}

/// The facts about every move that a symmetry preserves, by the cell to which it carries the move.
fn facts(solution: &Solution, symmetry: Symmetry) -> BTreeMap<Cell, (i8, usize, usize, usize)> {
    let fact = |found: &MoveValue| {
        let value = found.value;
        let facts = (value.score().get(), value.tiles_left(), value.plies_to_end(), found.replies);
        (symmetry.cell(found.cell), facts)
    };
    solution.moves.iter().map(fact).collect()
}

fn compare_image(solver: &mut Solver, position: &Position, symmetry: Symmetry) {
    let image = symmetry.position(position);
    assert_eq!(image.garden().class(), position.garden().class());
    for rule in RULES {
        let (here, there) = (solve(solver, position, rule), solve(solver, &image, rule));
        assert_eq!(here.value, there.value);
        assert_eq!(facts(&here, symmetry), facts(&there, Symmetry::IDENTITY), "{position} {symmetry:?}");
        let verdict = solver.verdict(&image, rule, &Budget::UNLIMITED).unwrap().outcome;
        assert_eq!(verdict, here.value.outcome());
    }
}

#[test]
fn images_of_a_garden_have_its_values() {
    let (mut rng, mut solver) = (rng(6), Solver::new());
    for _ in 0..120 {
        let start = Position::start(Garden::random(&mut rng));
        let symmetry = random_symmetry(&mut rng);
        compare_image(&mut solver, &start, symmetry);
    }
    let start = Position::start(Garden::random(&mut rng));
    let (smallest, there) = start.garden().canonical();
    assert_eq!(there.garden(start.garden()), smallest);
    compare_image(&mut solver, &start, there);
}

#[test]
fn all_9216_images_of_a_garden_have_its_values() {
    let (mut rng, mut solver) = (rng(8), Solver::new());
    // Of a hundred gardens the one that takes the fewest nodes: it is solved 9,216 times.
    let solutions = std::iter::repeat_with(|| {
        let start = Position::start(Garden::random(&mut rng));
        solve(&mut solver, &start, FullBoard::Draw)
    });
    let here = solutions.take(100).min_by_key(|solution| solution.nodes).unwrap();
    let start = here.position;
    let mut images = 0;
    for symmetry in Symmetry::all() {
        let image = symmetry.position(&start);
        assert_eq!(image.garden().class(), start.garden().class());
        let there = solve(&mut solver, &image, FullBoard::Draw);
        assert_eq!(facts(&here, symmetry), facts(&there, Symmetry::IDENTITY), "{start} {symmetry:?}");
        images += 1;
    }
    assert_eq!(images, 9_216);
}

#[test]
fn all_9216_images_of_a_position_have_its_values() {
    let (mut rng, mut solver) = (rng(7), Solver::new());
    let late = loop {
        let position = played(&mut rng, 9);
        let solution = solve(&mut solver, &position, FullBoard::Draw);
        let outcome = |wanted| solution.moves.iter().any(|found| found.value.outcome() == wanted);
        // One with something to distinguish.
        if outcome(Outcome::Win) && outcome(Outcome::Loss) && solution.moves.len() > 2 {
            break position;
        }
    };
    let mut images = 0;
    for symmetry in Symmetry::all() {
        compare_image(&mut solver, &late, symmetry);
        images += 1;
    }
    assert_eq!(images, 9_216);
}
