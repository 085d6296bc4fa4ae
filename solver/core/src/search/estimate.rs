//! Estimates: sample statistics with their error and sample size.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

/// The 0.975 quantile of the standard normal distribution, for two-sided 95 % intervals.
const Z_95: f64 = 1.959_963_984_540_054;

/// Standard error of the sum or difference of two independent estimates that have these standard errors. (No
/// `hypot`: its last digit is the platform's.)
#[must_use]
pub fn error_of_both(one: f64, other: f64) -> f64 {
    (one * one + other * other).sqrt()
}

/// An **estimated** share of a population: `hits` of `n` members of a uniform random sample.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    hits: u64,
    n: u64,
}

impl Share {
    /// A share of `hits` in `n`.
    ///
    /// # Panics
    ///
    /// If there are more hits than members.
    #[must_use]
    pub const fn new(hits: u64, n: u64) -> Self {
        assert!(hits <= n, "a sample of n has at most n hits");
        Self { hits, n }
    }

    /// Number of members of the sample that have the property.
    #[must_use]
    pub const fn hits(self) -> u64 {
        self.hits
    }

    /// Size of the sample.
    #[must_use]
    pub const fn n(self) -> u64 {
        self.n
    }

    /// Point estimate, hits / n; `None` for an empty sample.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub fn value(self) -> Option<f64> {
        (self.n > 0).then(|| self.hits as f64 / self.n as f64)
    }

    /// Two-sided 95 % score interval of E. B. Wilson (1927). It keeps its coverage for shares near 0 and 1,
    /// where the sample may not contain a single hit. 0..=1 for an empty sample.
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

/// Sum and sum of squares of a sample of integers: exact, and so independent of the order.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Moments {
    /// Number of values.
    pub n: u64,
    /// Sum of the values.
    pub sum: u64,
    /// Sum of their squares.
    pub squares: u64,
}

impl Moments {
    /// Adds a number to the sample.
    pub fn add(&mut self, number: usize) {
        self.add_many(number, 1);
    }

    /// Adds a number that occurs this many times.
    pub fn add_many(&mut self, number: usize, times: u64) {
        let number = number as u64;
        self.n += times;
        self.sum += times * number;
        self.squares += times * number * number;
    }

    /// Adds another sample to this one.
    pub fn merge(&mut self, other: &Self) {
        self.n += other.n;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// The **estimated** mean of the population; `None` for samples of fewer than two, whose error is
    /// unknown.
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

    /// Two-sided 95 % interval for the mean of numbers between 0 and `most`; that whole range for an empty
    /// sample.
    ///
    /// It is the normal interval of the sample with four numbers added, two of 0 and two of `most`, clamped
    /// to the possible range. Where numbers are 0 or `most` this is the interval of A. Agresti and B. A.
    /// Coull, "Approximate is better than 'exact' for interval estimation of binomial proportions", The
    /// American Statistician 52 (1998). It approximates the score interval, keeps its coverage near the ends,
    /// and does not shrink to a point if all numbers of a sample are equal. For large samples it is the
    /// normal interval.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "bounds are far below 2⁵³")]
    pub fn interval_95_within(&self, most: u64) -> RangeInclusive<f64> {
        let ends = Self { n: 4, sum: 2 * most, squares: 2 * most * most };
        let mut sample = *self;
        sample.merge(&ends);
        let whole = 0.0..=most as f64;
        if self.n == 0 {
            return whole;
        }
        sample.mean().map_or(whole, |mean| {
            let normal = mean.interval_95();
            normal.start().max(0.0)..=normal.end().min(most as f64)
        })
    }
}

/// An **estimated** mean with its standard error and sample size.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mean {
    /// Mean of the sample.
    pub value: f64,
    /// Standard error of the mean.
    pub standard_error: f64,
    /// Size of the sample.
    pub n: u64,
}

impl Mean {
    /// The same mean in another unit: divided by `unit`.
    #[must_use]
    pub fn per(self, unit: f64) -> Self {
        Self { value: self.value / unit, standard_error: self.standard_error / unit, ..self }
    }

    /// Two-sided 95 % interval of the normal approximation, for large samples.
    #[must_use]
    pub fn interval_95(self) -> RangeInclusive<f64> {
        let half = Z_95 * self.standard_error;
        self.value - half..=self.value + half
    }
}

/// Sums over the clusters of a sample whose numbers are independent between clusters, but not within one.
///
/// The mean is the ratio *R* = Σ *xₖ* / Σ *wₖ*, where *wₖ* is the number of values in cluster *k* and *xₖ*
/// their sum. Its standard error is based on the differences between clusters, √(*B* / (*B* − 1) · Σ (*xₖ* −
/// *R* *wₖ*)²) / Σ *wₖ* for *B* clusters with *wₖ* > 0: the ratio estimator with linearized variance (W. G.
/// Cochran, "Sampling Techniques", 3rd edition 1977, sections 2.11 and 9A.1).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Clusters {
    /// Number of clusters.
    blocks: u64,
    n: u64,
    /// Σ w, Σ x, Σ w², Σ x w, Σ x².
    sums: [f64; 5],
}

impl Clusters {
    /// Adds a cluster of `n` numbers with this sum. Empty clusters are ignored.
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub fn add(&mut self, sum: f64, n: u64) {
        if n == 0 {
            return;
        }
        self.blocks += 1;
        self.n += n;
        let w = n as f64;
        for (total, term) in self.sums.iter_mut().zip([w, sum, w * w, sum * w, sum * sum]) {
            *total += term;
        }
    }

