//! Solves subgames that are too large for full traversals, starting from an information set, by external
//! sampling.
//!
//! The root is a chance event over deals. A [`SubgameDealSampler`] defines the distribution of the private
//! cards:
//!
//! | deals | deals at the root | the opponent |
//! |---|---|---|
//! | [`Alternating`] | all deals consistent with the public information | learns against all hands that are possible from the opponent's view |
//! | [`Fixed`] | deals consistent with the player's information | learns against the player's actual hand, as if it were known |
//!
//! # Why private hands may be drawn unevenly
//!
//! A traversal updates the information sets of one player only. The frequency with which that player's own
//! hands are dealt only scales the regrets of their information sets, and regret matching is invariant to
//! scaling. Only the *other* player's hands must have their true distribution given the traverser's hand. So
//! relevant hands are dealt more often: the walk starts with a deal consistent with the asking player's
//! information; then that player's hand is redealt conditional on the opponent's information; then the
//! opponent's hand, and so on, with probability ¼ for another round. This is the walk of a Gibbs sampler (S.
//! and D. Geman, 1984), whose last step gives the other hand its correct distribution for the traverser. When
//! the opponent learns, hands near the asking player's may be dealt even more often, with an importance
//! weight ([`Redeals::redeal_near`]): the opponent then learns first about play with that hand, and in the
//! long run about all others.
//!
//! # Blocks and errors
//!
//! As in [`ismcts`](crate::search::ismcts), each block starts with an empty table of its own, and the
//! differences between blocks give the sampling error. It is the error of the mean over more blocks of this
//! size, not the distance of a block of this size from equilibrium. Regrets and the average strategy cover
//! all iterations, with more weight on later ones if the rule says so. Values are means over the second half
//! of a block, when play has settled, of the values of the current strategies against each other.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::arithmetic;
use super::backend::{GameBackend, Implicit, NodeKind, Start};
use super::log::Log;
use super::regret_table::{Baselines, Hashed, RegretTable, SetId};
use super::walk::{Scratch, Walker};
use super::{External, SampledRule, Sampling};
use crate::game::{HiddenInformation, Resample, Seat};
use crate::search::budget::{CancelToken, RunContext, Stop};
use crate::search::cfr::{RegretRule, Variant};
use crate::search::draw::place_at;
use crate::search::parallel;
use crate::search::root_values::{Answer, DealSampler, Effort, Part, RootTally, answer_by_blocks};

/// Source of the start states of a subgame's traversals.
pub trait SubgameDealSampler<G: HiddenInformation>: Sync {
    /// Distribution of deals, computed separately by every block.
    type Pool: Send;

    /// Seat of the asking player, at whose information set the subgame starts.
    fn seat(&self) -> Seat;

    /// Distribution from which a block draws.
    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> Self::Pool;

    /// Start state of a traversal that updates `traverser`.
    fn draw<R: Rng + ?Sized>(
        &self,
        game: &G,
        pool: &Self::Pool,
        traverser: Seat,
        rng: &mut R,
    ) -> Drawn<G::State>;
}

/// Start of a traversal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Drawn<S> {
    /// The state.
    pub state: S,
    /// Importance weight of the traversal: the inverse of the factor by which the other player's hand was
    /// oversampled.
    pub weight: f64,
    /// Whether the state is consistent with the asking player's information. If so, a traversal that updates
    /// the asking player samples the value of the root.
    pub tells: bool,
}

/// Only deals consistent with the player's information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed<D>(pub D);

impl<G: HiddenInformation, D: DealSampler<G>> SubgameDealSampler<G> for Fixed<D> {
    type Pool = D::Pool;

    fn seat(&self) -> Seat {
        self.0.seat()
    }

    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> D::Pool {
        self.0.pool(game, rng)
    }

    fn draw<R: Rng + ?Sized>(
        &self,
        game: &G,
        pool: &D::Pool,
        _traverser: Seat,
        rng: &mut R,
    ) -> Drawn<G::State> {
        Drawn { state: self.0.deal(game, pool, rng), weight: 1.0, tells: true }
    }
}

/// Deals that can be resampled conditional on the information of either player.
///
/// All of them must come from one distribution over the deals consistent with the public information:
/// [`deal`](DealSampler::deal) conditions it on the information of the asking player, `redeal` on that of any
/// player.
pub trait Redeals<G: HiddenInformation>: DealSampler<G> {
    /// Samples a state with the same information state of `seat` as in `state`.
    fn redeal<R: Rng + ?Sized>(&self, game: &G, state: &G::State, seat: Seat, rng: &mut R) -> G::State;

    /// The same for the opponent of the asking player. Hands similar to the asking player's may be
    /// oversampled, so that the opponent learns sooner about the asking player's actual play. Returns the
    /// state and its importance weight: its probability divided by the probability of drawing it.
    fn redeal_near<R: Rng + ?Sized>(&self, game: &G, state: &G::State, rng: &mut R) -> (G::State, f64) {
        (self.redeal(game, state, !self.seat(), rng), 1.0)
    }
}

