//! Studies of gardens: their statements about moves, verified in other ways.

use std::collections::BTreeSet;

use hanamachi_solver::okiya::study::{Choice, GardenStudy, GradedGame, Keeping, Mark, Trap, alike};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, Garden, Outcome, Position, Solution, Solver, Symmetry};
use hanamachi_solver::search::budget::Budget;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

const RULES: [FullBoard; 2] = [FullBoard::Draw, FullBoard::Last];

fn study(garden: &Garden, full_board: FullBoard) -> GardenStudy {
    GardenStudy::solve(garden, full_board, &mut Solver::new(), &Budget::UNLIMITED).unwrap()
}

fn gardens(seed: u64, count: usize) -> Vec<Garden> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut gardens: Vec<Garden> = (0..count).map(|_| Garden::random(&mut rng)).collect();
    gardens.push(Garden::sorted());
    gardens
}

/// Whether `cell` keeps the outcome of a position, according to the search for outcomes alone.
fn keeps(position: &Position, cell: Cell, full_board: FullBoard) -> bool {
    let verdict = |position: &Position| {
        Solver::new().verdict(position, full_board, &Budget::UNLIMITED).unwrap().outcome
    };
    verdict(&position.play(cell).unwrap()).reversed() == verdict(position)
}

#[test]
fn there_are_85_positions_and_the_values_of_a_ply_are_those_of_the_next() {
    for (garden, full_board) in gardens(1, 2).iter().flat_map(|garden| RULES.map(|rule| (garden, rule))) {
        let study = study(garden, full_board);
        let positions: Vec<_> = study.positions().collect();
        assert_eq!(
            [0, 1, 2].map(|ply| positions.iter().filter(|at| at.moves.len() == ply).count()),
            [1, 12, 72]
        );
        for at in &positions {
            let replayed = at
                .moves
                .iter()
                .try_fold(Position::start(*garden), |position, &cell| position.play(cell))
                .unwrap();
            assert_eq!(at.solution.position, replayed);
        }
        for opening in &study.openings {
            assert_eq!(opening.opening.value.score(), -opening.replies.value.score());
            for (reply, answers) in opening.replies.moves.iter().zip(&opening.answers) {
                assert_eq!(reply.value.score(), -answers.value.score());
            }
        }
    }
}

#[test]
fn only_moves_are_those_whose_outcome_nothing_else_reaches() {
    for full_board in RULES {
        let garden = &gardens(2, 0)[0];
        let study = study(garden, full_board);
        let found: BTreeSet<Vec<Cell>> = study
            .only_moves()
            .map(|(at, only)| at.moves.iter().copied().chain([only.cell]).collect())
            .collect();
        let mut expected = BTreeSet::new();
        for at in study.positions() {
            let position = &at.solution.position;
            let kept: Vec<Cell> =
                position.moves().into_iter().filter(|&cell| keeps(position, cell, full_board)).collect();
            if let ([only], true) = (kept.as_slice(), position.moves().len() > 1) {
                expected.insert(at.moves.iter().copied().chain([*only]).collect::<Vec<_>>());
            }
        }
        assert_eq!(found, expected);
    }
}

/// By the definition, not by the search method.
fn is_trap(solution: &Solution, bad: Cell) -> Option<BTreeSet<Cell>> {
    let position = &solution.position;
    let garden = position.garden();
    let kind = |cell: Cell| {
        let at_rim = |index: usize| index == 0 || index == 3;
        usize::from(at_rim(cell.row())) + usize::from(at_rim(cell.column()))
    };
    let replies = |cell: Cell| position.play(cell).unwrap().moves().len();
    let value = |cell: Cell| solution.moves.iter().find(|of| of.cell == cell).unwrap().value.outcome();
    let twins = position.moves().into_iter().filter(|&good| {
        let (one, other) = (garden.tile(bad), garden.tile(good));
        good != bad
            && (one.plant() == other.plant() || one.symbol() == other.symbol())
            && kind(good) == kind(bad)
            && replies(good) == replies(bad)
            && replies(bad) != 0
            && value(good) == solution.value.outcome()
    });
    let twins: BTreeSet<Cell> = twins.collect();
    (value(bad) != solution.value.outcome() && !twins.is_empty()).then_some(twins)
}