    /// The **estimated** mean; `None` if there are no numbers.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
    pub fn mean(&self) -> Option<ClusterMean> {
        let [w, x, ww, xw, xx] = self.sums;
        let value = (self.blocks > 0).then(|| x / w)?;
        let standard_error = (self.blocks > 1).then(|| {
            let blocks = self.blocks as f64;
            let squares = (xx - 2.0 * value * xw + value * value * ww).max(0.0);
            (blocks / (blocks - 1.0) * squares).sqrt() / w
        });
        Some(ClusterMean { value, standard_error, n: self.n, clusters: self.blocks })
    }
}

/// An **estimated** mean of numbers that come in clusters, see [`Clusters`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClusterMean {
    /// Mean of the sample.
    pub value: f64,
    /// Standard error of the mean; `None` with a single cluster.
    pub standard_error: Option<f64>,
    /// Size of the sample.
    pub n: u64,
    /// Number of clusters.
    pub clusters: u64,
}

impl ClusterMean {
    /// Two-sided 95 % interval from Student's t; its degrees of freedom are the number of clusters less one.
    #[must_use]
    pub fn interval_95(self) -> Option<RangeInclusive<f64>> {
        let half = student_95(self.clusters.saturating_sub(1)) * self.standard_error?;
        Some(self.value - half..=self.value + half)
    }
}

/// The 0.975 quantile of Student's t distribution: from tables for one to four degrees of freedom, beyond
/// that from the expansion around the normal quantile (M. Abramowitz and I. Stegun, "Handbook of Mathematical
/// Functions", 26.7.5), which is accurate to 0.001 there.
#[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
fn student_95(degrees: u64) -> f64 {
    match degrees {
        0 => f64::INFINITY,
        1 => 12.7062,
        2 => 4.3027,
        3 => 3.1824,
        4 => 2.7764,
        _ => {
            let (n, z) = (degrees as f64, Z_95);
            let z2 = z * z;
            let terms = [
                z,
                z * (z2 + 1.0) / 4.0,
                z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0,
                z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0,
                z * ((((79.0 * z2 + 776.0) * z2 + 1482.0) * z2 - 1920.0) * z2 - 945.0) / 92160.0,
            ];
            terms.iter().rev().fold(0.0, |sum, term| sum / n + term)
        }
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
    fn an_interval_within_bounds_holds_the_mean_and_stays_within() {
        assert_eq!(Moments::default().interval_95_within(4), 0.0..=4.0);
        for n in 1..200_u32 {
            for number in 0..=4_u32 {
                let mut sample = Moments::default();
                (0..n).for_each(|_| sample.add(number as usize));
                let interval = sample.interval_95_within(4);
                assert!(interval.contains(&f64::from(number)), "{n} of {number}: {interval:?}");
                assert!(*interval.start() >= 0.0 && *interval.end() <= 4.0);
                assert!(
                    interval.end() - interval.start() > 1.0 / f64::from(n),
                    "{n} of {number}: {interval:?}"
                );
            }
        }
    }

    /// Agresti and Coull's interval for 10 hits of 100 is 0.0549 to 0.1760, by its formula with two hits and two
    /// misses added: 12 of 104.
    #[test]
    fn an_interval_within_bounds_of_hits_and_misses() {
        let mut sample = Moments::default();
        (0..100).for_each(|item| sample.add(usize::from(item < 10)));
        let interval = sample.interval_95_within(1);
        let p: f64 = 12.0 / 104.0;
        let half = Z_95 * (p * (1.0 - p) / 103.0).sqrt();
        assert!((interval.start() - (p - half)).abs() < 1e-12, "{interval:?}");
        assert!((interval.end() - (p + half)).abs() < 1e-12, "{interval:?}");
    }

    #[test]
    fn clusters_of_one_are_a_plain_sample() {
        let (mut plain, mut clusters) = (Moments::default(), Clusters::default());
        assert_eq!(clusters.mean(), None);
        for number in [2_u8, 4, 4, 4, 5, 5, 7, 9] {
            plain.add(number.into());
            clusters.add(number.into(), 1);
            clusters.add(0.0, 0);
        }
        let (plain, clusters) = (plain.mean().unwrap(), clusters.mean().unwrap());
        assert!((plain.value - clusters.value).abs() < 1e-12);
        assert!((plain.standard_error - clusters.standard_error.unwrap()).abs() < 1e-12);
        assert_eq!((clusters.n, clusters.clusters), (8, 8));
    }

    #[test]
    fn one_cluster_does_not_tell_its_error() {
        let mut one = Clusters::default();
        one.add(3.0, 4);
        let mean = one.mean().unwrap();
        assert_eq!((mean.value.to_bits(), mean.standard_error), (0.75_f64.to_bits(), None));
        assert_eq!(mean.interval_95(), None);
    }

    /// From the published tables of the t distribution.
    #[test]
    fn quantiles_of_students_t() {
        for (degrees, quantile) in
            [(2, 4.3027), (5, 2.5706), (6, 2.4469), (10, 2.2281), (30, 2.0423), (120, 1.9799)]
        {
            assert!((student_95(degrees) - quantile).abs() < 1e-3, "{degrees}: {}", student_95(degrees));
        }
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
