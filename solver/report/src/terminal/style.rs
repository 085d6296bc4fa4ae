//! Styles of all texts.

use std::fmt::Display;

use anstyle::Style;

/// Style of less important text.
pub const DIM: Style = Style::new().dimmed();
/// Style of headings.
pub const BOLD: Style = Style::new().bold();

/// Formats `text` in a style.
pub fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
