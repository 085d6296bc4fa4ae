//! What is this position worth, and what to play: the one question that every front end asks.

use std::num::NonZeroU64;

use super::position::PositionStudy;
use super::searched::{PositionWatch, SearchRequest};
use super::solved::{LIVE_TURNS, SolveError, SolveRequest};
use crate::analysis::{AnalysisError, ExactSettings, FEWEST_BLOCKS, SearchSettings};
use crate::knowledge::{InformationSet, Variation};
use crate::rules::{Round, Rules};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::root_values::Effort;

/// Whether the rest of the round is to be solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Solving {
    /// It is searched.
    Never,
    /// Where that [costs little](super::SolvedPosition::solve_if_small), it is solved; else it is searched.
    WhereSmall(SolveRequest),
    /// It is solved or refused.
    Always(SolveRequest),
}

impl Solving {
    /// Solves, where that is to be; `None` where it is to be searched.
    ///
    /// # Errors
    ///
    /// As [`SolvedPosition::solve`](super::SolvedPosition::solve).
    pub fn run(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        context: RunContext<'_>,
    ) -> Result<Option<PositionStudy>, SolveError> {
        match self {
            Self::Never => Ok(None),
            Self::WhereSmall(request) => {
                PositionStudy::solve_if_small(round, set, variations, request, context)
            }
            Self::Always(request) => {
                PositionStudy::solve(round, set, variations, request, context.cancel).map(Some)
            }
        }
    }
}

/// The question.
///
/// Whoever asks with the same solving, search, effort and seed gets the same answer, whether an evaluation, a hint, a review, a report or the board asks.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::Evaluate;
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
///
/// // Which pair to take.
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let question = Evaluate::usual(set.rules(), NonZeroU64::new(4_000), 1);
/// let study = question.run(&round, &set, RunContext::unwatched())?;
/// assert_eq!(study.value.advice().unwrap().play.to_string(), "-AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluate {
    /// Whether to solve.
    pub solving: Solving,
    /// How to search where nothing is solved.
    pub search: SearchRequest,
}

/// Why a position was not evaluated.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EvaluateError {
    /// It was not solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// It was not searched.
    #[error(transparent)]
    Search(#[from] AnalysisError),
}

/// What the two ways of evaluation are run with: a limit of time must leave some of it to the search, should solving take too long.
#[derive(Clone, Copy)]
pub struct EvaluateContexts<'a> {
    /// Of solving.
    pub solve: RunContext<'a>,
    /// Of searching.
    pub search: RunContext<'a>,
}

/// Blocks of a search, at least, where there are iterations enough.
const USUAL_BLOCKS: u64 = 20;

impl Evaluate {
    /// What is known best for games by these rules, with so many iterations where it is searched, or as many as are usual: ends are solved where that costs
    /// little, as hands are likely by what is known of past play.
    #[must_use]
    pub fn usual(rules: &Rules, iterations: Option<NonZeroU64>, seed: u64) -> Self {
        let search = SearchSettings { iterations, ..SearchSettings::for_rules(rules) };
        let settings = ExactSettings::for_rules(rules);
        Self {
            solving: Solving::WhereSmall(SolveRequest { settings, seed, time: None, turns: LIVE_TURNS }),
            search: SearchRequest::new(search, seed, Limit::Work),
        }
    }

    /// Evaluates on the current pool of threads.
    ///
    /// # Errors
    ///
    /// As [`SolvedPosition::solve`](super::SolvedPosition::solve) and [`SearchedPosition::search`](super::SearchedPosition::search).
    pub fn run(
        &self,
        round: &Round,
        set: &InformationSet,
        context: RunContext<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let contexts = EvaluateContexts { solve: context, search: context };
        self.run_within(round, set, &[], contexts, &mut |_| ())
    }

    /// The same, where solving and searching have each a limit of its own; a limit of time leads to an answer in any case, from a few rollouts where
    /// there is time for nothing else. A solution speaks for the other hands of `variations` too. `watch` is told after each block
    /// of a search, which changes nothing about the answer.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_watched(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        contexts: EvaluateContexts<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let found = self.run_within(round, set, variations, contexts, watch);
        let is_hasty = match &found {
            Ok(study) => study.tells_no_error(),
            Err(error) => matches!(error, EvaluateError::Search(AnalysisError::Stopped(Stop::Time))),
        };
        if !is_hasty {
            return found;
        }
        let late = RunContext::unwatched();
        let study = PositionStudy::search_watched(round, set, &self.search.least(), late, watch)?;
        Ok(study.stopped_early(Stop::Time))
    }

    fn run_within(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        contexts: EvaluateContexts<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let solved = self.solving.run(round, set, variations, contexts.solve)?;
        match solved {
            Some(study) => Ok(study),
            None => Ok(PositionStudy::search_watched(round, set, &self.search, contexts.search, watch)?),
        }
    }
}

/// What ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The number of its iterations.
    Work,
    /// A time: where nothing is said of iterations, there is no end of them.
    Time,
}

impl SearchRequest {
    /// This search with as much of it as it says, or as is usual.
    #[must_use]
    pub fn new(search: SearchSettings, seed: u64, limit: Limit) -> Self {
        let usual = search.method.usual();
        let iterations = match (search.iterations, limit) {
            (Some(iterations), _) => Some(iterations),
            (None, Limit::Time) => None,
            (None, Limit::Work) => Some(usual.iterations),
        };
        // Few iterations are cut finer, so that there are blocks enough to tell the error.
        let finest =
            iterations.and_then(|iterations| NonZeroU64::new(iterations.get().div_ceil(USUAL_BLOCKS)));
        let block_size = search.block.unwrap_or(finest.map_or(usual.block, |finest| usual.block.min(finest)));
        let iterations = iterations.map_or(u64::MAX, NonZeroU64::get);
        Self { search, effort: Effort { iterations, block_size, seed } }
    }

    /// As little of this search as tells an error: it takes some hundredths of a second.
    fn least(self) -> Self {
        let block = self.search.method.usual().block.get().div_ceil(40);
        let block_size = NonZeroU64::new(block).unwrap_or(NonZeroU64::MIN);
        let effort = Effort { iterations: block * FEWEST_BLOCKS, block_size, ..self.effort };
        Self { effort, ..self }
    }
}
