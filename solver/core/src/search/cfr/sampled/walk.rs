//! Traversals: the sampled part of the game, and the updates from it.
//!
//! Each traversal updates one player, the traverser; all values are in this player's units. It gives unbiased
//! estimates of the counterfactual regrets of the traverser's information sets, and of the weight π(*I*) of
//! each of the other player's sets in that player's average strategy, up to a constant factor. The other
//! player's sets are visited in proportion to the probabilities of chance, of that player's own strategy, and
//! of the traverser's sampled actions. So the weight of a visit is the inverse of the probability of the
//! traverser's actions: 1 under external sampling, which takes them all.

use std::fmt::{self, Debug, Display};

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::arithmetic;
use super::backend::{GameBackend, NodeKind};
use super::log::{ActionPlace, Log, SetName};
use super::regret_table::{Baselines, RegretTable, SetId};
use crate::game::Seat;
use crate::search::draw::place_at;

/// A sampling scheme.
pub trait Sampling: Copy + Debug + Display + Send + Sync + private::Sealed {
    /// Baselines of actions, if used.
    type Baseline: Baseline;

    /// Baseline rule.
    fn baseline(&self) -> Self::Baseline;

    /// Samples the game below a node, which the traverser's own sampling reaches with probability `reach`.
    /// Returns an unbiased estimate of the node's value for the traverser.
    #[doc(hidden)]
    fn walk<F: GameBackend>(
        &self,
        walker: &mut Walker<'_, F>,
        node: F::Node,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64;
}

/// External sampling: all actions of the traverser, one action of the other player and one outcome of chance.
///
/// M. Lanctot, K. Waugh, M. Zinkevich and M. Bowling, "Monte Carlo Sampling for Regret Minimization in Extensive Games", NIPS
/// 2009, section 3.2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct External;

/// Outcome sampling: one line of play. The traverser takes a random action with the probability
/// [`exploration`](Self::exploration) and otherwise follows the current strategy; the other player and chance
/// follow their own probabilities.
///
/// Lanctot et al., 2009, section 3.1. With [`LearnedBaseline`] it is VR-MCCFR. Departures: only the traverser
/// explores, and the average is updated as under external sampling, instead of by a stochastically weighted
/// sum.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome<B = NoBaseline> {
    exploration: f64,
    baseline: B,
}

impl Default for Outcome {
    /// The exploration of the paper, 0.6.
    fn default() -> Self {
        Self { exploration: 0.6, baseline: NoBaseline }
    }
}

impl Outcome {
    /// Outcome sampling with this exploration, above 0 and up to 1; `None` otherwise.
    #[must_use]
    pub fn new(exploration: f64) -> Option<Self> {
        (exploration > 0.0 && exploration <= 1.0).then_some(Self { exploration, baseline: NoBaseline })
    }
}

impl<B: Baseline> Outcome<B> {
    /// Probability that the traverser takes a random action.
    #[must_use]
    pub const fn exploration(&self) -> f64 {
        self.exploration
    }

    /// Replaces the baseline.
    #[must_use]
    pub fn with_baseline<C: Baseline>(self, baseline: C) -> Outcome<C> {
        Outcome { exploration: self.exploration, baseline }
    }
}

/// Baseline: assumed value of an action that was not sampled.
pub trait Baseline: Copy + Debug + Display + Send + Sync + private::Sealed {
    /// Whether the baseline is learned.
    const LEARNS: bool;

    /// Step size of the baseline towards a sampled value, 0 to 1.
    fn step(&self) -> f64;
}

/// Whether a sampling scheme has baselines.
pub(super) const fn baselines<B: Baseline>() -> Baselines {
    if B::LEARNS { Baselines::Learned } else { Baselines::None }
}

/// No baseline: plain outcome sampling.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NoBaseline;

/// Learned baseline: an exponentially weighted mean of sampled values of the action in the same information set.
///
/// VR-MCCFR: M. Schmid, N. Burch, M. Lanctot, M. Moravčík, R. Kadlec and M. Bowling, "Variance Reduction in
/// Monte Carlo Counterfactual Regret Minimization (VR-MCCFR) for Extensive Form Games Using Baselines", AAAI
/// 2019. Departures: there are baselines at the decisions of both players, in the information set of the
/// player to act, and none at chance events; within a batch they do not change, as the strategies do not.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearnedBaseline {
    step: f64,
}

impl Default for LearnedBaseline {
    /// The step of the paper, 0.5.
    fn default() -> Self {
        Self { step: 0.5 }
    }
}

impl LearnedBaseline {
    /// A baseline with this step, above 0 and up to 1; `None` otherwise.
    #[must_use]
    pub fn new(step: f64) -> Option<Self> {
        (step > 0.0 && step <= 1.0).then_some(Self { step })
    }
}

