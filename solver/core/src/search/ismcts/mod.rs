//! Information-set Monte Carlo tree search.
//!
//! Games with hidden information for two, zero-sum, after P. Cowling, E. Powley and D. Whitehouse, "Information Set Monte
//! Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in Games 4(2), 2012. Each iteration draws
//! a full state that fits what the root player knows ([`DealSampler`]), walks down one tree that all iterations share, choosing
//! at each node among the actions that are legal in this state ([`Selection`]), adds one node, evaluates it
//! ([`Evaluator`]), and takes the value up again.
//!
//! # Why one tree
//!
//! A tree for each deal, as [`determinized`](super::determinized) search has, plays with open cards: it takes for granted
//! that everybody will know later what is hidden now (*strategy fusion*). Here a decision is made once for all states that
//! the player cannot tell apart. The nodes say who cannot tell what ([`Observer`]):
//!
//! | form | a node is what … knows | at a decision of the opponent |
//! |---|---|---|
//! | [`SingleObserver`] | the root player | he plays one mixture whatever he holds, against what the root player holds and did in secret |
//! | [`MultipleObserver`] | the player to act | he plays by what he holds and has seen |
//! | [`Open`] | both together | he sees everything: unsound, for comparison |
//!
//! # What it cannot do
//!
//! The value of an information set depends on how it was reached, and so on parts of the game that are not below
//! the root (*non-locality*: I. Frank and D. Basin, "Search in games with incomplete information", Artificial Intelligence
//! 100, 1998). [`Uniform`](super::root_values::Uniform) deals ignore it: they take every hidden hand that fits for as likely as the game deals it; a
//! model of what a sensible opponent would have kept is a better `DealSampler`. And since all deals fit the *root player's*
//! hand, the opponent, although his nodes do not name it, learns to play against it: below the root the search is for an
//! opponent who guessed well. A search from the start of the game ([`Only`](super::root_values::Only)) has neither fault.
//!
//! # Departures from the paper
//!
//! - Nodes are found by [information](HiddenInformation::information), not by the path of actions. What the contract allows
//!   to forget, the order of draws, merges, and so does all that leads to the same knowledge.
//! - The multiple-observer form has one table of nodes for both players instead of two trees walked in parallel. Same nodes.
//! - In the single-observer form an action of the opponent that the root player does not see has an entry of its own
//!   in the node where it is chosen, and the nodes that follow are one, because the root player knows the same in all of
//!   them. (The paper's SO-ISMCTS has a branch for each, and its partially observable variant SO-ISMCTS+POM merges the
//!   entries too.)
//! - The first visit of a node evaluates it and stores no actions; the second one does. Nodes at the root store theirs at
//!   once.
//! - Availability of an action counts the visits at which it was legal; with [`Widening`] also those at which it did not
//!   compete yet.
//!
//! # Threads, seeds and errors
//!
//! The iterations are cut into blocks ([`Effort`]), each with a tree and a random stream of its own (root parallelism), and
//! the blocks are put together in order: one seed gives one answer on any number of threads. The blocks being
//! independent, their differences tell the error, see [`Clusters`](super::estimate::Clusters). Larger blocks mean deeper
//! trees, more blocks better known errors; with one block the error is unknown.
//!
//! # Memory
//!
//! An iteration adds at most one node, and on average stores the actions of at most one. A node takes some 80 bytes and
//! three times the size of its key, which is little more than what is known; an action takes 16 to 56 bytes and twice its
//! own size; everything counted as if vectors and tables were half empty. [`memory`](Ismcts::memory) bounds the tree of
//! each thread: a tree that reaches it goes on to learn and does not grow any more.
//!
//! # Time
//!
//! In large trees most of it goes by while statistics come from memory: blocks whose tree stays in the cache do more
//! iterations a second than larger ones.
//!
//! # Example
//!
//! ```
//! use std::num::NonZeroU64;
//!
//! use hanamachi_solver::game::{HiddenInformation, Seat};
//! use hanamachi_solver::reference::kuhn::Kuhn;
//! use hanamachi_solver::search::budget::RunContext;
//! use hanamachi_solver::search::ismcts::{Ismcts, RegretMatching};
//! use hanamachi_solver::search::root_values::{Effort, Only};
//!
//! // Kuhn poker from the deal on: worth −1/18 to the first player.
//! let game = Kuhn;
//! let search = Ismcts::new(&game).with_selection(RegretMatching::default());
//! let effort = Effort { iterations: 200_000, block_size: NonZeroU64::new(20_000).unwrap(), seed: 1 };
//! let deals = Only { state: &game.start(), seat: Seat::First };
//! let answer = search.run(&deals, effort, RunContext::unwatched())?;
//! assert!((answer.value.value - -1.0 / 18.0).abs() < 0.02);
//! # Ok::<(), hanamachi_solver::search::budget::Stop>(())
//! ```

mod evaluator;
mod observer;
mod selection;
mod tree;
mod widening;
mod worker;

use std::collections::BTreeMap;

pub use evaluator::{Evaluator, Playout};
pub use observer::{MultipleObserver, Observer, Open, SingleObserver};
pub use selection::{Puct, RegretMatching, Selection, Ucb1};
pub use widening::{Widening, WideningError};
pub use worker::Worker;

use super::budget::{CancelToken, RunContext, Stop};
use super::parallel::Block;
use super::root_values::{Answer, DealSampler, Effort, Interim, Part, RootTally, answer_by_blocks};
use crate::game::HiddenInformation;

/// Iterations between two looks at the cancel flag.
const ITERATIONS_PER_LOOK: u64 = 256;

