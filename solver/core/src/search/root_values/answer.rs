//! Result of a search, with errors.

use std::collections::BTreeMap;

use super::Effort;
use crate::search::budget::{RunContext, Stop};
use crate::search::estimate::{ClusterMean, Clusters};
use crate::search::parallel::{Block, fold_finished};

/// **Estimated**: what the state at the root is worth and what to do there.
///
/// The errors come from how the blocks differ, see [`Clusters`]. They say how far the mean of more and more blocks *of
/// this size* may lie, and nothing about what deeper trees would find.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer<A> {
    /// The mean of all iterations, to the player for whom the search was made: how the tree came to play, its exploration
    /// included except under regret matching.
    pub value: ClusterMean,
    /// The legal actions, in ascending order. Where several information sets are at the root, because the opponent is to
    /// act or chance comes first, the actions of all of them. None at the end of the game.
    pub actions: Vec<ActionAnswer<A>>,
    /// Number of iterations (deals, in a determinized search) in finished blocks.
    pub iterations: u64,
    /// The nodes of the largest tree.
    pub nodes: usize,
    /// Why there are fewer iterations than were asked for, if there are.
    pub stopped: Option<Stop>,
}

/// **Estimated**: what an action at the root is worth, and how often to play it.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionAnswer<A> {
    /// The action.
    pub action: A,
    /// Number of visits.
    pub visits: u64,
    /// Number of visits at which it was legal.
    pub availability: u64,
    /// Value for the player who searches, whoever plays the action; `None` without visits.
    pub value: Option<ClusterMean>,
    /// Share of the visits, or probability in the average strategy under regret matching, 0 to 1. The
    /// shares sum to 1.
    pub share: f64,
}

/// Statistics of a block on an action at the root.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RootTally {
    pub visits: u64,
    pub availability: u64,
    /// Sum of the values of its visits, to the root player.
    pub sum: f64,
    /// Its part of the answer's play, to scale.
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
pub(crate) struct Part<A> {
    pub iterations: u64,
    /// Sum of the values of its iterations, to the root player.
    pub sum: f64,
    pub actions: BTreeMap<A, RootTally>,
    pub nodes: usize,
}

/// The blocks together.
#[derive(Clone, Debug)]
pub(crate) struct Whole<A> {
    value: Clusters,
    actions: BTreeMap<A, (Clusters, RootTally)>,
    iterations: u64,
    nodes: usize,
}

/// Works on the blocks of so much effort, and answers from those that were finished. `watch` is told after each, in order, what those so far
/// say.
///
/// # Errors
///
/// Returns the reason if no block was finished; [`Stop::Nodes`] if nothing was requested.
pub(crate) fn answer_by_blocks<A: Ord + Copy + Send, State: Send>(
    effort: Effort,
    context: RunContext<'_>,
    new_state: impl Fn() -> State + Sync,
    work: impl Fn(&mut State, Block) -> Result<Part<A>, Stop> + Sync,
    mut watch: impl FnMut(Interim<'_, A>),
) -> Result<Answer<A>, Stop> {
    let mut whole = Whole::new();
    let take = |part: Part<A>| {
        whole.add(&part);
        watch(Interim(&whole));
    };
    let stopped = fold_finished(&effort.plan(), context, new_state, work, take);
    whole.answer(stopped.err())
}

impl<A: Ord + Copy> Whole<A> {
    pub(crate) fn new() -> Self {
        Self { value: Clusters::default(), actions: BTreeMap::new(), iterations: 0, nodes: 0 }
    }

    /// Adds the next block.
    pub(crate) fn add(&mut self, part: &Part<A>) {
        self.value.add(part.sum, part.iterations);
        self.iterations += part.iterations;
        self.nodes = self.nodes.max(part.nodes);
        for (&action, tally) in &part.actions {
            let (clusters, whole) = self.actions.entry(action).or_default();
            clusters.add(tally.sum, tally.visits);
            whole.add(tally);
        }
    }

    /// # Errors
    ///
    /// Returns the reason of the stop if there is no block.
    pub(crate) fn answer(self, stopped: Option<Stop>) -> Result<Answer<A>, Stop> {
        let Some(value) = self.value.mean() else { return Err(stopped.unwrap_or(Stop::Nodes)) };
        let play: f64 = self.actions.values().map(|(_, tally)| tally.play).sum();
        let actions = self.actions.into_iter().map(|(action, (clusters, tally))| ActionAnswer {
            action,
            visits: tally.visits,
            availability: tally.availability,
            value: clusters.mean(),
            share: if play > 0.0 { tally.play / play } else { 0.0 },
        });
        let (iterations, nodes) = (self.iterations, self.nodes);
        Ok(Answer { value, actions: actions.collect(), iterations, nodes, stopped })
    }
}

/// Intermediate result from the finished blocks, for watching a search.
#[derive(Clone, Copy, Debug)]
pub struct Interim<'a, A>(pub(crate) &'a Whole<A>);

impl<A: Ord + Copy> Interim<'_, A> {
    /// The answer so far: that of a search of as many iterations. `None` while no block is done.
    #[must_use]
    pub fn answer(&self) -> Option<Answer<A>> {
        self.0.clone().answer(None).ok()
    }
}

impl<A> Answer<A> {
    /// The action that is played most often; `None` at the end of the game.
    #[must_use]
    pub fn most_played(&self) -> Option<&ActionAnswer<A>> {
        self.actions.iter().max_by(|one, other| one.share.total_cmp(&other.share))
    }
}
