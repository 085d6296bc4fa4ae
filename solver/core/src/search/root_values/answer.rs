//! Result of a search, with its errors.

use std::collections::BTreeMap;

use super::Effort;
use crate::search::budget::{RunContext, Stop};
use crate::search::estimate::{ClusterMean, Clusters};
use crate::search::parallel::{Block, fold_finished};

/// **Estimated**: the value of the root and the strategy there.
///
/// The errors come from the differences between blocks, see [`Clusters`]. They bound the distance to the mean
/// of more and more blocks *of this size*, not to the result of deeper trees.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<A> {
    /// Mean over all iterations for the searching player. It reflects the play in the tree, including its
    /// exploration except under regret matching.
    pub value: ClusterMean,
    /// The legal actions, in ascending order. If there are several information sets at the root, because the
    /// opponent is to act or chance comes first, the actions of all of them. Empty at the end of the game.
    pub actions: Vec<ActionAnswer<A>>,
    /// Number of iterations (deals, in a determinized search) in finished blocks.
    pub iterations: u64,
    /// Number of nodes of the largest tree.
    pub nodes: usize,
    /// Reason why there are fewer iterations than requested, if there are.
    pub stopped: Option<Stop>,
}

/// **Estimated**: the value of an action at the root, and its share of play.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionAnswer<A> {
    /// The action.
    pub action: A,
    /// Number of visits.
    pub visits: u64,
    /// Number of visits at which the action was legal.
    pub availability: u64,
    /// Value for the searching player, whoever plays the action; `None` without visits.
    pub value: Option<ClusterMean>,
    /// Weight of the visits in the value, 0 to 1: below 1, the rest is what was known before them.
    pub trust: f64,
    /// Share of the visits, or probability in the average strategy under regret matching, 0 to 1. The shares
    /// sum to 1.
    pub share: f64,
    /// Results of the blocks, combined into batches if there are many: for the errors of differences.
    pub batches: BatchSums,
}

impl<A> ActionAnswer<A> {
    /// Gives every visit this value, for an action whose visits all ended alike. Luck that a sampling method removed from them is no
    /// error then.
    pub fn settle(&mut self, value: f64) {
        for (sum, visits) in &mut self.batches.0 {
            #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
            let visits = *visits as f64;
            *sum = value * visits;
        }
        if let Some(mean) = &mut self.value {
            (mean.value, mean.standard_error) = (value, Some(0.0));
        }
    }
}

/// Sums over the visits of an action, for batches of blocks. Batches with the same index cover the same
/// blocks for all actions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct BatchSums(Vec<(f64, u64)>);

/// Maximum number of batches.
const MOST_BATCHES: usize = 512;

impl BatchSums {
    /// Adds to the batch with this index.
    #[must_use]
    pub fn with(mut self, number: usize, sum: f64, visits: u64) -> Self {
        self.add(number, sum, visits);
        self
    }

    fn add(&mut self, number: usize, sum: f64, visits: u64) {
        if self.0.len() <= number {
            self.0.resize(number + 1, (0.0, 0));
        }
        let batch = &mut self.0[number];
        *batch = (batch.0 + sum, batch.1 + visits);
    }

    /// Adds the batches of another action.
    pub(super) fn add_all(&mut self, other: &Self) {
        for (number, &(sum, visits)) in other.0.iter().enumerate() {
            self.add(number, sum, visits);
        }
    }

    /// Number of batches.
    pub(super) const fn len(&self) -> usize {
        self.0.len()
    }

    /// Number of batches with visits.
    pub(super) fn with_visits(&self) -> u64 {
        self.0.iter().filter(|batch| batch.1 > 0).count() as u64
    }

    /// These batches, in this order; an action without a batch has no visits in it.
    pub(super) fn picked(&self, places: &[usize]) -> Self {
        Self(places.iter().map(|&place| self.0.get(place).copied().unwrap_or_default()).collect())
    }

    /// Mean over all visits; `None` without visits. `clusters` is the number of blocks with visits.
    pub(super) fn mean(&self, clusters: u64) -> Option<ClusterMean> {
        let (sum, n) = self.0.iter().fold((0.0, 0), |(sum, n), of| (sum + of.0, n + of.1));
        #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
        let value = (n > 0).then(|| sum / n as f64)?;
        let mut pulls = vec![0.0; self.0.len()];
        self.add_pulls(value, 1.0, &mut pulls);
        let standard_error = standard_error(&pulls).filter(|_| clusters > 1);
        Some(ClusterMean { value, standard_error, n, clusters })
    }

