//! Words, signs and colors for values and positions.

use anstyle::{AnsiColor, Style};
use hanamachi_solver::okiya::Outcome;

pub(crate) use crate::style::{BOLD, DIM, count, paint};
pub(crate) use hanamachi_report::okiya::words::*;

/// Returns the color of an outcome. It is always shown with a sign or a word.
pub(crate) const fn outcome_style(outcome: Outcome) -> Style {
    let style = Style::new().bold();
    match outcome {
        Outcome::Win => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Green))),
        Outcome::Draw => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Yellow))),
        Outcome::Loss => style.fg_color(Some(anstyle::Color::Ansi(AnsiColor::Red))),
    }
}
