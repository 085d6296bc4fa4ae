//! Grades of the decisions of a round.
//!
//! Each decision with a choice is [evaluated](Evaluate) from the player's information set. Its values, best
//! actions and loss equal those of a separate evaluation of that information set with the same seed and effort.

use rayon::prelude::*;

use super::evaluate::EvaluateError;
use super::question::Evaluate;
use super::reasons::Comparison;
use crate::analysis::{AnalysisError, ModelError};
use crate::knowledge::{RecordedDecision, RecordedRound};
use crate::rules::{Action, Continuation, Round};
use hanamachi_core::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_core::search::strength::Number;

/// A round with an evaluation of every decision; in a record from one seat, of the decisions from that seat.
///
/// ```
/// use std::num::NonZeroU64;
///
/// use hanamachi_solver::hanamikoji::study::{Evaluate, GradedRound};
/// use hanamachi_solver::hanamikoji::{Game, RecordedRound};
/// use hanamachi_solver::search::budget::RunContext;
///
/// let record: RecordedRound = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD".parse()?;
/// let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
/// let question = Evaluate::usual(NonZeroU64::new(400), None);
/// let graded = GradedRound::grade(record, &round, &question, RunContext::unwatched())?;
///
/// // Taking a pair of G was no choice: both pairs are the same.
/// let played = graded.decisions.iter().map(|graded| graded.decision.action.to_string());
/// assert_eq!(played.collect::<Vec<_>>(), ["1F", "4GGGG", "-GG", "3ABD"]);
/// let forced = graded.decisions.iter().map(|graded| graded.assessment.is_none());
/// assert_eq!(forced.collect::<Vec<_>>(), [false, false, true, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GradedRound {
    /// The round.
    pub record: RecordedRound,
    /// What values the games that it leaves undecided.
    pub continuation: Continuation,
    /// Decisions in the order of play.
    pub decisions: Vec<GradedDecision>,
}

/// A decision and its evaluation.
#[derive(Clone, Debug)]
pub struct GradedDecision {
    /// The action played, and the player's information set.
    pub decision: RecordedDecision,
    /// Number of legal actions.
    pub legal: usize,
    /// Evaluation; `None` where there was no choice, where a search never followed the action played, or
    /// where the decision is not graded.
    pub assessment: Option<Assessment>,
    /// Reason for which the decision is not graded.
    pub stopped: Option<Stop>,
}

/// Comparison of the action played with the best one, in winning probabilities of the player who decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Assessment {
    /// Value of the action played.
    pub played: Number,
    /// Visits of a search to the action played; `None` where nothing was searched.
    pub visits: Option<u64>,
    /// Recommended action.
    pub best_action: Action,
    /// Actions whose loss cannot be distinguished from 0, `best_action` first.
    pub best_actions: Vec<Action>,
    /// Value of `best_action`.
    pub best: Number,
    /// Loss of winning probability against the best action, never below 0.
    pub loss: f64,
    /// Standard error of `loss`, infinite where the sample does not determine it; `None` where the loss is
    /// exact.
    pub loss_se: Option<f64>,
    /// Known error of these values beyond sampling.
    pub model_error: Option<ModelError>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Why `best_action` is better than the action played; `None` if nothing is lost, or if the method does not
    /// see the ends of the round.
    pub why: Option<Comparison>,
}

/// Mark for a bad decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mark {
    /// `?!`
    Doubtful,
    /// `?`
    Bad,
    /// `??`
    VeryBad,
}

impl Mark {
    /// All marks, the worst first.
    pub const ALL: [Self; 3] = [Self::VeryBad, Self::Bad, Self::Doubtful];

    /// A loss is significant if it exceeds this many of its standard errors.
    pub const ERRORS: f64 = 2.0;

    /// Least loss that receives the mark. GNU Backgammon marks 0.04, 0.08 and 0.16 points, and its scale
    /// spans two points from a sure loss to a sure win: these are halves of them, as probabilities.
    #[must_use]
    pub const fn threshold(self) -> f64 {
        match self {
            Self::Doubtful => 0.02,
            Self::Bad => 0.04,
            Self::VeryBad => 0.08,
        }
    }

    /// The mark as players write it.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Doubtful => "?!",
            Self::Bad => "?",
            Self::VeryBad => "??",
        }
    }
}

impl Assessment {
    /// Whether this action cannot be told from the best.
    #[must_use]
    pub fn is_best(&self, action: Action) -> bool {
        self.best_actions.contains(&action)
    }

    /// Mark of the decision; `None` where the loss is too small or within its error.
    #[must_use]
    pub fn mark(&self) -> Option<Mark> {
        let told = self.loss_se.is_none_or(|error| self.loss > Mark::ERRORS * error);
        Mark::ALL.into_iter().find(|mark| told && self.loss >= mark.threshold())
    }
}

