//! Winning probabilities in objects, and the favour table that values undecided rounds.

use std::path::PathBuf;

use hanamachi_solver::hanamikoji::{FavourEstimates, Rules};
use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

/// A winning probability in an object, always with its strength. All fields are `null` if nothing is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WinObject {
    win: Option<f64>,
    /// The standard error of an estimate; `null` if the sample does not provide it.
    se: Option<f64>,
    /// Kind of `win` alone.
    kind: Option<Strength>,
}

impl WinObject {
    /// An unknown probability.
    pub const UNKNOWN: Self = Self { win: None, se: None, kind: None };

    /// The number alone.
    #[must_use]
    pub const fn value(&self) -> Option<f64> {
        self.win
    }

    /// Its standard error.
    #[must_use]
    pub const fn se(&self) -> Option<f64> {
        self.se
    }

    /// Its strength.
    #[must_use]
    pub const fn kind(&self) -> Option<Strength> {
        self.kind
    }
}

impl<T: Into<Number>> From<T> for WinObject {
    fn from(number: T) -> Self {
        let number = number.into();
        Self { win: Some(number.value()), se: number.standard_error(), kind: Some(number.strength()) }
    }
}

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
