//! Styles and number formats shared by all pages.

use std::fmt::Display;

use anstyle::Style;

/// Style of less important text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Style of headings.
pub(crate) const BOLD: Style = Style::new().bold();

/// Formats `text` in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Formats a number with a noun: `1 tile`, `2 tiles`.
pub(crate) fn count(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}
