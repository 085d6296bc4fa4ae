//! A policy improved by one step at each decision.

use std::hash::{Hash, Hasher};
use std::num::NonZeroU64;
use std::sync::Arc;

use rustc_hash::FxHasher;

use crate::analysis::{Step, TEMPERATURE, rolled_out};
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::root_values::Effort;

/// Settings of the improvement step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ImproveSettings {
    /// Rollouts for a decision.
    pub rollouts: NonZeroU64,
    /// Temperature of the step, in units of utility: an action worth this much less than the best becomes
    /// less likely by a factor of e.
    pub temperature: f64,
}

/// Number of blocks of the rollouts. Their differences show which values are mere luck.
const BLOCKS: u64 = 20;

impl Default for ImproveSettings {
    fn default() -> Self {
        Self { rollouts: NonZeroU64::new(3000).unwrap(), temperature: TEMPERATURE }
    }
}

/// Improves another policy, the blueprint, by one step of mirror descent: the probability of each action is
/// the blueprint's times *e* to the action's expected advantage over the temperature, scaled to sum to 1 (S.
/// Sokota and others, "The Update Equivalence Framework for Decision-Time Planning", arXiv 2304.13138).
/// Advantages come from rollouts of the blueprint from the exact posterior, and those of actions with few
/// rollouts are taken for small.
///
/// No theorem says that the result is harder to exploit. Where the blueprint has [solved](Policy::is_solved)
/// the rest of the round, the step leaves it alone. The result depends on nothing but the round and the
/// information, which fix even the random numbers of the rollouts.
#[derive(Debug)]
pub struct ImprovingPolicy<P> {
    blueprint: P,
    settings: ImproveSettings,
    cancel: Arc<CancelToken>,
}

impl<P: Policy> ImprovingPolicy<P> {
    /// Improves the blueprint with these settings. Once `cancel` is set, it plays the blueprint.
    #[must_use]
    pub const fn new(blueprint: P, settings: ImproveSettings, cancel: Arc<CancelToken>) -> Self {
        Self { blueprint, settings, cancel }
    }

    /// The policy for rollouts: the blueprint's stand-in, or else the blueprint itself.
    fn cheap(&self) -> &dyn Policy {
        self.blueprint.stand_in().unwrap_or(&self.blueprint)
    }
}

impl<P: Policy> Policy for ImprovingPolicy<P> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.blueprint.check(rules)
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        let ImproveSettings { rollouts, temperature } = self.settings;
        self.blueprint.of_choice(round, information, actions, probabilities);
        if self.blueprint.is_solved(round, information) {
            return;
        }
        let block_size = NonZeroU64::new(rollouts.get().div_ceil(BLOCKS)).unwrap_or(NonZeroU64::MIN);
        let effort = Effort { iterations: rollouts.get(), block_size, seed: seed(round, information) };
        let Ok(answer) = rolled_out(
            round,
            information,
            self.cheap(),
            effort,
            RunContext::silent(&self.cancel),
            &mut |_| (),
        ) else {
            return;
        };
        // Both lists of actions are in ascending order.
        let shares: Vec<f64> = answer
            .actions
            .iter()
            .map(|of| actions.binary_search(&of.action).map_or(0.0, |place| probabilities[place]))
            .collect();
        let Some(step) = Step::new(&answer, &shares, temperature) else { return };
        probabilities.fill(0.0);
        for (of, share) in answer.actions.iter().zip(step.shares) {
            if let Ok(place) = actions.binary_search(&of.action) {
                probabilities[place] = share;
            }
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
