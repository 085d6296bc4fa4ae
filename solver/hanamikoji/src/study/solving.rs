//! What is solved of a position, and why it was not.

use std::fmt;
use std::num::NonZeroU64;
use std::time::Duration;

use crate::analysis::Past;
use crate::endgame::{self, EndgameError, Estimate, MOST_ITERATIONS};
use crate::knowledge::InformationSet;
use crate::policy::{SharedPolicy, Unsuited};
use crate::rules::{Round, Rules};
use hanamachi_core::search::budget::Stop;
use hanamachi_core::search::cfr::public_tree::{Goal, RunReport};
use hanamachi_core::search::strength::Number;
use hanamachi_text::ByteSize;

/// Request to solve a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SolveRequest {
    /// Target exploitability: the average gain of best responses, in units of utility.
    pub exploitability: f64,
    /// Target exploitability where not all hands fit: more hands are worth more than a finer solution over fewer.
    pub over_part: f64,
    /// Memory limit.
    pub memory: ByteSize,
    /// Inference about the hands from the turns so far.
    pub reach: Past,
    /// Seed that is reported with the solution; nothing is drawn from it.
    pub seed: u64,
    /// Time limit on one core: solving over all hands does not start if its estimate is longer, and solving over
    /// live hands takes as many hands as fit into its [share](super::Evaluate::solving_time) of it.
    pub time: Option<Duration>,
    /// Effort without a time limit: the iterations of a search that would answer instead; `None` for the usual number. Solving
    /// over live hands takes one core some ten seconds for the usual number, fewer for fewer.
    pub iterations: Option<NonZeroU64>,
    /// Number of last turns that are solved over live hands where that costs little, usually 5; the
    /// answer to an offer in the turn before them as well.
    pub turns: usize,
}

/// Usual number of last turns that are solved over live hands where that costs little. Of the fifth last turn these are the
/// decisions with few offers left.
const LIVE_TURNS: usize = 5;

impl SolveRequest {
    /// A tenth of a per cent of a win, in 1 GiB, without assumptions about the past. Over part of the hands it is 0.0075: the
    /// tenth takes about twice the iterations there and moves values by a tenth of a point.
    pub const STANDARD: Self = Self {
        exploitability: 0.002,
        over_part: 0.0075,
        memory: ByteSize(1 << 30),
        reach: Past::Uniform,
        seed: 0,
        time: None,
        iterations: None,
        turns: LIVE_TURNS,
    };

    /// Standard request with the [best known](Past::for_rules) reach in games with these rules, for use
    /// where solving costs little. In a browser there is less memory, which stands for some ten seconds on one slow thread.
    #[must_use]
    pub fn for_rules(rules: &Rules) -> Self {
        let memory = if cfg!(target_arch = "wasm32") { ByteSize(96 << 20) } else { Self::STANDARD.memory };
        Self { reach: Past::for_rules(rules), memory, ..Self::STANDARD }
    }

    /// Whether this position is so late in a round that it may be solved over live hands.
    #[must_use]
    pub fn reaches(&self, set: &InformationSet) -> bool {
        let is_answer = set.key().open_offer().is_some();
        let to_begin = set.rules().turns() - set.turns_over() - usize::from(is_answer);
        to_begin <= self.turns
    }

    /// Policy that both players are assumed to have played, if any.
    pub(super) fn policy(&self, round: &Round) -> Result<Option<SharedPolicy>, SolveError> {
        let past = self.reach;
        match past.check(round.rules()) {
            Ok(()) => Ok(past.policy()),
            Err(error) => Err(EndgameError::Unsuited(Unsuited { reason: error.to_string() }).into()),
        }
    }

    /// The target exploitability, over all hands that a study has or over part of them: what was asked for, or what counts as an
    /// answer if that is less.
    fn target(&self, is_whole: bool) -> f64 {
        if is_whole { self.exploitability } else { self.over_part }.min(USABLE)
    }

    pub(super) fn goal(&self, is_whole: bool) -> Goal {
        Goal { exploitability: self.target(is_whole), iterations: MOST_ITERATIONS }
    }

    /// The reason why the strategies missed their target, if they did.
    pub(super) fn missed(&self, report: &RunReport, is_whole: bool) -> Option<Stop> {
        let target = self.target(is_whole);
        let is_too_fine = self.exploitability < endgame::ROUNDING;
        (report.exploitability.mean() > target).then_some(if is_too_fine {
            Stop::Precision
        } else {
            Stop::Nodes
        })
    }

    pub(super) fn is_too_slow(&self, estimate: &Estimate) -> bool {
        self.time.is_some_and(|time| u128::from(estimate.nanoseconds) > time.as_nanos())
    }

    /// Gives a number of the endgame its strength: a learned past is a model of how people play, so every
    /// number that rests on it is an estimate.
    pub(super) fn under_reach(&self, number: impl Into<Number>) -> Number {
        match self.reach {
            Past::Uniform | Past::Equilibrium => number.into(),
            Past::Learned => number.into().of_an_estimate(),
        }
    }
}

impl fmt::Display for SolveRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { exploitability, memory, reach, .. } = self;
        let memory = memory.exact_text();
        write!(f, "exact:exploitability={exploitability},memory={memory},reach={reach}")
    }
}

