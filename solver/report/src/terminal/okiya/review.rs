//! The text of a review for people.

use std::fmt::Write;

use hanamachi_solver::okiya::study::{GradedGame, GradedMove, Mark};
use hanamachi_solver::okiya::{Cell, Player, Value};

use super::words;

/// Returns the text of a review.
pub fn page(review: &GradedGame) -> String {
    let garden = review.game.garden();
    let mut text = format!("Garden {}  {}\n\n", garden.long(), garden.short());
    text += &words::paint(words::BOLD, "ply  player  move  tile  before   after");
    text.push('\n');
    for (ply, played) in (1..).zip(&review.moves) {
        text += &row(ply, played);
        text.push('\n');
        text += &refutation(played).unwrap_or_default();
    }
    text.push('\n');
    for player in [Player::X, Player::O] {
        let _ = writeln!(
            text,
            "{player}: {} (?), {} (!), {} of score given away",
            words::count(review.count(player, Mark::Mistake), "mistake"),
            words::count(review.count(player, Mark::OnlyMove), "only move"),
            words::count(review.total_loss(player) as usize, "point"),
        );
    }
    text + &words::game_state(review) + " " + &words::standing(review.full_board)
}

fn row(ply: usize, played: &GradedMove) -> String {
    let value = |value: Value, width: usize| {
        words::paint(words::outcome_style(value.outcome()), format!("{:<width$}", words::named(value)))
    };
    // Avoids trailing blanks: only a mark or a better move follows the second value.
    let width = if played.mark().is_some() || played.score_loss() > 0 { 7 } else { 0 };
    let mut text = format!(
        "{ply:>3}  {}       {}    {}    {}  {}",
        played.player(),
        played.cell,
        played.solution.position.garden().tile(played.cell),
        value(played.before(), 7),
        value(played.value_after(), width),
    );
    if let Some(mark) = played.mark() {
        let _ = write!(text, "  {}", mark.sign());
    }
    if let Some(best) = played.best().filter(|_| played.score_loss() > 0) {
        let pad = if played.mark().is_some() { "" } else { "   " };
        let _ = write!(text, "{pad}  best {} {}", best.cell, words::named(best.value));
    }
    text
}

/// Returns the line below a mistake: how it is punished.
fn refutation(played: &GradedMove) -> Option<String> {
    let line: Vec<String> = played.refutation()?.iter().map(Cell::to_string).collect();
    let result = words::line_end(&played.solution.position, played.made()?);
    Some(format!("     refuted by {}: {result}\n", line.join(" ")))
}
