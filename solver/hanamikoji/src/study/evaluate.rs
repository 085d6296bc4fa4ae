//! Value of a position and advice on it: the one question that every front end asks.

use std::num::NonZeroU64;

use super::position::PositionStudy;
use super::searched::{PositionWatch, SearchRequest};
use super::solved::{LIVE_TURNS, SolveError, SolveRequest};
use crate::analysis::{AnalysisError, ExactSettings, FEWEST_BLOCKS, SearchSettings};
use crate::knowledge::{InformationSet, Variation};
use crate::rules::{Round, Rules};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::root_values::Effort;

/// Choice between solving the rest of the round and searching.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Solving {
    /// Always search.
    Never,
    /// Solve where that [costs little](super::SolvedPosition::solve_if_small), else search.
    WhereSmall(SolveRequest),
    /// Solve, or fail if that is not possible within the limits.
    Always(SolveRequest),
}

impl Solving {
    /// Solves the position where it is to be solved; `None` where it is to be searched.
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

/// Question about the value of a position.
///
/// Evaluations, hints, reviews, reports and the board get the same answer from the same solving, search,
/// effort and seed. Geisha of equal value with their markers in the same place are treated alike: a position in which they are exchanged has the
/// exchanged answer, to the last digit.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::Evaluate;
/// use hanamachi_solver::hanamikoji::{Game, InformationSet};
/// use hanamachi_solver::search::budget::RunContext;
///
/// // The reader takes one of two pairs.
/// let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse()?;
/// let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
/// let question = Evaluate::usual(set.rules(), NonZeroU64::new(4_000), None);
/// let study = question.run(&round, &set, RunContext::unwatched())?;
/// assert_eq!(study.value.advice().unwrap().play.to_string(), "-AC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evaluate {
    /// Choice between solving and searching.
    pub solving: Solving,
    /// Search where nothing is solved.
    pub search: SearchRequest,
    /// Seed of the random numbers, instead of those of the requests; `None` for the seed that follows from the
    /// [position](InformationSet::seed).
    pub seed: Option<u64>,
}

/// Reason that a position was not evaluated.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EvaluateError {
    /// Solving failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The search failed.
    #[error(transparent)]
    Search(#[from] AnalysisError),
}

impl EvaluateError {
    /// Reason to stop, if the context stopped the work.
    #[must_use]
    pub const fn stop(&self) -> Option<Stop> {
        match self {
            Self::Solve(SolveError::Stopped(stop)) | Self::Search(AnalysisError::Stopped(stop)) => {
                Some(*stop)
            }
            _ => None,
        }
    }
}

/// Run contexts of solving and searching. They are separate so that a time limit leaves some time for the
/// search if solving takes too long.
#[derive(Clone, Copy)]
pub struct EvaluateContexts<'a> {
    /// Context of solving.
    pub solve: RunContext<'a>,
    /// Context of searching.
    pub search: RunContext<'a>,
}

/// Minimum number of blocks of a search with enough iterations.
const USUAL_BLOCKS: u64 = 20;

impl Evaluate {
    /// Share of a time limit that solving may take; if it does not finish, the search has the rest.
    pub const SOLVING: f64 = 0.6;

    /// Best known settings for games by these rules, with this number of iterations of a search, or the usual
    /// number, and as much solving. The ends of rounds are solved where that costs little, with hands weighted by the model of
    /// past play.
    #[must_use]
    pub fn usual(rules: &Rules, iterations: Option<NonZeroU64>, seed: Option<u64>) -> Self {
        let search = SearchSettings { iterations, ..SearchSettings::for_rules(rules) };
        let settings = ExactSettings::for_rules(rules);
        let request = SolveRequest { settings, seed: 0, time: None, iterations, turns: LIVE_TURNS };
        Self {
            solving: Solving::WhereSmall(request),
            search: SearchRequest::new(search, 0, Limit::Work),
            seed,
        }
    }

    /// The question with the seed that it has for this position.
    fn seeded(mut self, round: &Round, set: &InformationSet) -> Self {
        let seed = self.seed.unwrap_or_else(|| set.seed(round));
        self.search.effort.seed = seed;
        match &mut self.solving {
            Solving::Never => {}
            Solving::WhereSmall(request) | Solving::Always(request) => request.seed = seed,
        }
        self
    }

    /// Number of blocks of a search with all of its iterations.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        let effort = self.search.effort;
        effort.iterations.div_ceil(effort.block_size.get())
    }

    /// Evaluates on the current pool of threads.
    ///
    /// # Errors
    ///
    /// As [`SolvedPosition::solve`](super::SolvedPosition::solve) and
    /// [`SearchedPosition::search`](super::SearchedPosition::search).
    pub fn run(
        &self,
        round: &Round,
        set: &InformationSet,
        context: RunContext<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let contexts = EvaluateContexts { solve: context, search: context };
        self.run_within(round, set, &[], contexts, &mut |_| ())
    }

    /// Evaluates with separate limits for solving and searching. A time limit always leads to an answer, from
    /// a few rollouts if there is time for nothing else. A solution covers the other hands of `variations`
    /// too. `watch` is called after each block of a search and does not change the answer.
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
        self.at_once(round, set, Stop::Time, watch)
    }

    /// Answers from a few rollouts, within some hundredths of a second: for work that `stop` ended before there
    /// was another answer.
    ///
    /// # Errors
    ///
    /// If the search does not suit the rules.
    pub fn at_once(
        &self,
        round: &Round,
        set: &InformationSet,
        stop: Stop,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let late = RunContext::unwatched();
        let search = self.seeded(round, set).search.least();
        let study = PositionStudy::search_watched(round, set, &search, late, watch)?;
        Ok(study.stopped_early(stop))
    }

    fn run_within(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        contexts: EvaluateContexts<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        let Self { solving, search, .. } = self.seeded(round, set);
        let solved = solving.run(round, set, variations, contexts.solve)?;
        match solved {
            Some(study) => Ok(study),
            None => Ok(PositionStudy::search_watched(round, set, &search, contexts.search, watch)?),
        }
    }
}

/// Limit that ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Number of iterations.
    Work,
    /// Time: without a given number of iterations, the search runs until it is stopped.
    Time,
}

impl SearchRequest {
    /// Request for this search with its own number of iterations. Without one, a search limited by work gets
    /// the usual number, and one limited by time has no bound.
    #[must_use]
    pub fn new(search: SearchSettings, seed: u64, limit: Limit) -> Self {
        let usual = search.method.usual();
        let iterations = match (search.iterations, limit) {
            (Some(iterations), _) => Some(iterations),
            (None, Limit::Time) => None,
            (None, Limit::Work) => Some(usual.iterations),
        };
        // Few iterations are cut into smaller blocks, so that there are enough blocks to estimate the error.
        let finest =
            iterations.and_then(|iterations| NonZeroU64::new(iterations.get().div_ceil(USUAL_BLOCKS)));
        let block_size = search.block.unwrap_or(finest.map_or(usual.block, |finest| usual.block.min(finest)));
        let iterations = iterations.map_or(u64::MAX, NonZeroU64::get);
        Self { search, effort: Effort { iterations, block_size, seed } }
    }

    /// The smallest amount of this search that yields a standard error; it takes some hundredths of a second.
    fn least(self) -> Self {
        let block = self.search.method.usual().block.get().div_ceil(40);
        let block_size = NonZeroU64::new(block).unwrap_or(NonZeroU64::MIN);
        let effort = Effort { iterations: block * FEWEST_BLOCKS, block_size, ..self.effort };
        Self { effort, ..self }
    }
}
