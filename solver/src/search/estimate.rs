//! Estimates: figures from a sample, which carry their error and their sample size wherever they go.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The 0.975 quantile of the standard normal distribution, for two-sided 95 % intervals.
const Z_95: f64 = 1.959_963_984_540_054;

/// An **estimated** share of a population: `hits` of `n` members of a uniform random sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    hits: u64,
    n: u64,
}

impl Share {
    /// `hits` of `n`.
    ///
    /// # Panics
    ///
    /// If there are more hits than members.
    #[must_use]
    pub const fn new(hits: u64, n: u64) -> Self {
        assert!(hits <= n, "a sample of n has at most n hits");
        Self { hits, n }
    }

    /// Members of the sample that have the property.
    #[must_use]
    pub const fn hits(self) -> u64 {
        self.hits
    }

    /// The size of the sample.
    #[must_use]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// The point estimate, hits / n; `None` for an empty sample.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub fn value(self) -> Option<f64> {
        (self.n > 0).then(|| self.hits as f64 / self.n as f64)
    }

    /// The two-sided 95 % score interval of E. B. Wilson (1927), which keeps its coverage for shares near 0
    /// and 1, where the sample may not hold a single hit; the whole of 0..=1 for an empty sample.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub fn interval_95(self) -> RangeInclusive<f64> {
        let Some(p) = self.value() else {
            return 0.0..=1.0;
        };
        let n = self.n as f64;
        let z2 = Z_95 * Z_95;
        let centre = p + z2 / (2.0 * n);
        let half = Z_95 * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        let low = if self.hits == 0 { 0.0 } else { (centre - half) / scale };
        let high = if self.hits == self.n { 1.0 } else { (centre + half) / scale };
        low..=high
    }
}

/// The sum of a sample of integers and that of their squares: exact, and so the same in any order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moments {
    /// How many numbers there are.
    pub n: u64,
    /// Their sum.
    pub sum: u64,
    /// The sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Adds a number to the sample.
    pub fn add(&mut self, number: usize) {
        let number = number as u64;
        self.n += 1;
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds another sample to this one.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The **estimated** mean of the population; `None` for samples of fewer than two, which do not tell their error.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sums are far below 2⁵³")]
    pub fn mean(&self) -> Option<Mean> {
        if self.n < 2 {
            return None;
        }
        let n = self.n as f64;
        let value = self.sum as f64 / n;
        let variance = (self.squares as f64 - n * value * value).max(0.0) / (n - 1.0);
        Some(Mean { value, standard_error: (variance / n).sqrt(), n: self.n })
    }
}

/// An **estimated** mean with its standard error and sample size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// The mean of the sample.
    pub value: f64,
    /// The standard error of the mean.
    pub standard_error: f64,
    /// The size of the sample.
    pub n: u64,
}

impl Mean {
    /// The same in another unit: divided by `unit`.
    #[must_use]
    pub fn per(self, unit: f64) -> Self {
        Self { value: self.value / unit, standard_error: self.standard_error / unit, ..self }
    }

    /// The two-sided 95 % interval of the normal approximation, for large samples.
    #[must_use]
    pub fn interval_95(self) -> RangeInclusive<f64> {
        let half = Z_95 * self.standard_error;
        self.value - half..=self.value + half
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// R. G. Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine
    /// 17 (1998), table I, method 3 (score, no continuity correction).
    #[test]
    fn newcombes_table_of_score_intervals() {
        for (hits, n, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = Share::new(hits, n).interval_95();
            assert!((interval.start() - low).abs() < 5e-5, "{hits}/{n}: {interval:?}");
            assert!((interval.end() - high).abs() < 5e-5, "{hits}/{n}: {interval:?}");
        }
    }

    #[test]
    fn the_mean_of_a_small_sample_by_hand() {
        let mut sample = Moments::default();
        assert_eq!(sample.mean(), None);
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            sample.add(number);
        }
        let mean = sample.mean().unwrap();
        assert!((mean.value - 5.0).abs() < 1e-12);
        // Sum of squared deviations 32, so variance 32/7 and standard error √(4/7).
        assert!((mean.standard_error - (4.0_f64 / 7.0).sqrt()).abs() < 1e-12);
        assert!((mean.per(2.0).interval_95().end() - (2.5 + 1.96 * (1.0_f64 / 7.0).sqrt())).abs() < 1e-4);
    }

    #[test]
    fn an_empty_sample_knows_nothing() {
        let nothing = Share::new(0, 0);
        assert_eq!(nothing.value(), None);
        assert_eq!(nothing.interval_95(), 0.0..=1.0);
    }

    #[test]
    fn the_interval_holds_the_estimate_and_mirrors() {
        for n in 1..60_u32 {
            for hits in 0..=n {
                let interval = Share::new(hits.into(), n.into()).interval_95();
                let mirrored = Share::new((n - hits).into(), n.into()).interval_95();
                assert!(interval.contains(&(f64::from(hits) / f64::from(n))));
                assert!((interval.start() - (1.0 - mirrored.end())).abs() < 1e-12);
            }
        }
    }
}
