//! Estimates: figures from a sample, which carry their error and their sample size wherever they go.

use std::ops::RangeInclusive;

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
    fn an_empty_sample_knows_nothing() {
        let nothing = Share::new(0, 0);
        assert_eq!(nothing.value(), None);
        assert_eq!(nothing.interval_95(), 0.0..=1.0);
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "below sixty")]
    fn the_interval_holds_the_estimate_and_mirrors() {
        for n in 1..60 {
            for hits in 0..=n {
                let interval = Share::new(hits, n).interval_95();
                let mirrored = Share::new(n - hits, n).interval_95();
                assert!(interval.contains(&(hits as f64 / n as f64)));
                assert!((interval.start() - (1.0 - mirrored.end())).abs() < 1e-12);
            }
        }
    }
}
