//! Styles and number formats shared by all pages.

use std::fmt::Display;

use anstyle::Style;

pub(crate) use hanamachi_report::count;

/// Style of less important text.
pub(crate) const DIM: Style = Style::new().dimmed();
/// Style of headings.
pub(crate) const BOLD: Style = Style::new().bold();

/// Formats `text` in a style.
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}
