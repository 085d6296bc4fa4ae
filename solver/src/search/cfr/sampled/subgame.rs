//! The game from what a player knows on, too large to be walked through: solved by external sampling.
//!
//! The root is a chance event over deals. Whose private cards are drawn how, is what [`SubgameDeals`] say:
//!
//! | deals | the root | the opponent |
//! |---|---|---|
//! | [`Alternating`] | everything that fits what is public | learns against all hands that he must reckon with |
//! | [`Fixed`] | what fits what the player knows | learns against the player's own hand, as if he had seen it |
//!
//! # Why private hands may be drawn unevenly
//!
//! A traversal updates the information sets of one player only. How often each of that player's own hands is dealt scales the
//! regrets of its information sets and nothing else, and regret matching does not mind; only the *other's* hands must
//! be as likely as they are, given the traverser's. So hands that matter are dealt more often: a deal that fits what the
//! reader knows; from there the reader's hand is dealt anew as the opponent, holding what he holds, must expect it;
//! from there the opponent's, and so on, each round of dealing with probability ½. It is the walk of a Gibbs sampler (S. and D.
//! Geman, 1984), of which every step leaves the other hand right for the traverser.
//!
//! # Blocks and errors
//!
//! As in [`ismcts`](crate::search::ismcts), each block has a table of its own that begins empty, and the blocks' differences
//! tell the sampling error: that of the mean over more blocks of this size, not how far a block of this size is from
//! equilibrium. Regrets and the average strategy are those of all iterations, the later weighing more if the rule says
//! so; values are means over the second half of a block, when play has settled, of what the current strategies of both are worth
//! against each other.

use std::collections::BTreeMap;

use rand::{Rng, RngExt};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::book::{Book, Hashed};
use super::field::{Field, Implicit, Look, Start};
use super::log::Log;
use super::walk::{Scratch, Walker};
use super::{External, SampledRule, Sampling};
use crate::game::{HiddenInformation, Seat};
use crate::search::budget::{CancelToken, Progress, Stop};
use crate::search::ismcts::{Answer, Deals, Effort, Part, Tally, Whole};
use crate::search::parallel;

/// Where the traversals of a subgame start.
pub trait SubgameDeals<G: HiddenInformation>: Sync {
    /// What each block draws its deals from, worked out by every block for itself.
    type Pool: Send;

    /// Who asks.
    fn seat(&self) -> Seat;

    /// What a block draws from.
    fn pool<R: Rng + ?Sized>(&self, game: &G, rng: &mut R) -> Self::Pool;

    /// A state for a traversal that updates `traverser`, and whether the traverser holds there what can be expected from
    /// what the one who asks knows: then the traversal tells what the root is worth.
    fn draw<R: Rng + ?Sized>(
        &self,
        game: &G,
        pool: &Self::Pool,
        traverser: Seat,
        rng: &mut R,
    ) -> (G::State, bool);
}

/// Deals that fit what the player knows, and no others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixed<D>(pub D);

impl<G: HiddenInformation, D: Deals<G>> SubgameDeals<G> for Fixed<D> {
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
    ) -> (G::State, bool) {
        (self.0.deal(game, pool, rng), true)
    }
}

/// Deals that know what each player must expect of the other's hand.
///
/// All that they say must come from one distribution over the deals that fit what is public: [`deal`](Deals::deal)
/// conditions it on what the player knows who asks, `redeal` on what any player knows.
pub trait Redeals<G: HiddenInformation>: Deals<G> {
    /// A state in which `seat` knows what it knows in `state`, everything else being drawn anew.
    fn redeal<R: Rng + ?Sized>(&self, game: &G, state: &G::State, seat: Seat, rng: &mut R) -> G::State;
}

impl<G: HiddenInformation> Redeals<G> for crate::search::ismcts::Uniform<G::Information> {
    fn redeal<R: Rng + ?Sized>(&self, game: &G, state: &G::State, seat: Seat, rng: &mut R) -> G::State {
        game.resample(&game.information(state, seat), seat, rng)
    }
}

/// All deals that fit what is public, see the [module](self).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternating<D>(pub D);

impl<G: HiddenInformation, D: Redeals<G>> SubgameDeals<G> for Alternating<D> {
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
    ) -> (G::State, bool) {
        let mut state = self.0.deal(game, pool, rng);
        if traverser != self.0.seat() {
            state = self.0.redeal(game, &state, traverser, rng);
        }
        let mut first = true;
        while rng.random() {
            first = false;
            state = self.0.redeal(game, &state, !traverser, rng);
            state = self.0.redeal(game, &state, traverser, rng);
        }
        (state, first)
    }
}

/// The game from some point on.
#[derive(Clone, Copy, Debug)]
pub struct Subgame<'a, G, D, R> {
    /// The game.
    pub game: &'a G,
    /// The root.
    pub deals: D,
    /// What becomes of regrets.
    pub rule: R,
    /// How many bytes the table of a thread may take. A table that reaches it learns on about what is in it.
    pub memory: usize,
}

