//! Choice of the items to recompute independently.

use std::collections::BTreeSet;

use hanamachi_solver::search::parallel::Streams;
use rand::RngExt;

use super::kinds::Sampled;
use crate::failure::Failure;
use crate::seed;
use crate::session::Session;

/// Size and choice of the sample to check again.
#[derive(Debug)]
pub(crate) struct Sample<'a> {
    most: u64,
    seed: Option<u64>,
    session: &'a Session,
}

impl<'a> Sample<'a> {
    /// At most `most` items, drawn by this seed or else by a new one.
    pub(crate) const fn new(most: u64, seed: Option<u64>, session: &'a Session) -> Self {
        Self { most, seed, session }
    }

    /// Whether the sample is not empty.
    pub(super) const fn is_wanted(&self) -> bool {
        self.most > 0
    }

    /// Numbers below `total`, in order, each once: all of them if that is no more than are wanted, else a uniform sample.
    pub(crate) fn draw(
        &mut self,
        of: &'static str,
        total: u64,
    ) -> Result<(impl Iterator<Item = u64> + use<>, Sampled), Failure> {
        let n = self.most.min(total);
        let mut sampled = Sampled { of, n, total, seed: None };
        // Of a part: each of the first numbers not yet drawn, by Floyd's way, which draws no more numbers than are wanted.
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
