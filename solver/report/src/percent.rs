//! Formats probabilities in per cent, with their significant digits and their error, in the same way for the terminal and
//! for pages.
//!
//! An estimate has one decimal regardless of its sampling error, since the error of the method is larger. A computed value
//! has as many decimals as its exploitability supports, an interval as many as are needed to distinguish its ends.

use hanamachi_solver::search::strength::{Bounded, Computed, Estimated, Exploitation, Number};

/// Formats a number in per cent: `54.1 ± 0.1`, `54.12`, `54.08 to 54.16`.
pub fn format_number(number: &Number) -> String {
    match *number {
        Number::Proved(value) => format!("{:.2}", 100.0 * value),
        Number::Bounded(Bounded { low, high, .. }) => bounded([low, high]),
        Number::Computed(Computed { value, standard_error: Some(error), .. }) => {
            estimated(value, Some(error))
        }
        Number::Computed(Computed { value, exploitability, .. }) => computed(value, exploitability),
        Number::Estimated(Estimated { value, standard_error, .. }) => estimated(value, standard_error),
    }
}

/// Formats the difference of two numbers of a kind in per cent: with its standard error if that is known, `0.4 ± 0.2`, or
/// else with as many decimals as numbers of that kind.
pub fn difference(value: f64, standard_error: Option<f64>, of: &Number) -> String {
    if standard_error.is_some() {
        return estimated(value, standard_error);
    }
    match *of {
        Number::Proved(_) | Number::Bounded(_) => format!("{:.2}", 100.0 * value),
        Number::Computed(Computed { exploitability, standard_error: None, .. }) => {
            computed(value, exploitability)
        }
        Number::Computed(_) | Number::Estimated(_) => format!("{:.1}", 100.0 * value),
    }
}

/// Formats a sum or mean of losses: with its standard error, unless all of them are exact.
pub fn losses(of: Estimated) -> String {
    match of.standard_error {
        Some(0.0) => format!("{:.1}", 100.0 * of.value),
        error => estimated(of.value, error),
    }
}

/// Formats an estimate with its standard error, which is rounded up: `54.1 ± 0.1`, or `about 54` if it is unknown.
pub fn estimated(value: f64, standard_error: Option<f64>) -> String {
    match standard_error.filter(|error| error.is_finite()) {
        None => format!("about {:.0}", 100.0 * value + 0.0),
        known => format!("{:.1} ± {}", 100.0 * value, error(known)),
    }
}

/// Formats a standard error in per cent, rounded up to one decimal: `0.1`, or `?` if it is unknown.
pub fn error(standard_error: Option<f64>) -> String {
    // The tolerance keeps an error of 0.1 from being rounded up because of its binary representation. It makes −0 of no error, and the larger of
    // −0 and 0 may be either, depending on optimizations; the sum with 0 is 0.
    let up = |error: f64| (1000.0 * error - 1e-9).ceil().max(0.0) / 10.0 + 0.0;
    standard_error
        .filter(|error| error.is_finite())
        .map_or_else(|| "?".to_owned(), |error| format!("{:.1}", up(error)))
}

/// Formats a value under strategies with this exploitability. Half of it is the error as a probability.
fn computed(value: f64, exploitability: Exploitation) -> String {
    let decimals = match exploitability {
        Exploitation::Exact(gain) => (1..5).rev().find(|&decimals| 50.0 * gain <= 10_f64.powi(-decimals)),
        Exploitation::AtLeast(_) | Exploitation::Unmeasured => None,
    };
    let decimals = decimals.map_or(1, |decimals| decimals.unsigned_abs().min(MOST_DECIMALS));
    format!("{:.*}", decimals as usize, 100.0 * value)
}

/// Maximum number of decimals of a computed value.
const MOST_DECIMALS: u32 = 2;

/// Formats a proved interval: `54.08 to 54.16`.
fn bounded(interval: [f64; 2]) -> String {
    ends(interval.map(|end| 100.0 * end), 2).join(" to ")
}

/// Formats the ends of an interval, rounded outwards, with as many decimals as are needed to distinguish them, and at
/// least `least`.
pub fn ends([low, high]: [f64; 2], least: usize) -> [String; 2] {
    let apart = |decimals: &usize| high - low >= step(*decimals);
    let decimals = if low < high { (least..12).find(apart).unwrap_or(12) } else { least };
    let scale = 1.0 / step(decimals);
    let (low, high) =
        if low < high { ((low * scale).floor() / scale, (high * scale).ceil() / scale) } else { (low, high) };
    [low, high].map(|end| format!("{end:.decimals$}").replace('-', "−"))
}

/// Returns one unit of the last decimal.
fn step(decimals: usize) -> f64 {
    10_f64.powi(-i32::try_from(decimals).unwrap_or(i32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_have_one_decimal_and_an_error_that_is_rounded_up() {
        let errors = [Some(0.000_1), Some(0.001), Some(0.001_01), Some(0.012), Some(0.0), None];
        assert_eq!(
            errors.map(|error| estimated(0.521_539_4, error)),
            ["52.2 ± 0.1", "52.2 ± 0.1", "52.2 ± 0.2", "52.2 ± 1.2", "52.2 ± 0.0", "about 52"]
        );
    }

    #[test]
    fn computed_values_have_the_decimals_that_their_exploitability_leaves() {
        let gains = [0.02, 0.002, 0.000_2, 0.000_000_2, 0.0];
        let texts = gains.map(|gain| computed(0.631_642, Exploitation::Exact(gain)));
        assert_eq!(texts, ["63.2", "63.2", "63.16", "63.16", "63.16"]);
        assert_eq!(computed(0.631_642, Exploitation::Unmeasured), "63.2");
    }

    #[test]
    fn ends_are_rounded_outwards_and_told_apart() {
        assert_eq!(ends([0.085_714_1, 0.085_714_407], 5), ["0.0857141", "0.0857145"]);
        assert_eq!(ends([-0.094_795, -0.080_026], 5), ["−0.09480", "−0.08002"]);
        assert_eq!(ends([62.871, 62.877], 2), ["62.871", "62.877"]);
        assert_eq!(ends([50.0, 50.0], 2), ["50.00", "50.00"]);
        assert_eq!(bounded([0.580_91, 0.582_06]), "58.09 to 58.21");
    }
}
