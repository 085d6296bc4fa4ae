//! Information-set Monte Carlo tree search.
//!
//! For zero-sum games with hidden information and two players, after P. Cowling, E. Powley and D. Whitehouse,
//! "Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games
//! 4(2), 2012. Each iteration draws a full state consistent with the root player's information
//! ([`DealSampler`]). It walks down one tree shared by all iterations, chooses at each node among the actions
//! that are legal in this state ([`Selection`]), adds one node, evaluates it ([`Evaluator`]), and backs up
//! the value.
//!
//! # Why one tree
//!
//! A tree for each deal, as in [`determinized`](super::determinized) search, plays with open cards: it
//! assumes that both players will know later what is hidden now (*strategy fusion*). Here a decision is made
//! once for all states that the player to act cannot tell apart: the paper's form with multiple observers
//! (MO-ISMCTS).
//!
//! # Limitations
//!
//! The value of an information set depends on the probabilities of reaching it, and so on parts of the game
//! that are not below the root (*non-locality*: I. Frank and D. Basin, "Search in games with incomplete
//! information", Artificial Intelligence 100, 1998). [`UniformDeals`](super::root_values::UniformDeals) deals ignore
//! this: every consistent hidden hand is as likely as in the deal of the game. A `DealSampler` that models
//! which hands a sensible opponent would have kept is better. And since all deals are consistent with the
//! *root player's* hand, the opponent learns to play against this hand, although the opponent's nodes do not
//! contain it: below the root the search assumes an opponent who guessed well.
//!
//! # Departures from the paper
//!
//! - Nodes are found by [information](HiddenInformation::information), not by the path of actions. So paths
//!   to the same information state are merged, in particular those that differ only in the order of draws,
//!   which the contract allows to be forgotten.
//! - There is one table of nodes for both players instead of two trees walked in
//!   parallel. The nodes are the same.
//! - The paper's single-observer forms, whose nodes are information sets of the root player, are left out:
//!   they play one mixture for all hands of the opponent.
//! - The first visit of a node evaluates it and stores no actions; the second one does. Nodes at the root
//!   store their actions at once.
//! - All states of a node have the same legal actions, so the paper's availability of an action, the number
//!   of visits at which it was legal, is the number of visits of the node.
//!
//! # Threads, seeds and errors
//!
//! The iterations are divided into blocks ([`Effort`]), each with a tree and a random stream of its own (root
//! parallelism), and the blocks are combined in order: one seed gives one answer on any number of threads.
//! The blocks are independent, so their differences give the error, see
//! [`Clusters`](super::estimate::Clusters). Larger blocks mean deeper trees, more blocks more accurate
//! errors; with one block the error is unknown.
//!
//! # Memory
//!
//! An iteration adds at most one node, and on average stores the actions of at most one. A node takes some 80
//! bytes and three times the size of its key, which is little more than the information state. An action
//! takes 16 to 24 bytes and twice its own size. These figures assume that vectors and tables are half empty.
//! [`memory`](Ismcts::memory) bounds the tree of each thread: at the limit, the tree stops growing but
//! continues to learn.
//!
//! # Time
//!
//! In large trees most of the time is spent waiting for memory: blocks whose tree stays in the cache run more
//! iterations per second than larger ones.
//!
//! # Example
//!
//! ```
//! use std::num::NonZeroU64;
//!
//! use hanamachi_solver::game::{HiddenInformation, Seat};
//! use hanamachi_solver::reference::kuhn::{Kuhn, KuhnAction, KuhnCard};
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::ismcts::Ismcts;
//! use hanamachi_solver::search::root_values::{Effort, UniformDeals};
//!
//! // The second player holds the king and faces a bet: a call wins two chips, a fold loses one.
//! let mut state = Kuhn.dealt(KuhnCard::Queen, KuhnCard::King).unwrap();
//! Kuhn.play(&mut state, KuhnAction::Bet);
//! let deals = UniformDeals { information: Kuhn.information(&state, Seat::Second), seat: Seat::Second };
//! let effort = Effort { iterations: 10_000, block_size: NonZeroU64::new(1_000).unwrap(), seed: 1 };
//! let answer = Ismcts::new(&Kuhn).run(&deals, effort, RunContext::unwatched())?;
//! assert_eq!(answer.most_played().unwrap().action, KuhnAction::Bet);
//! # Ok::<(), hanamachi_solver::search::budget::Stop>(())
//! ```

mod evaluator;
mod selection;
mod tree;
mod worker;

use std::collections::BTreeMap;

pub use evaluator::{Evaluator, Playout};
pub use selection::{Puct, Selection, Ucb1};
use worker::TreeWorker;

use super::budget::{CancelToken, RunContext, Stop};
use super::parallel::Block;
use super::root_values::{Answer, BlockTally, DealSampler, Effort, Interim, RootTally, answer_by_blocks};
use crate::game::HiddenInformation;