    /// Combines pairs of batches.
    fn halve(&mut self) {
        let half = self
            .0
            .chunks(2)
            .map(|pair| pair.iter().fold((0.0, 0), |sum, batch| (sum.0 + batch.0, sum.1 + batch.1)));
        self.0 = half.collect();
    }

    /// Adds to each pull the batch's contribution to the deviation of the overall mean from `mean`, times
    /// `weight`.
    fn add_pulls(&self, mean: f64, weight: f64, pulls: &mut [f64]) {
        #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
        let all = self.0.iter().map(|batch| batch.1).sum::<u64>().max(1) as f64;
        for (&(sum, visits), pull) in self.0.iter().zip(pulls) {
            #[expect(clippy::cast_precision_loss, reason = "sample sizes are far below 2⁵³")]
            let deviation = (sum - mean * visits as f64) / all;
            *pull += weight * deviation;
        }
    }
}

/// Standard error of a sum of means, from the contributions of the batches to its deviation.
fn standard_error(pulls: &[f64]) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "some hundred batches")]
    let batches = pulls.len() as f64;
    let squares = pulls.iter().map(|pull| pull * pull).sum::<f64>();
    (pulls.len() > 1).then(|| (batches / (batches - 1.0) * squares).sqrt())
}

/// Statistics of a block on an action at the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RootTally {
    pub visits: u64,
    pub availability: u64,
    /// Sum of the values of its visits, for the root player.
    pub sum: f64,
    /// Its share of play, unnormalized.
    pub play: f64,
}

impl RootTally {
    pub(crate) fn add(&mut self, other: &Self) {
        self.visits += other.visits;
        self.availability += other.availability;
        self.sum += other.sum;
        self.play += other.play;
    }
}

/// Statistics of a block.
#[derive(Clone, Debug)]
pub(crate) struct BlockTally<A> {
    pub iterations: u64,
    /// Sum of the values of its iterations, for the root player.
    pub sum: f64,
    pub actions: BTreeMap<A, RootTally>,
    pub nodes: usize,
}

/// Combined statistics of all blocks.
#[derive(Clone, Debug)]
pub(crate) struct AllBlocks<A> {
    value: Clusters,
    actions: BTreeMap<A, (Clusters, RootTally, BatchSums)>,
    iterations: u64,
    nodes: usize,
    blocks: usize,
    /// Number of blocks in a batch.
    batch: usize,
}

/// Works on the blocks of `effort` and answers from those that were finished. Calls `watch` after each block,
/// in order, with the result so far.
///
/// # Errors
///
/// Returns the reason if no block was finished, or [`Stop::Nodes`] if nothing was requested.
pub(crate) fn answer_by_blocks<A: Ord + Copy + Send, State: Send>(
    effort: Effort,
    context: RunContext<'_>,
    new_state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, Block) -> Result<BlockTally<A>, Stop> + Sync,
    mut watch: impl FnMut(Interim<'_, A>),
) -> Result<Answer<A>, Stop> {
    let mut whole = AllBlocks::new();
    let take = |part: BlockTally<A>| {
        whole.add(&part);
        watch(Interim(&whole));
    };
    let stopped = fold_finished(&effort.plan(), context, new_state, work, take);
    whole.answer(stopped.err())
}

impl<A: Ord + Copy> AllBlocks<A> {
    pub(crate) fn new() -> Self {
        Self {
            value: Clusters::default(),
            actions: BTreeMap::new(),
            iterations: 0,
            nodes: 0,
            blocks: 0,
            batch: 1,
        }
    }

    /// Adds the next block.
    pub(crate) fn add(&mut self, part: &BlockTally<A>) {
        self.value.add(part.sum, part.iterations);
        self.iterations += part.iterations;
        self.nodes = self.nodes.max(part.nodes);
        if self.blocks / self.batch == MOST_BATCHES {
            self.batch *= 2;
            self.actions.values_mut().for_each(|(_, _, batches)| batches.halve());
        }
        let batch = self.blocks / self.batch;
        self.blocks += 1;
        for (&action, tally) in &part.actions {
            let (clusters, whole, batches) = self.actions.entry(action).or_default();
            clusters.add(tally.sum, tally.visits);
            whole.add(tally);
            batches.add(batch, tally.sum, tally.visits);
        }
    }

