//! Values and positions in words, signs and colours.

use anstyle::{AnsiColor, Style};
use hanamachi_solver::okiya::study::GradedGame;
use hanamachi_solver::okiya::{
    Cell, Ending, FullBoard, GameEnd, Outcome, Player, Position, Solution, Tile, Value,
};

pub(crate) use crate::style::{BOLD, DIM, count, paint};

/// The colour of an outcome. A sign or a word always stands beside it.
pub(crate) const fn outcome_style(outcome: Outcome) -> Style {
    let style = Style::new().bold();
    match outcome {
        Outcome::Win => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))),
        Outcome::Draw => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))),
        Outcome::Loss => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))),
    }
}

/// A value by sign and number: `+4` is a win with 4 tiles left, `=` a draw, `-3` a loss with 3 tiles left.
pub(crate) fn sign(value: Value) -> String {
    match value.outcome() {
        Outcome::Win => format!("+{}", value.tiles_left()),
        Outcome::Draw => "=".to_owned(),
        Outcome::Loss => format!("-{}", value.tiles_left()),
    }
}

/// A value in words: `win +4`, `draw`, `loss -3`.
pub(crate) fn named(value: Value) -> String {
    match value.outcome() {
        Outcome::Draw => "draw".to_owned(),
        outcome => format!("{outcome} {}", sign(value)),
    }
}

/// `maple, rising sun`.
pub(crate) fn tile(tile: Tile) -> String {
    format!("{}, {}", tile.plant().name(), tile.symbol().name())
}

/// Property that `next` shares with `previous`: `plant` or `symbol`.
pub(crate) fn shared(previous: Tile, next: Tile) -> &'static str {
    if previous.plant() == next.plant() { "plant" } else { "symbol" }
}

/// An ending as a person names it.
pub(crate) fn ending(ending: Ending) -> &'static str {
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

/// A finished game in a sentence.
pub(crate) fn end(end: &GameEnd, full_board: FullBoard) -> String {
    match end.winner(full_board) {
        Some(winner) => {
            format!("{winner} has won {} with {} left.", by_ending(end.ending), count(end.tiles_left, "tile"))
        }
        None => "nobody has won: the board is full without a four.".to_owned(),
    }
}

/// State of a graded game after its last move.
pub(crate) fn game_state(graded: &GradedGame) -> String {
    match (graded.game.end(), graded.resigned_to) {
        (Some(over), _) => end(&over, graded.full_board),
        (None, Some(winner)) => format!("{} has resigned: {winner} has won.", winner.opponent()),
        (None, None) => "The game is not over.".to_owned(),
    }
}

/// Winner of `position` with this value, or `None` for a draw.
pub(crate) fn winner(position: &Position, outcome: Outcome) -> Option<Player> {
    match outcome {
        Outcome::Win => Some(position.side()),
        Outcome::Draw => None,
        Outcome::Loss => Some(position.side().opponent()),
    }
}

/// A solved position in a sentence.
pub(crate) fn solution(solution: &Solution) -> String {
    sentence(solution, &format!("in {}", solution.value.plies_to_end()))
}

/// The same for readers of a page: it says with which move the game ends.
pub(crate) fn solution_by_move(solution: &Solution) -> String {
    let played = Cell::COUNT - solution.position.tiles_left();
    sentence(solution, &format!("on move {}", played + solution.value.plies_to_end()))
}

/// A solved position whose winner wins `when`.
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

/// Number of moves as good as the best one.
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

/// Rule for a full board without a four, in words.
pub(crate) const fn rules_in_words(full_board: FullBoard) -> &'static str {
    match full_board {
        FullBoard::Draw => "a full board without a four is a draw.",
        FullBoard::Last => "on a full board without a four the player of the last token wins.",
    }
}

/// The rules tag and how strong the answer is.
pub(crate) fn standing(full_board: FullBoard) -> String {
    format!("Rules: {full_board}. Every value is proved.")
}
