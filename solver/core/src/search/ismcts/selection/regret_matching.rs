//! Regret matching.

use rand::{Rng, RngExt};

use super::{Candidates, Lesson, SampledChoice, Selection, sealed};

/// Plays each action in proportion to the positive regret of not always having played it (S. Hart and A.
/// Mas-Colell, "A simple adaptive procedure leading to correlated equilibrium", Econometrica 68, 2000; at the
/// nodes of an information-set tree: V. Lisý, "Alternative selection functions for information set Monte
/// Carlo tree search", Acta Polytechnica 54, 2014). The answer is the **average strategy**, which approaches
/// an equilibrium.
///
/// An action is sampled from the current policy, mixed with the uniform one by `exploration`. Departures from the paper:
///
/// - The mean so far is a baseline for all actions. Only the difference between the sampled value and the
///   baseline is divided by the sampling probability (M. Schmid et al., "Variance reduction in Monte Carlo
///   counterfactual regret minimization for extensive form games using baselines", AAAI 2019). This leaves
///   the expected regrets unchanged and removes most of their noise.
/// - The value of the current policy is backed up, not that of the exploration; from the same paper.
/// - Regrets are weighted by the probability of the path under the opponent's policy divided by its sampling
///   probability, and the average strategy by the same for the player's own policy. As in online outcome
///   sampling (V. Lisý, M. Lanctot and M. Bowling, AAMAS 2015), exploration thus leaves no trace in them.
///   Unlike there, a visit is not weighted by the inverse of its probability, which bounds the weights and
///   gives up the proof of convergence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RegretMatching {
    /// Probability of a random action, 0 to 1.
    pub exploration: f32,
}

impl Default for RegretMatching {
    fn default() -> Self {
        Self { exploration: 0.2 }
    }
}

impl sealed::Sealed for RegretMatching {}

impl Selection for RegretMatching {
    const PRIOR: bool = false;
    const REGRETS: bool = true;

    #[expect(clippy::cast_precision_loss, reason = "a node has far fewer than 2²⁴ actions")]
    fn choose<R: Rng + ?Sized>(
        &self,
        candidates: &Candidates<'_>,
        policy: &mut Vec<f32>,
        rng: &mut R,
    ) -> SampledChoice {
        match_regrets(candidates.regrets, policy);
        let n = policy.len();
        let gamma = self.exploration;
        let index = if rng.random::<f32>() < gamma {
            rng.random_range(0..n)
        } else {
            let mut left: f32 = rng.random();
            let reached = policy.iter().position(|&probability| {
                left -= probability;
                left < 0.0
            });
            // Rounding may leave a tiny remainder beyond the last action.
            reached.or(policy.iter().rposition(|&probability| probability > 0.0)).unwrap_or(0)
        };
        let sampled = (1.0 - gamma) * policy[index] + gamma / n as f32;
        SampledChoice { index, sampled, ratio: policy[index] / sampled }
    }

    fn learn(&self, lesson: &mut Lesson<'_>, policy: &mut Vec<f32>) -> f32 {
        match_regrets(lesson.regrets, policy);
        let mean = lesson.mean;
        let baseline = |(&value, &n): (&f32, &u32)| if n == 0 { mean } else { value };
        let index = lesson.choice.index;
        let beyond =
            (lesson.value - baseline((&lesson.means[index], &lesson.visits[index]))) / lesson.choice.sampled;
        let values = lesson.means.iter().zip(lesson.visits);
        let policy_value =
            policy.iter().zip(values.clone()).map(|(&p, seen)| p * baseline(seen)).sum::<f32>()
                + policy[index] * beyond;
        let [own, opponent] = lesson.reach;
        for (regret, seen) in lesson.regrets.iter_mut().zip(values) {
            *regret += opponent * (baseline(seen) - policy_value);
        }
        lesson.regrets[index] += opponent * beyond;
        for (sum, &probability) in lesson.strategy.iter_mut().zip(policy.iter()) {
            *sum += f64::from(own * probability);
        }
        policy_value
    }
}

/// Policy in proportion to the positive regrets; uniform if there are none.
#[expect(clippy::cast_precision_loss, reason = "a node has far fewer than 2²⁴ actions")]
fn match_regrets(regrets: &[f32], policy: &mut Vec<f32>) {
    policy.clear();
    policy.extend(regrets.iter().map(|regret| regret.max(0.0)));
    let sum: f32 = policy.iter().sum();
    if sum > 0.0 {
        let scale = sum.recip();
        for share in policy {
            *share *= scale;
        }
    } else {
        policy.fill((regrets.len() as f32).recip());
    }
}
