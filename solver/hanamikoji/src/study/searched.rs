//! Search of a position.

use super::actions::{Advice, HandValue, ValuedAction, under};
use super::naming::{named_back, named_back_ends};
use super::ranking;
use crate::analysis::{AnalysisError, Method, ModelError, best_known, improved, loss_of, pool, spread};
use crate::endgame::Seen;
use crate::knowledge::InformationSet;
use crate::knowledge::canonical::Canonical;
use crate::rules::{Action, ActionEnds, Round};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::root_values::{Answer, Effort, Interim};
use hanamachi_core::search::strength::{Estimated, Exploitation, Number};

/// Callback that may ask for the interim result of a search: see [`SearchedPosition::search_watched`].
pub type PositionWatch<'w> = &'w mut dyn FnMut(InterimPosition<'_>);

/// Interim result of a search; `None` while no block is done.
pub type InterimPosition<'f> = &'f dyn Fn() -> Option<SearchedPosition>;

/// Result of searching a position: **estimated**, and **computed** where it plays out an approximate
/// equilibrium.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::{Evaluate, SearchedPosition};
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
/// use hanamachi_solver::search::root_values::Effort;
///
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let method = "ismcts".parse::<Evaluate>()?.searches_by(set.rules());
/// let effort = Effort { iterations: 4_000, block_size: NonZeroU64::new(200).unwrap(), seed: 1 };
/// let found = SearchedPosition::search(&round, &set, (method, effort), RunContext::unwatched())?;
/// // Two pairs to choose from; the recommended one stands first.
/// assert_eq!((found.actions.len(), found.actions[0].loss), (2, Some(0.0)));
/// assert_eq!(found.advice().unwrap().play.to_string(), "-AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct SearchedPosition {
    /// The method.
    pub method: Method,
    /// The iterations that were asked for, and the seed.
    pub effort: Effort,
    /// Probability that the reader wins the game; a shared game counts one half.
    pub win: Number,
    /// The 95 % interval of `win`, where the error is known.
    pub interval_95: Option<[f64; 2]>,
    /// The reader's actions, the recommended one first; empty where the reader does not decide.
    pub actions: Vec<ValuedAction>,
    /// What each action comes to, in ascending order, for rollouts of an equilibrium; empty for interim results. Its utility is that of
    /// `actions`, which knows more than these ends alone, and those after answers are shifted alike.
    pub ends: Vec<ActionEnds>,
    /// Standard error of the strategy's loss by its own values, where the sample determines it.
    self_loss_se: Option<f64>,
    /// Actions that the search let the opponent play, by frequency; empty where the opponent does not decide.
    pub opponent_actions: Vec<ValuedAction<Seen>>,
    /// Iterations used; deals, for pimc.
    pub iterations: u64,
    /// Finished blocks.
    pub blocks: u64,
    /// Reason for fewer iterations than requested, if there are fewer.
    pub stopped: Option<Stop>,
    /// Known error of the search beyond sampling.
    pub model_error: Option<ModelError>,
    /// Exploitability of the strategy that has these values, in units of utility; `None` for a search that
    /// finds no strategy.
    pub exploitability: Option<Exploitation>,
}

impl SearchedPosition {
    /// Searches on the current pool of threads. Geisha that are alike are treated alike: exchanged positions have exchanged
    /// results. If the token stops the search, it answers from the finished
    /// blocks and says [so](Self::stopped).
    ///
    /// # Errors
    ///
    /// As [`Method::run`]; [`AnalysisError::Stopped`] when the token was set before a block was done.
    pub fn search(
        round: &Round,
        set: &InformationSet,
        (method, effort): (Method, Effort),
        context: RunContext<'_>,
    ) -> Result<Self, AnalysisError> {
        Self::search_watched(round, set, (method, effort), context, &mut |_| ())
    }

