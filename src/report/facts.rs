//! What every page says of itself.

use serde::Serialize;

/// How strong a number is. The words are those of every other output.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Strength {
    /// Found by exhaustive search or counting: it is so.
    Proved,
    /// Proved to lie in the interval shown.
    Bounded,
    /// From samples, with its standard error.
    Estimated,
}

impl Strength {
    /// `proved` and so on.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Bounded => "bounded",
            Self::Estimated => "estimated",
        }
    }
}

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
    /// The kinds of numbers that the page shows.
    pub(crate) strengths: Vec<Strength>,
    /// What is as strong as what, in sentences: which numbers are of which kind, from how many samples, with which seed.
    pub(crate) standing: Vec<String>,
}
