//! Facts that every page states about itself.

use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// Facts about a page.
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
