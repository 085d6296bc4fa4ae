//! Words and signs for values and positions.

use hanamachi_solver::okiya::study::GradedGame;
use hanamachi_solver::okiya::{
    Cell, Ending, FullBoard, GameEnd, MoveValue, Outcome, Player, Position, Solution, Tile, Value,
};

pub(crate) use crate::frame::count;

/// Formats a value: `+4` is a win with 4 tiles left, `=` a draw, `-3` a loss with 3 tiles left.
pub fn sign(value: Value) -> String {
    match value.outcome() {
        Outcome::Win => format!("+{}", value.tiles_left()),
        Outcome::Draw => "=".to_owned(),
        Outcome::Loss => format!("-{}", value.tiles_left()),
    }
}

/// Formats a value with a word: `win +4`, `draw`, `loss -3`.
pub fn named(value: Value) -> String {
    match value.outcome() {
        Outcome::Draw => "draw".to_owned(),
        outcome => format!("{outcome} {}", sign(value)),
    }
}

/// Names a tile: `maple, rising sun`.
pub fn tile(tile: Tile) -> String {
    format!("{}, {}", tile.plant().name(), tile.symbol().name())
}

/// Returns the property that `next` shares with `previous`: `plant` or `symbol`.
pub fn shared(previous: Tile, next: Tile) -> &'static str {
    if previous.plant() == next.plant() { "plant" } else { "symbol" }
}

/// Names an ending for people.
pub fn ending(ending: Ending) -> &'static str {
    match ending.word() {
        "full_board" => "full board",
        word => word,
    }
}

fn by_ending(ending: Ending) -> &'static str {
    match ending.word() {
        "row" => "by a row",
        "column" => "by a column",
        "diagonal" => "by a diagonal",
        "square" => "by a square",
        "block" => "by a block",
        _ => "by the last token on a full board",
    }
}

/// Returns the result of a finished game, as a sentence.
pub fn end(end: &GameEnd, full_board: FullBoard) -> String {
    match end.winner(full_board) {
        Some(winner) => {
            format!("{winner} has won {} with {} left.", by_ending(end.ending), count(end.tiles_left, "tile"))
        }
        None => "nobody has won: the board is full without a four.".to_owned(),
    }
}

/// Returns the state of a graded game after its last move, as a sentence.
pub fn game_state(graded: &GradedGame) -> String {
    match (graded.game.end(), graded.resigned_to) {
        (Some(over), _) => end(&over, graded.full_board),
        (None, Some(winner)) => format!("{} has resigned: {winner} has won.", winner.opponent()),
        (None, None) => "The game is not over.".to_owned(),
    }
}

/// Returns the winner of `position` with this outcome, or `None` for a draw.
pub fn winner(position: &Position, outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Win => Some(position.side()),
        Outcome::Draw => None,
        Outcome::Loss => Some(position.side().opponent()),
    }
}

/// Returns the result of the line of a move in `position`: `o wins by a square`.
pub fn line_end(position: &Position, made: &MoveValue) -> String {
    match winner(position, made.value.outcome()) {
        Some(winner) => format!("{winner} wins {}", by_ending(made.ending)),
        None => "nobody wins".to_owned(),
    }
}

/// Describes a solved position in a sentence, with the number of plies to the end.
pub fn solution(solution: &Solution) -> String {
    sentence(solution, &format!("in {}", solution.value.plies_to_end()))
}

/// Like [`solution`], but with the number of the last move, for pages.
pub fn solution_by_move(solution: &Solution) -> String {
    let played = Cell::COUNT - solution.position.tiles_left();
    sentence(solution, &format!("on move {}", played + solution.value.plies_to_end()))
}

/// Describes a solved position in a sentence; `when` says when the winner wins.
fn sentence(solution: &Solution, when: &str) -> String {
    if let Some(over) = solution.position.end() {
        return format!("The game is over: {}", end(&over, solution.full_board));
    }
    let value = solution.value;
    let result = match winner(&solution.position, value.outcome()) {
        Some(winner) => format!(
            "{winner} wins {when} {} with {} left",
            by_ending(solution.ending),
            count(value.tiles_left(), "tile")
        ),
        None => format!(
            "With best play nobody wins: the board is full after {}",
            count(value.plies_to_end(), "more token")
        ),
    };
    format!("{result}; {}.", share(solution))
}

/// Counts the moves with the outcome of the best one, in words.
fn share(solution: &Solution) -> String {
    let kind = if solution.position.last().is_none() { "opening" } else { "move" };
    let outcome = solution.value.outcome();
    let all = solution.moves.len();
    let alike = solution.moves.iter().filter(|m| m.value.outcome() == outcome).count();
    let (one, many) = match outcome {
        Outcome::Win => ("wins", "win"),
        Outcome::Draw => ("draws", "draw"),
        Outcome::Loss => ("loses", "lose"),
    };
    let verb = if alike == 1 { one } else { many };
    match (alike, all) {
        (1, 1) => format!("the only {kind} {one}"),
        _ if alike == all => format!("all {all} {kind}s {many}"),
        _ => format!("{alike} of {all} {kind}s {verb}"),
    }
}

/// Returns the rule for a full board without a four, in words.
pub const fn rules_in_words(full_board: FullBoard) -> &'static str {
    match full_board {
        FullBoard::Draw => "a full board without a four is a draw.",
        FullBoard::Last => "on a full board without a four the player of the last token wins.",
    }
}

/// Returns the rules tag and the kind of the values, as a sentence.
pub fn standing(full_board: FullBoard) -> String {
    format!("Rules: {full_board}. Every value is proved.")
}
