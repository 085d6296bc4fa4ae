//! Selection rules: the action that an iteration follows at a node.

use rand::{Rng, RngExt};

mod puct;
mod ucb1;

pub use puct::Puct;
pub use ucb1::Ucb1;

/// A selection rule.
///
/// Sealed: the rules are [`Ucb1`] and [`Puct`]. Values are in units of the game's utility
/// bound, from the perspective of the player to act.
pub trait Selection: Copy + Sync + sealed::Sealed {
    /// Whether the rule uses the prior.
    #[doc(hidden)]
    const PRIOR: bool;
    /// Index of the chosen candidate; there is at least one.
    #[doc(hidden)]
    fn choose<R: Rng + ?Sized>(
        &self,
        candidates: &Candidates<'_>,
        scratch: &mut Vec<f32>,
        rng: &mut R,
    ) -> usize;
}

mod sealed {
    pub trait Sealed {}
}

/// The competing actions of a node, in columns: small arrays that a scan can process with vector
/// instructions.
#[doc(hidden)]
#[derive(Debug)]
pub struct Candidates<'a> {
    /// Visits of each action.
    pub visits: &'a [u32],
    /// Mean value of each action; 0 before the first visit.
    pub means: &'a [f32],
    /// Visits of the node, including this one.
    pub node_visits: u32,
    /// Prior of each action, unnormalized; empty for rules without a prior.
    pub prior: &'a [f32],
    /// Mean value of the node, used in place of the mean of an action without visits.
    pub mean: f32,
}

/// Index of the largest score. Ties among infinite scores are broken at random.
fn argmax<R: Rng + ?Sized>(scores: &[f32], rng: &mut R) -> usize {
    const LANES: usize = 8;
    let mut lanes = [f32::NEG_INFINITY; LANES];
    let chunks = scores.chunks_exact(LANES);
    let mut best = f32::NEG_INFINITY;
    for &score in chunks.remainder() {
        best = if score > best { score } else { best };
    }
    // Separate lanes, because the compiler does not vectorize a scan with a single maximum.
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