/// Largest exploitability of strategies that count as an answer.
pub(super) const USABLE: f64 = 0.01;

/// Reason that a position was not solved.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The rest of the round is too large to be counted.
    #[error("the rest of the round has too many public states to be counted, let alone solved")]
    Uncounted,
    /// Solving needs more memory than allowed.
    #[error("the endgame needs {needed} of memory, more than the {allowed} that it may use")]
    Memory {
        /// Memory needed.
        needed: ByteSize,
        /// Memory allowed.
        allowed: ByteSize,
    },
    /// Solving takes longer than allowed.
    #[error("the endgame takes about {} s on one core, longer than it may", .needed.as_secs() + 1)]
    Time {
        /// Estimated time on one core.
        needed: Duration,
    },
    /// The time was over before the strategies were usable.
    #[error("{0}")]
    OutOfTime(Unfinished),
    /// The strategies were not usable after [`MOST_ITERATIONS`].
    #[error("{0}")]
    TooHard(Unfinished),
    /// There is no endgame.
    #[error(transparent)]
    Endgame(EndgameError),
    /// The reader's cards do not lead to the endgame.
    #[error("the cards of the reader do not lead to the endgame")]
    Unreachable,
    /// Solving was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// How far solving came before its time was over.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum Unfinished {
    /// The public states were being counted.
    #[error("its public states were still being counted")]
    Counting,
    /// The tree was being built.
    #[error("its tree was still being built")]
    Building,
    /// The strategies were not usable yet.
    #[error(
        "after {iterations} iterations the exploitability was {exploitability:.3}, and an answer has {USABLE} at most"
    )]
    Iterating {
        /// Iterations done.
        iterations: u64,
        /// Exploitability reached.
        exploitability: f64,
    },
}

impl From<EndgameError> for SolveError {
    fn from(error: EndgameError) -> Self {
        match error {
            EndgameError::Stopped(stop) => Self::out_of_time(stop, Unfinished::Counting),
            error => Self::Endgame(error),
        }
    }
}

impl SolveError {
    /// The error of solving that was stopped after it had come this far.
    pub(super) const fn out_of_time(stop: Stop, unfinished: Unfinished) -> Self {
        if matches!(stop, Stop::Time) { Self::OutOfTime(unfinished) } else { Self::Stopped(stop) }
    }

    /// Fails unless the strategies count as an answer.
    pub(super) fn unless_usable(report: &RunReport) -> Result<(), Self> {
        let exploitability = report.exploitability.mean();
        if exploitability <= USABLE {
            return Ok(());
        }
        let unfinished = Unfinished::Iterating { iterations: report.iterations, exploitability };
        Err(report.stopped.map_or(Self::TooHard(unfinished), |stop| Self::out_of_time(stop, unfinished)))
    }
}

/// `None` in place of a solution that was not found in time or in [`MOST_ITERATIONS`]: a search answers.
pub(super) fn if_in_time<T>(solved: Result<Option<T>, SolveError>) -> Result<Option<T>, SolveError> {
    match solved {
        Err(
            SolveError::Time { .. }
            | SolveError::OutOfTime(_)
            | SolveError::TooHard(_)
            | SolveError::Stopped(Stop::Time),
        ) => Ok(None),
        solved => solved,
    }
}

/// The reason for stopping, if it is why there is no solution.
pub(super) const fn stop_of(error: &SolveError) -> Option<Stop> {
    match error {
        SolveError::OutOfTime(_) => Some(Stop::Time),
        SolveError::TooHard(_) => Some(Stop::Nodes),
        SolveError::Stopped(stop) => Some(*stop),
        _ => None,
    }
}

/// `None` in place of a solution whose work was stopped.
pub(super) fn unless_stopped<T>(solved: Result<Option<T>, SolveError>) -> Result<Option<T>, SolveError> {
    match solved {
        Err(SolveError::OutOfTime(_) | SolveError::TooHard(_) | SolveError::Stopped(_)) => Ok(None),
        solved => solved,
    }
}

#[cfg(test)]
mod tests {
    use hanamachi_core::search::cfr::Exploitability;

    use super::*;

    /// The error names what ended the work: the limit of time only if it did.
    #[test]
    fn an_unusable_solution_says_what_ended_it() {
        let report = |stopped, gain| {
            let exploitability = Exploitability { value: 0.0, gains: [gain; 2] };
            RunReport { exploitability, iterations: MOST_ITERATIONS, stopped }
        };
        let unfinished = Unfinished::Iterating { iterations: MOST_ITERATIONS, exploitability: 0.5 };
        let refused = |stopped| SolveError::unless_usable(&report(stopped, 0.5)).unwrap_err();
        assert_eq!(refused(None), SolveError::TooHard(unfinished));
        assert_eq!(refused(Some(Stop::Time)), SolveError::OutOfTime(unfinished));
        assert_eq!(refused(Some(Stop::Interrupted)), SolveError::Stopped(Stop::Interrupted));
        assert_eq!(SolveError::unless_usable(&report(None, USABLE)), Ok(()));
        assert_eq!(stop_of(&refused(None)), Some(Stop::Nodes));
    }
}
