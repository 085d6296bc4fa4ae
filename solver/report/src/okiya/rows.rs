//! Rows for moves: in the JSON object, in the CSV file, and in the tables of a page.

use hanamachi_solver::okiya::study::{Choice, Trap};
use hanamachi_solver::okiya::{Cell, MoveValue, Solution};
use serde::Serialize;

use super::words;
use crate::frame::Sheet;

/// A move of a studied position. Outcome and score are those of the player who makes it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct MoveRow {
    pub(super) ply: usize,
    /// Moves that led to the position.
    pub(super) after: Vec<String>,
    pub(super) player: char,
    pub(super) r#move: String,
    pub(super) tile: String,
    /// Property that the tile shares with the previous one: `plant` or `symbol`.
    pub(super) shares: Option<&'static str>,
    pub(super) outcome: &'static str,
    pub(super) score: i8,
    pub(super) tiles_left: usize,
    pub(super) plies_to_end: usize,
    pub(super) ending: &'static str,
    pub(super) reply_count: usize,
    /// Effect on the outcome of the position: `best`, `kept` or `lost`.
    pub(super) keeps: &'static str,
    /// Whether this is the only move, of several, that keeps the outcome.
    pub(super) only_move: bool,
    /// For a trap, the move that it resembles.
    pub(super) trap_like: Option<String>,
    /// The move, followed by best play.
    pub(super) line: Vec<String>,
}

/// Returns the names of cells.
pub(super) fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

impl MoveRow {
    /// Returns the rows of all moves of a position, best first.
    pub(super) fn from_solution(after: &[Cell], solution: &Solution) -> Vec<Self> {
        solution.moves.iter().map(|of| Self::new(after, solution, of)).collect()
    }

    fn new(after: &[Cell], solution: &Solution, of: &MoveValue) -> Self {
        let position = &solution.position;
        let tile = position.garden().tile(of.cell);
        let trap = Trap::all(solution).find(|trap| trap.bad.cell == of.cell);
        Self {
            ply: Cell::COUNT + 1 - position.tiles_left(),
            after: names(after),
            player: position.side().letter(),
            r#move: of.cell.to_string(),
            tile: tile.to_string(),
            shares: position.last().map(|last| words::shared(position.garden().tile(last), tile)),
            outcome: of.value.outcome().word(),
            score: of.value.score().get(),
            tiles_left: of.value.tiles_left(),
            plies_to_end: of.value.plies_to_end(),
            ending: of.ending.word(),
            reply_count: of.replies,
            keeps: solution.keeping(of).word(),
            only_move: solution.only_move().is_some_and(|only| only.cell == of.cell),
            trap_like: trap.map(|trap| trap.good.cell.to_string()),
            line: names(&of.line),
        }
    }

    /// Returns the sheet of these rows.
    pub(super) fn sheet<'a>(rows: impl IntoIterator<Item = &'a Self>) -> Sheet {
        let columns = "ply after player move tile shares outcome score tiles_left plies_to_end ending reply_count keeps \
                       only_move trap_like line";
        Sheet::of(columns, rows)
    }
}

/// A move with all moves that may follow it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ReplyBranch<Next> {
    #[serde(flatten)]
    pub(super) row: MoveRow,
    /// Moves that may follow, best first.
    pub(super) next: Vec<Next>,
}

/// A move of a line, with the number of choices.
#[derive(Clone, Debug, Serialize)]
pub(super) struct LineStep {
    pub(super) ply: usize,
    pub(super) player: char,
    pub(super) r#move: String,
    pub(super) tile: String,
    pub(super) shares: Option<&'static str>,
    /// Number of legal moves.
    pub(super) legal: usize,
    /// Number of moves that keep the outcome.
    pub(super) keeping: usize,
    /// Whether this is the only move, of several, that keeps the outcome.
    pub(super) only_move: bool,
}

impl LineStep {
    /// Creates the step for the move on `cell` in a solved position.
    pub(super) fn new(solution: &Solution, cell: Cell) -> Self {
        let position = &solution.position;
        let tile = position.garden().tile(cell);
        let outcome = solution.value.outcome();
        Self {
            ply: Cell::COUNT + 1 - position.tiles_left(),
            player: position.side().letter(),
            r#move: cell.to_string(),
            tile: tile.to_string(),
            shares: position.last().map(|last| words::shared(position.garden().tile(last), tile)),
            legal: solution.moves.len(),
            keeping: solution.moves.iter().filter(|of| of.value.outcome() == outcome).count(),
            only_move: solution.only_move().is_some_and(|only| only.cell == cell),
        }
    }
}
