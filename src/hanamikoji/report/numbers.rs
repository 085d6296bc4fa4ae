//! Numbers as pages write them.

/// A probability in per cent with its standard error, `54.12 ± 0.06 %`; without an error where there is none.
pub(super) fn percent(value: f64, se: Option<f64>) -> String {
    match se {
        Some(se) => format!("{:.2} ± {:.2} %", 100.0 * value, 100.0 * se),
        None => format!("{:.2} %", 100.0 * value),
    }
}

/// A number for CSV, as exact as it is; empty where there is none.
pub(super) fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}
