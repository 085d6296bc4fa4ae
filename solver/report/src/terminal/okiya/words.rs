//! Words, signs and colors for values and positions.

use anstyle::{AnsiColor, Style};
use hanamachi_solver::okiya::Outcome;

pub use crate::count;
pub use crate::okiya::words::*;
pub use crate::terminal::style::{BOLD, DIM, paint};

/// Returns the color of an outcome. It is always shown with a sign or a word.
#[must_use]
pub const fn outcome_style(outcome: Outcome) -> Style {
    let style = Style::new().bold();
    match outcome {
        Outcome::Win => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))),
        Outcome::Draw => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))),
        Outcome::Loss => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))),
    }
}
