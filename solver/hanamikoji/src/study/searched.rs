//! A position, searched.

use super::actions::{Advice, ValuedAction};
use super::exchanges::HandValue;
use super::ranking;
use crate::analysis::{
    AnalysisError, IsmctsSettings, Method, ModelError, RuleName, SearchSettings, best_known, improved,
};
use crate::endgame::Seen;
use crate::knowledge::InformationSet;
use crate::learn::NetworkPolicy;
use crate::rules::{Action, Round};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::root_values::{Answer, Effort, Interim};
use hanamachi_core::search::strength::{Computed, Estimated, Exploitation, Number};

/// Hears what a search has found so far, if it asks: see [`SearchedPosition::search_watched`].
pub type PositionWatch<'w> = &'w mut dyn FnMut(InterimPosition<'_>);

/// What has been found so far; `None` while no block is done.
pub type InterimPosition<'f> = &'f dyn Fn() -> Option<SearchedPosition>;

/// How a position is to be searched.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SearchRequest {
    /// Which search.
    pub search: SearchSettings,
    /// How much of it, whatever the settings say, and from which seed.
    pub effort: Effort,
}

/// What a search says of a position: **estimated**, and **computed** where it plays out an approximate equilibrium.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::analysis::SearchSettings;
/// use hanamachi_solver::hanamikoji::study::{SearchRequest, SearchedPosition};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
/// use hanamachi_solver::search::root_values::Effort;
///
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let search: SearchSettings = "ismcts".parse()?;
/// let effort = Effort { iterations: 4_000, block_size: NonZeroU64::new(200).unwrap(), seed: 1 };
/// let request = SearchRequest { search, effort };
/// let found = SearchedPosition::search(&round, &set, &request, RunContext::unwatched())?;
/// // Two pairs to choose from; what to play stands first.
/// assert_eq!((found.actions.len(), found.actions[0].loss), (2, Some(0.0)));
/// assert_eq!(found.advice().unwrap().play.to_string(), "-AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SearchedPosition {
    /// What was asked for.
    pub request: SearchRequest,
    /// The probability that the reader wins the game, a shared one counting one half.
    pub win: Number,
    /// The 95 % interval of that, where the error is known.
    pub interval_95: Option<[f64; 2]>,
    /// The reader's actions, what to play first; none where it is not for the reader to decide.
    pub actions: Vec<ValuedAction>,
    /// The standard error of what the strategy that was found loses by its own values, where the sample tells it.
    self_loss_se: Option<f64>,
    /// What the opponent was let play, by how often; none where it is not for the opponent to decide.
    pub opponent_actions: Vec<ValuedAction<Seen>>,
    /// Iterations that were used; deals, of pimc.
    pub iterations: u64,
    /// Blocks that were finished.
    pub blocks: u64,
    /// Why there are fewer iterations than were asked for, if there are.
    pub stopped: Option<Stop>,
    /// What is known of the error of the search beyond sampling.
    pub model_error: Option<ModelError>,
    /// How exploitable the strategy is of which the values are, in units of utility; `None` of a search that finds none.
    pub exploitability: Option<Exploitation>,
}

impl SearchedPosition {
    /// Searches on the current pool of threads. Where the token stops it, it answers from the blocks that are done, and says [so](Self::stopped).
    ///
    /// Where the search does not [reach](SearchSettings::reaches) so far before the end of the round, it takes very long and says
    /// little.
    ///
    /// # Errors
    ///
    /// As [`SearchSettings::run`]; [`AnalysisError::Stopped`] when the token was set before a block was done.
    pub fn search(
        round: &Round,
        set: &InformationSet,
        request: &SearchRequest,
        context: RunContext<'_>,
    ) -> Result<Self, AnalysisError> {
        Self::search_watched(round, set, request, context, &mut |_| ())
    }

