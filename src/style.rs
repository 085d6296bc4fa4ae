//! Styles and small words that all pages share.

use std::fmt::Display;

use anstyle::Style;

/// For what matters less.
pub(crate) const DIM: Style = Style::new().dimmed();
/// For headings.
pub(crate) const BOLD: Style = Style::new().bold();

/// `text` in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// `1 tile`, `2 tiles`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
