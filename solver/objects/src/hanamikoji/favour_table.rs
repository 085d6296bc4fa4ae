//! By which favour table undecided rounds are valued.

use std::path::PathBuf;

use hanamachi_solver::hanamikoji::{FavourEstimates, Rules};
use serde::Serialize;

/// The table by which undecided rounds are valued, for programs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FavourTableObject {
    /// `built_in`, `file`, or `rule_of_thumb` in reduced games of which no table is at hand.
    pub source: &'static str,
    /// The file, where it is from one.
    pub file: Option<PathBuf>,
    /// Its hash.
    pub hash: Option<String>,
}

impl FavourTableObject {
    /// The table that comes with the library, in games by these rules.
    #[must_use]
    pub fn built_in(estimates: &FavourEstimates, rules: &Rules) -> Self {
        let source = if estimates.fit(rules) { "built_in" } else { "rule_of_thumb" };
        Self { source, file: None, hash: None }
    }
}
