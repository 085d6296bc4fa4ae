//! Value of a position and advice on it: the answer to the one question that every front end asks.

use super::position::{PositionStudy, PositionValue};
use super::question::Evaluate;
use super::searched::{PositionWatch, SearchedPosition};
use super::solved::SolvedPosition;
use super::solving::SolveError;
use crate::analysis::AnalysisError;
use crate::knowledge::{InformationSet, Variation};
use crate::rules::Round;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::root_values::Effort;

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

impl Evaluate {
    fn seed_of(&self, round: &Round, set: &InformationSet) -> u64 {
        self.seed.unwrap_or_else(|| set.seed(round))
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
        match self.solve(round, set, &[], context)? {
            Some(study) => Ok(study),
            None => Ok(self.run_search(round, set, context, &mut |_| ())?),
        }
    }

    /// Evaluates within a context for [solving](Self::solving_time) and one for the whole. If its time is over, there is an
    /// answer all the same, from a few rollouts if there is time for nothing else. A solution covers the other
    /// hands of `variations` too. `watch` is called after each block of a search and does not change the answer.
    ///
    /// # Errors
    ///
    /// As [`run`](Self::run).
    pub fn run_within(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        [solving, searching]: [RunContext<'_>; 2],
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, EvaluateError> {
        match self.solve(round, set, variations, solving)? {
            Some(study) => Ok(study),
            None => Ok(self.search_within(round, set, searching, watch)?),
        }
    }

    /// Searches, whether or not the position could be solved, with an answer even if there is time for nothing but a few
    /// rollouts.
    ///
    /// # Errors
    ///
    /// As [`SearchedPosition::search`](super::SearchedPosition::search).
    pub fn search_within(
        &self,
        round: &Round,
        set: &InformationSet,
        context: RunContext<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, AnalysisError> {
        let found = self.run_search(round, set, context, watch);
        let is_hasty = match &found {
            Ok(study) => study.tells_no_error(),
            Err(error) => matches!(error, AnalysisError::Stopped(Stop::Time)),
        };
        if is_hasty { self.at_once(round, set, Stop::Time, watch) } else { found }
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
    ) -> Result<PositionStudy, AnalysisError> {
        let mut searched =
            self.searched(round, set, self.least_effort(set.rules()), RunContext::unwatched(), watch)?;
        searched.stopped = Some(stop);
        Ok(self.study(round, set, &[], PositionValue::Searched(Box::new(searched))))
    }

    /// Solves the rest of the round where the question asks for it: over all hands, or where that costs little. `None`
    /// where it is to be searched.
    ///
    /// # Errors
    ///
    /// As [`SolvedPosition::solve`](super::SolvedPosition::solve).
    pub fn solve(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        context: RunContext<'_>,
    ) -> Result<Option<PositionStudy>, SolveError> {
        let Some(request) = self.solve_request(set.rules(), self.seed_of(round, set)) else {
            return Ok(None);
        };
        if !self.is_exact() {
            return self.solve_if_small(round, set, variations, context);
        }
        let solved = SolvedPosition::solve(round, set, &sets(variations), &request, context.cancel)?;
        Ok(Some(self.study(round, set, variations, PositionValue::Solved(Box::new(solved)))))
    }

    /// Solves the rest of the round where that costs little; `None` elsewhere.
    ///
    /// # Errors
    ///
    /// As [`SolvedPosition::solve_if_small`](super::SolvedPosition::solve_if_small).
    pub fn solve_if_small(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        context: RunContext<'_>,
    ) -> Result<Option<PositionStudy>, SolveError> {
        let Some(request) = self.solve_request(set.rules(), self.seed_of(round, set)) else {
            return Ok(None);
        };
        let solved = SolvedPosition::solve_if_small(round, set, &sets(variations), &request, context)?;
        let value = solved.map(|solved| PositionValue::Solved(Box::new(solved)));
        Ok(value.map(|value| self.study(round, set, variations, value)))
    }

    fn run_search(
        &self,
        round: &Round,
        set: &InformationSet,
        context: RunContext<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<PositionStudy, AnalysisError> {
        let mut searched = self.searched(round, set, self.effort(set), context, watch)?;
        if self.exploitability.is_some() {
            // Strategies of this exploitability were asked for, and there is too little time or memory for them.
            let stop = if self.time.is_some() { Stop::Time } else { Stop::Memory };
            searched.stopped.get_or_insert(stop);
        }
        Ok(self.study(round, set, &[], PositionValue::Searched(Box::new(searched))))
    }

    fn searched(
        &self,
        round: &Round,
        set: &InformationSet,
        effort: Effort,
        context: RunContext<'_>,
        watch: PositionWatch<'_>,
    ) -> Result<SearchedPosition, AnalysisError> {
        let effort = Effort { seed: self.seed_of(round, set), ..effort };
        let method = self.searches_by(set.rules());
        SearchedPosition::search_watched(round, set, (method, effort), context, watch)
    }

    fn study(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        value: PositionValue,
    ) -> PositionStudy {
        PositionStudy::new(*self, (round, set), variations, value)
    }
}

/// Information sets of the other hands.
fn sets(variations: &[Variation]) -> Vec<InformationSet> {
    variations.iter().map(|other| other.information_set).collect()
}
