//! Numbers with their strength and error.

use hanamachi_solver::search::strength::{HasStrength, Number};
use pyo3::prelude::*;

/// A number, its strength, and its standard error if known.
#[derive(Clone, Copy, IntoPyObject)]
pub(super) struct NumberData {
    value: f64,
    kind: &'static str,
    se: Option<f64>,
    interval: Option<(f64, f64)>,
}

impl From<Number> for NumberData {
    fn from(number: Number) -> Self {
        Self {
            value: number.value(),
            kind: number.strength().word(),
            // An infinite standard error means that it is unknown.
            se: number.standard_error().filter(|error| error.is_finite()),
            interval: number.interval().map(|[low, high]| (low, high)),
        }
    }
}
