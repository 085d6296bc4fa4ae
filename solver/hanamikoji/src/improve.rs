//! A policy improved by one step at each decision.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::Arc;

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHasher;

use self::opponents::Opponents;
use crate::analysis::Step;
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::halving::Halving;
use hanamachi_core::search::parallel::Plan;
use hanamachi_core::search::rollouts::Rollouts;

mod opponents;

pub use opponents::OpponentType;

/// Settings of the improvement step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ImproveSettings {
    /// Rollouts for a decision.
    pub rollouts: NonZeroU64,
    /// Temperature of the step, in units of utility: an action worth this much less than the best becomes
    /// less likely by a factor of e.
    pub temperature: f64,
}

/// Temperature of the step. Lower than that of the values of [`analysis`](crate::analysis), because few rollouts already make the
/// expected advantages small.
const TEMPERATURE: f64 = 0.01;
/// Number of states in a block, whose rollouts one thread plays.
const BLOCK: NonZeroU64 = NonZeroU64::new(4).unwrap();

impl Default for ImproveSettings {
    fn default() -> Self {
        Self { rollouts: NonZeroU64::new(3000).unwrap(), temperature: TEMPERATURE }
    }
}

/// Improves another policy, the blueprint, by one step of mirror descent: the probability of each action is
/// the blueprint's times *e* to the action's expected advantage over the temperature, scaled to sum to 1 (S.
/// Sokota and others, "The Update Equivalence Framework for Decision-Time Planning", arXiv 2304.13138).
/// Advantages come from rollouts of the blueprint from the exact posterior. [`Halving`] divides the rollouts among the
/// actions by their probabilities after the step; the advantages of actions with few rollouts are taken for small.
///
/// The opponent is taken to play by the blueprint, or to be of one of the other [types](Self::facing) with their probabilities given
/// its actions.
///
/// No theorem says that the result is harder to exploit. Where the blueprint has [solved](Policy::is_solved)
/// the rest of the round, the step leaves it alone. The result depends on nothing but the round and the
/// information, which fix even the random numbers of the rollouts.
#[derive(Debug)]
pub struct ImprovingPolicy<P> {
    blueprint: P,
    settings: ImproveSettings,
    others: Vec<OpponentType>,
    cancel: Arc<CancelToken>,
}

impl<P: Policy> ImprovingPolicy<P> {
    /// Improves the blueprint with these settings, against an opponent who plays by the blueprint. Once `cancel` is set, it plays
    /// the blueprint.
    #[must_use]
    pub const fn new(blueprint: P, settings: ImproveSettings, cancel: Arc<CancelToken>) -> Self {
        Self { blueprint, settings, others: Vec::new(), cancel }
    }

    /// The same against an opponent who may be of one of these types, and otherwise plays by the blueprint. The sum of
    /// their probabilities is at most 1.
    #[must_use]
    pub fn facing(self, others: Vec<OpponentType>) -> Self {
        Self { others, ..self }
    }

    /// The step from these probabilities of the actions; `None` if it was cancelled.
    fn step(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &[f64],
    ) -> Option<Step> {
        let ImproveSettings { rollouts: budget, temperature } = self.settings;
        let (policy, context) = (self.cheap(), RunContext::silent(&self.cancel));
        let opponents = Opponents::new(round, information, self.types());
        let mut seeds = Xoshiro256PlusPlus::seed_from_u64(seed(round, information));
        let stage = |left: &[usize], states: u64, values: &mut [Vec<f64>]| {
            let compared: Vec<Action> = left.iter().map(|&place| actions[place]).collect();
            for (opponent, items) in opponents.divide(states, seeds.random()) {
                let strategy = |of: &Information, actions: &[Action], probabilities: &mut Vec<f64>| {
                    let plays = if of.seat() == information.seat() { policy } else { opponent.policy };
                    plays.probabilities(round, of, actions, probabilities);
                };
                let plan = Plan { items, block_size: BLOCK, seed: seeds.next_u64(), blocks_done: 0 };
                let add = |place: usize, value| values[left[place]].push(value);
                Rollouts { game: round, strategy, control: () }.compare(
                    &opponent.deals,
                    &compared,
                    &plan,
                    context,
                    add,
                )?;
            }
            Ok::<(), Stop>(())
        };
        let step = |halving: &Halving| Step::of_halving(halving, probabilities, temperature);
        let shares = |halving: &Halving| step(halving).map_or_else(Vec::new, |step| step.shares);
        let (halving, run) = Halving::run(actions.len(), budget.get(), stage, shares);
        run.is_ok().then(|| step(&halving)).flatten()
    }

    /// The policies by which the opponent may play, each with its probability before the round.
    fn types(&self) -> impl Iterator<Item = (&dyn Policy, f64)> {
        let others = self.others.iter().map(|of| (&*of.policy as &dyn Policy, of.prior));
        let all: f64 = self.others.iter().map(|of| of.prior).sum();
        [(self.cheap(), 1.0 - all)].into_iter().chain(others)
    }

    /// The policy for rollouts: the blueprint's stand-in, or else the blueprint itself.
    fn cheap(&self) -> &dyn Policy {
        self.blueprint.stand_in().unwrap_or(&self.blueprint)
    }
}

impl<P: Policy> Policy for ImprovingPolicy<P> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.others.iter().try_for_each(|of| of.policy.check(rules))?;
        self.blueprint.check(rules)
    }

    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        self.others.iter().try_for_each(|of| of.policy.check_round(round))?;
        self.blueprint.check_round(round)
    }

    fn fault(&self) -> Option<Unsuited> {
        self.others.iter().find_map(|of| of.policy.fault()).or_else(|| self.blueprint.fault())
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        self.blueprint.of_choice(round, information, actions, probabilities);
        if actions.len() < 2 || self.blueprint.is_solved(round, information) {
            return;
        }
        if let Some(step) = self.step(round, information, actions, probabilities) {
            *probabilities = step.shares;
        }
    }

    fn is_solved(&self, round: &Round, information: &Information) -> bool {
        self.blueprint.is_solved(round, information)
    }

    fn stand_in(&self) -> Option<&dyn Policy> {
        Some(self.cheap())
    }
}

/// Seed of the rollouts: a hash of the round and the information, the same whenever they are.
fn seed(round: &Round, information: &Information) -> u64 {
    let mut hasher = FxHasher::default();
    (round.rules(), round.favour(), information).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests;
