//! Progressive widening.

use std::fmt;
use std::str::FromStr;

/// Restricts nodes with many actions: only the first ⌈`factor` · *n*^`exponent`⌉ compete at the *n*-th visit,
/// at least one (R. Coulom, "Computing Elo ratings of move patterns in the game of Go", ICGA Journal 30,
/// 2007; G. Chaslot et al., "Progressive strategies for Monte-Carlo tree search", 2008).
///
/// Actions are ordered by descending prior. Ties are broken by a random number that each action of a node
/// draws from the block's stream when it is stored. So a uniform prior gives a random order, different in
/// every node and block, which favors no action in the long run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Widening {
    factor: f64,
    exponent: f64,
}

impl Widening {
    /// Returns `None` unless both numbers are positive and finite, and the exponent is at most 1.
    #[must_use]
    pub fn new(factor: f64, exponent: f64) -> Option<Self> {
        let sound = factor.is_finite() && factor > 0.0 && exponent > 0.0 && exponent <= 1.0;
        sound.then_some(Self { factor, exponent })
    }

    /// Number of competing actions at visit number `visit`, counted from 1.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    pub(super) fn width(self, visit: u32) -> u32 {
        ((self.factor * f64::from(visit).powf(self.exponent)).ceil() as u32).max(1)
    }

    /// Last visit at which at most `width` actions compete.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "`as` saturates")]
    pub(super) fn last_visit(self, width: u32) -> u32 {
        (f64::from(width) / self.factor).powf(self.exponent.recip()).floor() as u32
    }
}

/// The text is not a [`Widening`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a form like `2n^0.5`: a number above 0 and an exponent from 0 to 1")]
pub struct WideningError;

impl fmt::Display for Widening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}n^{}", self.factor, self.exponent)
    }
}

impl FromStr for Widening {
    type Err = WideningError;

    fn from_str(text: &str) -> Result<Self, WideningError> {
        let (factor, exponent) = text.split_once("n^").ok_or(WideningError)?;
        let [factor, exponent] = [factor, exponent].map(|number| number.parse().map_err(|_| WideningError));
        Self::new(factor?, exponent?).ok_or(WideningError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_action_always_competes() {
        for (factor, exponent) in [(1e-9, 0.1), (0.3, 0.5), (1.0, 0.5), (2.0, 1.0), (1e30, 1.0)] {
            let widening = Widening::new(factor, exponent).unwrap();
            assert!((1..1000).all(|visit| widening.width(visit) >= 1));
        }
        let root = Widening::new(1.0, 0.5).unwrap();
        assert_eq!([1, 4, 5, 9, 10].map(|visit| root.width(visit)), [1, 2, 3, 3, 4]);
        assert_eq!([1, 2, 3].map(|width| root.last_visit(width)), [1, 4, 9]);
    }

    #[test]
    fn senseless_numbers_are_refused() {
        for (factor, exponent) in [(0.0, 0.5), (1.0, 0.0), (1.0, 1.5), (f64::NAN, 0.5), (1.0, f64::NAN)] {
            assert_eq!(Widening::new(factor, exponent), None);
        }
    }
}
