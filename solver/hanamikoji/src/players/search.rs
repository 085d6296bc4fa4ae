//! Players that search.

use std::num::NonZeroU64;
use std::sync::Arc;

use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{only_action, sampled};
use crate::analysis::{ExactSettings, Method, Opponent, SearchSettings};
use crate::endgame::{self, Endgame, EndgameError, Estimate, MOST_ITERATIONS, PastPlay, Solutions};
use crate::player::{Event, Forfeit, Player, nothing_to_decide};
use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::round::Round;
use hanamachi_core::search::budget::{CancelToken, RunContext};
use hanamachi_core::search::cfr::public_tree::{Goal, Solver};
use hanamachi_core::search::root_values::{Answer, Effort};

/// Plays the action that a search recommends: the most visited one of a tree of information sets, the best
/// one in most deals with open cards, or one drawn from the average strategy of regret minimization.
pub struct SearchPlayer {
    search: SearchSettings,
    iterations: NonZeroU64,
    fallback: Option<Box<dyn Player>>,
    cancel: Arc<CancelToken>,
    actions: Vec<Action>,
}

impl SearchPlayer {
    /// Default number of iterations per decision, or of deals for pimc.
    #[must_use]
    pub const fn default_iterations(search: &SearchSettings) -> NonZeroU64 {
        match search.method {
            Method::Pimc(_) | Method::Equilibrium => const { NonZeroU64::new(100).unwrap() },
            Method::Ismcts(_) | Method::Cfr(_) => const { NonZeroU64::new(10_000).unwrap() },
        }
    }

    /// A player with this search. `fallback` decides where the search cannot: early in a round, for regret
    /// minimization. Once `cancel` is set, each decision is the first legal action.
    #[must_use]
    pub fn new(search: SearchSettings, fallback: Option<Box<dyn Player>>, cancel: Arc<CancelToken>) -> Self {
        let iterations = search.iterations.unwrap_or_else(|| Self::default_iterations(&search));
        Self { search, iterations, fallback, cancel, actions: Vec::new() }
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
        if !self.search.reaches(round.rules().turns() - information.history().len()) {
            return match &mut self.fallback {
                Some(fallback) => fallback.decide(round, information, rng),
                None => {
                    Err(Forfeit { reason: "so early in a round the search has nothing to say".to_owned() })
                }
            };
        }
        let effort = Effort {
            iterations: self.iterations.get(),
            block_size: self.search.block.unwrap_or(self.iterations),
            seed: rng.next_u64(),
        };
        let answer = self.search.run(round, information, effort, RunContext::silent(&self.cancel));
        if self.cancel.reason().is_some() {
            return first_legal(&self.actions);
        }
        let answer = answer.map_err(|error| Forfeit { reason: error.to_string() })?;
        let chosen = match self.search.method {
            Method::Ismcts(_) => answer.most_played().map(|action| action.action),
            Method::Pimc(_) => best_mean(&answer),
            Method::Cfr(_) | Method::Equilibrium => {
                let shares: Vec<_> =
                    answer.actions.iter().map(|action| (action.action, action.share)).collect();
                draw(&shares, rng)
            }
        };
        chosen.ok_or_else(nothing_to_decide)
    }

    fn sees(&mut self, event: Event<'_>) {
        if let Some(fallback) = &mut self.fallback {
            fallback.sees(event);
        }
    }
}

/// Solves the rest of a round where it is small, and samples its actions from the equilibrium found.
pub struct ExactPlayer {
    settings: ExactSettings,
    fallback: Box<dyn Player>,
    cancel: Arc<CancelToken>,
    actions: Vec<Action>,
}

impl ExactPlayer {
    /// A player with these settings; `fallback` decides where the rest of the round is not small. Once
    /// `cancel` is set, each decision is the first legal action.
    #[must_use]
    pub fn new(settings: ExactSettings, fallback: Box<dyn Player>, cancel: Arc<CancelToken>) -> Self {
        Self { settings, fallback, cancel, actions: Vec::new() }
    }

    /// The probability of each action; `None` where the rest of the round is not small.
    fn solve(
        &self,
        round: &Round,
        information: &Information,
    ) -> Result<Option<Vec<(Action, f64)>>, EndgameError> {
        let ExactSettings { exploitability, memory, reach } = self.settings;
        if Estimate::of_small(round, information, memory.0, &self.cancel)?.is_none() {
            return Ok(None);
        }
        let policy = Opponent::from(reach).policy();
        let mut game = Endgame::new(round, information, PastPlay::from_policy(policy.as_deref()))?;
        let Ok(mut solver) = Solver::new(&mut game, endgame::RULE, memory.0) else { return Ok(None) };
        let goal = Goal { exploitability, iterations: MOST_ITERATIONS };
        solver.run(goal, RunContext::silent(&self.cancel));
        let solution = Solutions::new(&solver, information.seat()).solution(information);
        Ok(solution.map(|solution| {
            solution.actions.iter().map(|action| (action.action, action.probability)).collect()
        }))
    }
}

impl Player for ExactPlayer {
    fn decide(
        &mut self,
        round: &Round,
        information: &Information,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Action, Forfeit> {
        if let Some(only) = only_action(round, information, &mut self.actions) {
            return Ok(only);
        }
        let solved = self.solve(round, information);
        if self.cancel.reason().is_some() {
            return first_legal(&self.actions);
        }
        match solved.map_err(|error| Forfeit { reason: error.to_string() })? {
            Some(choices) => draw(&choices, rng).ok_or_else(nothing_to_decide),
            None => self.fallback.decide(round, information, rng),
        }
    }

    fn sees(&mut self, event: Event<'_>) {
        self.fallback.sees(event);
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