    /// # Errors
    ///
    /// Returns the reason of the stop if there is no block.
    pub(crate) fn answer(self, stopped: Option<Stop>) -> Result<Answer<A>, Stop> {
        let Some(value) = self.value.mean() else { return Err(stopped.unwrap_or(Stop::Nodes)) };
        let play: f64 = self.actions.values().map(|(_, tally, _)| tally.play).sum();
        let actions = self.actions.into_iter().map(|(action, (clusters, tally, batches))| ActionAnswer {
            action,
            visits: tally.visits,
            availability: tally.availability,
            value: clusters.mean(),
            trust: 1.0,
            share: if play > 0.0 { tally.play / play } else { 0.0 },
            batches,
        });
        let (iterations, nodes) = (self.iterations, self.nodes);
        Ok(Answer { value, actions: actions.collect(), iterations, nodes, stopped })
    }
}

/// Intermediate result from the finished blocks, for watching a search.
#[derive(Clone, Copy, Debug)]
pub struct Interim<'a, A>(pub(crate) &'a AllBlocks<A>);

impl<A: Ord + Copy> Interim<'_, A> {
    /// The answer so far, as of a search with this many iterations. `None` before the first block is
    /// finished.
    #[must_use]
    pub fn answer(&self) -> Option<Answer<A>> {
        self.0.clone().answer(None).ok()
    }
}

impl<A> Answer<A> {
    /// Weighted sum of the values of actions, given by index: for example a difference of two actions, or the
    /// mean of a strategy. The values of actions in the same block are correlated, because they use the same
    /// states. The error accounts for this: it comes from the differences between batches of blocks. An
    /// action without visits counts as 0.
    #[must_use]
    pub fn combination(&self, weights: &[(usize, f64)]) -> ClusterMean {
        let of = || {
            let weighted =
                weights.iter().filter_map(|&(place, weight)| Some((self.actions.get(place)?, weight)));
            weighted.filter_map(|(action, weight)| Some((action, action.value?, weight)))
        };
        let batches = of().map(|(action, ..)| action.batches.0.len()).max().unwrap_or_default();
        let mut pulls = vec![0.0; batches];
        for (action, mean, weight) in of() {
            action.batches.add_pulls(mean.value, weight, &mut pulls);
        }
        let standard_error = standard_error(&pulls);
        ClusterMean {
            value: of().map(|(_, mean, weight)| weight * mean.value).sum(),
            standard_error,
            n: of().map(|(_, mean, _)| mean.n).sum(),
            clusters: of().map(|(_, mean, _)| mean.clusters).min().unwrap_or_default(),
        }
    }

    /// What each action wins more than the mean over all actions with these weights, in their order; `None` for
    /// actions without visits. As [`combination`](Self::combination), in one pass over the batches.
    #[must_use]
    pub fn advantages(&self, weights: &[f64]) -> Vec<Option<ClusterMean>> {
        let followed = || self.actions.iter().filter_map(|action| Some((action, action.value?)));
        let batches = followed().map(|(action, _)| action.batches.0.len()).max().unwrap_or_default();
        let (mut mean, mut of_mean) = (0.0, vec![0.0; batches]);
        for (action, &weight) in self.actions.iter().zip(weights) {
            let Some(value) = action.value else { continue };
            mean += weight * value.value;
            action.batches.add_pulls(value.value, -weight, &mut of_mean);
        }
        let mut pulls = Vec::with_capacity(batches);
        let advantage = |action: &ActionAnswer<A>| {
            let value = action.value?;
            pulls.clone_from(&of_mean);
            action.batches.add_pulls(value.value, 1.0, &mut pulls);
            Some(ClusterMean { value: value.value - mean, standard_error: standard_error(&pulls), ..value })
        };
        self.actions.iter().map(advantage).collect()
    }

