//! Allocation of the rollouts at the root: a race with return.
//!
//! Most actions are far from the best, and what they are worth exactly interests nobody. So at first every action is tried,
//! and from then on most rollouts go to the contenders: those that may be nearly as good as the best. The others
//! are not forgotten. Between them they still get a share of the rollouts, and one whose luck turns becomes a contender
//! again: without that, an action that was unlucky at first, among them the best one, would be lost for good.
//!
//! The contenders are chosen anew after fixed numbers of iterations, never within a block, so that the result depends on the seed
//! and not on threads or time.

use super::root_values::Effort;

/// Maximum number of actions that are all played in each state at first. With more, rare actions are played only in
/// some states.
const FEW: usize = 16;
/// Actions with a smaller probability are rare.
const HARDLY: f64 = 0.01;
/// Share of the states in which rare actions are played at first.
const SOMETIMES: f64 = 0.25;
/// Fewest visits of each action before any of them is set aside.
const FEWEST_VISITS: u64 = 60;
/// Part of the iterations after which actions are first set aside, and most iterations until then.
const EXPLORED: u64 = 5;
const MOST_EXPLORED: u64 = 10_000;
/// Fewest blocks of a stage, so that all threads have work.
const FEWEST_BLOCKS: u64 = 16;
/// Rollouts of all other actions together, for each rollout of a contender.
const OTHERS: f64 = 0.3;

/// Which actions are played in a state.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Allocation<A> {
    /// Every action, rare ones less often if there are many.
    Exploring,
    /// The contenders in each state, the others in this share of the states.
    Racing {
        /// In ascending order.
        others: Vec<A>,
        share: f64,
    },
}

impl<A: Ord> Allocation<A> {
    /// The allocation with these contenders among the actions, which are in ascending order.
    #[expect(clippy::cast_precision_loss, reason = "numbers of actions")]
    fn racing(actions: impl Iterator<Item = (A, bool)>) -> Self {
        let (mut contenders, mut others) = (0_u32, Vec::new());
        for (action, is_contender) in actions {
            if is_contender { contenders += 1 } else { others.push(action) }
        }
        let share = (OTHERS * f64::from(contenders) / others.len().max(1) as f64).min(1.0);
        Self::Racing { others, share }
    }

    /// Probability that an action with this probability under the strategy, one of `count`, is played in a state.
    pub(super) fn likely(&self, action: &A, probability: f64, count: usize) -> f64 {
        match self {
            Self::Exploring if count <= FEW || probability >= HARDLY => 1.0,
            Self::Exploring => SOMETIMES,
            Self::Racing { others, share } if others.binary_search(action).is_ok() => *share,
            Self::Racing { .. } => 1.0,
        }
    }
}

/// The stages of a race.
#[derive(Clone, Copy, Debug)]
pub(super) struct Race {
    effort: Effort,
    /// Iterations before the first choice of contenders.
    explored: u64,
    /// Iterations and blocks of the stages so far.
    done: u64,
    blocks: u64,
}

impl Race {
    pub(super) fn new(effort: Effort) -> Self {
        let explored = (effort.iterations / EXPLORED).min(MOST_EXPLORED);
        Self { effort, explored, done: 0, blocks: 0 }
    }

    /// Number of blocks before the next stage, and number of iterations at its end; `None` when the race is over.
    pub(super) fn stage(&mut self) -> Option<(u64, u64)> {
        let Effort { iterations, block_size, .. } = self.effort;
        if self.done >= iterations {
            return None;
        }
        // First the exploration, then choices after an eighth of what was done by then, or a quarter of the exploration if that is more.
        let next = if self.done == 0 { self.explored } else { (self.done / 8).max(self.explored / 4) };
        let blocks = self.blocks;
        self.blocks += next.div_ceil(block_size.get()).max(FEWEST_BLOCKS);
        self.done = self.blocks.saturating_mul(block_size.get()).min(iterations);
        Some((blocks, self.done))
    }

    /// Chooses contenders among the actions, which are in ascending order, each with its number of visits. Of actions that are one
    /// contestant only the first is there.
    pub(super) fn allocate<A: Ord + Copy>(
        visits: &[(A, u64)],
        contenders: impl FnOnce() -> Vec<bool>,
    ) -> Allocation<A> {
        if visits.iter().any(|&(_, visits)| visits < FEWEST_VISITS) {
            return Allocation::Exploring;
        }
        let actions = visits.iter().map(|&(action, _)| action);
        Allocation::racing(actions.zip(contenders()))
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;

    fn stages(iterations: u64, block: u64) -> Vec<(u64, u64)> {
        let block_size = NonZeroU64::new(block).unwrap();
        let mut race = Race::new(Effort { iterations, block_size, seed: 1 });
        std::iter::from_fn(|| race.stage()).take(100).collect()
    }

    #[test]
    fn stages_are_whole_blocks_and_end_with_the_iterations() {
        for (iterations, block) in [(1, 1), (40, 2), (1_001, 200), (30_000, 200), (1_000_000, 200)] {
            let stages = stages(iterations, block);
            assert_eq!(stages.last().unwrap().1, iterations);
            let ends = stages.iter().map(|&(_, end)| end);
            let starts = std::iter::once(0).chain(ends);
            assert!(
                stages
                    .iter()
                    .zip(starts)
                    .all(|(&(blocks, end), start)| blocks * block == start && end > start)
            );
        }
        assert_eq!(stages(30_000, 200)[..3], [(0, 6_000), (30, 9_200), (46, 12_400)]);
        // Without a bound the stages grow with what was done.
        let endless = stages(u64::MAX, 200);
        assert_eq!((endless[0], endless.len()), ((0, 10_000), 100));
        assert!(endless[99].1 > 100_000_000);
        assert!(stages(0, 200).is_empty());
    }

    #[test]
    fn others_share_what_is_left_for_them() {
        let visits: Vec<(u8, u64)> = (0..10).map(|action| (action, 60)).collect();
        let contenders = || (0..10).map(|action| action < 2).collect();
        let racing = Race::allocate(&visits, contenders);
        assert!(racing.likely(&1, 0.0, 10) >= 1.0);
        assert!((racing.likely(&2, 0.5, 10) - 0.3 * 2.0 / 8.0).abs() < 1e-12);
        // All are contenders.
        assert!(Race::allocate(&visits, || vec![true; 10]).likely(&9, 0.0, 10) >= 1.0);
        // Nobody is set aside before everybody was tried.
        let early: Vec<(u8, u64)> =
            (0..20).map(|action| (action, if action == 3 { 59 } else { 600 })).collect();
        let exploring = Race::allocate(&early, || unreachable!("too early"));
        assert_eq!(exploring, Allocation::Exploring);
        let [often, rarely] = [0.5, 0.001].map(|probability| exploring.likely(&0, probability, 20));
        assert!(often >= 1.0 && (rarely - 0.25).abs() < 1e-12);
        assert!(exploring.likely(&0, 0.001, 16) >= 1.0);
    }
}
