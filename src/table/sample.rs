//! Choice of the items to recompute independently.

use std::collections::BTreeSet;

use hanamachi_solver::search::parallel::Streams;
use rand::RngExt;
use serde::Serialize;

use crate::failure::Failure;
use crate::seed;
use crate::session::Session;

/// Recomputation of a sample.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Recomputed {
    /// Kind of the items, such as `layouts`.
    pub(crate) of: &'static str,
    /// Number of items recomputed.
    pub(crate) n: u64,
    /// Number of items in the file.
    pub(crate) total: u64,
    /// Seed of the sample; `null` if all items were checked.
    pub(crate) seed: Option<u64>,
}

/// Size and seed of the sample to recompute.
#[derive(Debug)]
pub(crate) struct Sample<'a> {
    most: u64,
    seed: Option<u64>,
    session: &'a Session,
}

impl<'a> Sample<'a> {
    /// Creates a sample of at most `most` items, drawn with this seed, or a new one if it is `None`.
    pub(crate) const fn new(most: u64, seed: Option<u64>, session: &'a Session) -> Self {
        Self { most, seed, session }
    }

    /// Whether the sample is not empty.
    pub(super) const fn is_wanted(&self) -> bool {
        self.most > 0
    }

    /// Returns distinct numbers below `total`, in order: all of them if they are at most `most`, else a uniform sample.
    pub(crate) fn draw(
        &mut self,
        of: &'static str,
        total: u64,
    ) -> Result<(impl Iterator<Item = u64> + use<>, Recomputed), Failure> {
        let n = self.most.min(total);
        let mut sampled = Recomputed { of, n, total, seed: None };
        // Floyd's algorithm, which draws exactly `n` random numbers.
        let mut drawn = BTreeSet::new();
        if n < total && n > 0 {
            let seed = seed::resolve(self.seed, self.session)?;
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