    /// The same, told to `watch` after each block of a search that grows trees. What it is handed says what has been found so far, if
    /// it is asked; watching changes nothing about the answer.
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search).
    pub fn search_watched(
        round: &Round,
        set: &InformationSet,
        request: &SearchRequest,
        context: RunContext<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<Self, AnalysisError> {
        let SearchRequest { search, effort } = *request;
        let mut heard = |interim: Interim<'_, Action>| {
            watch(&|| {
                let answer = interim.answer()?;
                let answer = match search.method {
                    Method::Equilibrium => improved(round, set.key(), answer),
                    _ => answer,
                };
                Some(Self::found(set, request, &answer))
            });
        };
        let answer = search.run_watched(round, set.key(), effort, context, &mut heard)?;
        Ok(Self::found(set, request, &answer))
    }

    fn found(set: &InformationSet, request: &SearchRequest, answer: &Answer<Action>) -> Self {
        let SearchRequest { search, .. } = request;
        let exploitability =
            matches!(search.method, Method::Equilibrium).then(|| NetworkPolicy::exploitability(set.favour()));
        let (mut actions, mut opponent_actions) = if set.to_decide() == Some(set.seat()) {
            (ranking::own(answer), Vec::new())
        } else {
            (Vec::new(), ranking::opponents(answer))
        };
        if let Some(exploitability) = exploitability {
            for action in &mut actions {
                action.play(exploitability);
            }
            for action in &mut opponent_actions {
                action.play(exploitability);
            }
        }
        let actions = ValuedAction::ordered(actions);
        let value = match actions.first() {
            Some(best) => value_of_decision(&search.method, answer, best.action),
            None => answer.value,
        };
        let probability = |utility: &f64| Number::Proved(*utility).probability().value();
        Self {
            request: *request,
            win: under(exploitability, Estimated::from(value).probability()),
            interval_95: value.interval_95().map(|of| [of.start(), of.end()].map(probability)),
            self_loss_se: self_loss_error(answer).filter(|_| !actions.is_empty()),
            actions,
            opponent_actions,
            iterations: answer.iterations,
            // A value that combines actions knows of the blocks alone in which all of them occurred; iterations that taught are not counted as such.
            blocks: answer.value.clusters.max(answer.iterations.div_ceil(request.effort.block_size.get())),
            stopped: answer.stopped,
            model_error: search.model_error(set.rules(), set.turns_over()),
            exploitability,
        }
    }

    /// What to play; `None` where it is not for the reader to decide.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        Advice::new(&self.actions, self.self_loss_se, self.model_error)
    }

    /// What the hand is worth, and what to play with it.
    #[must_use]
    pub fn hand_value(&self) -> HandValue {
        let best = self.actions.first().map(|best| (best.action, best.share));
        HandValue { win: self.win, best }
    }
}

/// A number that a search found, as strong as it is: computed where it is what a strategy is worth that is so exploitable.
pub(super) fn under(exploitability: Option<Exploitation>, number: Estimated) -> Number {
    match exploitability {
        None => number.into(),
        Some(exploitability) => {
            let Estimated { value, standard_error, .. } = number;
            // It was sampled: an error that nobody knows is not none.
            let standard_error = Some(standard_error.unwrap_or(f64::INFINITY));
            Number::Computed(Computed { value, exploitability, standard_error })
        }
    }
}

/// The standard error of what playing each action as often as its share says loses against the best.
fn self_loss_error(answer: &Answer<Action>) -> Option<f64> {
    let best = best_known(answer)?;
    let mut weights: Vec<(usize, f64)> = answer.actions.iter().map(|of| -of.share).enumerate().collect();
    weights[best].1 += 1.0;
    let less = answer.combination(&weights);
    less.standard_error.map(|error| error / 2.0)
}

/// What a position is worth to the reader who decides: what the action is that is to be played, the exploration of the others left
/// out; regret matching leaves it out itself. `best` is the action that loses least.
fn value_of_decision(method: &Method, answer: &Answer<Action>, best: Action) -> ClusterMean {
    let played = match method {
        Method::Ismcts(IsmctsSettings { rule: Some(RuleName::Regret), .. })
        | Method::Cfr(_)
        | Method::Equilibrium => None,
        Method::Ismcts(_) => answer.most_played(),
        // Of deals with open cards the mean of the best action is more than anybody can have.
        Method::Pimc(_) => answer.actions.iter().find(|action| action.action == best),
    };
    played.and_then(|action| action.value).unwrap_or(answer.value)
}
