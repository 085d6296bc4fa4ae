//! Selection with a prior.

use rand::Rng;

use super::{Candidates, Selection, argmax, sealed};

/// Selects the action with the largest mean + *c* *p* √*a* / (1 + *n*), for an action with prior *p* that was
/// legal *a* times and chosen *n* times. The priors of the competing actions sum to 1. An action without
/// visits has the mean of the node (C. Rosin, "Multi-armed bandits with episode context", 2011, in the form
/// of D. Silver et al., "Mastering the game of Go without human knowledge", Nature 550, 2017; availability in
/// place of the parent's visits is ours).
///
/// The prior comes from [`Evaluator::prior`](crate::search::ismcts::Evaluator::prior). The answer's shares of
/// play are shares of visits.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Puct {
    /// The constant *c*, in units of the game's utility bound.
    pub exploration: f32,
}

impl Default for Puct {
    fn default() -> Self {
        Self { exploration: 1.5 }
    }
}

impl sealed::Sealed for Puct {}

impl Selection for Puct {
    const PRIOR: bool = true;

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_wrap, reason = "counts are far below 2³¹")]
    fn choose<R: Rng + ?Sized>(
        &self,
        candidates: &Candidates<'_>,
        scores: &mut Vec<f32>,
        rng: &mut R,
    ) -> usize {
        let sum = sum(candidates.prior);
        // A prior whose sum is 0 or not finite is ignored: then only the means count.
        let scale = if sum > 0.0 && sum.is_finite() { self.exploration / sum } else { 0.0 };
        let times = (candidates.node_visits as f32).sqrt();
        let seen = candidates.means.iter().zip(candidates.visits).zip(candidates.prior);
        scores.clear();
        // Signed, because the vector instruction for the conversion is signed.
        scores.extend(seen.map(|((&mean, &n), &prior)| {
            let mean = if n == 0 { candidates.mean } else { mean };
            mean + scale * prior * times / (1.0 + n as i32 as f32)
        }));
        argmax(scores, rng)
    }
}

/// Sum in separate lanes, because the compiler does not vectorize a sum in order.
fn sum(numbers: &[f32]) -> f32 {
    const LANES: usize = 8;
    let chunks = numbers.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().sum();
    let mut lanes = [0.0; LANES];
    for chunk in chunks {
        for (lane, number) in lanes.iter_mut().zip(chunk) {
            *lane += number;
        }
    }
    lanes.into_iter().sum::<f32>() + rest
}
