//! UCB1 with availability counts.

use rand::Rng;

use super::{Candidates, Selection, argmax, sealed};

/// Upper confidence bounds: selects the action with the largest mean + *c* √(ln *a* / *n*), for an action
/// that was legal *a* times and chosen *n* times. Actions without visits come first, in random order (P.
/// Auer, N. Cesa-Bianchi and P. Fischer 2002; with availability: Cowling, Powley and Whitehouse 2012, section
/// IV).
///
/// The answer's shares of play are shares of visits. They need not converge to an equilibrium, and fluctuate
/// at nodes where mixing is necessary.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Ucb1 {
    /// The constant *c*, in units of the game's utility bound.
    pub exploration: f32,
}

impl Default for Ucb1 {
    /// The constant of the paper, 0.7 for rewards from 0 to 1, scaled to rewards from −1 to 1.
    fn default() -> Self {
        Self { exploration: 1.4 }
    }
}

impl sealed::Sealed for Ucb1 {}

impl Selection for Ucb1 {
    const PRIOR: bool = false;

    #[expect(clippy::cast_precision_loss, clippy::cast_possible_wrap, reason = "counts are far below 2³¹")]
    fn choose<R: Rng + ?Sized>(
        &self,
        candidates: &Candidates<'_>,
        scores: &mut Vec<f32>,
        rng: &mut R,
    ) -> usize {
        let squared = self.exploration * self.exploration;
        let seen = candidates.means.iter().zip(candidates.visits);
        scores.clear();
        let numerator = squared * libm::logf(candidates.node_visits as f32);
        // Signed, because the vector instruction for the conversion is signed.
        scores.extend(seen.map(|(&mean, &n)| bound(mean, numerator, n as i32 as f32)));
        argmax(scores, rng)
    }
}

/// The upper confidence bound; infinite before the first visit, even if the numerator is 0.
fn bound(mean: f32, numerator: f32, visits: f32) -> f32 {
    let bound = mean + (numerator / visits).sqrt();
    if visits > 0.0 { bound } else { f32::INFINITY }
}
