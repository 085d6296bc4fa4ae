//! A garden and its numbers, and a position by the rules alone.

use crate::{Cell, FullBoard, Garden, Player, Position, Wish};
use hanamachi_core::search::strength::Strength;
use serde::Serialize;

use hanamachi_core::ENGINE;

/// `okiya.garden/1`: a garden, its numbers, and its number within its seed, counted from 0.
#[derive(Clone, Debug, Serialize)]
pub struct GardenObject {
    schema: &'static str,
    engine: &'static str,
    garden: String,
    long: String,
    rank: u64,
    class: u64,
    seed: u64,
    index: u64,
    /// The rules of the outcome.
    rules: String,
    /// Kind of the outcome and the number of winning openings.
    kind: Strength,
    /// Outcome for x, who moves first, with a full board drawn; unknown if no winner was requested.
    outcome: Option<&'static str>,
    /// Unknown if not requested, unless x does not win.
    winning_openings: Option<usize>,
}

impl GardenObject {
    /// Garden number `index` of a seed, with the facts known from the search for it.
    #[must_use]
    pub fn new(garden: &Garden, seed: u64, index: u64, wish: Option<Wish>) -> Self {
        let known = |wish: Wish| match wish.winner() {
            Player::X => wish.openings(),
            Player::O => Some(0),
        };
        Self {
            schema: "okiya.garden/1",
            engine: ENGINE,
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            rank: garden.rank().get(),
            class: garden.class().get(),
            seed,
            index,
            rules: FullBoard::Draw.to_string(),
            kind: Strength::Proved,
            outcome: wish.map(|wish| wish.outcome().word()),
            winning_openings: wish.and_then(known),
        }
    }
}

/// `okiya.position/1`: facts from the rules about a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionObject {
    schema: &'static str,
    engine: &'static str,
    position: String,
    garden: String,
    long: String,
    rules: String,
    side: char,
    last: Option<String>,
    tiles_left: usize,
    /// The legal moves in cell order.
    moves: Vec<LegalMoveObject>,
    over: bool,
    ending: Option<&'static str>,
    /// `x`, `o`, or `null` while nobody has won.
    winner: Option<char>,
    rank: u64,
    class: u64,
}

#[derive(Clone, Debug, Serialize)]
struct LegalMoveObject {
    r#move: String,
    tile: char,
}

impl PositionObject {
    /// Facts from the rules about this position.
    #[must_use]
    pub fn new(position: &Position, full_board: FullBoard) -> Self {
        let garden = position.garden();
        let end = position.end();
        let object =
            |cell: Cell| LegalMoveObject { r#move: cell.to_string(), tile: garden.tile(cell).hex_digit() };
        Self {
            schema: "okiya.position/1",
            engine: ENGINE,
            position: position.to_string(),
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            rules: full_board.to_string(),
            side: position.side().letter(),
            last: position.last().map(|cell| cell.to_string()),
            tiles_left: position.tiles_left(),
            moves: position.moves().into_iter().map(object).collect(),
            over: end.is_some(),
            ending: end.map(|end| end.ending.word()),
            winner: end.and_then(|end| end.winner(full_board)).map(Player::letter),
            rank: garden.rank().get(),
            class: garden.class().get(),
        }
    }
}