impl GradedRound {
    /// Grades a round on the current pool of threads. `round` is the round that was played, with the intended
    /// values of undecided games. The grades depend on the question alone. Progress counts
    /// decisions.
    ///
    /// # Errors
    ///
    /// As [`Evaluate::run`](super::Evaluate::run), also where the context stops the work.
    pub fn grade(
        record: RecordedRound,
        round: &Round,
        question: &Evaluate,
        context: RunContext<'_>,
    ) -> Result<Self, EvaluateError> {
        let graded = Self::grade_in_time(record, round, question, context)?;
        graded.stopped().map_or(Ok(graded), |stop| Err(AnalysisError::Stopped(stop).into()))
    }

    /// Grades as [`grade`](Self::grade) until the context stops the work: the decisions that are not graded
    /// by then carry the reason. The end of the round comes first, because it is quickly solved.
    ///
    /// # Errors
    ///
    /// As [`Evaluate::run`](super::Evaluate::run), except for a stop.
    pub fn grade_in_time(
        record: RecordedRound,
        round: &Round,
        question: &Evaluate,
        context: RunContext<'_>,
    ) -> Result<Self, EvaluateError> {
        let decisions: Vec<RecordedDecision> = record.decisions().into_iter().flatten().collect();
        let grade = |decision: &RecordedDecision| {
            let graded = GradedDecision::grade(*decision, round, question, context.cancel);
            context.progress.advance(1);
            graded
        };
        let last_first = decisions.par_iter().rev().with_max_len(1);
        let mut decisions = last_first.map(grade).collect::<Result<Vec<_>, _>>()?;
        decisions.reverse();
        Ok(Self { record, continuation: round.continuation(), decisions })
    }

    /// Reason for which some decisions are not graded; `None` if all are.
    #[must_use]
    pub fn stopped(&self) -> Option<Stop> {
        self.decisions.iter().find_map(|graded| graded.stopped)
    }

    /// Number of decisions that are graded, without the forced ones.
    #[must_use]
    pub fn assessed(&self) -> usize {
        self.decisions.iter().filter(|graded| graded.assessment.is_some()).count()
    }

    /// Marked decision with the largest loss, if there is one; the last of equal ones.
    #[must_use]
    pub fn costliest(&self) -> Option<(&GradedDecision, &Assessment)> {
        let marked = self.decisions.iter().filter_map(|graded| Some((graded, graded.assessment.as_ref()?)));
        marked
            .filter(|(_, assessment)| assessment.mark().is_some())
            .max_by(|one, other| one.1.loss.total_cmp(&other.1.loss))
    }
}

impl GradedDecision {
    /// Whether there was no choice, or a search never followed the action played.
    #[must_use]
    pub const fn is_forced(&self) -> bool {
        self.assessment.is_none() && self.stopped.is_none()
    }

    fn grade(
        decision: RecordedDecision,
        round: &Round,
        question: &Evaluate,
        cancel: &CancelToken,
    ) -> Result<Self, EvaluateError> {
        let mut actions = Vec::new();
        round.legal(decision.information_set.key(), &mut actions);
        let legal = actions.len();
        let graded = |assessment, stopped| Self { decision, legal, assessment, stopped };
        if legal == 1 {
            return Ok(graded(None, None));
        }
        match assess(round, &decision, question, cancel) {
            Ok(assessment) => Ok(graded(assessment, None)),
            Err(error) => error.stop().map_or(Err(error), |stop| Ok(graded(None, Some(stop)))),
        }
    }
}