#[test]
fn traps_are_what_the_definition_says() {
    let mut seen = 0;
    for (garden, full_board) in gardens(3, 2).iter().flat_map(|garden| RULES.map(|rule| (garden, rule))) {
        for at in study(garden, full_board).positions() {
            let traps: Vec<Trap<'_>> = Trap::all(at.solution).collect();
            for of in &at.solution.moves {
                let found = traps.iter().find(|trap| trap.bad.cell == of.cell);
                let expected = is_trap(at.solution, of.cell);
                assert_eq!(found.is_some(), expected.is_some(), "{:?} {}", at.moves, of.cell);
                if let (Some(trap), Some(twins)) = (found, expected) {
                    assert!(twins.contains(&trap.good.cell));
                    assert!(trap.bad.value.outcome() < trap.good.value.outcome());
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 20, "{seen} traps are too few");
}

#[test]
fn symmetries_carry_traps_and_only_moves_along() {
    let garden = gardens(4, 1)[0];
    let symmetries: Vec<Symmetry> = Symmetry::all().step_by(1801).collect();
    let bad = |study: &GardenStudy, symmetry: Symmetry| -> BTreeSet<Vec<Cell>> {
        let paths = study.traps().map(|(at, trap)| [at.moves, vec![trap.bad.cell]].concat());
        paths.map(|path| path.into_iter().map(|cell| symmetry.cell(cell)).collect()).collect()
    };
    let only = |study: &GardenStudy, symmetry: Symmetry| -> BTreeSet<Vec<Cell>> {
        let paths = study.only_moves().map(|(at, only)| [at.moves, vec![only.cell]].concat());
        paths.map(|path| path.into_iter().map(|cell| symmetry.cell(cell)).collect()).collect()
    };
    let here = study(&garden, FullBoard::Draw);
    for symmetry in symmetries {
        let there = study(&symmetry.garden(&garden), FullBoard::Draw);
        assert_eq!(bad(&here, symmetry), bad(&there, Symmetry::IDENTITY));
        assert_eq!(only(&here, symmetry), only(&there, Symmetry::IDENTITY));
    }
}

#[test]
fn every_move_keeps_one_thing_and_likeness_is_mutual() {
    for (garden, full_board) in gardens(5, 1).iter().flat_map(|garden| RULES.map(|rule| (garden, rule))) {
        for at in study(garden, full_board).positions() {
            let solution = at.solution;
            let counts = Keeping::ALL.map(|keeping| solution.moves_keeping(keeping).count());
            assert_eq!(counts.iter().sum::<usize>(), solution.moves.len());
            assert!(counts[0] > 0, "some move is a best one");
            if solution.value.outcome() == Outcome::Loss {
                assert_eq!(counts[2], 0, "nothing is worse than a loss");
            }
            for (one, other) in solution.moves.iter().flat_map(|a| solution.moves.iter().map(move |b| (a, b)))
            {
                assert_eq!(alike(garden, one, other), alike(garden, other, one));
                assert!(one.cell != other.cell || !alike(garden, one, other), "no move is its own twin");
            }
        }
    }
}

/// Every reply of the line is a best one by the search for outcomes alone, and its end has the value of the mistake.
#[test]
fn a_refutation_is_best_play_after_a_mistake() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    let mut mistakes = 0;
    for (garden, full_board) in gardens(4, 3).iter().flat_map(|garden| RULES.map(|rule| (garden, rule))) {
        let mut position = Position::start(*garden);
        let mut cells = Vec::new();
        while position.end().is_none() {
            let moves: Vec<Cell> = position.moves().into_iter().collect();
            let cell = *moves.choose(&mut rng).unwrap();
            position = position.play(cell).unwrap();
            cells.push(cell);
        }
        let game = Game::from_moves(*garden, cells).unwrap();
        let graded =
            GradedGame::solve(&game, None, full_board, &mut Solver::new(), &Budget::UNLIMITED).unwrap();
        for played in &graded.moves {
            let Some(line) = played.refutation() else {
                assert_ne!(played.mark(), Some(Mark::Mistake));
                continue;
            };
            mistakes += 1;
            assert!(!keeps(&played.solution.position, played.cell, full_board));
            let mut position = played.solution.position.play(played.cell).unwrap();
            for &cell in line {
                assert!(keeps(&position, cell, full_board), "{cell} in {line:?}");
                position = position.play(cell).unwrap();
            }
            let score = position.end().unwrap().score(played.player(), full_board);
            assert_eq!(score, played.value_after().score());
        }
    }
    assert!(mistakes > 10, "{mistakes}");
}