    /// The action with the largest share of play; `None` at the end of the game.
    #[must_use]
    pub fn most_played(&self) -> Option<&ActionAnswer<A>> {
        self.actions.iter().max_by(|one, other| one.share.total_cmp(&other.share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Blocks with two visits of each of two actions, whose values differ by 1 and have the same random
    /// error.
    fn whole(blocks: u32) -> Answer<u8> {
        let mut whole = AllBlocks::new();
        for block in 0..blocks {
            let luck = f64::from(block * 7 % 11);
            let tally = |value: f64| RootTally { visits: 2, availability: 2, sum: 2.0 * value, play: 0.5 };
            let actions = BTreeMap::from([(0, tally(luck)), (1, tally(luck + 1.0))]);
            whole.add(&BlockTally { iterations: 4, sum: 4.0 * luck, actions, nodes: 0 });
        }
        whole.answer(None).unwrap()
    }

    #[test]
    fn what_actions_have_in_common_is_no_error_of_their_difference() {
        for blocks in [2, 11, 512, 513, 5000] {
            let answer = whole(blocks);
            let difference = answer.combination(&[(1, 1.0), (0, -1.0)]);
            assert!((difference.value - 1.0).abs() < 1e-9, "{blocks}: {difference:?}");
            assert!(difference.standard_error.unwrap() < 1e-9, "{blocks}: {difference:?}");
            let own = answer.combination(&[(0, 1.0)]);
            let mean = answer.actions[0].value.unwrap();
            assert!((own.value - mean.value).abs() < 1e-9 && own.clusters == u64::from(blocks));
            // Batches of blocks estimate the error nearly as well as single blocks.
            let [one, other] = [own.standard_error.unwrap(), mean.standard_error.unwrap()];
            assert!(blocks > 512 || (one - other).abs() < 1e-9, "{blocks}: {one} {other}");
            assert!(one < 1.3 * other + 1e-9, "{blocks}: {one} {other}");
            assert!(answer.actions[0].batches.0.len() <= MOST_BATCHES);
        }
    }

    #[test]
    fn advantages_are_combinations() {
        let mut answer = whole(11);
        answer.actions[1].batches.add(3, 5.0, 1);
        let weights = [0.25, 0.75];
        for (place, advantage) in answer.advantages(&weights).into_iter().enumerate() {
            let mut combined: Vec<(usize, f64)> = weights.iter().map(|weight| -weight).enumerate().collect();
            combined[place].1 += 1.0;
            let (one, other) = (advantage.unwrap(), answer.combination(&combined));
            assert!((one.value - other.value).abs() < 1e-12);
            let [one, other] = [one, other].map(|of| of.standard_error.unwrap());
            assert!(one > 0.0 && (one - other).abs() < 1e-12, "{place}: {one} {other}");
        }
        answer.actions[0].value = None;
        assert_eq!(answer.advantages(&weights)[0], None);
    }

    /// Two actions that are one, for which the visits of a block were divided: pooled, they are that one again.
    #[test]
    fn equal_actions_are_pooled() {
        let (mut divided, mut whole) = (AllBlocks::new(), AllBlocks::new());
        for block in 0..12 {
            let luck = f64::from(block * 7 % 11);
            let tally =
                |visits: u64, sum: f64, play: f64| RootTally { visits, availability: visits, sum, play };
            let (one, other) = (tally(2, luck, 0.5), tally(1, 2.0 - luck, 0.1));
            let third = tally(3, luck * luck, 0.4);
            let part = |actions| BlockTally { iterations: 6, sum: luck, actions, nodes: 0 };
            divided.add(&part(BTreeMap::from([(0, one), (1, third), (2, other)])));
            whole.add(&part(BTreeMap::from([(0, tally(3, 2.0, 0.6)), (1, third)])));
        }
        let [mut pooled, whole]: [Answer<u8>; 2] = [divided, whole].map(|of| of.answer(None).unwrap());
        let before = pooled.clone();
        pooled.pool(&[0, 1, 2]);
        assert_eq!(pooled, before);
        pooled.pool(&[0, 1, 0]);
        assert_eq!(pooled.actions[1], before.actions[1]);
        let same = |one: Option<f64>, other: Option<f64>| (one.unwrap() - other.unwrap()).abs() < 1e-12;
        for of in [&pooled.actions[0], &pooled.actions[2]] {
            let (value, expected) = (of.value.unwrap(), whole.actions[0].value.unwrap());
            assert!(same(Some(value.value), Some(expected.value)));
            assert!(same(value.standard_error, expected.standard_error));
            assert_eq!((value.n, value.clusters, of.visits), (expected.n, expected.clusters, 36));
            assert!(same(Some(of.share), Some(0.3)));
        }
        let difference = pooled.combination(&[(0, 1.0), (2, -1.0)]);
        assert_eq!((difference.value, difference.standard_error), (0.0, Some(0.0)));
    }

    #[test]
    fn an_action_that_was_never_followed_counts_as_nothing() {
        let mut answer = whole(4);
        answer.actions[0].value = None;
        let difference = answer.combination(&[(1, 1.0), (0, -1.0), (9, 1.0)]);
        assert_eq!(Some(difference.value), answer.actions[1].value.map(|value| value.value));
    }
}
