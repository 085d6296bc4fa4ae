//! Exercises: positions with a proved answer.

use std::collections::BTreeMap;
use std::time::Duration;

use hanamachi_solver::okiya::study::Choice;
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Outcome, Player, Solution, Solver, Wish};
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::search::parallel::Streams;
use hanamachi_solver::search::strength::Strength;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

use super::text::AskedPosition;
use super::text::Full;
use super::{second_wins, wished};
use crate::fault::Fault;
use crate::host::{Host, Work};
use crate::method::{Answer, Solvers};
use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::objects::{Detail, PositionObject, SolutionObject};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PuzzleParams {
    exercise: GardenExercise,
    seed: u64,
    #[serde(default)]
    index: u64,
    full: Option<Full>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum GardenExercise {
    WinningOpening,
    OnlyMove,
    FirstOrSecond,
    CannotWin,
}

/// `board.puzzle/1`: a question with its answer.
#[derive(Serialize)]
struct PuzzleObject {
    schema: &'static str,
    engine: &'static str,
    exercise: GardenExercise,
    seed: u64,
    index: u64,
    game: &'static str,
    text: String,
    address: Option<String>,
    question: PositionObject,
    answers: Vec<String>,
    /// Credit for each answer, 0 to 1.
    grades: BTreeMap<String, f64>,
    solution: SolutionObject,
    kind: Strength,
}

/// Number of exercises that one seed can name.
pub(crate) const MOST_EXERCISES: u64 = 1_000_000;

/// The random stream of an exercise.
pub(crate) fn stream(seed: u64, index: u64) -> Result<Xoshiro256PlusPlus, Fault> {
    if index >= MOST_EXERCISES {
        let message = format!("the exercises of a seed are counted from 0 to {}", MOST_EXERCISES - 1);
        return Err(Fault::parameter("index", message));
    }
    // Cheaper than a jump for each exercise; the golden ratio spreads neighbouring indices.
    Ok(Streams::new(seed ^ index.wrapping_mul(0x9e37_79b9_7f4a_7c15)).first())
}

/// Generates positions until one makes an exercise.
pub(crate) fn puzzle(solvers: &Solvers, params: PuzzleParams, host: &dyn Host) -> Result<Answer, Fault> {
    let PuzzleParams { exercise, seed, index, full } = params;
    let full_board = full.map(FullBoard::from).unwrap_or_default();
    let mut generator = stream(seed, index)?;
    let work = Work::new(host, "positions", None, host.limits().time);
    let started = host.elapsed();
    let (game, solution) = solvers.with(|solver| {
        let mut search = PuzzleSearch { solver, full_board, work: &work, generator: &mut generator };
        match exercise {
            GardenExercise::WinningOpening => search.winning_opening(),
            GardenExercise::OnlyMove => search.only_move(),
            GardenExercise::FirstOrSecond => search.first_or_second(),
            GardenExercise::CannotWin => search.cannot_win(),
        }
    })?;
    let elapsed = host.elapsed().saturating_sub(started);
    Ok(Answer::new(&object(&params, &game, &solution, full_board, elapsed)))
}

struct PuzzleSearch<'a> {
    solver: &'a mut Solver,
    full_board: FullBoard,
    work: &'a Work<'a>,
    generator: &'a mut Xoshiro256PlusPlus,
}

/// A game that leads to the question, with the solution of its last position.
type Question = (Game, Solution);

