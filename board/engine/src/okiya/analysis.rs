//! The full analysis of one position.

use std::collections::BTreeMap;
use std::time::Duration;

use hanamachi_solver::okiya::{Cell, FullBoard, Player, Position};
use hanamachi_solver::search::budget::Budget;
use serde::{Deserialize, Serialize};

use super::full_flag;
use super::text::AskedPosition;
use super::text::Full;
use crate::fault::Fault;
use crate::host::Host;
use crate::method::{Answer, Solvers};
use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::objects::{Detail, PositionObject, SolutionObject};
use hanamachi_solver::text::shell_word;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PositionParams {
    position: String,
    full: Option<Full>,
}

/// `board.okiya/1`: a position, the value of every move, and the lines that show it.
#[derive(Serialize)]
struct BoardObject {
    schema: &'static str,
    engine: &'static str,
    text: String,
    address: Option<String>,
    moves: Option<Vec<String>>,
    position: PositionObject,
    /// `null` when the game is over.
    solution: Option<SolutionObject>,
    /// The end of the game along the line of each legal move.
    ends: BTreeMap<String, EndObject>,
    /// The end of the game, if it is over.
    end: Option<EndObject>,
}

/// The end of a game, with the cells that show it.
#[derive(Serialize)]
struct EndObject {
    ending: &'static str,
    winner: Option<char>,
    tiles_left: usize,
    /// The cells of the four; empty for a block or a full board.
    cells: Vec<String>,
    /// Cell of the last token.
    last: Option<String>,
    /// The player who would move next.
    side: char,
}

impl EndObject {
    /// `None` for a position in which the game goes on.
    fn from_position(position: &Position, full_board: FullBoard) -> Option<Self> {
        let end = position.end()?;
        let four = position.four();
        let cells = four.iter().flat_map(|four| four.cells).map(|cell| cell.to_string());
        Some(Self {
            ending: end.ending.word(),
            winner: end.winner(full_board).map(Player::letter),
            tiles_left: end.tiles_left,
            cells: cells.collect(),
            last: position.last().map(|cell| cell.to_string()),
            side: position.side().letter(),
        })
    }

    /// The end after these moves, which are legal.
    fn after_line(position: &Position, line: &[Cell], full_board: FullBoard) -> Option<Self> {
        let played = line.iter().try_fold(*position, |position, &cell| position.play(cell));
        Self::from_position(&played.ok()?, full_board)
    }
}

/// Solves a position and each of its moves.
pub(crate) fn position(solvers: &Solvers, params: PositionParams, host: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.position, params.full)?;
    let (position, full_board) = (&asked.position, asked.full_board);
    let started = host.elapsed();
    let solution = if position.end().is_none() {
        let budget = Budget { nodes: None, cancel: Some(host.cancel()) };
        Some(solvers.with(|solver| solver.solve(position, full_board, &budget))?)
    } else {
        None
    };
    let elapsed: Duration = host.elapsed().saturating_sub(started);
    let ends = solution
        .iter()
        .flat_map(|solution| &solution.moves)
        .filter_map(|of| Some((of.cell.to_string(), EndObject::after_line(position, &of.line, full_board)?)));
    let object = BoardObject {
        schema: "board.okiya/1",
        engine: ENGINE,
        text: asked.text(),
        address: asked.address(),
        moves: asked.moves(),
        position: PositionObject::new(position, full_board),
        ends: ends.collect(),
        end: EndObject::from_position(position, full_board),
        solution: solution
            .as_ref()
            .map(|solution| SolutionObject::of_solution(solution, "solve", Detail::Lines, elapsed)),
    };
    let text = shell_word(&asked.text());
    let command = format!("hanamachi okiya solve {text}{} --lines --json", full_flag(full_board));
    Ok(Answer::new(&object).by(command))
}
