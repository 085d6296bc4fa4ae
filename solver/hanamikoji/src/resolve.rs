//! A policy whose last turns are solved anew.

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

/// Endings that are kept so as not to be solved again, in bytes: those of one round at least.
const KEPT_BYTES: usize = 1 << 29;

/// Plays by another policy, the blueprint, until the last turns of a round, and these as [`Resolved`]: no hand of the opponent wins
/// more than against the blueprint, up to the exploitability that is left, and where the blueprint plays badly the opponent wins less.
///
/// What it plays depends on nothing but what it is asked, so it is a policy like any other: it can be measured, and others can
/// reckon with it.
#[derive(Debug)]
pub struct ResolvingPolicy<P> {
    blueprint: P,
    settings: ResolveSettings,
    solved: Mutex<Endings>,
}

type Ending = (u64, Seat, Before);

/// Endings that were solved. `None` where one is too large to be solved.
#[derive(Debug, Default)]
struct Endings {
    known: FxHashMap<Ending, Option<Arc<Resolved>>>,
    bytes: usize,
}

impl<P: Policy> ResolvingPolicy<P> {
    /// The blueprint with its last turns solved by these settings.
    #[must_use]
    pub fn new(blueprint: P, settings: ResolveSettings) -> Self {
        Self { blueprint, settings, solved: Mutex::default() }
    }

    /// What is played with this information, where it is solved: in as many turns as are not too large, and in which the hand is live.
    fn choices(&self, round: &Round, information: &Information) -> Option<Vec<(Action, f64)>> {
        (1..=self.settings.turns).rev().find_map(|turns| {
            let before = before_last(round, information, turns)?;
            self.ending(round, information.seat(), before)?.choices(information)
        })
    }

    /// What follows these turns; `None` where it is too large.
    fn ending(&self, round: &Round, seat: Seat, before: Before) -> Option<Arc<Resolved>> {
        let key = (identity(round), seat, before);
        let solved = || self.solved.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = solved().known.get(&key) {
            return known.clone();
        }
        let resolved = Resolved::new(round, before, seat, &self.blueprint, self.settings).map(Arc::new);
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

/// What tells rounds apart: how they may end, and what that is worth.
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
