//! Properties of a solution: order, plies, tiles, endings, and lines that can be replayed.

use crate::common::positions::{RULES, played, rng, scattered};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::{
    Cell, Ending, FullBoard, Garden, MoveValue, Outcome, Player, Position, Solution, Solver, Value,
};
use hanamachi_solver::search::budget::Budget;

fn solve(solver: &mut Solver, position: &Position, rule: FullBoard) -> Solution {
    solver.solve(position, rule, &Budget::UNLIMITED).unwrap()
}

/// Whole gardens, and positions of every size that games reach and that they do not.
fn positions(seed: u64, gardens: usize, later: usize) -> Vec<Position> {
    let mut rng = rng(seed);
    let mut all: Vec<_> = (0..gardens).map(|_| Position::start(Garden::random(&mut rng))).collect();
    for tiles_left in (0..=15).cycle().take(16 * later) {
        all.push(played(&mut rng, tiles_left));
        all.push(scattered(&mut rng, tiles_left));
    }
    all
}

#[test]
fn a_move_is_worth_what_the_position_after_it_is_to_the_opponent() {
    let mut solver = Solver::new();
    for position in positions(1, 30, 20) {
        for rule in RULES {
            let solution = solve(&mut solver, &position, rule);
            for found in &solution.moves {
                let next = position.play(found.cell).unwrap();
                let after = solve(&mut solver, &next, rule);
                assert_eq!(found.value.score(), -after.value.score(), "{position} {}", found.cell);
                assert_eq!(found.value.outcome(), after.value.outcome().reversed());
                assert_eq!(found.value.tiles_left(), after.value.tiles_left());
                assert_eq!(found.value.plies_to_end(), after.value.plies_to_end() + 1);
                assert_eq!(found.ending, after.ending);
                assert_eq!(found.replies, next.moves().len());
                assert_eq!(found.line[0], found.cell);
                assert_eq!(found.line[1..], after.line);
            }
        }
    }
}

#[test]
fn moves_are_all_there_best_first() {
    let mut solver = Solver::new();
    for position in positions(2, 100, 40) {
        for rule in RULES {
            let solution = solve(&mut solver, &position, rule);
            assert_eq!((solution.position, solution.full_board), (position, rule));
            let before = |a: &MoveValue, b: &MoveValue| {
                let (one, other) = (a.value.score(), b.value.score());
                one > other || one == other && a.cell < b.cell
            };
            assert!(solution.moves.is_sorted_by(before), "{solution:?}");
            let mut cells: Vec<Cell> = solution.moves.iter().map(|found| found.cell).collect();
            cells.sort_unstable();
            assert_eq!(cells, position.moves().into_iter().collect::<Vec<_>>());
            match (position.end(), solution.moves.first()) {
                (None, Some(best)) => {
                    assert_eq!(solution.value, best.value);
                    assert_eq!(solution.ending, best.ending);
                    assert_eq!(solution.line, best.line);
                }
                (Some(end), None) => {
                    assert_eq!(solution.value.score(), end.score(position.side(), rule));
                    assert_eq!(solution.ending, end.ending);
                    assert_eq!(solution.value.plies_to_end(), 0);
                    assert!(solution.line.is_empty());
                }
                _ => panic!("{position} is over and has moves, or neither"),
            }
        }
    }
}

/// Plays `line` and compares the end with the announced result for the player to move in `position`.
fn replay(position: &Position, rule: FullBoard, value: Value, ending: Ending, line: &[Cell]) {
    assert_eq!(line.len(), value.plies_to_end());
    assert_eq!(value.plies_to_end(), position.tiles_left() - value.tiles_left());
    let mut at = *position;
    for &cell in line {
        assert_eq!(at.end(), None, "{position}: the line goes on after the end");
        at = at.play(cell).expect("the moves of a line are legal");
    }
    let end = at.end().expect("a line goes to the end");
    assert_eq!(end.ending, ending);
    assert_eq!(end.tiles_left, value.tiles_left());
    assert_eq!(end.score(position.side(), rule), value.score());
    let outcome = match end.winner(rule) {
        None => Outcome::Draw,
        Some(winner) if winner == position.side() => Outcome::Win,
        Some(_) => Outcome::Loss,
    };
    assert_eq!(outcome, value.outcome());
}

#[test]
fn every_line_ends_as_announced() {
    let mut solver = Solver::new();
    let mut endings = Vec::new();
    for position in positions(3, 300, 40) {
        for rule in RULES {
            let solution = solve(&mut solver, &position, rule);
            replay(&position, rule, solution.value, solution.ending, &solution.line);
            for found in &solution.moves {
                replay(&position, rule, found.value, found.ending, &found.line);
                endings.push(found.ending);
            }
        }
    }
    for ending in Ending::ALL {
        assert!(endings.contains(&ending), "no line ends with {ending}");
    }
}

#[test]
fn along_a_line_every_move_is_the_first_of_the_best() {
    let mut solver = Solver::new();
    for position in positions(4, 12, 6) {
        for rule in RULES {
            for found in solve(&mut solver, &position, rule).moves {
                let (first, rest) = found.line.split_first().unwrap();
                let mut at = position.play(*first).unwrap();
                let mut score = -found.value.score();
                for &cell in rest {
                    let here = solve(&mut solver, &at, rule);
                    assert_eq!(here.value.score(), score, "{position}: the line gives the value away");
                    let best = here.moves.iter().filter(|other| other.value.score() == score);
                    assert_eq!(best.map(|other| other.cell).min(), Some(cell));
                    at = at.play(cell).unwrap();
                    score = -score;
                }
            }
        }
    }
}

#[test]
fn the_verdict_is_the_outcome_of_the_solution() {
    let (mut rng, mut solver) = (rng(5), Solver::new());
    let mut outcomes = [0; 3];
    for _ in 0..300 {
        let start = Position::start(Garden::random(&mut rng));
        for rule in RULES {
            let verdict = solver.verdict(&start, rule, &Budget::UNLIMITED).unwrap();
            assert_eq!(verdict.outcome, solve(&mut solver, &start, rule).value.outcome(), "{start} {rule}");
            outcomes[verdict.outcome as usize] += 1;
        }
    }
    assert!(outcomes.iter().all(|&count| count > 0), "losses, draws and wins: {outcomes:?}");
}

/// `full=last` in whole gardens: a draw becomes a win of o without a tile, and nothing else changes.
#[test]
fn a_full_board_is_a_draw_or_a_win_of_o() {
    let mut solver = Solver::new();
    for position in positions(6, 100, 20) {
        let [draw, last] = RULES.map(|rule| solve(&mut solver, &position, rule));
        let win = if position.side() == Player::O { Score::new(1) } else { Score::new(-1) };
        let expected = |score| if score == Score::ZERO { win } else { score };
        assert_eq!(last.value.score(), expected(draw.value.score()));
        for found in &draw.moves {
            let same = last.moves.iter().find(|other| other.cell == found.cell).unwrap();
            assert_eq!(same.value.score(), expected(found.value.score()), "{position} {}", found.cell);
        }
    }
}