/// Evaluates the decision; `None` where the search never followed the action played.
fn assess(
    round: &Round,
    decision: &RecordedDecision,
    question: &Evaluate,
    cancel: &CancelToken,
) -> Result<Option<Assessment>, EvaluateError> {
    cancel.reason().map_or(Ok(()), |stop| Err(AnalysisError::Stopped(stop)))?;
    let study = question.run(round, &decision.information_set, RunContext::silent(cancel))?;
    // A stopped evaluation is not the requested one.
    cancel.reason().map_or(Ok(()), |stop| Err(AnalysisError::Stopped(stop)))?;
    let value = &study.value;
    let played = value.actions().iter().find(|of| of.action == decision.action);
    let assessed = || {
        let (played, advice) = (played?, value.advice()?);
        Some(Assessment {
            played: played.win?,
            visits: played.visits,
            best_action: advice.play,
            best: advice.win?,
            best_actions: advice.best,
            loss: played.loss?,
            loss_se: played.loss_se,
            model_error: value.model_error(),
            seed: value.seed(),
            why: study.why_not(decision.action).filter(|_| played.loss > Some(0.0)),
        })
    };
    Ok(assessed())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::rules::{Game, Geisha};
    use crate::study::Totals;
    use hanamachi_core::game::Seat;
    use hanamachi_core::search::strength::Estimated;

    /// A round in which the second player takes EE and loses the game at once, where FG keeps it open.
    const LOST: &str = "....... D/ABEEFG/AFGGGG/DEFDCBFC 1F,4GGGG-GG,3ABD-A,3ADE-D,2CF,2BF,4EEFG-EE,1C";
    /// The same round as the second player saw it.
    const SEEN: &str = "....... X/XXXXXX/AFGGGG/XEXDXBXC 1X,4GGGG-GG,3ABD-A,3ADE-D,2XX,2BF,4EEFG-EE,1C";

    fn grade(text: &str) -> GradedRound {
        let record: RecordedRound = text.parse().unwrap();
        let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
        let question = Evaluate::usual(NonZeroU64::new(400), Some(1));
        GradedRound::grade(record, &round, &question, RunContext::unwatched()).unwrap()
    }

    fn assessment(loss: f64, loss_se: Option<f64>) -> Assessment {
        let win = Number::Estimated(Estimated { value: 0.5, standard_error: None, n: Some(1) });
        let best_action = Action::secret(Geisha::ALL[0]);
        Assessment {
            played: win,
            visits: None,
            best_action,
            best_actions: vec![best_action],
            best: win,
            loss,
            loss_se,
            model_error: None,
            seed: 1,
            why: None,
        }
    }

    #[test]
    fn marks_need_a_loss_that_is_told_from_none() {
        assert_eq!(assessment(0.019, Some(0.001)).mark(), None);
        assert_eq!(assessment(0.02, Some(0.001)).mark(), Some(Mark::Doubtful));
        assert_eq!(assessment(0.05, Some(0.01)).mark(), Some(Mark::Bad));
        assert_eq!(assessment(0.30, Some(0.01)).mark(), Some(Mark::VeryBad));
        assert_eq!(assessment(0.30, Some(0.15)).mark(), None);
        assert_eq!(assessment(0.30, Some(f64::INFINITY)).mark(), None);
        // The loss of a solved decision is exact.
        assert_eq!(assessment(0.30, None).mark(), Some(Mark::VeryBad));
    }

    #[test]
    fn taking_the_pair_that_loses_the_game_is_the_costliest_decision() {
        let graded = grade(LOST);
        let (blunder, assessment) = graded.costliest().unwrap();
        assert_eq!((blunder.decision.turn, blunder.decision.action.to_string()), (7, "-EE".to_owned()));
        assert_eq!(assessment.best_action.to_string(), "-FG");
        assert_eq!((assessment.mark(), assessment.played.value() < 1e-6), (Some(Mark::VeryBad), true));
        assert!((assessment.best.value() - assessment.played.value() - assessment.loss).abs() < 1e-6);
        // Forced decisions, and only these, have no assessment.
        assert!(graded.decisions.iter().all(|graded| (graded.legal == 1) == graded.assessment.is_none()));
    }

    #[test]
    fn a_stopped_review_keeps_its_decisions_ungraded() {
        let record: RecordedRound = LOST.parse().unwrap();
        let round = Game::new(*record.rules()).valued_round(record.round_number(), record.favour());
        let question = Evaluate::usual(NonZeroU64::new(400), Some(1));
        let cancel = CancelToken::new();
        cancel.cancel(Stop::Time);
        let context = RunContext::silent(&cancel);
        let graded = GradedRound::grade_in_time(record.clone(), &round, &question, context).unwrap();
        assert_eq!((graded.stopped(), graded.assessed()), (Some(Stop::Time), 0));
        assert!(graded.decisions.iter().all(|graded| (graded.legal == 1) == graded.is_forced()));
        // Only forced decisions count.
        assert_eq!(Seat::BOTH.map(|seat| graded.totals(seat).unforced), [0, 0]);
        assert_eq!(Seat::BOTH.map(|seat| graded.totals(seat).forced).iter().sum::<usize>(), 2);
        let whole = GradedRound::grade(record, &round, &question, context);
        assert_eq!(whole.err(), Some(AnalysisError::Stopped(Stop::Time).into()));
    }

    #[test]
    fn a_review_from_one_seat_says_what_the_whole_record_says_of_it() {
        let (open, seen) = (grade(LOST), grade(SEEN));
        let own = open.decisions.iter().filter(|of| of.decision.information_set.seat() == Seat::Second);
        assert!(own.map(|of| &of.assessment).eq(seen.decisions.iter().map(|of| &of.assessment)));
        assert_eq!(open.totals(Seat::Second), seen.totals(Seat::Second));
        assert_eq!(seen.totals(Seat::First), Totals::default());
    }
}
