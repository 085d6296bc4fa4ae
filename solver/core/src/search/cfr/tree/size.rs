//! Size of a tree before it is built.

use rand::RngExt;

use super::{Node, TreeSet};
use crate::game::{HiddenInformation, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::estimate::{ClusterMean, Clusters};
use crate::search::parallel::Streams;

/// Nodes or probes between two checks of the cancel token.
const STEPS_PER_LOOK: u64 = 1 << 12;

/// Number of nodes of a tree by kind, **counted**.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TreeSize {
    /// Decisions.
    pub decisions: u64,
    /// Chance events.
    pub chances: u64,
    /// Outcomes of all chance events.
    pub outcomes: u64,
    /// Ends.
    pub ends: u64,
}

/// Number of nodes of a tree by kind, **estimated** without bias from random probes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TreeSizeEstimate {
    /// All nodes.
    pub nodes: ClusterMean,
    /// Decisions, an upper bound on the number of information sets.
    pub decisions: ClusterMean,
    /// Memory of [`Tree::build`](super::Tree::build) in bytes, without information sets.
    pub bytes: ClusterMean,
}

impl TreeSize {
    /// All nodes.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.decisions + self.chances + self.ends
    }

    /// Memory of a built tree in bytes, without information sets.
    #[must_use]
    pub const fn bytes(&self) -> u64 {
        self.nodes() * size_of::<Node>() as u64 + (self.ends + self.outcomes) * size_of::<f64>() as u64
    }

    /// Upper bound in bytes on the information sets of a built tree: one for each decision.
    #[must_use]
    pub const fn most_bytes_of_sets<G: HiddenInformation>(&self) -> u64 {
        // A hash table has up to 16/7 as many buckets as it has entries.
        let entry = size_of::<(G::Information, u32)>() as u64 + 1;
        self.decisions * (entry * 16 / 7 + 1 + size_of::<TreeSet>() as u64)
    }

    /// Counts the nodes of a game's tree by walking through it; `None` if there are more than `most`.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set.
    pub fn count<G: HiddenInformation>(
        game: &G,
        most: u64,
        cancel: &CancelToken,
    ) -> Result<Option<Self>, Stop> {
        let mut size = Self::default();
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let mut open = vec![game.start()];
        while let Some(state) = open.pop() {
            if size.nodes() == most {
                return Ok(None);
            }
            if size.nodes().is_multiple_of(STEPS_PER_LOOK) {
                cancel.reason().map_or(Ok(()), Err)?;
            }
            match game.turn(&state) {
                Turn::End => size.ends += 1,
                Turn::Chance => {
                    game.outcomes(&state, &mut outcomes);
                    size.chances += 1;
                    size.outcomes += outcomes.len() as u64;
                    open.extend(outcomes.iter().map(|&(outcome, _)| {
                        let mut next = state.clone();
                        game.apply_chance(&mut next, outcome);
                        next
                    }));
                }
                Turn::Player(_) => {
                    game.actions(&state, &mut actions);
                    size.decisions += 1;
                    open.extend(actions.iter().map(|&action| {
                        let mut next = state.clone();
                        game.play(&mut next, action);
                        next
                    }));
                }
            }
        }
        Ok(Some(size))
    }
}

impl TreeSizeEstimate {
    /// Estimates the tree of a game from `probes` random paths, at least two. A path takes every child of a
    /// node with the same probability: a node after branchings into *d*₁, *d*₂, … stands for *d*₁*d*₂… nodes
    /// of its level (D. E. Knuth, "Estimating the Efficiency of Backtrack Programs", Mathematics of
    /// Computation 29, 1975). The mean is unbiased. If few paths lead to most of the tree, its error is
    /// large, and may itself be underestimated.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set.
    pub fn probe<G: HiddenInformation>(
        game: &G,
        probes: u64,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<Self, Stop> {
        let mut rng = Streams::new(seed).first();
        let [mut nodes, mut decisions, mut bytes] = [Clusters::default(); 3];
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        #[expect(clippy::cast_precision_loss, reason = "branchings and sizes of nodes are far below 2⁵³")]
        for probe in 0..probes.max(2) {
            if probe.is_multiple_of(STEPS_PER_LOOK) {
                cancel.reason().map_or(Ok(()), Err)?;
            }
            let (node, number) = (size_of::<Node>() as f64, size_of::<f64>() as f64);
            let mut weight = 1.0;
            let mut sums = [0.0; 3];
            let mut state = game.start();
            loop {
                sums[0] += weight;
                match game.turn(&state) {
                    Turn::End => {
                        sums[2] += weight * (node + number);
                        break;
                    }
                    Turn::Chance => {
                        game.outcomes(&state, &mut outcomes);
                        let count = outcomes.len() as f64;
                        sums[2] += weight * (node + number * count);
                        let Some(&(outcome, _)) = outcomes.get(rng.random_range(0..outcomes.len().max(1)))
                        else {
                            break;
                        };
                        game.apply_chance(&mut state, outcome);
                        weight *= count;
                    }
                    Turn::Player(_) => {
                        game.actions(&state, &mut actions);
                        sums[1] += weight;
                        sums[2] += weight * node;
                        let Some(&action) = actions.get(rng.random_range(0..actions.len().max(1))) else {
                            break;
                        };
                        game.play(&mut state, action);
                        weight *= actions.len() as f64;
                    }
                }
            }
            for (clusters, sum) in [&mut nodes, &mut decisions, &mut bytes].into_iter().zip(sums) {
                clusters.add(sum, 1);
            }
        }
        let nothing = ClusterMean { value: 0.0, standard_error: None, n: 0, clusters: 0 };
        let mean = |clusters: Clusters| clusters.mean().unwrap_or(nothing);
        Ok(Self { nodes: mean(nodes), decisions: mean(decisions), bytes: mean(bytes) })
    }
}
