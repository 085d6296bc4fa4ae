//! The solver against exhaustion: every line of play, no table, no window, no knowledge but the rules.

use crate::common::positions::{Memory, RULES, played, rng, scattered};
use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::{
    Cell, FullBoard, Garden, MoveValue, Outcome, Player, Position, Solution, Solver, oracle,
};
use hanamachi_solver::search::budget::Budget;

fn solve(solver: &mut Solver, position: &Position, rule: FullBoard) -> Solution {
    solver.solve(position, rule, &Budget::UNLIMITED).unwrap()
}

fn verdict(solver: &mut Solver, position: &Position, rule: FullBoard) -> Outcome {
    solver.verdict(position, rule, &Budget::UNLIMITED).unwrap().outcome
}

/// Value, verdict and the value of every move against the oracle.
fn compare(solver: &mut Solver, position: &Position) {
    for rule in RULES {
        let solution = solve(solver, position, rule);
        let score = oracle::score(position, rule);
        assert_eq!(solution.value.score(), score, "{position} {rule}");
        assert_eq!(verdict(solver, position, rule), Outcome::of_score(score), "{position} {rule}");
        let mut cells = 0;
        for found in &solution.moves {
            let next = position.play(found.cell).unwrap();
            let score = -oracle::score(&next, rule);
            assert_eq!(found.value.score(), score, "{position} {} {rule}", found.cell);
            cells += 1;
        }
        assert_eq!(cells, position.moves().len());
    }
}

#[test]
fn late_positions_of_games() {
    let (mut rng, mut solver) = (rng(1), Solver::new());
    for tiles_left in (0..=8).cycle().take(9 * 400) {
        compare(&mut solver, &played(&mut rng, tiles_left));
    }
}

#[test]
fn late_positions_that_no_game_reaches() {
    let (mut rng, mut solver) = (rng(2), Solver::new());
    let (mut over, mut both) = (0, 0);
    for tiles_left in (0..=8).cycle().take(9 * 400) {
        let position = scattered(&mut rng, tiles_left);
        over += usize::from(position.end().is_some());
        both += usize::from([Player::X, Player::O].into_iter().all(|player| has_row(&position, player)));
        compare(&mut solver, &position);
    }
    // The odd cases were there.
    assert!(over > 500 && both > 5, "{over} are over, in {both} both players have a row");
}

fn has_row(position: &Position, player: Player) -> bool {
    let tokens = position.tokens(player).bits();
    (0..4).any(|row| tokens >> (4 * row) & 0xf == 0xf)
}

#[test]
fn middle_positions() {
    let (mut rng, mut solver) = (rng(3), Solver::new());
    for tiles_left in (9..=11).cycle().take(3 * 40) {
        compare(&mut solver, &played(&mut rng, tiles_left));
        compare(&mut solver, &scattered(&mut rng, tiles_left));
    }
}

#[test]
fn early_positions() {
    let (mut rng, mut solver) = (rng(4), Solver::new());
    for tiles_left in [12, 12, 12, 12, 13, 13] {
        compare(&mut solver, &played(&mut rng, tiles_left));
    }
}

/// Every opening of whole gardens, and every reply to one of them. About nine million positions each.
#[test]
fn whole_gardens() {
    let (mut rng, mut solver) = (rng(5), Solver::new());
    let mut outcomes = [0; 3];
    for (opening, wanted) in [Outcome::Win, Outcome::Draw].into_iter().enumerate() {
        let start = loop {
            let start = Position::start(Garden::random(&mut rng));
            if verdict(&mut solver, &start, FullBoard::Draw) == wanted {
                break start;
            }
        };
        let mut memory = Memory::new();
        let scores = memory.scores(&start);
        assert!(memory.len() > 1_000_000, "a whole garden has more than {} positions", memory.len());
        for (rule, score) in RULES.into_iter().zip(scores) {
            let solution = solve(&mut solver, &start, rule);
            assert_eq!(solution.value.score(), score);
            assert_eq!(verdict(&mut solver, &start, rule), Outcome::of_score(score));
            outcomes[solution.value.outcome() as usize] += 1;
            let mut openings = compare_moves(&solution, &mut memory);
            assert_eq!(openings.len(), 12);
            let reply = solve(&mut solver, &start.play(openings.remove(opening)).unwrap(), rule);
            assert_eq!(compare_moves(&reply, &mut memory).len(), 6);
        }
    }
    // The draw is a loss under the other rule.
    assert_eq!(outcomes, [1, 1, 2], "losses, draws and wins");
}

/// The values of all moves against those remembered; returns their cells.
fn compare_moves(solution: &Solution, memory: &mut Memory) -> Vec<Cell> {
    let rule = RULES.iter().position(|&rule| rule == solution.full_board).unwrap();
    let compare = |found: &MoveValue| {
        let expected = -memory.scores(&solution.position.play(found.cell).unwrap())[rule];
        assert_eq!(found.value.score(), expected, "{} {}", solution.position, found.cell);
        let tiles_left = usize::from(expected.get().unsigned_abs()).saturating_sub(1);
        assert_eq!(found.value.tiles_left(), tiles_left);
        assert_eq!(found.value.outcome(), Outcome::of_score(expected));
        found.cell
    };
    solution.moves.iter().map(compare).collect()
}

/// The solver derives the values under `full=last` from those under `full=draw`; the oracle exhausts each rule
/// on its own.
#[test]
fn the_two_rules_differ_only_where_the_board_fills_up() {
    let (mut rng, mut solver) = (rng(6), Solver::new());
    let mut draws = 0;
    for tiles_left in (0..=9).cycle().take(10 * 100) {
        let position = played(&mut rng, tiles_left);
        let [draw, last] = RULES.map(|rule| oracle::score(&position, rule));
        let [solved_draw, solved_last] = RULES.map(|rule| solve(&mut solver, &position, rule).value.score());
        assert_eq!((solved_draw, solved_last), (draw, last), "{position}");
        if draw == Score::ZERO {
            // The sixteenth token is o's.
            let win = Score::new(1);
            assert_eq!(last, if position.side() == Player::O { win } else { -win }, "{position}");
            draws += 1;
        } else {
            assert_eq!(draw, last, "{position}");
        }
    }
    assert!(draws > 100, "{draws} draws");
}