    /// Searches and calls `watch` after each block of a search that grows trees. Its argument computes the
    /// interim result on request; watching does not change the answer.
    ///
    /// # Errors
    ///
    /// As [`search`](Self::search).
    pub fn search_watched(
        round: &Round,
        set: &InformationSet,
        (method, effort): (Method, Effort),
        context: RunContext<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<Self, AnalysisError> {
        let canonical = Canonical::new(round, set);
        let (key, same) = (canonical.set.key(), &*canonical.same);
        let is_equilibrium = matches!(method, Method::Equilibrium);
        let mut heard = |interim: Interim<'_, Action>| {
            watch(&|| {
                let mut answer = interim.answer()?;
                if is_equilibrium {
                    answer = improved(round, key, same, answer);
                } else {
                    pool(&mut answer, same);
                }
                Some(Self::found(&canonical, (method, effort), &answer))
            });
        };
        let (mut answer, ends) = method.run_watched(round, key, effort, context, &mut heard)?;
        if !is_equilibrium {
            pool(&mut answer, same);
        }
        let mut found = Self::found(&canonical, (method, effort), &answer);
        if is_equilibrium
            && !found.actions.is_empty()
            && let Some(spread) = spread(round, key, same, &answer)
        {
            let errors = answer.actions.iter().map(|of| canonical.back.action(of.action)).zip(spread);
            for (action, error) in errors {
                for of in found.actions.iter_mut().filter(|of| of.action == action) {
                    of.frequency_se = Some(error);
                }
            }
        }
        found.ends = named_back_ends(&ends, &canonical);
        for of in &mut found.ends {
            let action = found.actions.iter().find(|own| own.action == of.action);
            if let Some(win) = action.and_then(|own| own.win) {
                of.shift(2.0 * win.value() - 1.0);
            }
        }
        Ok(found)
    }

    /// The result of an answer about the canonical position, under the names of the given one.
    fn found(canonical: &Canonical, (method, effort): (Method, Effort), answer: &Answer<Action>) -> Self {
        let Canonical { set, same, .. } = canonical;
        let exploitability = method.exploitability(set.rules(), set.favour());
        let (mut actions, mut opponent_actions) = if set.to_decide() == Some(set.seat()) {
            (ranking::own(answer, same), Vec::new())
        } else {
            (Vec::new(), ranking::opponents(answer, same))
        };
        if let Some(exploitability) = exploitability {
            for action in &mut actions {
                action.play(exploitability);
            }
            for action in &mut opponent_actions {
                action.play(exploitability);
            }
        }
        let mut actions = ValuedAction::ordered(actions);
        let value = match actions.first() {
            Some(best) => value_of_decision(&method, answer, best.action),
            None => answer.value,
        };
        named_back(&mut actions, canonical);
        named_back(&mut opponent_actions, canonical);
        let probability = |utility: &f64| Number::Proved(*utility).probability().value();
        Self {
            method,
            effort,
            win: under(exploitability, Estimated::from(value).probability()),
            interval_95: value.interval_95().map(|of| [of.start(), of.end()].map(probability)),
            self_loss_se: self_loss_error(answer).filter(|_| !actions.is_empty()),
            actions,
            ends: Vec::new(),
            opponent_actions,
            iterations: answer.iterations,
            // A value that combines actions counts only the blocks in which all of them occurred; iterations
            // spent on learning are not counted as such.
            blocks: answer.value.clusters.max(answer.iterations.div_ceil(effort.block_size.get())),
            stopped: answer.stopped,
            model_error: method.model_error(set.rules(), set.favour_of_first(), set.turns_over()),
            exploitability,
        }
    }

    /// Advice to the reader; `None` where the reader does not decide.
    #[must_use]
    pub fn advice(&self) -> Option<Advice> {
        Advice::new(&self.actions, self.self_loss_se, self.model_error)
    }

    /// Value of the hand, and the action to play with it.
    #[must_use]
    pub fn hand_value(&self) -> HandValue {
        let best = self.actions.first().map(|best| (best.action, best.share));
        HandValue { win: self.win, best }
    }
}

/// Standard error of the loss, against the best action, of playing each action with its share as frequency.
fn self_loss_error(answer: &Answer<Action>) -> Option<f64> {
    let best = best_known(answer)?;
    let shares: Vec<f64> = answer.actions.iter().map(|of| of.share).collect();
    loss_of(answer, &shares, best).standard_error.map(|error| error / 2.0)
}

/// Value of a position to the reader who decides: that of the action to play, without the exploration of the
/// others. `best` is the recommended action.
fn value_of_decision(method: &Method, answer: &Answer<Action>, best: Action) -> ClusterMean {
    let played = match method {
        Method::Equilibrium => None,
        Method::Ismcts(_) => answer.most_played(),
        // With open cards, the mean over deals of the best action's value exceeds what any player can
        // achieve.
        Method::Pimc { .. } => answer.actions.iter().find(|action| action.action == best),
    };
    played.and_then(|action| action.value).unwrap_or(answer.value)
}