impl PuzzleSearch<'_> {
    fn solve(&mut self, game: Game) -> Result<Question, Fault> {
        use hanamachi_solver::search::budget::Progress as _;
        self.work.check()?;
        let budget = Budget { nodes: None, cancel: Some(self.work.cancel()) };
        let solution = self.solver.solve(&game.position(), self.full_board, &budget)?;
        self.work.advance(1);
        Ok((game, solution))
    }

    /// A garden with exactly one winning opening out of twelve.
    fn winning_opening(&mut self) -> Result<Question, Fault> {
        if self.full_board == FullBoard::Draw {
            let wish = Wish::new(Player::X, Some(1)).expect("one of twelve openings may win");
            let generator = &mut *self.generator;
            let mut gardens = std::iter::repeat_with(|| Garden::random(generator));
            let (_, garden) = wished(&mut gardens, wish, self.work)?;
            return self.solve(Game::new(garden));
        }
        // A wish assumes that a full board is a draw.
        loop {
            let garden = Garden::random(self.generator);
            let (game, solution) = self.solve(Game::new(garden))?;
            let winning = solution.moves.iter().filter(|of| of.value.outcome() == Outcome::Win).count();
            if winning == 1 {
                return Ok((game, solution));
            }
        }
    }

    /// A position in the middle of a game with at least three moves, exactly one of which keeps the outcome.
    fn only_move(&mut self) -> Result<Question, Fault> {
        loop {
            let plies = self.generator.random_range(2..=8);
            let game = self.play(plies)?;
            if game.end().is_some() {
                continue;
            }
            let (game, solution) = self.solve(game)?;
            if solution.moves.len() >= 3 && solution.only_move().is_some() {
                return Ok((game, solution));
            }
        }
    }

    /// A position after a few moves; each result is equally frequent, whoever is to move.
    fn first_or_second(&mut self) -> Result<Question, Fault> {
        let winner = [Some(Player::X), Some(Player::O), None][self.generator.random_range(0..3)];
        let first = self.generator.random_range(1..=2);
        loop {
            let plies = first + 2 * self.generator.random_range(0..=1);
            let game = self.play(plies)?;
            if game.end().is_some() {
                continue;
            }
            let (game, solution) = self.solve(game)?;
            if winner_of(&solution) == winner {
                return Ok((game, solution));
            }
        }
    }

    /// A garden that o wins, after an opening that leaves some winning replies and some others.
    fn cannot_win(&mut self) -> Result<Question, Fault> {
        loop {
            let garden = second_wins::random(self.generator);
            let (_, start) = self.solve(Game::new(garden))?;
            let mut questions = Vec::new();
            for opening in &start.moves {
                let mut game = Game::new(garden);
                game.play(opening.cell).expect("a move of the solution");
                let (game, solution) = self.solve(game)?;
                if solution.moves.iter().any(|of| of.value.outcome() != Outcome::Win) {
                    questions.push((game, solution));
                }
            }
            if !questions.is_empty() {
                return Ok(questions.swap_remove(self.generator.random_range(0..questions.len())));
            }
        }
    }

    /// Plays this many moves in a random garden, half of them best ones.
    fn play(&mut self, plies: usize) -> Result<Game, Fault> {
        let mut game = Game::new(Garden::random(self.generator));
        for _ in 0..plies {
            if game.end().is_some() {
                break;
            }
            let (_, solution) = self.solve(game.clone())?;
            let cell = solution.choose(0.5, self.generator).expect("the game goes on").cell;
            game.play(cell).expect("a move of the solution");
        }
        Ok(game)
    }
}

/// Winner with best play.
fn winner_of(solution: &Solution) -> Option<Player> {
    let side = solution.position.side();
    match solution.value.outcome() {
        Outcome::Win => Some(side),
        Outcome::Draw => None,
        Outcome::Loss => Some(side.opponent()),
    }
}

fn object(
    params: &PuzzleParams,
    game: &Game,
    solution: &Solution,
    full_board: FullBoard,
    elapsed: Duration,
) -> PuzzleObject {
    let grade = |is_right: bool| if is_right { 1.0 } else { 0.0 };
    let grades: BTreeMap<String, f64> = match params.exercise {
        GardenExercise::WinningOpening | GardenExercise::OnlyMove | GardenExercise::CannotWin => {
            let kept = |outcome| grade(outcome == solution.value.outcome());
            solution.moves.iter().map(|of| (of.cell.to_string(), kept(of.value.outcome()))).collect()
        }
        GardenExercise::FirstOrSecond => {
            let right = winner_of(solution).map_or("draw".to_owned(), |winner| winner.letter().to_string());
            ["x", "o", "draw"].into_iter().map(|word| (word.to_owned(), grade(word == right))).collect()
        }
    };
    let asked = AskedPosition::read(&game.to_string(), params.full).expect("a game reads back");
    PuzzleObject {
        schema: "board.puzzle/1",
        engine: ENGINE,
        exercise: params.exercise,
        seed: params.seed,
        index: params.index,
        game: "okiya",
        text: asked.text(),
        address: asked.address(),
        question: PositionObject::new(&solution.position, full_board),
        answers: grades.iter().filter(|&(_, &grade)| grade > 0.5).map(|(answer, _)| answer.clone()).collect(),
        grades,
        solution: SolutionObject::of_solution(solution, "solve", Detail::Lines, elapsed),
        kind: Strength::Proved,
    }
}
