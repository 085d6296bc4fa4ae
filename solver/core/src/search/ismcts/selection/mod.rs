//! Selection rules: the action that an iteration follows at a node, and the update of the node.

use rand::{Rng, RngExt};

mod puct;
mod regret_matching;
mod ucb1;

pub use puct::Puct;
pub use regret_matching::RegretMatching;
pub use ucb1::Ucb1;

/// A rule of selection.
///
/// Sealed: the rules are [`Ucb1`], [`Puct`] and [`RegretMatching`]. Values are in units of the game's utility bound,
/// seen from the player who decides.
pub trait Selection: Copy + Sync + sealed::Sealed {
    /// Whether the rule uses the prior.
    #[doc(hidden)]
    const PRIOR: bool;
    /// Whether the rule keeps regrets and an average strategy.
    #[doc(hidden)]
    const REGRETS: bool;

    /// Picks one of the candidates, of which there is at least one.
    #[doc(hidden)]
    fn choose<R: Rng + ?Sized>(
        &self,
        candidates: &Candidates<'_>,
        scratch: &mut Vec<f32>,
        rng: &mut R,
    ) -> Choice;

    /// Takes in what the choice was worth, and returns what the node is worth, for the node above.
    #[doc(hidden)]
    fn learn(&self, lesson: &mut Lesson<'_>, scratch: &mut Vec<f32>) -> f32 {
        let _ = scratch;
        lesson.value
    }
}

mod sealed {
    pub trait Sealed {}
}

/// The actions of a node that compete, in columns: small arrays that a scan goes through several at a time.
#[doc(hidden)]
#[derive(Debug)]
pub struct Candidates<'a> {
    /// Visits of each action.
    pub visits: &'a [u32],
    /// The mean value of each; 0 before the first visit.
    pub means: &'a [f32],
    /// Number of visits at which each action was legal.
    pub availability: Availability<'a>,
    /// Their prior, to scale; empty for rules that do not look at it.
    pub prior: &'a [f32],
    /// Their cumulative regrets; empty for rules that keep none.
    pub regrets: &'a [f32],
    /// The mean value of the node, the stand-in for that of an action never followed.
    pub mean: f32,
}

/// Number of visits at which each candidate was legal, including this one.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Availability<'a> {
    /// Always, and the node was visited so often.
    All(u32),
    /// Each so often.
    Each(&'a [u32]),
}

/// Choice of a rule.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Index of the candidate.
    pub index: usize,
    /// Probability of the choice.
    pub sampled: f32,
    /// Probability under the policy without exploration, relative to `sampled`.
    pub ratio: f32,
}

impl Choice {
    /// The choice of a rule that does not mix.
    const fn certain(index: usize) -> Self {
        Self { index, sampled: 1.0, ratio: 1.0 }
    }
}

/// Result of a choice.
#[doc(hidden)]
#[derive(Debug)]
pub struct Lesson<'a> {
    /// Mean values of the candidates before.
    pub means: &'a [f32],
    /// Visits of the candidates before.
    pub visits: &'a [u32],
    /// Their cumulative regrets.
    pub regrets: &'a mut [f32],
    /// Their share of the average strategy, to scale.
    pub strategy: &'a mut [f64],
    /// The mean value of the node before.
    pub mean: f32,
    /// The choice.
    pub choice: Choice,
    /// Value of the result.
    pub value: f32,
    /// By how much the policies on the way here, without exploration, are likelier than what was sampled: of the
    /// player who decides, and of the opponent.
    pub reach: [f32; 2],
}

/// The index of the largest score. Among infinite ones each is as likely as any other.
fn argmax<R: Rng + ?Sized>(scores: &[f32], rng: &mut R) -> usize {
    const LANES: usize = 8;
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let chunks = scores.chunks_exact(LANES);
    let mut best = f32::NEG_INFINITY;
    for &score in chunks.remainder() {
        best = if score > best { score } else { best };
    }
    // Lanes of their own, because a scan with one maximum is not done several at a time.
    for chunk in chunks {
        for (lane, &score) in lanes.iter_mut().zip(chunk) {
            *lane = if score > *lane { score } else { *lane };
        }
    }
    let best = lanes.into_iter().fold(best, f32::max);
    let mut places = scores.iter().enumerate().filter(|&(_, &score)| score >= best).map(|(place, _)| place);
    if best < f32::INFINITY {
        return places.next().unwrap_or(0);
    }
    let ties = scores.iter().map(|&score| usize::from(score >= best)).sum::<usize>();
    places.nth(if ties > 1 { rng.random_range(0..ties) } else { 0 }).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    #[test]
    fn the_largest_score_wins_wherever_it_stands() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for n in 1..40 {
            for place in 0..n {
                let scores: Vec<f32> = (0..n).map(|i| if i == place { 2.0 } else { -1.0 }).collect();
                assert_eq!(argmax(&scores, &mut rng), place);
            }
        }
    }

    #[test]
    fn every_untried_action_has_its_chance() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let scores: Vec<f32> = (0..20_u8).map(|i| if i < 9 { 0.5 } else { f32::INFINITY }).collect();
        let mut seen = [0; 20];
        for _ in 0..11_000 {
            seen[argmax(&scores, &mut rng)] += 1;
        }
        assert!(seen[..9].iter().all(|&count| count == 0));
        assert!(seen[9..].iter().all(|&count| (800..1200).contains(&count)), "{seen:?}");
    }
}
