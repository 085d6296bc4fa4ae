//! What all pages have.
//!
//! | file | contents |
//! |---|---|
//! | `link` | [`Link`]: links to other pages |
//! | `page` | rendering of templates, with the table of contents |
//! | `sheet` | [`Sheet`]: rows and columns for CSV |
//! | `chart` | curves and bars as SVG |
//! | `templates` | layout and style of a page, and shared macros |

pub(crate) mod chart;
mod link;
mod page;
mod sheet;

pub use link::Link;
pub(crate) use page::text;
pub use page::{Drawings, count, html, interval, markdown, scientific, share, thousands};
pub use sheet::{Sheet, csv};

use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// Data that can be rendered as a page.
pub trait Report: Serialize {
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
pub struct Facts {
    /// Heading.
    pub title: String,
    /// Sentence below the heading.
    pub summary: String,
    /// The rules in words, for the head of the page.
    pub rules_in_words: String,
    /// Rules, in the notation of the game.
    pub rules: String,
    /// Command that reproduces the page, with every seed.
    pub command: String,
    /// Kinds of the numbers on the page, strongest first.
    pub strengths: Vec<Strength>,
    /// Sentences on the strength of the numbers: their kinds, sample sizes and seeds.
    pub standing: Vec<String>,
}

/// Templates of a report, with access to `facts`, `report` and `drawings`.
#[derive(Clone, Copy, Debug)]
pub struct Templates {
    /// HTML template, which extends `layout.html`.
    pub html: &'static str,
    /// Markdown template, which extends `layout.md`.
    pub markdown: &'static str,
    /// Templates included or imported by these two, by name.
    pub parts: &'static [(&'static str, &'static str)],
}
