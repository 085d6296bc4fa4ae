//! A policy that re-solves the last turns of a round.

use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHasher};

use crate::endgame::{Before, ResolveSettings, Resolved, before_last};
use crate::policy::{Policy, Unsuited};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::CancelToken;

/// Size limit of the cache of solved endings, in bytes. Enough for the endings of one round at least.
const KEPT_BYTES: usize = 1 << 29;

/// Follows another policy, the blueprint, until the last turns of a round, and plays these as [`Resolved`].
/// No hand of the opponent wins more than against the blueprint, up to the remaining exploitability, and
/// where the blueprint plays badly the opponent wins less.
///
/// Its play depends on nothing but the round and the information, so it is a policy like any other: others
/// can measure it and assume it in their beliefs.
#[derive(Debug)]
pub struct ResolvingPolicy<P> {
    blueprint: P,
    settings: ResolveSettings,
    cancel: Arc<CancelToken>,
    solved: Mutex<Endings>,
}

type Ending = (u64, Seat, Before);

/// Cache of solved endings. `None` marks an ending that is too large to solve.
#[derive(Debug, Default)]
struct Endings {
    known: FxHashMap<Ending, Option<Arc<Resolved>>>,
    bytes: usize,
}

impl<P: Policy> ResolvingPolicy<P> {
    /// Re-solves the last turns of the blueprint with these settings. Once `cancel` is set, it solves nothing
    /// more and plays the blueprint.
    #[must_use]
    pub fn new(blueprint: P, settings: ResolveSettings, cancel: Arc<CancelToken>) -> Self {
        Self { blueprint, settings, cancel, solved: Mutex::default() }
    }

    /// Solved probabilities of the actions with this information, if any. They come from the longest ending
    /// that is small enough to solve and in which the hand is live.
    fn choices(&self, round: &Round, information: &Information) -> Option<Vec<(Action, f64)>> {
        (1..=self.settings.turns).rev().find_map(|turns| {
            let before = before_last(round, information, turns)?;
            self.ending(round, information.seat(), before)?.choices(information)
        })
    }

    /// The solved ending after these turns; `None` if it is too large, or was cancelled.
    fn ending(&self, round: &Round, seat: Seat, before: Before) -> Option<Arc<Resolved>> {
        let key = (identity(round), seat, before);
        let solved = || self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = solved().known.get(&key) {
            return known.clone();
        }
        let (policy, cancel) = (&self.blueprint, &*self.cancel);
        let resolved = Resolved::new(round, before, seat, policy, self.settings, cancel).map(Arc::new);
        if cancel.reason().is_some() {
            return None;
        }
        let mut solved = solved();
        let bytes = resolved.as_ref().map_or(0, |resolved| resolved.bytes());
        if solved.bytes + bytes > KEPT_BYTES {
            *solved = Endings::default();
        }
        solved.bytes += bytes;
        solved.known.insert(key, resolved.clone());
        resolved
    }
}

/// Hash that tells rounds apart by their possible endings and the utilities of these.
fn identity(round: &Round) -> u64 {
    let mut hasher = FxHasher::default();
    (round.rules(), round.favour()).hash(&mut hasher);
    for utility in round.utilities() {
        utility.to_bits().hash(&mut hasher);
    }
    hasher.finish()
}

impl<P: Policy> Policy for ResolvingPolicy<P> {
    fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
        self.blueprint.check(rules)
    }

    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        self.blueprint.check_round(round)
    }

    fn fault(&self) -> Option<Unsuited> {
        self.blueprint.fault()
    }

    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        match self.choices(round, information) {
            Some(choices) if choices.len() == actions.len() => {
                debug_assert!(choices.iter().map(|choice| choice.0).eq(actions.iter().copied()));
                probabilities.clear();
                probabilities.extend(choices.iter().map(|choice| choice.1));
            }
            _ => self.blueprint.of_choice(round, information, actions, probabilities),
        }
    }

    fn is_solved(&self, round: &Round, information: &Information) -> bool {
        self.choices(round, information).is_some()
    }

    fn stand_in(&self) -> Option<&dyn Policy> {
        Some(self.blueprint.stand_in().unwrap_or(&self.blueprint))
    }
}

#[cfg(test)]
mod tests;
