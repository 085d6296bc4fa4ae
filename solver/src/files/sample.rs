//! Choice of the items to recompute independently.

use std::collections::BTreeSet;
use std::fmt;

use hanamachi_core::search::parallel::Streams;
use hanamachi_table::rows::RowsError;
use rand::RngExt;
use serde::Serialize;

/// Recomputation of a sample.
#[derive(Clone, Debug, Serialize)]
pub struct Recomputed {
    /// Kind of the items, such as `layouts`.
    pub of: &'static str,
    /// Number of items recomputed.
    pub n: u64,
    /// Number of items in the file.
    pub total: u64,
    /// Seed of the sample; `null` if all items were checked.
    pub seed: Option<u64>,
}

/// Size and seed of the sample to recompute.
pub struct Sample<'a> {
    most: u64,
    seed: Option<u64>,
    new_seed: &'a dyn Fn() -> Result<u64, RowsError>,
}

impl fmt::Debug for Sample<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sample").field("most", &self.most).field("seed", &self.seed).finish_non_exhaustive()
    }
}

impl<'a> Sample<'a> {
    /// A sample of at most `most` items, drawn with this seed, or with a new one if it is `None` and there are more items.
    #[must_use]
    pub const fn new(most: u64, seed: Option<u64>, new_seed: &'a dyn Fn() -> Result<u64, RowsError>) -> Self {
        Self { most, seed, new_seed }
    }

    /// Whether the sample is not empty.
    #[must_use]
    pub const fn is_wanted(&self) -> bool {
        self.most > 0
    }

    /// Distinct numbers below `total`, in order: all of them if they are at most `most`, else a uniform sample.
    pub fn draw(
        &mut self,
        of: &'static str,
        total: u64,
    ) -> Result<(impl Iterator<Item = u64> + use<>, Recomputed), RowsError> {
        let n = self.most.min(total);
        let mut sampled = Recomputed { of, n, total, seed: None };
        // Floyd's algorithm, which draws exactly `n` random numbers.
        let mut drawn = BTreeSet::new();
        if n < total && n > 0 {
            let seed = self.seed.map_or_else(self.new_seed, Ok)?;
            (self.seed, sampled.seed) = (Some(seed), Some(seed));
            let mut rng = Streams::new(seed).first();
            for last in total - n..total {
                let number = rng.random_range(0..=last);
                if !drawn.insert(number) {
                    drawn.insert(last);
                }
            }
        }
        let all = if n == total { 0..total } else { 0..0 };
        Ok((all.chain(drawn), sampled))
    }
}
