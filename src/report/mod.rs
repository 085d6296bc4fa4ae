//! Study reports: what a page is, how it becomes HTML, Markdown, CSV and JSON, and where the four go.
//!
//! A report is data first: a structure that serde can write, which is its JSON. Its templates make the HTML page and the Markdown
//! twin of it, its [`Sheet`] the CSV twin. Every page is one file without network or script: style and drawings are inside, colours
//! follow the reader's scheme, and what colour says a sign says too. Every page names its rules, the program's version, the command that makes it again
//! and how strong its numbers are. Nothing on a page depends on the time or the machine unless it is about them.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the flags of every report, and delivery |
//! | `facts` | [`Facts`]: rules, program, command and kinds on every page |
//! | `link` | [`Link`]: from a page to others |
//! | `page` | templates to text, with the list of contents |
//! | `sheet` | [`Sheet`]: rows and columns for CSV |
//! | `chart` | curves and bars as SVG |
//! | `templates` | the frame of a page, its style, and what pages share |
//!
//! The reports themselves are with their games: `okiya::report`, `hanamikoji::report`.

mod args;
pub(crate) mod chart;
mod facts;
mod link;
mod page;
mod sheet;

pub(crate) use args::{Delivery, ReportArgs};
pub(crate) use facts::Facts;
pub(crate) use link::Link;
pub(crate) use page::{Drawings, interval, scientific, share, thousands};
pub(crate) use sheet::Sheet;

use serde::Serialize;

/// Data that can be rendered as a page.
pub(crate) trait Report: Serialize {
    /// Schema of the JSON object, such as `okiya.garden_report/1`.
    const SCHEMA: &'static str;
    /// Its page and the Markdown twin.
    const TEMPLATES: Templates;

    /// Facts about the page.
    fn facts(&self) -> Facts;

    /// The CSV twin.
    fn sheet(&self) -> Sheet;

    /// Drawings that code makes, by name; templates find them as `drawings.NAME`.
    fn drawings(&self) -> Drawings {
        Drawings::default()
    }
}

/// The templates of a report. They see `facts`, `report` and `drawings`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Templates {
    /// Extends `layout.html`.
    pub(crate) html: &'static str,
    /// Extends `layout.md`.
    pub(crate) markdown: &'static str,
    /// Templates that these two include or import, by name.
    pub(crate) parts: &'static [(&'static str, &'static str)],
}
