//! How sure the frequencies of an improved policy are: their spread over other samples.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::step::Step;
use crate::knowledge::canonical::orbits;
use crate::learn::NetworkPolicy;
use crate::policy::Policy;
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::relabelling::Relabelling;
use crate::rules::round::Round;
use hanamachi_core::search::root_values::Answer;

/// Samples that are drawn from the blocks.
const SAMPLES: u32 = 40;
/// Fewest batches of blocks that tell a spread.
const FEWEST_BATCHES: usize = 5;

/// Standard errors of the shares in an answer of [`equilibrium`](fn@super::equilibrium), by a bootstrap over its blocks: the step is taken
/// again from as many blocks, drawn with replacement. It says how much another seed would change them, not how far the policy is from an
/// equilibrium. `None` where there are too few blocks.
pub(crate) fn spread(
    round: &Round,
    information: &Information,
    same: &[Relabelling],
    answer: &Answer<Action>,
) -> Option<Vec<f64>> {
    let batches = answer.batches();
    let policy = NetworkPolicy::standard()?;
    let actions: Vec<Action> = answer.actions.iter().map(|of| of.action).collect();
    if batches < FEWEST_BATCHES || actions.is_empty() {
        return None;
    }
    let mut shares = Vec::with_capacity(actions.len());
    policy.probabilities(round, information, &actions, &mut shares);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(0);
    let (mut sums, mut squares) = (vec![0.0; actions.len()], vec![0.0; actions.len()]);
    for _ in 0..SAMPLES {
        let picked: Vec<usize> = (0..batches).map(|_| rng.random_range(0..batches)).collect();
        let step = Step::consistent(&answer.resample(&picked), &shares)?;
        for ((sum, square), (share, of)) in
            sums.iter_mut().zip(&mut squares).zip(step.shares.iter().zip(&answer.actions))
        {
            // About the share that was found, so that the difference of large numbers loses no digits.
            let difference = share - of.share;
            *sum += difference;
            *square += difference * difference;
        }
    }
    let samples = f64::from(SAMPLES);
    let deviation =
        |(sum, square): (&f64, &f64)| ((square - sum * sum / samples) / (samples - 1.0)).max(0.0).sqrt();
    let mut spread: Vec<f64> = sums.iter().zip(&squares).map(deviation).collect();
    // Equal actions have the same shares up to rounding.
    for (place, first) in orbits(same, &actions).into_iter().enumerate() {
        spread[place] = spread[first];
    }
    Some(spread)
}
