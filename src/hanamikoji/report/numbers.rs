//! Numbers as pages write them.

use crate::report::with_error;

/// A probability in per cent with its standard error, `54.12 ± 0.06 %`; without an error where there is none.
pub(super) fn percent(value: f64, se: Option<f64>) -> String {
    format!("{} %", with_error(value, se))
}

/// The ends of an interval, rounded outwards, with as many decimals as tell them apart.
pub(super) fn ends([low, high]: [f64; 2], least: usize) -> [String; 2] {
    let apart = |decimals: &usize| high - low >= step(*decimals);
    let decimals = if low < high { (least..12).find(apart).unwrap_or(12) } else { least };
    let scale = 1.0 / step(decimals);
    let (low, high) =
        if low < high { ((low * scale).floor() / scale, (high * scale).ceil() / scale) } else { (low, high) };
    [low, high].map(|end| format!("{end:.decimals$}").replace('-', "−"))
}

/// One unit of the last decimal.
fn step(decimals: usize) -> f64 {
    10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX))
}

/// A number for CSV, as exact as it is; empty where there is none.
pub(super) fn cell(value: Option<f64>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_rounded_outwards_and_told_apart() {
        assert_eq!(ends([0.085_714_1, 0.085_714_407], 5), ["0.0857141", "0.0857145"]);
        assert_eq!(ends([-0.094_795, -0.080_026], 5), ["−0.09480", "−0.08002"]);
        assert_eq!(ends([62.871, 62.877], 2), ["62.871", "62.877"]);
        assert_eq!(ends([50.0, 50.0], 2), ["50.00", "50.00"]);
    }
}
