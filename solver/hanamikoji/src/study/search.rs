//! Evaluation of the decisions of a round for reviews and hints, the same as that of [every
//! position](super::Evaluate).

use std::num::NonZeroU64;

use super::evaluate::{Evaluate, EvaluateError};
use super::position::PositionStudy;
use crate::knowledge::InformationSet;
use crate::rules::{Round, Rules};
use hanamachi_core::search::budget::RunContext;

/// Search effort and seed of a decision, for positions that are not solved. All decisions of a round share
/// the seed, so each has the values that an evaluation with this seed finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionSearch {
    /// Iterations in all.
    pub iterations: NonZeroU64,
    /// Seed of the random streams of the blocks.
    pub seed: u64,
}

impl DecisionSearch {
    /// The question about a decision in a game by these rules.
    #[must_use]
    pub fn question(self, rules: &Rules) -> Evaluate {
        Evaluate::usual(rules, Some(self.iterations), self.seed)
    }

    /// Blocks of a search in a game by these rules.
    #[must_use]
    pub fn blocks(self, rules: &Rules) -> u64 {
        let effort = self.question(rules).search.effort;
        effort.iterations.div_ceil(effort.block_size.get())
    }

    /// Evaluates on the current pool of threads. Values are those of the player with this information set.
    ///
    /// # Errors
    ///
    /// As [`Evaluate::run`].
    pub fn run(
        self,
        round: &Round,
        set: &InformationSet,
        context: RunContext<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        self.question(set.rules()).run(round, set, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FIRST_ROUND;
    use crate::analysis::AnalysisError;
    use crate::rules::{Favour, Game};
    use hanamachi_core::search::budget::{CancelToken, Stop};

    #[test]
    fn a_search_that_is_stopped_has_no_answer() {
        let set: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let search = DecisionSearch { iterations: NonZeroU64::new(100_000).unwrap(), seed: 1 };
        let cancel = CancelToken::new();
        cancel.cancel(Stop::Interrupted);
        let answer = search.run(&round, &set, RunContext::silent(&cancel));
        let stopped = EvaluateError::Search(AnalysisError::Stopped(Stop::Interrupted));
        assert_eq!(answer.err(), Some(stopped));
    }
}