/// Iterations between two checks of the cancel token.
const ITERATIONS_PER_LOOK: u64 = 256;

/// A search: the game and the settings.
#[derive(Debug)]
pub struct Ismcts<'a, G, S = Ucb1, L = Playout> {
    /// The game.
    pub game: &'a G,
    /// Selection rule.
    pub selection: S,
    /// Values of leaves, and priors.
    pub evaluator: L,
    /// Memory limit of a thread's tree in bytes, see the [module](self).
    pub memory: usize,
}

// Not derived, because the game need not be `Copy`.
impl<G, S: Copy, L: Copy> Copy for Ismcts<'_, G, S, L> {}

impl<G, S: Copy, L: Copy> Clone for Ismcts<'_, G, S, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, G> Ismcts<'a, G> {
    /// [`Ucb1`], random playouts, 256 MiB per thread.
    pub fn new(game: &'a G) -> Self {
        Self { game, selection: Ucb1::default(), evaluator: Playout, memory: 256 << 20 }
    }
}

impl<'a, G, S, L> Ismcts<'a, G, S, L> {
    /// Replaces the selection rule.
    pub fn with_selection<T: Selection>(self, selection: T) -> Ismcts<'a, G, T, L> {
        let Self { game, evaluator, memory, .. } = self;
        Ismcts { game, selection, evaluator, memory }
    }

    /// Replaces the evaluator.
    pub fn with_evaluator<T: Evaluator<G>>(self, evaluator: T) -> Ismcts<'a, G, S, T>
    where
        G: HiddenInformation,
    {
        let Self { game, selection, memory, .. } = self;
        Ismcts { game, selection, evaluator, memory }
    }
}

impl<G, S, L> Ismcts<'_, G, S, L>
where
    G: HiddenInformation,
    S: Selection,
    L: Evaluator<G>,
{
    /// Searches on the current rayon pool. The answer depends on the deals, the effort and the settings, never on the
    /// number of threads.
    ///
    /// A run that is stopped answers from the blocks finished by then.
    ///
    /// # Errors
    ///
    /// Returns the reason if no block was finished, or [`Stop::Nodes`] if no iteration was requested.
    pub fn run(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<G::Action>, Stop> {
        self.run_watched(deals, effort, context, |_| ())
    }

    /// Like [`run`](Self::run), and calls `watch` after each block, in order, with the result of the blocks
    /// so far. Watching does not change the answer.
    ///
    /// # Errors
    ///
    /// See [`run`](Self::run).
    pub fn run_watched(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        context: RunContext<'_>,
        watch: impl FnMut(Interim<'_, G::Action>),
    ) -> Result<Answer<G::Action>, Stop> {
        answer_by_blocks(
            effort,
            context,
            || TreeWorker::new(self.game, &self.selection, &self.evaluator, self.memory, deals.seat()),
            |worker, block| self.block(worker, deals, block, context.cancel),
            watch,
        )
    }

    /// Runs one block: starts with an empty tree, and returns the result at the root.
    fn block(
        &self,
        worker: &mut TreeWorker<'_, G, S, L>,
        deals: &impl DealSampler<G>,
        mut block: Block,
        cancel: &CancelToken,
    ) -> Result<BlockTally<G::Action>, Stop> {
        worker.clear();
        let iterations = block.items.end - block.items.start;
        let pool = deals.pool(self.game, &mut block.rng);
        let mut sum = 0.0;
        for iteration in 0..iterations {
            if iteration % ITERATIONS_PER_LOOK == 0
                && let Some(reason) = cancel.reason()
            {
                return Err(reason);
            }
            let mut state = deals.deal(self.game, &pool, &mut block.rng);
            sum += worker.iterate(&mut state, &mut block.rng);
        }
        let bound = self.game.utility_bound();
        let actions = worker.tallies(deals.seat(), bound);
        Ok(BlockTally { iterations, sum: sum * bound, actions, nodes: worker.nodes() })
    }
}

impl<G, S, L> TreeWorker<'_, G, S, L>
where
    G: HiddenInformation,
    S: Selection,
    L: Evaluator<G>,
{
    /// Statistics of the actions at the root for `seat`, in the game's units.
    fn tallies(&self, seat: crate::game::Seat, bound: f64) -> BTreeMap<G::Action, RootTally> {
        let tree = &self.tree;
        let mut tallies: BTreeMap<G::Action, RootTally> = BTreeMap::new();
        for &root in &tree.roots {
            let node = &tree.nodes[root as usize];
            let sign = if node.actor == seat { bound } else { -bound };
            for place in node.range() {
                let visits = tree.visits[place];
                let tally = RootTally {
                    visits: visits.into(),
                    availability: node.visits.into(),
                    sum: sign * f64::from(visits) * f64::from(tree.means[place]),
                    play: visits.into(),
                };
                tallies.entry(tree.actions[place]).or_default().add(&tally);
            }
        }
        tallies
    }
}