impl<G: Resample> Redeals<G> for crate::search::root_values::UniformDeals<G::Information> {
    fn redeal<R: Rng + ?Sized>(&self, game: &G, state: &G::State, seat: Seat, rng: &mut R) -> G::State {
        game.resample(&game.information(state, seat), seat, rng)
    }
}

/// Probability that the walk over hands continues after a round.
const WALKS_ON: f64 = 0.25;

/// Maximum length of the walk.
const LONGEST_WALK: u32 = 16;

/// All deals consistent with the public information, so that the opponent does not know the asking player's
/// hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternating<D>(pub D);

impl<G: HiddenInformation, D: Redeals<G>> SubgameDealSampler<G> for Alternating<D> {
    type Pool = D::Pool;

    fn seat(&self) -> Seat {
        self.0.seat()
    }

    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> D::Pool {
        self.0.pool(game, rng)
    }

    fn draw<R: Rng + ?Sized>(
        &self,
        game: &G,
        pool: &D::Pool,
        traverser: Seat,
        rng: &mut R,
    ) -> Drawn<G::State> {
        let mut state = self.0.deal(game, pool, rng);
        let turns_away = (0..LONGEST_WALK).take_while(|_| rng.random_bool(WALKS_ON)).count();
        for _ in 0..turns_away {
            state = self.0.redeal(game, &state, Seat::First, rng);
            state = self.0.redeal(game, &state, Seat::Second, rng);
        }
        let near = turns_away == 0;
        if near && traverser == self.0.seat() {
            return Drawn { state, weight: 1.0, tells: true };
        }
        if near {
            let (state, weight) = self.0.redeal_near(game, &state, rng);
            return Drawn { state, weight, tells: false };
        }
        Drawn { state: self.0.redeal(game, &state, traverser, rng), weight: 1.0, tells: false }
    }
}

/// A subgame, given by the deals at its root.
#[derive(Clone, Copy, Debug)]
pub struct Subgame<'a, G, D> {
    /// The game.
    pub game: &'a G,
    /// Deals at the root.
    pub deals: D,
    /// Regret rule.
    pub rule: SampledRule,
    /// Memory limit of a thread's table in bytes. A full table only updates its existing entries.
    pub memory: usize,
}

impl<G: HiddenInformation, D: SubgameDealSampler<G>> Subgame<'_, G, D> {
    /// Solves the subgame on the current rayon pool, with one traversal per player and iteration. The answer
    /// depends on the subgame and the effort, never on the number of threads. The iterations and visits in
    /// the answer count only those that contribute to its values.
    ///
    /// A run that is stopped answers from the blocks finished by then.
    ///
    /// # Errors
    ///
    /// Returns the reason if no block was finished, or [`Stop::Nodes`] if there were too few iterations for a
    /// value.
    pub fn run(&self, effort: Effort, context: RunContext<'_>) -> Result<Answer<G::Action>, Stop> {
        answer_by_blocks(effort, context, || (), |(), block| self.block(block, context.cancel), |_| ())
    }

    /// Runs one block: starts with an empty table, and returns the result at the root.
    fn block(&self, mut block: parallel::Block, cancel: &CancelToken) -> Result<Part<G::Action>, Stop> {
        let iterations = block.items.end - block.items.start;
        let pool = self.deals.pool(self.game, &mut block.rng);
        let mut solver = Solver {
            field: Implicit { game: self.game, roots: Start },
            rule: self.rule.variant(),
            memory: self.memory,
            book: RegretTable::new(Hashed::new(), Baselines::None),
            log: Log::new(),
            scratch: Scratch::default(),
            root: self.deals.seat(),
            part: Part { iterations: 0, sum: 0.0, actions: BTreeMap::new(), nodes: 0 },
        };
        for iteration in 1..=iterations {
            if let Some(reason) = cancel.reason() {
                return Err(reason);
            }
            let settled = 2 * iteration > iterations;
            for traverser in Seat::BOTH {
                let Drawn { state, weight, tells } =
                    self.deals.draw(self.game, &pool, traverser, &mut block.rng);
                let sight = Sight { tells, weight, settled, iteration };
                solver.learn(state, traverser, sight, &mut block.rng);
            }
        }
        solver.part.nodes = solver.book.sets.len();
        Ok(solver.part)
    }
}

/// Use of a traversal as a sample of the root.
#[derive(Clone, Copy)]
struct Sight {
    /// Whether the sample is valid.
    tells: bool,
    /// Weight of the traversal.
    weight: f64,
    /// Whether the strategy has settled.
    settled: bool,
    iteration: u64,
}

/// State of a running block.
struct Solver<'a, G: HiddenInformation> {
    field: Implicit<'a, G>,
    rule: Variant,
    memory: usize,
    book: RegretTable<Hashed<G::Information>>,
    log: Log<G::Information>,
    scratch: Scratch<Vec<G::Action>>,
    /// Seat of the asking player.
    root: Seat,
    part: Part<G::Action>,
}

