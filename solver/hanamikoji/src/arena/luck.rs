//! Scores with the luck removed.

use std::ops::Neg;

use serde::Serialize;

use crate::luck::{Regression, SquareSums, share_saved};

/// The luck of a side in a game, by the estimates of a critic: the excess of its winning probability over the
/// expected one, summed over deals, draws, and the random decisions of players. Its mean is 0, whatever the
/// players. In millionths of a game, so that sums are exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Luck {
    millionths: i64,
}

/// Minimum number of pairs for learning the weight of the critic.
const FEWEST_PAIRS: usize = 20;

/// Units in a game.
const UNITS: f64 = 1e6;

impl Luck {
    /// No luck at all.
    pub const NONE: Self = Self { millionths: 0 };

    /// This much of a game, rounded to a millionth.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "`as` saturates, and takes what is no number for none"
    )]
    pub fn of_win(win: f64) -> Self {
        Self { millionths: (win * UNITS).round() as i64 }
    }

    /// The luck as a share of a game.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a game is some millions at most")]
    pub fn win(self) -> f64 {
        self.millionths as f64 / UNITS
    }

    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self { millionths: self.millionths.saturating_add(other.millionths) }
    }
}

impl Neg for Luck {
    type Output = Self;

    /// The opponent's luck.
    fn neg(self) -> Self {
        Self { millionths: self.millionths.saturating_neg() }
    }
}

/// An **estimated** score with the luck removed. Its mean is that of the score, whatever the critic
/// estimates: the weight of the luck in a pair is learned from the other pairs, and so independent of it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct WithoutLuck {
    /// The mean of the sample; it may lie outside 0 to 1.
    #[serde(rename = "win")]
    pub value: f64,
    /// Its standard error; `None` for a single pair.
    #[serde(rename = "se")]
    pub standard_error: Option<f64>,
    /// The 95 % interval, from the same sample with two more won pairs and two more lost pairs, cut to 0 to
    /// 1: see [`Moments::interval_95_within`](hanamachi_core::search::estimate::Moments::interval_95_within).
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// The reduction of the variance as a share of the score's own variance; negative for an increase. `None`
    /// if the score has no variance.
    pub variance_saved: Option<f64>,
}

impl WithoutLuck {
    /// From the luck and the score of each pair, both as shares of the maximum; `None` without pairs.
    pub(super) fn from_pairs(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> Option<Self> {
        let regression = Regression::fit(pairs.clone());
        let is_few = pairs.clone().count() < FEWEST_PAIRS;
        let [mut without, mut raw] = [SquareSums::default(); 2];
        for (luck, score) in pairs {
            // Few pairs cannot determine the weight of luck.
            let slope = if is_few { 0.0 } else { regression.slope_without((luck, score)) };
            without.add(score - slope * luck);
            raw.add(score);
        }
        let (mean, raw) = (without.mean(), raw.mean());
        let mut widened = without;
        for score in [0.0, 0.0, 1.0, 1.0] {
            widened.add(score);
        }
        let interval = widened.mean().interval_95();
        (mean.n > 0).then(|| Self {
            value: mean.value,
            standard_error: (mean.n > 1).then_some(mean.standard_error),
            low: interval.start().clamp(0.0, 1.0),
            high: interval.end().clamp(0.0, 1.0),
            variance_saved: share_saved(mean, raw),
        })
    }
}