impl<G: HiddenInformation, D: SubgameDeals<G>, R: SampledRule> Subgame<'_, G, D, R> {
    /// Solves the subgame on the current rayon pool: one traversal for each player an iteration. The answer depends on
    /// the subgame and the effort, never on the number of threads. Its iterations, and the visits of actions, are those that
    /// its values come from.
    ///
    /// A run that is stopped answers from the blocks that were finished by then.
    ///
    /// # Errors
    ///
    /// When no block was finished: why. [`Stop::Nodes`] when there were too few iterations to tell a value.
    pub fn run(
        &self,
        effort: Effort,
        cancel: &CancelToken,
        progress: &impl Progress,
    ) -> Result<Answer<G::Action>, Stop> {
        let mut whole = Whole::new();
        let stopped = parallel::fold_finished(
            &effort.plan(),
            cancel,
            progress,
            || (),
            |(), block| self.block(block, cancel),
            |part| whole.add(&part),
        );
        whole.answer(stopped.err())
    }

    /// One block: a table from nothing, and what it says of the root.
    fn block(&self, mut block: parallel::Block, cancel: &CancelToken) -> Result<Part<G::Action>, Stop> {
        let iterations = block.items.end - block.items.start;
        let pool = self.deals.pool(self.game, &mut block.rng);
        let mut solver = Solver {
            field: Implicit { game: self.game, roots: Start },
            rule: self.rule,
            memory: self.memory,
            book: Book::new(Hashed::new(), false),
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
                let (state, fits) = self.deals.draw(self.game, &pool, traverser, &mut block.rng);
                solver.learn(state, traverser, Sight { fits, settled, iteration }, &mut block.rng);
            }
        }
        solver.part.nodes = solver.book.sets.len();
        Ok(solver.part)
    }
}

/// What a traversal says of the root.
#[derive(Clone, Copy)]
struct Sight {
    /// Whether it says something.
    fits: bool,
    /// Whether play has settled.
    settled: bool,
    iteration: u64,
}

/// A block at work.
struct Solver<'a, G: HiddenInformation, R> {
    field: Implicit<'a, G>,
    rule: R,
    memory: usize,
    book: Book<Hashed<G::Information>>,
    log: Log<G::Information>,
    scratch: Scratch<Vec<G::Action>>,
    /// Who asks.
    root: Seat,
    part: Part<G::Action>,
}

impl<G: HiddenInformation, R: SampledRule> Solver<'_, G, R> {
    /// One traversal.
    fn learn(&mut self, mut node: G::State, traverser: Seat, sight: Sight, rng: &mut Xoshiro256PlusPlus) {
        self.log.clear(self.book.sets.len());
        let mut moves = Vec::new();
        // Chance may come before the first decision.
        let look = loop {
            match self.field.look(&node, &mut moves) {
                Look::Chance => self.field.happen(&mut node, rng),
                look => break look,
            }
        };
        match look {
            Look::Decision(actor, _) if actor == traverser => {
                self.decide(&node, &moves, traverser, sight, rng);
            }
            Look::Decision(..) => {
                self.walker(traverser).walk(node, rng);
            }
            Look::End(utility) => {
                if traverser == self.root {
                    self.part.iterations += 1;
                    self.part.sum += traverser.from_first(utility);
                }
            }
            Look::Chance => {}
        }
        if self.book.check_room(std::iter::once(&self.log), self.memory).is_ok() {
            self.book.gather(&mut self.log, 0.0);
            self.book.settle(&self.rule, self.rule.weight(sight.iteration));
        }
    }

    fn walker(&mut self, traverser: Seat) -> Walker<'_, Implicit<'_, G>> {
        let Self { field, book, log, scratch, .. } = self;
        Walker { field, book, traverser, log, scratch }
    }

    /// The first decision, the traverser's: all that [`External`] does, and the values are kept.
    fn decide(
        &mut self,
        node: &G::State,
        moves: &Vec<G::Action>,
        actor: Seat,
        sight: Sight,
        rng: &mut Xoshiro256PlusPlus,
    ) {
        let mut values = Vec::with_capacity(moves.len());
        for action in 0..moves.len() {
            let mut next = node.clone();
            self.field.play(&mut next, moves, action);
            values.push(self.walker(actor).walk(next, rng));
        }
        let key = self.field.key(node, actor);
        let known = self.book.find(&key, moves.len());
        let mut strategy = Vec::with_capacity(moves.len());
        self.book.push_strategy(known, moves.len(), &mut strategy);
        let value: f64 = strategy.iter().zip(&values).map(|(share, value)| share * value).sum();
        if moves.len() > 1 {
            let name = self.log.name(known, key, moves.len());
            self.log.regrets.push(name);
            self.log.regret_values.extend(values.iter().map(|action| action - value));
        }
        if !sight.fits {
            return;
        }
        let sign = if actor == self.root { 1.0 } else { -1.0 };
        let weight = self.rule.weight(sight.iteration);
        let counts = u64::from(sight.settled);
        if sight.settled {
            self.part.iterations += 1;
            self.part.sum += sign * value;
        }
        for ((&action, share), value) in moves.iter().zip(strategy).zip(values) {
            let sum = if sight.settled { sign * value } else { 0.0 };
            let tally = Tally { visits: counts, availability: counts, sum, play: weight * share };
            self.part.actions.entry(action).or_default().add(&tally);
        }
    }
}

impl<F: Field> Walker<'_, F> {
    /// A traversal by external sampling.
    fn walk(&mut self, node: F::Node, rng: &mut Xoshiro256PlusPlus) -> f64 {
        External.walk(self, node, 1.0, rng)
    }
}
