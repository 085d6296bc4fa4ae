//! Distributions in 16 bits.

/// Number of units in a distribution: a probability of 1.
pub const UNITS: u16 = u16::MAX;

/// Error: weights that are negative, not finite, or all 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the probabilities are not a distribution")]
pub struct NoDistribution;

/// Replaces the contents of `units` by the distribution proportional to `weights`, in units of 1/65,535 that
/// sum to [`UNITS`].
///
/// Rounds by largest remainders: each weight's share is rounded down, and the remaining units go to those
/// with the largest remainders, earlier ones first. So no probability changes by a whole unit, and no other
/// distribution in these units has a smaller sum of absolute changes.
pub fn quantize(weights: &[f64], units: &mut Vec<u16>) -> Result<(), NoDistribution> {
    units.clear();
    let sum: f64 = weights.iter().sum();
    if weights.iter().any(|&weight| weight < 0.0) || !(sum > 0.0 && sum.is_finite()) {
        return Err(NoDistribution);
    }
    let shares = || weights.iter().map(|&weight| weight / sum * f64::from(UNITS));
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "from 0 to 65,535; `as` saturates"
    )]
    units.extend(shares().map(|share| share as u16));
    let given: u64 = units.iter().copied().map(u64::from).sum();
    // Less than the number of weights, up to rounding.
    let left = usize::try_from(u64::from(UNITS).saturating_sub(given)).unwrap_or_default();
    let mut losses: Vec<(f64, usize)> = shares().map(f64::fract).zip(0..).collect();
    losses.sort_unstable_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
    for &(_, place) in losses.iter().take(left) {
        units[place] += 1;
    }
    Ok(())
}

/// Probability of this number of units.
#[must_use]
pub fn unquantize(units: u16) -> f64 {
    f64::from(units) / f64::from(UNITS)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quantized(weights: &[f64]) -> Result<Vec<u16>, NoDistribution> {
        let mut units = vec![1, 2, 3];
        quantize(weights, &mut units).map(|()| units)
    }

    #[test]
    fn units_left_over_go_to_the_largest_remainders() {
        assert_eq!(quantized(&[1.0]), Ok(vec![65_535]));
        assert_eq!(quantized(&[0.0, 3.0, 0.0]), Ok(vec![0, 65_535, 0]));
        // 32,767.5 each: the first of equal remainders is rounded up.
        assert_eq!(quantized(&[0.5, 0.5]), Ok(vec![32_768, 32_767]));
        // 9,362.14…: one unit remains, and 65,535 = 7 · 9,362 + 1.
        assert_eq!(quantized(&[1.0; 7]), Ok(vec![9_363, 9_362, 9_362, 9_362, 9_362, 9_362, 9_362]));
        // 6,553.5 and 58,981.5.
        assert_eq!(quantized(&[0.1, 0.9]).map(|units| units.iter().sum::<u16>()), Ok(UNITS));
    }

    #[test]
    fn what_is_no_distribution_is_refused() {
        for weights in
            [&[][..], &[0.0, 0.0], &[1.0, -1e-9], &[f64::NAN, 1.0], &[f64::INFINITY], &[1e308, 1e308]]
        {
            assert_eq!(quantized(weights), Err(NoDistribution), "{weights:?}");
        }
    }

    proptest! {
        #[test]
        fn sums_are_exact_and_no_share_moves_by_a_unit(
            weights in prop::collection::vec(prop_oneof![Just(0.0), 0.0..1.0, 0.0..1e-7, 0.0..1e9], 1..400)
        ) {
            prop_assume!(weights.iter().sum::<f64>() > 0.0);
            let units = quantized(&weights).unwrap();
            prop_assert_eq!(units.iter().copied().map(u64::from).sum::<u64>(), 65_535);
            let sum: f64 = weights.iter().sum();
            for (&units, weight) in units.iter().zip(&weights) {
                prop_assert!((f64::from(units) - weight / sum * 65_535.0).abs() < 1.0 + 1e-6);
                prop_assert!(*weight > 0.0 || units == 0);
            }
        }
    }
}
