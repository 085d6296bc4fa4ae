//! The garden drawn as a board.
//!
//! ```text
//!       a      b      c      d
//!    ┌──────┬──────┬──────┬──────┐
//!  1 │  MS  │  CT  │  IR  │  x   │     a tile with its value or name below,
//!    │  +4  │      │  -3  │ (PB) │     a token with the tile that it replaced,
//!    ├──────┼──────┼──────┼──────┤
//!  2 │  …   │ [o]  │             and the last token in brackets
//! ```

use std::fmt::Write;

use anstyle::Style;
use hanamachi_solver::okiya::{Cell, CellSet, Player, Position, Solution};

use super::words::{BOLD, DIM, outcome_style, paint, sign};

/// Label below a tile: at most four characters, with a style.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Label {
    text: String,
    style: Style,
}

/// Draws the board with the value of each legal move below its tile.
pub fn with_values(solution: &Solution) -> String {
    let label = |cell| {
        let found = solution.moves.iter().find(|m| m.cell == cell)?;
        Some(Label { text: sign(found.value), style: outcome_style(found.value.outcome()) })
    };
    draw(&solution.position, label)
}

/// Draws the board with the name of each cell in `cells` below its tile.
pub fn with_names(position: &Position, cells: CellSet) -> String {
    draw(position, |cell| cells.contains(cell).then(|| Label { text: cell.to_string(), style: BOLD }))
}

fn draw(position: &Position, label: impl Fn(Cell) -> Option<Label>) -> String {
    let mut text = String::from("      a      b      c      d\n");
    let cells: Vec<Cell> = Cell::all().collect();
    for (row, cells) in cells.chunks(4).enumerate() {
        text += if row == 0 {
            "   ┌──────┬──────┬──────┬──────┐\n"
        } else {
            "   ├──────┼──────┼──────┼──────┤\n"
        };
        let _ = write!(text, " {} │", row + 1);
        for &cell in cells {
            let _ = write!(text, "{}│", upper(position, cell));
        }
        text += "\n   │";
        for &cell in cells {
            let _ = write!(text, "{}│", lower(position, cell, label(cell)));
        }
        text.push('\n');
    }
    text + "   └──────┴──────┴──────┴──────┘"
}

fn upper(position: &Position, cell: Cell) -> String {
    let token = [Player::X, Player::O].into_iter().find(|&player| position.tokens(player).contains(cell));
    match token {
        None => format!("  {}  ", position.garden().tile(cell)),
        Some(player) if position.last() == Some(cell) => paint(BOLD, format_args!(" [{player}]  ")),
        Some(player) => paint(BOLD, format_args!("  {player}   ")),
    }
}

fn lower(position: &Position, cell: Cell, label: Option<Label>) -> String {
    if !position.free().contains(cell) {
        return paint(DIM, format_args!(" ({}) ", position.garden().tile(cell)));
    }
    match label {
        None => " ".repeat(6),
        // The sign is one column left of the tile's first letter, so that numbers line up with tiles.
        Some(Label { text, style }) => paint(style, format_args!("  {text:<4}")),
    }
}