impl Baseline for NoBaseline {
    const LEARNS: bool = false;

    fn step(&self) -> f64 {
        0.0
    }
}

impl Baseline for LearnedBaseline {
    const LEARNS: bool = true;

    fn step(&self) -> f64 {
        self.step
    }
}

impl Display for External {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("external sampling")
    }
}

impl<B: Display> Display for Outcome<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "outcome sampling, exploration {}, {}", self.exploration, self.baseline)
    }
}

impl Display for NoBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no baseline")
    }
}

impl Display for LearnedBaseline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "baseline step {}", self.step)
    }
}

mod private {
    pub trait Sealed {}
    impl Sealed for super::External {}
    impl<B> Sealed for super::Outcome<B> {}
    impl Sealed for super::NoBaseline {}
    impl Sealed for super::LearnedBaseline {}
}

/// Buffers reused between traversals.
#[derive(Debug)]
pub(super) struct Scratch<M> {
    /// Lists of actions that are not in use.
    moves: Vec<M>,
    /// Strategies and action values of the decisions on the current path.
    pub(super) numbers: Vec<f64>,
}

impl<M> Default for Scratch<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), numbers: Vec::new() }
    }
}

/// State of a running traversal.
#[derive(Debug)]
pub struct Walker<'a, F: GameBackend> {
    pub(super) field: &'a F,
    /// Table at the start of the batch.
    pub(super) book: &'a RegretTable<F::Index>,
    pub(super) traverser: Seat,
    pub(super) log: &'a mut Log<F::Key>,
    pub(super) scratch: &'a mut Scratch<F::Moves>,
}

/// A decision with several actions, whose strategy begins at `start` in the scratch memory.
struct Decision<K> {
    key: K,
    set: Option<SetId>,
    start: usize,
    actions: usize,
}

impl<F: GameBackend> Walker<'_, F> {
    /// Advances `node` through chance events and forced actions to the next choice or the end. `moves` are
    /// the actions of the choice.
    #[inline]
    fn next_choice(
        &self,
        node: &mut F::Node,
        moves: &mut F::Moves,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<(Seat, usize), f64> {
        loop {
            match self.field.look(node, moves) {
                NodeKind::Chance => self.field.apply_chance(node, rng),
                NodeKind::Decision(_, 1) => self.field.play(node, moves, 0),
                NodeKind::Decision(seat, actions) => return Ok((seat, actions)),
                NodeKind::End(utility) => return Err(self.traverser.from_first(utility)),
            }
        }
    }

    /// Looks up a decision.
    #[inline]
    fn decide(&mut self, node: &F::Node, actor: Seat, actions: usize) -> Decision<F::Key> {
        let key = self.field.key(node, actor);
        let set = self.book.find(&key, actions);
        let start = self.scratch.numbers.len();
        self.book.push_strategy(set, actions, &mut self.scratch.numbers);
        Decision { key, set, start, actions }
    }

    #[inline]
    fn strategy(&self, decision: &Decision<F::Key>) -> &[f64] {
        &self.scratch.numbers[decision.start..][..decision.actions]
    }

    /// Name of the set in the log.
    #[inline]
    fn name(&mut self, decision: &Decision<F::Key>) -> SetName {
        self.log.name(decision.set, decision.key, decision.actions)
    }

    /// Logs a visit of the other player's set.
    #[inline]
    fn visit(&mut self, decision: &Decision<F::Key>, weight: f64) -> SetName {
        let name = self.name(decision);
        self.log.visits.push((name, weight));
        name
    }

    /// Continues the traversal after an action.
    // Seven parameters, here and below: everything that changes from one step of the walk to the next.
    #[inline]
    fn follow<S: Sampling>(
        &mut self,
        sampling: &S,
        mut node: F::Node,
        moves: &F::Moves,
        action: usize,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        self.field.play(&mut node, moves, action);
        sampling.walk(self, node, reach, rng)
    }
}

impl Sampling for External {
    type Baseline = NoBaseline;

    fn baseline(&self) -> NoBaseline {
        NoBaseline
    }

