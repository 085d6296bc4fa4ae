//! Comparison of solving side by side with solving one by one.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::*;
use crate::garden::Garden;
use hanamachi_core::search::budget::CancelToken;

/// Positions after this many random moves, or fewer if the game ends; each has its own garden.
fn positions(count: usize, moves: usize, seed: u64) -> Vec<Position> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let position = |_| {
        let mut position = Position::start(Garden::random(&mut rng));
        for _ in 0..moves {
            let legal: Vec<Cell> = position.moves().into_iter().collect();
            if !legal.is_empty() {
                position = position.play_unchecked(legal[rng.random_range(0..legal.len())]);
            }
        }
        position
    };
    (0..count).map(position).collect()
}

#[test]
fn many_positions_have_the_solutions_that_each_of_them_has() {
    let mut solver = Solver::new();
    for moves in 0..=12 {
        for full_board in [FullBoard::Draw, FullBoard::Last] {
            let positions = positions(if moves < 3 { 12 } else { 60 }, moves, 40 + moves as u64);
            let many = solve_many(&positions, full_board, &Budget::UNLIMITED).unwrap();
            assert_eq!(many.len(), positions.len());
            for (position, found) in positions.iter().zip(many) {
                let one = solver.solve(position, full_board, &Budget::UNLIMITED).unwrap();
                assert_eq!(found, Solution { nodes: found.nodes, method: found.method, ..one });
            }
        }
    }
}

#[test]
fn many_positions_have_the_verdicts_that_each_of_them_has() {
    let mut solver = Solver::new();
    for moves in 0..=12 {
        for full_board in [FullBoard::Draw, FullBoard::Last] {
            let positions = positions(60, moves, 70 + moves as u64);
            let many = verdicts_of_many(&positions, full_board, &Budget::UNLIMITED).unwrap();
            let one = |position| solver.verdict(position, full_board, &Budget::UNLIMITED).unwrap().outcome;
            let outcomes: Vec<Outcome> = many.iter().map(|verdict| verdict.outcome).collect();
            assert_eq!(outcomes, positions.iter().map(one).collect::<Vec<_>>());
        }
    }
}

#[test]
fn nodes_depend_on_the_position_alone() {
    let positions = positions(40, 1, 5);
    let all = solve_many(&positions, FullBoard::Draw, &Budget::UNLIMITED).unwrap();
    for (position, found) in positions.iter().zip(all) {
        let alone = solve_many(&[*position], FullBoard::Draw, &Budget::UNLIMITED).unwrap();
        assert_eq!(alone, [found]);
    }
}

#[test]
fn limits_end_the_search() {
    let positions = positions(20, 0, 6);
    let few = Budget { nodes: Some(10), cancel: None };
    assert_eq!(solve_many(&positions, FullBoard::Draw, &few), Err(Stop::Nodes));
    let cancel = CancelToken::new();
    cancel.cancel(Stop::Time);
    let stopped = Budget { nodes: None, cancel: Some(&cancel) };
    assert_eq!(solve_many(&positions, FullBoard::Draw, &stopped), Err(Stop::Time));
    assert_eq!(verdicts_of_many(&positions, FullBoard::Draw, &stopped), Err(Stop::Time));
}
