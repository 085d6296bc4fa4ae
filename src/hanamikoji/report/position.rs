//! The study of a position: carries out the flags as far as the time goes.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use hanamachi_report::hanamikoji::{PositionReport, Studied};
use hanamachi_solver::hanamikoji::analysis::AnalysisError;
use hanamachi_solver::hanamikoji::study::{Evaluate, Exchanges, PositionStudy, SearchedPosition, SolveError};
use hanamachi_solver::hanamikoji::{InformationSet, Round};
use hanamachi_solver::search::budget::{RunContext, Stop};

use super::args::HanamikojiReportArgs;
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::hanamikoji::evaluate::{round_of, unsolved};
use crate::interrupt::{self, Deadline};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

/// Makes the page of this position.
pub(super) fn run(
    args: &HanamikojiReportArgs,
    set: &InformationSet,
    session: &Session,
) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let continuation = args.favour_table.open()?;
    continuation.check(set.rules())?;
    let seed = seed::of_positions(args.seed, session)?;
    let question = args.question.question(seed, session)?;
    let threads = thread_pool(args.threads.count())?;
    let studied = threads.install(|| study(&question, args.what_if, (set, &continuation), session))?;
    let interrupted = studied.interrupted;
    delivery.deliver(&PositionReport::new(studied, continuation.path()))?;
    if interrupted { Err(Failure::CutShort) } else { Ok(()) }
}

/// Studies a position on the current pool of threads. After Ctrl-C the study is that of the iterations done by
/// then, without other hands, and the flags are those that were asked for.
fn study(
    question: &Evaluate,
    what_if: Option<u64>,
    (set, continuation): (&InformationSet, &ContinuationValues),
    session: &Session,
) -> Result<Studied, Failure> {
    let started = Instant::now();
    let round = round_of(&mut None, set, continuation);
    let mut question = *question;
    question.seed.get_or_insert_with(|| set.seed(&round));
    question.check(set.rules())?;
    let variations = if what_if == Some(0) { Vec::new() } else { set.variations() };
    let deadline = question.solving_time().map(|limit| Deadline::start(limit, session.cancel));
    let cancel = deadline.as_ref().map_or(session.cancel, Deadline::token);
    let solved = match question.solve(&round, set, &variations, RunContext::silent(cancel)) {
        Err(SolveError::Stopped(Stop::Interrupted)) if !question.is_exact() => {
            let study = question.at_once(&round, set, Stop::Interrupted, &mut |_| ())?;
            return Ok(Studied::new(study, question, None, None).interrupted_if(true));
        }
        solved => solved.map_err(|error| unsolved(error, set, question.time))?,
    };
    if let Some(study) = solved {
        return Ok(Studied::solved(study, question).interrupted_if(interrupt::was_asked()));
    }
    let searches = Searches { round: &round, set, hands: variations.len() as u64, session };
    let (study, done, each) = match question.time {
        Some(limit) => searches.until(question, what_if, started + limit.min(LONGEST))?,
        None => searches.whole(question, what_if)?,
    };
    Ok(Studied::searched(study, done, each, what_if).interrupted_if(interrupt::was_asked()))
}

/// A study with its effort in iterations, and the iterations for each other hand.
type Searched = (PositionStudy, Evaluate, Option<NonZeroU64>);

/// Longest time that counts, so that clocks do not overflow.
const LONGEST: Duration = Duration::from_secs(u32::MAX as u64);
/// Share of the time for the position, if other hands are searched after it.
const POSITION: f64 = 0.5;
/// Share of the time for a trial.
const TRIAL: f64 = 0.1;
/// Share of the time that is filled with iterations: the rest is for what a trial misjudges.
const FILLED: f64 = 0.8;
/// Fewest iterations for another hand that say anything of it.
const FEWEST_EACH: u64 = 20;
/// Fewest iterations of the position, which take some hundredths of a second.
const LEAST: u64 = 50;
/// Fewest blocks of a search, for its error.
const FEWEST_BLOCKS: u64 = 10;

/// The searches of a study.
struct Searches<'a> {
    round: &'a Round,
    set: &'a InformationSet,
    /// Number of other hands.
    hands: u64,
    session: &'a Session,
}

