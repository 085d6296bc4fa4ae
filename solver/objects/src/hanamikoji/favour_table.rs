//! The favour table that values undecided rounds.

use std::path::PathBuf;

use hanamachi_solver::hanamikoji::{FavourEstimates, Rules};
use serde::Serialize;

/// The favour table that values undecided rounds, as JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FavourTableObject {
    /// `built_in`, `file`, or `rule_of_thumb` in reduced games without a table.
    pub source: &'static str,
    /// The file, if it is from one.
    pub file: Option<PathBuf>,
    /// Its hash.
    pub hash: Option<String>,
}

impl FavourTableObject {
    /// The library's table, for games with these rules.
    #[must_use]
    pub fn built_in(estimates: &FavourEstimates, rules: &Rules) -> Self {
        let source = if estimates.fit(rules) { "built_in" } else { "rule_of_thumb" };
        Self { source, file: None, hash: None }
    }
}
