//! Facts that every page states about itself.

use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// Facts about a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Facts {
    /// Its heading.
    pub(crate) title: String,
    /// A sentence under it.
    pub(crate) summary: String,
    /// The rules in words, for the head of the page.
    pub(crate) rules_in_words: String,
    /// Rules, in the notation of the game.
    pub(crate) rules: String,
    /// The command that makes the page again, with every seed.
    pub(crate) command: String,
    /// The kinds of numbers that the page shows, the strongest first.
    pub(crate) strengths: Vec<Strength>,
    /// Strength of the numbers, in sentences: the kind of each, sample sizes and seeds.
    pub(crate) standing: Vec<String>,
}
