//! What a search says of a first hand: the value, and the best way to use each of the four actions.

use std::num::NonZeroU64;

use rand::Rng;

use crate::analysis::{Advisor, AnalysisError, win_of_action};
use crate::openings::first_hand::FirstHands;
use crate::rules::{Action, Cards, Kind, Round};
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::estimate::ClusterMean;
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};
use hanamachi_core::search::root_values::{ActionAnswer, Answer, Effort};
use hanamachi_core::search::strength::Estimated;

/// How each first hand is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSearch {
    /// Iterations for each hand.
    pub iterations: NonZeroU64,
    /// Iterations of a block, which has a tree of its own.
    pub block_size: NonZeroU64,
}

/// **Estimated**: what a first hand is worth to the player who holds it, and how to play it.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningEvaluation {
    /// The hand.
    pub cards: Cards,
    /// The best way to use each action, by the actions' numbers.
    pub kinds: Vec<KindEvaluation>,
}

/// **Estimated**: the way to use an action that the search plays most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KindEvaluation {
    /// Which action with which cards.
    pub action: Action,
    /// The probability of winning the game with it, a shared game counting one half. Its standard error is unknown where
    /// there are too few blocks to tell.
    pub win: Estimated,
    /// How often the search followed it.
    pub visits: u64,
    /// How often to play it, 0 to 1.
    pub share: f64,
    /// How often to use this action of the four, whatever the cards, 0 to 1.
    pub kind_share: f64,
}

/// A value with a larger standard error is hardly known: one percentage point.
pub const LARGEST_ERROR: f64 = 0.01;

impl OpeningSearch {
    /// Searches this hand on the current pool of threads. `None` if it is no first hand of the round, or its actions were never
    /// followed.
    pub fn evaluate(
        self,
        round: &Round,
        cards: Cards,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<Option<OpeningEvaluation>, AnalysisError> {
        let Some(set) = FirstHands::information_set(round, cards) else { return Ok(None) };
        let effort = Effort { iterations: self.iterations.get(), block_size: self.block_size, seed };
        let answer = Advisor::new(round, set.key()).run(effort, RunContext::silent(cancel))?;
        // What was finished before a stop is another answer than what was asked for.
        answer.stopped.map_or(Ok(()), |stop| Err(AnalysisError::Stopped(stop)))?;
        Ok(Some(OpeningEvaluation::new(cards, &answer)))
    }

    /// Searches the classes of first hands of this round on the current pool of threads, from number `done` on, and hands each
    /// evaluation to `take` in the order of the classes. Progress counts classes.
    ///
    /// Each class has a random stream of its own: what it says does not depend on which were searched before, nor on the number of
    /// threads.
    ///
    /// # Errors
    ///
    /// Why it was stopped. What was taken by then stands, and a later run may go on from there.
    pub fn evaluate_classes(
        self,
        round: &Round,
        seed: u64,
        done: u64,
        context: RunContext<'_>,
        mut take: impl FnMut(OpeningEvaluation),
    ) -> Result<(), Stop> {
        let hands = FirstHands::new(round);
        let classes = hands.classes();
        // Each class is a block of the plan.
        let plan = Plan { items: classes.len() as u64, block_size: NonZeroU64::MIN, seed, blocks_done: done };
        let work = |(): &mut (), mut block: Block| {
            let seed = block.rng.next_u64();
            let cards = classes[usize::try_from(block.items.start).unwrap_or(usize::MAX)].cards;
            self.evaluate(round, cards, seed, context.cancel).map_err(|error| match error {
                AnalysisError::Stopped(stop) => stop,
                AnalysisError::NotStandard | AnalysisError::NoNetwork => Stop::Interrupted,
            })
        };
        let fold = |evaluation: Option<OpeningEvaluation>| evaluation.into_iter().for_each(&mut take);
        fold_blocks(&plan, context, || (), work, fold)
    }
}

impl OpeningEvaluation {
    /// What this answer says of these cards.
    #[must_use]
    pub fn new(cards: Cards, answer: &Answer<Action>) -> Self {
        let kinds = Kind::ALL.into_iter().filter_map(|kind| of_kind(answer, kind)).collect();
        Self { cards, kinds }
    }

    /// What to play: the action that the search plays most. `None` if it followed none.
    #[must_use]
    pub fn best(&self) -> Option<&KindEvaluation> {
        // Of equal ones the first.
        self.kinds.iter().rev().max_by(|one, other| one.share.total_cmp(&other.share))
    }

    /// The other actions, the one that is worth most first.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&KindEvaluation> {
        let best = self.best().map(|best| best.action);
        let mut others: Vec<_> = self.kinds.iter().filter(|kind| Some(kind.action) != best).collect();
        others.sort_by(|one, other| other.win.value.total_cmp(&one.win.value));
        others
    }
}

impl KindEvaluation {
    /// Whether the search followed it so often that its value tells something: its error is known and not above [`LARGEST_ERROR`].
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.win.standard_error.is_some_and(|error| error <= LARGEST_ERROR)
    }

    /// Whether it may be as good as `best`: no more than two standard errors of their difference below it, the two taken for
    /// independent. Of what is hardly known that is not said.
    #[must_use]
    pub fn is_close_to(&self, best: &Self) -> bool {
        match (self.win.standard_error, best.win.standard_error) {
            (Some(one), Some(other)) if self.is_known() => {
                best.win.value - self.win.value <= 2.0 * one.hypot(other)
            }
            _ => false,
        }
    }
}

/// The action of this kind that is played most, of equal ones the one worth most.
fn of_kind(answer: &Answer<Action>, kind: Kind) -> Option<KindEvaluation> {
    let of_kind = || answer.actions.iter().filter(|of| of.action.kind() == Some(kind));
    let value_of = |of: &ActionAnswer<Action>| of.value.map_or(-1.0, |value: ClusterMean| value.value);
    let best = of_kind().max_by(|one, other| {
        one.share.total_cmp(&other.share).then(value_of(one).total_cmp(&value_of(other)))
    })?;
    let value = best.value?;
    Some(KindEvaluation {
        action: best.action,
        win: win_of_action(value),
        visits: best.visits,
        share: best.share,
        kind_share: of_kind().map(|of| of.share).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Geisha;

    #[test]
    fn what_is_hardly_known_is_close_to_nothing() {
        let of = |win: f64, standard_error| KindEvaluation {
            action: Action::secret(Geisha::ALL[0]),
            win: Estimated { value: win, standard_error, n: Some(100) },
            visits: 100,
            share: 0.5,
            kind_share: 0.5,
        };
        let best = of(0.5, Some(0.001));
        assert!(of(0.498, Some(0.001)).is_close_to(&best) && of(0.52, Some(0.001)).is_close_to(&best));
        assert!(!of(0.49, Some(0.001)).is_close_to(&best));
        assert!(!of(0.5, None).is_close_to(&best) && !of(0.52, Some(0.02)).is_close_to(&best));
    }
}
