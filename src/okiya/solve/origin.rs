//! Source of an answer.

use std::path::Path;

/// Source of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum AnswerOrigin<'a> {
    /// From a search; no table was given.
    Search,
    /// From a search, because this table does not contain the position.
    NotIn(&'a Path),
    /// From this table.
    Table(&'a Path),
}

impl AnswerOrigin<'_> {
    /// Returns the source as a word for JSON, if a table was given.
    pub(super) const fn word(self) -> Option<&'static str> {
        match self {
            Self::Search => None,
            Self::NotIn(_) => Some("search"),
            Self::Table(_) => Some("table"),
        }
    }

    /// Returns the path of the table, if one was given.
    pub(super) fn table(self) -> Option<String> {
        match self {
            Self::Search => None,
            Self::NotIn(path) | Self::Table(path) => Some(path.display().to_string()),
        }
    }

    /// Appends the source to an answer for people, separated by `before`.
    pub(super) fn behind(self, text: String, before: &str) -> String {
        match self {
            Self::Search => text,
            Self::NotIn(path) => format!("{text}{before}searched: not in {}", path.display()),
            Self::Table(path) => format!("{text}{before}from {}", path.display()),
        }
    }
}
