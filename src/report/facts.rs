//! What every page says of itself.

use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

/// What a page says of itself.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Facts {
    /// Its heading.
    pub(crate) title: String,
    /// A sentence under it.
    pub(crate) summary: String,
    /// The rules in words, for the head of the page.
    pub(crate) rules_in_words: String,
    /// As the game writes them.
    pub(crate) rules: String,
    /// The command that makes the page again, with every seed.
    pub(crate) command: String,
    /// The kinds of numbers that the page shows, the strongest first.
    pub(crate) strengths: Vec<Strength>,
    /// What is as strong as what, in sentences: which numbers are of which kind, from how many samples, with which seed.
    pub(crate) standing: Vec<String>,
}
