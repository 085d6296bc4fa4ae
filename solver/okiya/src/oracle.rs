//! Reference solver: plain minimax over all moves, without window, table or move order.
//!
//! It shares the rules ([`Position`]) with the solver and nothing else, so a disagreement reveals an error in
//! the search. A whole garden takes 70 to 95 million positions; use it for positions with few tiles left.

use super::position::Position;
use super::rules::FullBoard;
use hanamachi_core::game::Score;

/// The score of `position` for the player to move, by exhaustive search.
#[must_use]
#[expect(clippy::missing_panics_doc, reason = "sixteen tiles, and an open position has a move")]
pub fn score(position: &Position, full_board: FullBoard) -> Score {
    if let Some(end) = position.end() {
        return end.score(position.side(), full_board);
    }
    let replies = position.moves().into_iter().map(|cell| position.play_unchecked(cell));
    replies.map(|next| -score(&next, full_board)).max().expect("an open position has a move")
}