impl Searches<'_> {
    /// Does all iterations.
    fn whole(&self, effort: Evaluate, what_if: Option<u64>) -> Result<Searched, Failure> {
        let iterations = effort.effort(self.set).iterations;
        let each = Studied::iterations_each(&effort, what_if, self.set);
        let total = iterations + each.map_or(0, |each| each.get().saturating_mul(self.hands + 1));
        let progress = CountProgress::start("iterations", 0, total, self.session);
        let context = self.session.context(&progress);
        let mut study = self.search(effort, context)?;
        if let Some(each) = each {
            study.exchanges = match self.exchanges(effort, each, context) {
                Err(Failure::Interrupted) => None,
                exchanges => exchanges?,
            };
        }
        Ok((study, effort, each))
    }

    /// Does as many iterations as trials say that fit into the time until `end`. Other hands for which there is
    /// no time are left out.
    fn until(&self, effort: Evaluate, what_if: Option<u64>, end: Instant) -> Result<Searched, Failure> {
        let block = effort.effort(self.set).block_size;
        let mut small = effort;
        small.block = NonZeroU64::new(block.get().div_ceil(FEWEST_BLOCKS));
        let rate = self.rate(small, left(end).mul_f64(TRIAL))?;
        let fits = |share: f64| whole_number(rate * FILLED * share * left(end).as_secs_f64());
        let each = fits(1.0 - POSITION) / (self.hands + 1);
        let each = if self.hands > 0 { self.fitting_each(effort, what_if, each, end)? } else { None };
        let position = fits(if each.is_some() { POSITION } else { 1.0 });
        let effort = fitting(effort, block, position);
        // The least work is done in any case.
        let time = if position > LEAST { left(end) } else { Duration::MAX };
        let mut study = self.search_for(effort, time)?;
        if let Some(each) = each {
            let deadline = Deadline::start(left(end), self.session.cancel);
            study.exchanges = match self.exchanges(effort, each, RunContext::silent(deadline.token())) {
                Err(Failure::Limit(_) | Failure::Interrupted) => None,
                exchanges => exchanges?,
            };
        }
        let each = each.filter(|_| study.exchanges.is_some());
        if self.hands > 0 && what_if != Some(0) && each.is_none() && !interrupt::was_asked() {
            self.session.note("no time for other hands: they are left out");
        }
        Ok((study, effort, each))
    }

    /// So many iterations for each other hand, or fewer if fewer were asked for or a trial with the hand itself
    /// says that fewer fit into a share of the time until `end`; `None` if they are too few to say anything.
    fn fitting_each(
        &self,
        effort: Evaluate,
        asked: Option<u64>,
        each: u64,
        end: Instant,
    ) -> Result<Option<NonZeroU64>, Failure> {
        let asked = asked.unwrap_or(u64::MAX);
        let each = each.min(asked);
        let enough = |each: u64| NonZeroU64::new(each).filter(|each| each.get() >= FEWEST_EACH.min(asked));
        let Some(tried) = enough(each) else { return Ok(None) };
        let rate = self.rate(effort.with(tried, None), left(end).mul_f64(TRIAL))?;
        #[expect(clippy::cast_precision_loss, reason = "a few dozen")]
        let hands = (self.hands + 1) as f64;
        let fits = whole_number(rate * FILLED * (1.0 - POSITION) * left(end).as_secs_f64() / hands);
        Ok(enough(fits.min(each)))
    }

    fn exchanges(
        &self,
        effort: Evaluate,
        each: NonZeroU64,
        context: RunContext<'_>,
    ) -> Result<Option<Exchanges>, Failure> {
        Ok(Studied::exchanges(&effort, each, (self.round, self.set), context)?)
    }

    fn search_for(&self, effort: Evaluate, time: Duration) -> Result<PositionStudy, Failure> {
        let deadline = Deadline::start(time, self.session.cancel);
        self.search(effort, RunContext::silent(deadline.token()))
    }

    fn search(&self, effort: Evaluate, context: RunContext<'_>) -> Result<PositionStudy, Failure> {
        Ok(effort.search_within(self.round, self.set, context, &mut |_| ())?)
    }

    /// Iterations a second of this search, by a trial of at most this time.
    fn rate(&self, effort: Evaluate, time: Duration) -> Result<f64, Failure> {
        let started = Instant::now();
        let deadline = Deadline::start(time, self.session.cancel);
        let (how, context) = (effort.search(self.set), RunContext::silent(deadline.token()));
        let trial = SearchedPosition::search(self.round, self.set, how, context);
        let iterations = match trial {
            Ok(found) => found.iterations,
            Err(AnalysisError::Stopped(Stop::Time)) => 0,
            Err(error) => return Err(error.into()),
        };
        #[expect(clippy::cast_precision_loss, reason = "a rate")]
        let iterations = iterations as f64;
        Ok(iterations / started.elapsed().as_secs_f64().max(1e-6))
    }
}

/// Time until `end`.
fn left(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "what is too large is cut")]
fn whole_number(number: f64) -> u64 {
    number as u64
}

/// The effort with about this many iterations, if no fewer were asked for: whole blocks, smaller ones if they were too few for an error.
fn fitting(effort: Evaluate, block: NonZeroU64, iterations: u64) -> Evaluate {
    let iterations = iterations.max(LEAST).min(effort.iterations.map_or(u64::MAX, NonZeroU64::get));
    let finest = NonZeroU64::new(iterations / FEWEST_BLOCKS).unwrap_or(NonZeroU64::MIN);
    let block = block.min(finest);
    let blocks = NonZeroU64::new((iterations / block).max(FEWEST_BLOCKS)).unwrap_or(NonZeroU64::MIN);
    effort.with(block.saturating_mul(blocks), Some(block))
}
