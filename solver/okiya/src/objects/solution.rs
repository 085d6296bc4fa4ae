//! Solutions as JSON.

use std::time::Duration;

use crate::{Cell, FullBoard, Method, MoveValue, Position, Solution, Verdict};
use hanamachi_core::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::rarity::{AmongAll, Rarity};
use hanamachi_core::ENGINE;
use hanamachi_text::milliseconds;

/// Information given about each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Its value.
    Values,
    /// Its value and the line behind it.
    Lines,
}

/// `okiya.solution/1`. Outcomes and scores are for the player to move, inside a move for the one who makes it.
#[derive(Clone, Debug, Serialize)]
pub struct SolutionObject {
    schema: &'static str,
    engine: &'static str,
    /// Kind of the answer.
    kind: Strength,
    /// `solve` or `verdict`: with the latter only the outcome is known.
    asked: &'static str,
    position: String,
    garden: String,
    rules: String,
    side: char,
    outcome: &'static str,
    plies_to_end: Option<usize>,
    tiles_left: Option<usize>,
    score: Option<i8>,
    ending: Option<&'static str>,
    line: Option<Vec<String>>,
    moves: Option<Vec<MoveObject>>,
    nodes: u64,
    /// The search method, `alpha-beta` or `bit-sliced`; `None` without a search.
    method: Option<&'static str>,
    elapsed_ms: f64,
    class: u64,
    rank: u64,
    /// Rarity of a garden before its first move under full=draw, once its openings are solved.
    rarity: Option<Rarity>,
    /// The gardens with this outcome among all, for a garden before its first move.
    among_all_gardens: Option<AmongAll>,
    /// `table` or `search`; absent without a table, like the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    /// The table used.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

/// A move of a solved position.
#[derive(Clone, Debug, Serialize)]
pub struct MoveObject {
    r#move: String,
    tile: char,
    outcome: &'static str,
    plies_to_end: usize,
    tiles_left: usize,
    score: i8,
    ending: &'static str,
    replies: usize,
    line: Option<Vec<String>>,
}

impl SolutionObject {
    /// An answer with only the outcome.
    #[must_use]
    pub fn of_verdict(
        position: &Position,
        full_board: FullBoard,
        verdict: Verdict,
        elapsed: Duration,
    ) -> Self {
        let garden = position.garden();
        Self {
            schema: "okiya.solution/1",
            engine: ENGINE,
            kind: verdict.strength(),
            asked: "verdict",
            position: position.to_string(),
            garden: garden.short().to_string(),
            rules: full_board.to_string(),
            side: position.side().letter(),
            outcome: verdict.outcome.word(),
            plies_to_end: None,
            tiles_left: None,
            score: None,
            ending: None,
            line: None,
            moves: None,
            nodes: verdict.nodes,
            method: verdict.method.map(Method::word),
            elapsed_ms: milliseconds(elapsed),
            class: garden.class().get(),
            rank: garden.rank().get(),
            rarity: None,
            among_all_gardens: AmongAll::for_position(position, verdict.outcome, full_board),
            source: None,
            table: None,
        }
    }

    /// The same, with its origin, `table` or `search`, and the table used.
    #[must_use]
    pub fn from_source(self, source: Option<&'static str>, table: Option<String>) -> Self {
        Self { source, table, ..self }
    }

    /// A complete answer; `asked` is the query, `solve` or `verdict`.
    #[must_use]
    pub fn of_solution(solution: &Solution, asked: &'static str, detail: Detail, elapsed: Duration) -> Self {
        let value = solution.value;
        let verdict = Verdict { outcome: value.outcome(), nodes: solution.nodes, method: solution.method };
        let object = |m| MoveObject::new(&solution.position, m, detail);
        Self {
            asked,
            plies_to_end: Some(value.plies_to_end()),
            tiles_left: Some(value.tiles_left()),
            score: Some(value.score().get()),
            ending: Some(solution.ending.word()),
            line: Some(names(&solution.line)),
            moves: Some(solution.moves.iter().map(object).collect()),
            rarity: Rarity::from_solution(solution),
            ..Self::of_verdict(&solution.position, solution.full_board, verdict, elapsed)
        }
    }
}

impl MoveObject {
    /// A move of this position.
    #[must_use]
    pub fn new(position: &Position, m: &MoveValue, detail: Detail) -> Self {
        Self {
            r#move: m.cell.to_string(),
            tile: position.garden().tile(m.cell).hex_digit(),
            outcome: m.value.outcome().word(),
            plies_to_end: m.value.plies_to_end(),
            tiles_left: m.value.tiles_left(),
            score: m.value.score().get(),
            ending: m.ending.word(),
            replies: m.replies,
            line: (detail == Detail::Lines).then(|| names(&m.line)),
        }
    }
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}