/// A search: the game and all that can be chosen.
#[derive(Debug)]
pub struct Ismcts<'a, G, F = MultipleObserver, S = Ucb1, L = Playout> {
    /// The game.
    pub game: &'a G,
    /// Observer that defines the nodes.
    pub observer: F,
    /// Selection rule.
    pub selection: S,
    /// Values of leaves, and priors.
    pub evaluator: L,
    /// Progressive widening, if used.
    pub widening: Option<Widening>,
    /// Memory limit of a thread's tree in bytes, see the [module](self).
    pub memory: usize,
}

// Not derived, because the game need not be `Copy`.
impl<G, F: Copy, S: Copy, L: Copy> Copy for Ismcts<'_, G, F, S, L> {}

impl<G, F: Copy, S: Copy, L: Copy> Clone for Ismcts<'_, G, F, S, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, G> Ismcts<'a, G> {
    /// Multiple observers, [`Ucb1`], random playouts, no widening, 256 MiB a thread.
    pub fn new(game: &'a G) -> Self {
        Self {
            game,
            observer: MultipleObserver,
            selection: Ucb1::default(),
            evaluator: Playout,
            widening: None,
            memory: 256 << 20,
        }
    }
}

impl<'a, G, F, S, L> Ismcts<'a, G, F, S, L> {
    /// The same in another form.
    pub fn with_observer<T: Observer>(self, observer: T) -> Ismcts<'a, G, T, S, L> {
        let Self { game, selection, evaluator, widening, memory, .. } = self;
        Ismcts { game, observer, selection, evaluator, widening, memory }
    }

    /// The same with another rule.
    pub fn with_selection<T: Selection>(self, selection: T) -> Ismcts<'a, G, F, T, L> {
        let Self { game, observer, evaluator, widening, memory, .. } = self;
        Ismcts { game, observer, selection, evaluator, widening, memory }
    }

    /// The same with other values of leaves and priors.
    pub fn with_evaluator<T: Evaluator<G>>(self, evaluator: T) -> Ismcts<'a, G, F, S, T>
    where
        G: HiddenInformation,
    {
        let Self { game, observer, selection, widening, memory, .. } = self;
        Ismcts { game, observer, selection, evaluator, widening, memory }
    }
}

impl<G, F, S, L> Ismcts<'_, G, F, S, L>
where
    G: HiddenInformation,
    F: Observer,
    S: Selection,
    L: Evaluator<G>,
{
    /// Searches on the current rayon pool. The answer depends on the deals, the effort and the settings, never on the
    /// number of threads.
    ///
    /// A run that is stopped answers from the blocks that were finished by then.
    ///
    /// # Errors
    ///
    /// Returns the reason if no block was finished; [`Stop::Nodes`] if no iteration was requested.
    pub fn run(
        &self,
        deals: &impl DealSampler<G>,
        effort: Effort,
        context: RunContext<'_>,
    ) -> Result<Answer<G::Action>, Stop> {
        self.run_watched(deals, effort, context, |_| ())
    }

    /// The same, told to `watch` after each block, in order: what the blocks so far say. Watching changes nothing about the answer.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
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
            || Worker::new(self, deals.seat()),
            |worker, block| self.block(worker, deals, block, context.cancel),
            watch,
        )
    }

    /// One block: a tree from nothing, and what it says of the root.
    fn block(
        &self,
        worker: &mut Worker<'_, G, F, S, L>,
        deals: &impl DealSampler<G>,
        mut block: Block,
        cancel: &CancelToken,
    ) -> Result<Part<G::Action>, Stop> {
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
        Ok(Part { iterations, sum: sum * bound, actions, nodes: worker.nodes() })
    }
}

impl<G, F, S, L> Worker<'_, G, F, S, L>
where
    G: HiddenInformation,
    F: Observer,
    S: Selection,
    L: Evaluator<G>,
{
    /// The average strategy of one tree of `effort.iterations`, at the node of `state`: shares of play.
    pub fn shares(&mut self, state: &G::State, actor: crate::game::Seat) -> Vec<(G::Action, f64)> {
        let key = F::key(self.search.game, state, actor, self.root, 0);
        let Some(tree::Lookup::Known(node)) = self.tree.find(key, actor, |_| false) else {
            return Vec::new();
        };
        let tree = &self.tree;
        let range = tree.nodes[node].range();
        let play = |place: usize| if S::REGRETS { tree.strategy[place] } else { tree.visits[place].into() };
        let sum: f64 = range.clone().map(play).sum();
        range.map(|place| (tree.actions[place], play(place) / sum)).collect()
    }

    /// Statistics of the actions at the root for `seat`, in the game's units.
    fn tallies(&self, seat: crate::game::Seat, bound: f64) -> BTreeMap<G::Action, RootTally> {
        let tree = &self.tree;
        let mut tallies: BTreeMap<G::Action, RootTally> = BTreeMap::new();
        for &root in &tree.roots {
            let node = &tree.nodes[root as usize];
            let sign = if node.actor == seat { bound } else { -bound };
            for place in node.range() {
                let visits = tree.visits[place];
                let always = F::actions_are_known(node.actor, seat);
                let availability = if always { node.visits } else { tree.availability[place] };
                let tally = RootTally {
                    visits: visits.into(),
                    availability: availability.into(),
                    sum: sign * f64::from(visits) * f64::from(tree.means[place]),
                    play: if S::REGRETS { tree.strategy[place] } else { visits.into() },
                };
                tallies.entry(tree.actions[place]).or_default().add(&tally);
            }
        }
        tallies
    }
}
