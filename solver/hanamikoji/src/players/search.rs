//! Players that search.

use std::num::NonZeroU64;
use std::sync::Arc;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{only_action, sampled};
use crate::analysis::{Method, SearchSettings};
use crate::player::{Forfeit, Player, nothing_to_decide};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::root_values::{Answer, Effort};

/// Plays the action that a search recommends: the most visited one of a tree of information sets, the best
/// one over deals with open cards, or one drawn from the improved policy of the equilibrium.
pub struct SearchPlayer {
    search: SearchSettings,
    iterations: NonZeroU64,
    cancel: Arc<CancelToken>,
    actions: Vec<Action>,
}

impl SearchPlayer {
    /// Default number of iterations per decision, or of deals for pimc.
    #[must_use]
    pub const fn default_iterations(search: &SearchSettings) -> NonZeroU64 {
        match search.method {
            Method::Pimc { .. } | Method::Equilibrium => const { NonZeroU64::new(100).unwrap() },
            Method::Ismcts(_) => const { NonZeroU64::new(10_000).unwrap() },
        }
    }

    /// A player with this search. Once `cancel` is set, each decision is the first legal action.
    #[must_use]
    pub fn new(search: SearchSettings, cancel: Arc<CancelToken>) -> Self {
        let iterations = search.iterations.unwrap_or_else(|| Self::default_iterations(&search));
        Self { search, iterations, cancel, actions: Vec::new() }
    }
}

impl Player for SearchPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        if let Some(only) = only_action(round, information, &mut self.actions) {
            return Ok(only);
        }
        let effort = Effort {
            iterations: self.iterations.get(),
            block_size: self.search.block.unwrap_or(self.iterations),
            seed: rng.next_u64(),
        };
        let answer = self.search.method.run(round, information, effort, RunContext::silent(&self.cancel));
        if self.cancel.reason().is_some() {
            return first_legal(&self.actions);
        }
        let answer = answer.map_err(|error| Forfeit { reason: error.to_string() })?;
        let chosen = match self.search.method {
            Method::Ismcts(_) => answer.most_played().map(|action| action.action),
            Method::Pimc { .. } => best_mean(&answer),
            Method::Equilibrium => {
                let shares: Vec<_> =
                    answer.actions.iter().map(|action| (action.action, action.share)).collect();
                draw(&shares, rng)
            }
        };
        chosen.ok_or_else(nothing_to_decide)
    }
}

/// Decision of a search that was cancelled.
fn first_legal(actions: &[Action]) -> Result<Action, Forfeit> {
    actions.first().copied().ok_or_else(nothing_to_decide)
}

/// The action with the largest mean value.
fn best_mean(answer: &Answer<Action>) -> Option<Action> {
    let values = answer.actions.iter().filter_map(|action| Some((action.value?.value, action.action)));
    values.max_by(|one, other| one.0.total_cmp(&other.0)).map(|(_, action)| action)
}

/// One of these actions, drawn with its probability; `None` if there is none.
pub(super) fn draw(choices: &[(Action, f64)], rng: &mut Xoshiro256PlusPlus) -> Option<Action> {
    let probabilities: Vec<f64> = choices.iter().map(|&(_, probability)| probability).collect();
    sampled(&probabilities, rng).map(|place| choices[place].0)
}
