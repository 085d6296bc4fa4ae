//! The text of solutions for people.

use std::fmt::Write;

use hanamachi_solver::okiya::objects::{AmongAll, Detail, Rarity};
use hanamachi_solver::okiya::{Cell, FullBoard, Position, Solution, Verdict};

use super::{picture, words};
use crate::okiya::rarity;

/// Formats a solution on one line: the position, its value, its ending and best play.
pub fn line(solution: &Solution) -> String {
    let value = solution.value;
    format!(
        "{}  {} {} {}  {}",
        solution.position,
        words::named(value),
        value.plies_to_end(),
        solution.ending,
        names(&solution.line).join(" ")
    )
    .trim_end()
    .to_owned()
}

/// What a census knows of a position: its outcome alone.
pub fn verdict_page(position: &Position, full_board: FullBoard, verdict: Verdict) -> String {
    let result = match words::winner(position, verdict.outcome) {
        Some(winner) => format!("{winner} wins."),
        None => "Nobody wins: a draw.".to_owned(),
    };
    let style = words::outcome_style(verdict.outcome);
    let result = words::paint(style, result);
    let mut text = format!("{result}\n{} to move. Rules: {full_board}. Proved.", position.side());
    if let Some(all) = AmongAll::for_position(position, verdict.outcome, full_board) {
        let _ = write!(text, "\nAmong all gardens: {}", rarity::among_all(&all));
    }
    text
}

/// Returns the page of a solution.
pub fn page(solution: &Solution, detail: Detail) -> String {
    let mut text = picture::with_values(solution);
    text += "\n\n";
    if !solution.moves.is_empty() {
        text += &move_table(solution, detail);
        text += "\nBest play\n";
        text += &best_play(&solution.position, &solution.line);
        text.push('\n');
    }
    text += &words::paint(words::BOLD, words::solution(solution));
    text.push('\n');
    text += &words::standing(solution.full_board);
    if let Some(all) =
        AmongAll::for_position(&solution.position, solution.value.outcome(), solution.full_board)
    {
        let _ = write!(text, "\nAmong all gardens: {}", rarity::among_all(&all));
    }
    if let Some(rarity) = Rarity::from_solution(solution) {
        let _ = write!(text, "\nRarity: {}", rarity::sentence(&rarity));
    }
    text
}

fn move_table(solution: &Solution, detail: Detail) -> String {
    let mut text =
        words::paint(words::BOLD, "move  tile  outcome  tokens to end  tiles left  ending      replies");
    text.push('\n');
    for m in &solution.moves {
        let outcome = format!("{:<4} {:<2}", m.value.outcome().word(), words::sign(m.value));
        let _ = write!(
            text,
            " {}    {}   {}  {:>13}  {:>10}  {:<10}  {:>7}",
            m.cell,
            solution.position.garden().tile(m.cell),
            words::paint(words::outcome_style(m.value.outcome()), outcome),
            m.value.plies_to_end(),
            m.value.tiles_left(),
            m.ending.word(),
            m.replies
        );
        if detail == Detail::Lines {
            let _ = write!(text, "  {}", names(&m.line).join(" "));
        }
        text.push('\n');
    }
    text
}

/// Lists a line of play, one numbered move a line, with the tile taken and the property that it shares with the
/// previous tile.
fn best_play(position: &Position, line: &[Cell]) -> String {
    let mut text = String::new();
    let mut position = *position;
    for &cell in line {
        let tile = position.garden().tile(cell);
        let ply = 17 - position.tiles_left();
        let _ = write!(text, "{ply:>3}. {}  {cell}  {tile}  {:<20}", position.side(), words::tile(tile));
        if let Some(last) = position.last() {
            let _ = write!(text, "  same {}", words::shared(position.garden().tile(last), tile));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        // Lines of the solver are legal; an illegal one would be cut short.
        let Ok(next) = position.play(cell) else { break };
        position = next;
    }
    text
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}
