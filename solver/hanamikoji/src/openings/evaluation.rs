//! The evaluation of a first hand: its value, and the best way to use each of the four actions.

use std::num::NonZeroU64;

use rand::Rng;

use crate::analysis::{AnalysisError, Method, win_of_action};
use crate::openings::first_hand::FirstHands;
use crate::rules::{Action, Cards, Kind, Round};
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::estimate::{ClusterMean, error_of_both};
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};
use hanamachi_core::search::root_values::{ActionAnswer, Answer, Effort};
use hanamachi_core::search::strength::Estimated;

/// Search settings for each first hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpeningSearch {
    /// Iterations for each hand.
    pub iterations: NonZeroU64,
    /// Iterations of a block, which has a tree of its own.
    pub block_size: NonZeroU64,
}

/// **Estimated**: the value of a first hand to its player, and how to play it.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningEvaluation {
    /// The hand.
    pub cards: Cards,
    /// The best way to use each action, by the actions' numbers.
    pub kinds: Vec<KindEvaluation>,
}

/// **Estimated**: the most played way to use an action.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KindEvaluation {
    /// The action with its cards.
    pub action: Action,
    /// The probability of winning the game with it, a shared game counting one half. Its standard error is
    /// unknown with too few blocks.
    pub win: Estimated,
    /// Number of iterations that followed it.
    pub visits: u64,
    /// Recommended probability of this action, 0 to 1.
    pub share: f64,
    /// Recommended probability of this kind of action, whatever the cards, 0 to 1.
    pub kind_share: f64,
}

/// Largest standard error of a value that counts as known: one percentage point.
pub const LARGEST_ERROR: f64 = 0.01;

impl OpeningSearch {
    /// Searches this hand on the current thread pool. `None` if it is not a first hand of the round, or if no
    /// iteration followed its actions.
    pub fn evaluate(
        self,
        round: &Round,
        cards: Cards,
        seed: u64,
        cancel: &CancelToken,
    ) -> Result<Option<OpeningEvaluation>, AnalysisError> {
        let Some(set) = FirstHands::information_set(round, cards) else { return Ok(None) };
        let effort = Effort { iterations: self.iterations.get(), block_size: self.block_size, seed };
        let search = Method::for_rules(round.rules());
        let answer = search.run(round, set.key(), effort, RunContext::silent(cancel))?;
        // A stopped search does not answer the question asked.
        answer.stopped.map_or(Ok(()), |stop| Err(AnalysisError::Stopped(stop)))?;
        Ok(Some(OpeningEvaluation::new(cards, &answer)))
    }

    /// Searches the classes of first hands of this round on the current thread pool, starting at class number
    /// `done`, and passes each evaluation to `take` in the order of the classes. Progress counts classes.
    ///
    /// Each class has its own random stream: its result does not depend on the classes searched before, nor
    /// on the number of threads.
    ///
    /// # Errors
    ///
    /// The reason why it was stopped. The evaluations taken by then are valid, and a later run may resume
    /// from there.
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
    /// The evaluation of these cards that this answer gives.
    #[must_use]
    pub fn new(cards: Cards, answer: &Answer<Action>) -> Self {
        let kinds = Kind::ALL.into_iter().filter_map(|kind| of_kind(answer, kind)).collect();
        Self { cards, kinds }
    }

    /// The action to play: the one with the largest share. `None` if there is none.
    #[must_use]
    pub fn best(&self) -> Option<&KindEvaluation> {
        // The first of equal ones.
        self.kinds.iter().rev().max_by(|one, other| one.share.total_cmp(&other.share))
    }

    /// The other actions, in descending order of value.
    #[must_use]
    pub fn alternatives(&self) -> Vec<&KindEvaluation> {
        let best = self.best().map(|best| best.action);
        let mut others: Vec<_> = self.kinds.iter().filter(|kind| Some(kind.action) != best).collect();
        others.sort_by(|one, other| other.win.value.total_cmp(&one.win.value));
        others
    }
}

impl KindEvaluation {
    /// Whether its value is reliable: its standard error is known and at most [`LARGEST_ERROR`].
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.win.standard_error.is_some_and(|error| error <= LARGEST_ERROR)
    }

    /// Whether it may be as good as `best`: at most two standard errors of their difference below it, the two
    /// treated as independent. False if its value is not reliable.
    #[must_use]
    pub fn is_close_to(&self, best: &Self) -> bool {
        match (self.win.standard_error, best.win.standard_error) {
            (Some(one), Some(other)) if self.is_known() => {
                best.win.value - self.win.value <= 2.0 * error_of_both(one, other)
            }
            _ => false,
        }
    }
}

/// The most played action of this kind, the most valuable of equally played ones.
fn of_kind(answer: &Answer<Action>, kind: Kind) -> Option<KindEvaluation> {
    let of_kind = || answer.actions.iter().filter(|of| of.action.kind() == Some(kind));
    let value_of = |of: &ActionAnswer<Action>| of.value.map_or(-1.0, |value: ClusterMean| value.value);
    let best = of_kind().max_by(|one, other| {
        one.share.total_cmp(&other.share).then(value_of(one).total_cmp(&value_of(other)))
    })?;
    Some(KindEvaluation {
        action: best.action,
        win: win_of_action(best)?,
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
