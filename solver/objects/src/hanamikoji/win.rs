//! Winning probabilities in objects.

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