    #[inline]
    fn walk<F: GameBackend>(
        &self,
        walker: &mut Walker<'_, F>,
        mut node: F::Node,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let mut moves = walker.scratch.moves.pop().unwrap_or_default();
        let value = match walker.next_choice(&mut node, &mut moves, rng) {
            Err(utility) => utility,
            Ok((seat, actions)) => {
                let decision = walker.decide(&node, seat, actions);
                let value = if seat == walker.traverser {
                    let values = walker.scratch.numbers.len();
                    for action in 0..actions {
                        let value = walker.follow(self, node.clone(), &moves, action, reach, rng);
                        walker.scratch.numbers.push(value);
                    }
                    let name = walker.name(&decision);
                    let values = &walker.scratch.numbers[values..];
                    let value = arithmetic::dot(walker.strategy(&decision), values);
                    walker.log.regrets.push(name);
                    arithmetic::push_regrets(values, value, 1.0, &mut walker.log.regret_values);
                    value
                } else {
                    walker.visit(&decision, 1.0);
                    let action = place_at(walker.strategy(&decision), rng.random()).unwrap_or_default();
                    walker.follow(self, node, &moves, action, reach, rng)
                };
                walker.scratch.numbers.truncate(decision.start);
                value
            }
        };
        walker.scratch.moves.push(moves);
        value
    }
}

impl<B: Baseline> Sampling for Outcome<B> {
    type Baseline = B;

    fn baseline(&self) -> B {
        self.baseline
    }

    #[inline]
    fn walk<F: GameBackend>(
        &self,
        walker: &mut Walker<'_, F>,
        mut node: F::Node,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let mut moves = walker.scratch.moves.pop().unwrap_or_default();
        let value = match walker.next_choice(&mut node, &mut moves, rng) {
            Err(utility) => utility,
            Ok((seat, actions)) => {
                let decision = walker.decide(&node, seat, actions);
                let value = if seat == walker.traverser {
                    self.explore(walker, node, &moves, &decision, reach, rng)
                } else {
                    self.follow_other(walker, node, &moves, &decision, reach, rng)
                };
                walker.scratch.numbers.truncate(decision.start);
                value
            }
        };
        walker.scratch.moves.push(moves);
        value
    }
}

impl<B: Baseline> Outcome<B> {
    /// Processes a decision of the traverser.
    #[inline]
    fn explore<F: GameBackend>(
        &self,
        walker: &mut Walker<'_, F>,
        node: F::Node,
        moves: &F::Moves,
        decision: &Decision<F::Key>,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let chances = walker.scratch.numbers.len();
        arithmetic::push_chances(decision.start, self.exploration, &mut walker.scratch.numbers);
        let action = place_at(&walker.scratch.numbers[chances..], rng.random()).unwrap_or_default();
        let chance = walker.scratch.numbers[chances + action];
        walker.scratch.numbers.truncate(chances);
        let name = walker.name(decision);
        let value = walker.follow(self, node, moves, action, reach * chance, rng);
        // Values of the actions: the baseline, corrected for the sampled action.
        Self::push_baselines(walker, decision, 1.0);
        let numbers = &mut walker.scratch.numbers;
        numbers[chances + action] += (value - numbers[chances + action]) / chance;
        let values = &walker.scratch.numbers[chances..];
        let corrected = arithmetic::dot(walker.strategy(decision), values);
        walker.log.regrets.push(name);
        arithmetic::push_regrets(values, corrected, reach, &mut walker.log.regret_values);
        Self::learn(walker, name, action, value);
        corrected
    }

    /// Processes a decision of the other player.
    #[inline]
    fn follow_other<F: GameBackend>(
        &self,
        walker: &mut Walker<'_, F>,
        node: F::Node,
        moves: &F::Moves,
        decision: &Decision<F::Key>,
        reach: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> f64 {
        let name = walker.visit(decision, 1.0 / reach);
        let action = place_at(walker.strategy(decision), rng.random()).unwrap_or_default();
        let value = walker.follow(self, node, moves, action, reach, rng);
        let start = walker.scratch.numbers.len();
        // Baselines are in the units of the player to act.
        Self::push_baselines(walker, decision, -1.0);
        let values = &walker.scratch.numbers[start..];
        let corrected = arithmetic::dot(walker.strategy(decision), values) + value - values[action];
        Self::learn(walker, name, action, -value);
        corrected
    }

    /// Appends the baselines of the actions, times `sign`, to the scratch memory.
    #[inline]
    fn push_baselines<F: GameBackend>(walker: &mut Walker<'_, F>, decision: &Decision<F::Key>, sign: f64) {
        let numbers = &mut walker.scratch.numbers;
        match decision.set {
            Some(set) if B::LEARNS => {
                let cells = walker.book.sets[set.index()].cells();
                arithmetic::push_scaled(&walker.book.baselines[cells], sign, numbers);
            }
            _ => numbers.resize(numbers.len() + decision.actions, 0.0),
        }
    }

    #[inline]
    fn learn<F: GameBackend>(walker: &mut Walker<'_, F>, name: SetName, action: usize, value: f64) {
        if B::LEARNS {
            walker.log.lessons.push((name, ActionPlace::new(action), value));
        }
    }
}
