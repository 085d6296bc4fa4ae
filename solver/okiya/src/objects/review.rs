//! A review as JSON.

use crate::study::{GradedGame, GradedMove, Mark};
use crate::{Cell, Player};
use hanamachi_core::search::strength::{HasStrength, Strength};
use serde::Serialize;

use hanamachi_core::ENGINE;

/// `okiya.review/1`. Outcomes and scores are for the player who made the move.
#[derive(Clone, Debug, Serialize)]
pub struct ReviewObject {
    schema: &'static str,
    engine: &'static str,
    kind: Strength,
    garden: String,
    rules: String,
    /// The position after the last move.
    position: String,
    over: bool,
    ending: Option<&'static str>,
    winner: Option<char>,
    moves: Vec<PlyObject>,
    x: PlayerObject,
    o: PlayerObject,
}

#[derive(Clone, Debug, Serialize)]
struct PlyObject {
    ply: usize,
    player: char,
    r#move: String,
    tile: char,
    /// Number of legal moves.
    legal: usize,
    outcome_before: &'static str,
    outcome_after: &'static str,
    score_before: i8,
    score_after: i8,
    score_loss: i8,
    tiles_left_before: usize,
    tiles_left_after: usize,
    /// `?`, `!` or `null`.
    mark: Option<char>,
    best: Option<String>,
    /// Of a mistake, the opponent's reply and best play after it, to the end; else `null`.
    refutation: Option<Vec<String>>,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerObject {
    mistakes: usize,
    only_moves: usize,
    score_loss: u32,
}

impl ReviewObject {
    /// Object of a graded game.
    #[must_use]
    pub fn new(review: &GradedGame) -> Self {
        let end = review.game.end();
        Self {
            schema: "okiya.review/1",
            engine: ENGINE,
            kind: review.strength(),
            garden: review.game.garden().short().to_string(),
            rules: review.full_board.to_string(),
            position: review.game.position().to_string(),
            over: end.is_some() || review.resigned_to.is_some(),
            ending: end.map(|end| end.ending.word()).or(review.resigned_to.map(|_| "resignation")),
            winner: review.winner().map(Player::letter),
            moves: (1..).zip(&review.moves).map(|(ply, played)| PlyObject::new(ply, played)).collect(),
            x: PlayerObject::new(review, Player::X),
            o: PlayerObject::new(review, Player::O),
        }
    }
}

impl PlyObject {
    fn new(ply: usize, played: &GradedMove) -> Self {
        let (before, after) = (played.before(), played.value_after());
        Self {
            ply,
            player: played.player().letter(),
            r#move: played.cell.to_string(),
            tile: played.solution.position.garden().tile(played.cell).hex_digit(),
            legal: played.solution.moves.len(),
            outcome_before: before.outcome().word(),
            outcome_after: after.outcome().word(),
            score_before: before.score().get(),
            score_after: after.score().get(),
            score_loss: played.score_loss(),
            tiles_left_before: before.tiles_left(),
            tiles_left_after: after.tiles_left(),
            mark: played.mark().map(Mark::sign),
            best: played.best().map(|best| best.cell.to_string()),
            refutation: played.refutation().map(|line| line.iter().map(Cell::to_string).collect()),
        }
    }
}

impl PlayerObject {
    fn new(review: &GradedGame, player: Player) -> Self {
        Self {
            mistakes: review.count(player, Mark::Mistake),
            only_moves: review.count(player, Mark::OnlyMove),
            score_loss: review.total_loss(player),
        }
    }
}
