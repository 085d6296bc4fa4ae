//! Study reports: their pages in HTML, Markdown, CSV and JSON, and the delivery of these formats.
//!
//! A report is a structure that serde serializes: its JSON form. Templates render it as an HTML page and as Markdown; its
//! [`Sheet`] is the CSV form. Every page is a single file without network access or scripts. It contains its style and
//! drawings, its colors follow the reader's color scheme, and color is never the only distinction. Every page states its
//! rules, the program's version, the command that reproduces it, and the kinds of its numbers. Nothing on a page depends
//! on the time or the machine unless it is about them.
//!
//! | file | contents |
//! |---|---|
//! | `args` | the flags of every report, and delivery |
//! | `link` | [`Link`]: links to other pages |
//! | `page` | rendering of templates, with the table of contents |
//! | `sheet` | [`Sheet`]: rows and columns for CSV |
//! | `chart` | curves and bars as SVG |
//! | `templates` | layout and style of a page, and shared macros |
//!
//! The reports of the two games are in `okiya::report` and `hanamikoji::report`.

mod args;
pub(crate) mod chart;
mod link;
mod page;
mod sheet;

pub(crate) use args::{Delivery, DeliveryArgs};
pub(crate) use link::Link;
pub(crate) use page::{Drawings, interval, scientific, share, thousands};
pub(crate) use sheet::Sheet;

use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// Data that can be rendered as a page.
pub(crate) trait Report: Serialize {
    /// Schema of the JSON object, such as `okiya.garden_report/1`.
    const SCHEMA: &'static str;
    /// Templates of the page and of its Markdown form.
    const TEMPLATES: Templates;

    /// Returns the facts about the page.
    fn facts(&self) -> Facts;

    /// Returns the CSV form.
    fn sheet(&self) -> Sheet;

    /// Returns the drawings made by code, which templates access as `drawings.NAME`.
    fn drawings(&self) -> Drawings {
        Drawings::default()
    }
}

/// Facts that every page states about itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Facts {
    /// Heading.
    pub(crate) title: String,
    /// Sentence below the heading.
    pub(crate) summary: String,
    /// The rules in words, for the head of the page.
    pub(crate) rules_in_words: String,
    /// Rules, in the notation of the game.
    pub(crate) rules: String,
    /// Command that reproduces the page, with every seed.
    pub(crate) command: String,
    /// Kinds of the numbers on the page, strongest first.
    pub(crate) strengths: Vec<Strength>,
    /// Sentences on the strength of the numbers: their kinds, sample sizes and seeds.
    pub(crate) standing: Vec<String>,
}

/// Templates of a report, with access to `facts`, `report` and `drawings`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Templates {
    /// HTML template, which extends `layout.html`.
    pub(crate) html: &'static str,
    /// Markdown template, which extends `layout.md`.
    pub(crate) markdown: &'static str,
    /// Templates included or imported by these two, by name.
    pub(crate) parts: &'static [(&'static str, &'static str)],
}
