//! Numbers as pages write them.

use crate::percent;

/// An estimated probability in per cent with its standard error, `54.1 ± 0.1 %`.
pub(super) fn estimated(value: f64, se: Option<f64>) -> String {
    format!("{} %", percent::estimated(value, se))
}

/// A number for CSV, as exact as it is; empty where there is none.
pub(super) fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
