//! Probabilities of winning the game as objects carry them.

use hanamachi_solver::search::strength::{HasStrength, Number, Strength};
use serde::Serialize;

/// A probability of winning in an object, which cannot be without its kind. All is `null` where nothing is known.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct WinObject {
    win: Option<f64>,
    /// Of an estimate the standard error; `null` where the sample does not tell it.
    se: Option<f64>,
    /// Of `win`, and of it alone.
    kind: Option<Strength>,
}

impl WinObject {
    /// Nothing is known.
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

    /// Its kind.
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