impl<G: HiddenInformation> Solver<'_, G> {
    /// Runs one traversal.
    fn learn(&mut self, mut node: G::State, traverser: Seat, sight: Sight, rng: &mut Xoshiro256PlusPlus) {
        self.log.clear(self.book.sets.len());
        let mut moves = Vec::new();
        // Chance may come before the first decision.
        let look = loop {
            match self.field.look(&node, &mut moves) {
                NodeKind::Chance => self.field.apply_chance(&mut node, rng),
                look => break look,
            }
        };
        let tells = sight.tells && traverser == self.root;
        match look {
            NodeKind::Decision(actor, _) if actor == traverser && tells => {
                self.decide(&node, &moves, sight, rng);
            }
            NodeKind::Decision(actor, _) if tells => self.observe(node, &moves, actor, sight, rng),
            NodeKind::End(utility) if tells => self.tell(sight, traverser.from_first(utility)),
            NodeKind::Decision(..) => {
                self.walker(traverser).walk(node, rng);
            }
            NodeKind::Chance | NodeKind::End(_) => {}
        }
        self.log.scale(sight.weight);
        let new = self.log.new.len();
        let actions = self.log.new.iter().map(|&(_, actions)| actions as usize).sum();
        if self.book.check_room(new, actions, self.memory).is_ok() {
            self.book.gather(&self.log, 0.0);
            self.book.settle(self.rule, self.rule.weight(sight.iteration));
        }
    }

    fn walker(&mut self, traverser: Seat) -> Walker<'_, Implicit<'_, G>> {
        let Self { field, book, log, scratch, .. } = self;
        Walker { field, book, traverser, log, scratch }
    }

    /// Records a sample of the value of the root for the asking player.
    fn tell(&mut self, sight: Sight, value: f64) {
        if sight.settled {
            self.part.iterations += 1;
            self.part.sum += value;
        }
    }

    /// Current strategy at the root, with the number of the set, if any. Adds the strategy to the tallies.
    fn strategy(&mut self, node: &G::State, moves: &[G::Action], actor: Seat, sight: Sight) -> Choice<G> {
        let key = self.field.key(node, actor);
        let set = self.book.find(&key, moves.len());
        let mut strategy = Vec::with_capacity(moves.len());
        self.book.push_strategy(set, moves.len(), &mut strategy);
        let weight = self.rule.weight(sight.iteration);
        for (&action, share) in moves.iter().zip(&strategy) {
            let availability = u64::from(sight.settled);
            let tally = RootTally { visits: 0, availability, sum: 0.0, play: weight * share };
            self.part.actions.entry(action).or_default().add(&tally);
        }
        Choice { key, set, strategy }
    }

    /// Records a sample of the value of an action at the root for the asking player.
    fn tell_of(&mut self, sight: Sight, action: G::Action, value: f64) {
        if sight.settled {
            let tally = RootTally { visits: 1, availability: 0, sum: value, play: 0.0 };
            self.part.actions.entry(action).or_default().add(&tally);
        }
    }

    /// Processes the first decision if it is the asking player's: like [`External`], but keeps the values.
    fn decide(
        &mut self,
        node: &G::State,
        moves: &Vec<G::Action>,
        sight: Sight,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let actor = self.root;
        let mut values = Vec::with_capacity(moves.len());
        for (place, &action) in moves.iter().enumerate() {
            let mut next = node.clone();
            self.field.play(&mut next, moves, place);
            let value = self.walker(actor).walk(next, rng);
            self.tell_of(sight, action, value);
            values.push(value);
        }
        let Choice { key, set, strategy } = self.strategy(node, moves, actor, sight);
        let value = arithmetic::dot(&strategy, &values);
        if moves.len() > 1 {
            let name = self.log.name(set, key, moves.len());
            self.log.regrets.push(name);
            self.log.regret_values.extend(values.iter().map(|action| action - value));
        }
        self.tell(sight, value);
    }

    /// Processes the first decision if it is the opponent's: samples one action, whose value is recorded.
    // Six parameters: everything that changes from one step of the walk to the next.
    fn observe(
        &mut self,
        mut node: G::State,
        moves: &Vec<G::Action>,
        actor: Seat,
        sight: Sight,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let Choice { key, set, strategy } = self.strategy(&node, moves, actor, sight);
        if moves.len() > 1 {
            let name = self.log.name(set, key, moves.len());
            self.log.visits.push((name, 1.0));
        }
        let place = place_at(&strategy, rng.random()).unwrap_or_default();
        self.field.play(&mut node, moves, place);
        let value = self.walker(!actor).walk(node, rng);
        self.tell_of(sight, moves[place], value);
        self.tell(sight, value);
    }
}

/// A decision at the root.
struct Choice<G: HiddenInformation> {
    key: G::Information,
    set: Option<SetId>,
    strategy: Vec<f64>,
}

impl<F: GameBackend> Walker<'_, F> {
    /// A traversal by external sampling.
    fn walk(&mut self, node: F::Node, rng: &mut Xoshiro256PlusPlus) -> f64 {
        External.walk(self, node, 1.0, rng)
    }
}
