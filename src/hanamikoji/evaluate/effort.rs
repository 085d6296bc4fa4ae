//! Method and effort of an evaluation, from its flags.

use std::fmt::Write;
use std::num::NonZeroU64;
use std::time::Duration;

use clap::Args;
use hanamachi_objects::hanamikoji::AskedFor;
use hanamachi_solver::hanamikoji::analysis::{Amounts, SearchSettings};
use hanamachi_solver::hanamikoji::study::{
    Evaluate, EvaluateContexts, EvaluateError, Limit, PositionStudy, SearchRequest, Solving,
};
use hanamachi_solver::hanamikoji::{Game, InformationSet, Round, Rules, Variation};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};

use super::exact::{self, Exact, ExactArgs};
use super::method::MethodArgs;
use crate::args::seconds;
use crate::failure::Failure;
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::interrupt::Deadline;
use crate::progress::CountProgress;
use crate::session::Session;

/// Flags of the commands that evaluate.
#[derive(Clone, Copy, Debug, Args)]
pub(in crate::hanamikoji) struct EffortArgs {
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    exact: ExactArgs,
    /// Total iterations of a search: deals for pimc, rollouts for equilibrium [default: 30000 for
    /// equilibrium, 500000 for ismcts, 300 for pimc, no limit with --time]
    #[arg(long, value_name = "N")]
    pub(in crate::hanamikoji) iterations: Option<NonZeroU64>,
    /// Answer each item after this many seconds, from the work done so far; if solving does not converge in
    /// time, a search answers
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(in crate::hanamikoji) time: Option<Duration>,
    /// Iterations per block: each block of ismcts grows one tree [default: 200 for equilibrium, 2000 for
    /// ismcts, 10 for pimc; a twentieth of --iterations if that is fewer]
    #[arg(long, value_name = "N")]
    pub(in crate::hanamikoji) block: Option<NonZeroU64>,
}

impl EffortArgs {
    /// Evaluates on the current thread pool. If `context` stops the work, for its time limit or for the user,
    /// the answer comes from the work done so far.
    pub(in crate::hanamikoji) fn evaluate(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        seed: Option<u64>,
        (context, process): (RunContext<'_>, &'static CancelToken),
    ) -> Result<PositionStudy, Failure> {
        let exact = self.exact(seed.unwrap_or_default())?;
        let solving = exact.map_or(Solving::Never, |exact| exact.solving(set));
        let question = Evaluate { solving, search: self.request(set, seed.unwrap_or_default())?, seed };
        let deadline = self.solving_deadline(&solving, process);
        let cancel = deadline.as_ref().map_or(context.cancel, Deadline::token);
        let contexts = EvaluateContexts { solve: RunContext::silent(cancel), search: context };
        let mut found = question.run_watched(round, set, variations, contexts, &mut |_| ());
        if let Err(error) = &found
            && error.stop() == Some(Stop::Interrupted)
            && !matches!(question.solving, Solving::Always(_))
        {
            // Ctrl-C prints what there is, here a first look.
            found = question.at_once(round, set, Stop::Interrupted, &mut |_| ());
        }
        let has_target = self.exact.exploitability.is_some();
        let answered = |study: PositionStudy| {
            if has_target { study.short_of_a_target(self.time.is_some()) } else { study }
        };
        found.map(answered).map_err(|error| match error {
            EvaluateError::Solve(error) => exact::failure(error, set, self.time),
            EvaluateError::Search(error) => error.into(),
        })
    }

    /// The time limit of solving: all of the time, or a share of it where a search answers otherwise.
    fn solving_deadline(&self, solving: &Solving, process: &'static CancelToken) -> Option<Deadline> {
        let share = if matches!(solving, Solving::WhereSmall(_)) { Evaluate::SOLVING } else { 1.0 };
        self.time.map(|limit| Deadline::start(limit.mul_f64(share), process))
    }

    /// Solves the rest of the round if the flags ask for it, for the hands of `variations` too; returns
    /// `None` if it is to be searched.
    pub(in crate::hanamikoji) fn solve(
        &self,
        round: &Round,
        set: &InformationSet,
        variations: &[Variation],
        seed: u64,
        process: &'static CancelToken,
    ) -> Result<Option<PositionStudy>, Failure> {
        let exact = self.exact(seed)?;
        let solving = exact.map_or(Solving::Never, |exact| exact.solving(set));
        let deadline = self.solving_deadline(&solving, process);
        let cancel = deadline.as_ref().map_or(process, Deadline::token);
        let solved = solving.run(round, set, variations, RunContext::silent(cancel));
        solved.map_err(|error| exact::failure(error, set, self.time))
    }

    /// A first look, within some hundredths of a second: what there is where Ctrl-C ends the solving.
    pub(in crate::hanamikoji) fn at_once(
        &self,
        round: &Round,
        set: &InformationSet,
        seed: u64,
    ) -> Result<PositionStudy, Failure> {
        let question =
            Evaluate { solving: Solving::Never, search: self.request(set, seed)?, seed: Some(seed) };
        Ok(question.at_once(round, set, Stop::Interrupted, &mut |_| ())?)
    }

    /// Progress of a search of this position, in iterations; of a search limited by time the total is unknown.
    pub(in crate::hanamikoji) fn progress(
        &self,
        set: &InformationSet,
        session: &Session,
    ) -> Result<CountProgress, Failure> {
        let iterations = self.request(set, 0)?.effort.iterations;
        Ok(match self.time {
            Some(_) => CountProgress::without_total("iterations", session),
            None => CountProgress::start("iterations", 0, iterations, session),
        })
    }

    /// The part of the request that an answer repeats.
    pub(in crate::hanamikoji) fn asked(&self) -> AskedFor {
        AskedFor { exact: self.method.is_exact(), time_ms: self.time.map(|time| time.as_millis()) }
    }

    /// Settings of the exact method, if it is wanted.
    pub(in crate::hanamikoji) fn exact(&self, seed: u64) -> Result<Option<Exact>, Failure> {
        let searches = self.iterations.is_some() || self.block.is_some();
        let wish = self.method.wish(searches, &self.exact)?;
        Ok(wish.map(|wish| self.exact.exact(wish, (self.time, self.iterations), seed)))
    }

    /// Search settings for a game by these rules, with the effort that was asked for.
    pub(in crate::hanamikoji) fn settings(&self, rules: &Rules) -> Result<SearchSettings, Failure> {
        let search = self.method.search(rules)?;
        Ok(SearchSettings {
            iterations: self.iterations.or(search.iterations),
            block: self.block.or(search.block),
            ..search
        })
    }

    /// Searches without solving; a time limit of `context` always leads to an answer.
    pub(in crate::hanamikoji) fn search(
        &self,
        round: &Round,
        set: &InformationSet,
        seed: u64,
        context: RunContext<'_>,
    ) -> Result<PositionStudy, Failure> {
        let search = self.request(set, seed)?;
        let question = Evaluate { solving: Solving::Never, search, seed: Some(seed) };
        let contexts = EvaluateContexts { solve: context, search: context };
        Ok(question.run_watched(round, set, &[], contexts, &mut |_| ())?)
    }

    /// Search effort: the amounts that were asked for, or the defaults.
    pub(in crate::hanamikoji) fn amounts(&self, rules: &Rules) -> Result<Amounts, Failure> {
        let SearchSettings { method, iterations, block } = self.settings(rules)?;
        let usual = method.usual();
        Ok(Amounts {
            iterations: iterations.unwrap_or(usual.iterations),
            block: block.unwrap_or(usual.block),
        })
    }

    /// Request to search a position, whether or not it could be solved.
    pub(in crate::hanamikoji) fn request(
        &self,
        set: &InformationSet,
        seed: u64,
    ) -> Result<SearchRequest, Failure> {
        let search = self.settings(set.rules())?;
        let limit = if self.time.is_some() { Limit::Time } else { Limit::Work };
        Ok(SearchRequest::new(search, seed, limit))
    }

    /// A copy with this many iterations, in blocks of this size, and no time limit.
    pub(in crate::hanamikoji) fn with(self, iterations: NonZeroU64, block: Option<NonZeroU64>) -> Self {
        let method = self.method.without_effort();
        Self { method, iterations: Some(iterations), block, time: None, ..self }
    }

    /// Flags that repeat the request.
    pub(in crate::hanamikoji) fn flags(&self) -> String {
        let mut text = self.method.flags() + &self.exact.flags();
        let numbers = [("iterations", self.iterations), ("block", self.block)];
        for (name, number) in numbers {
            if let Some(number) = number {
                let _ = write!(text, " --{name} {number}");
            }
        }
        text
    }

    /// Whether none of the flags was given.
    pub(in crate::hanamikoji) fn is_unsaid(&self) -> bool {
        self.flags().is_empty() && self.time.is_none()
    }

    /// Fails if flags other than `--iterations` and `--block` are set; the message names `what`.
    pub(in crate::hanamikoji) fn expect_iterations_only(&self, what: &str) -> Result<(), Failure> {
        let others = Self { iterations: None, block: None, ..*self };
        if others.is_unsaid() {
            return Ok(());
        }
        Err(Failure::Usage(format!(
            "{what} takes --iterations and --seed; the other flags of the search are for positions"
        )))
    }
}

/// Round of this set, in a game whose tables are kept from one item to the next.
pub(in crate::hanamikoji) fn round_of(
    last: &mut Option<Game>,
    set: &InformationSet,
    continuation: &ContinuationValues,
) -> Round {
    if last.as_ref().is_some_and(|game| game.rules() != set.rules()) {
        *last = None;
    }
    let game = last.get_or_insert_with(|| Game::new(*set.rules()));
    continuation.round(game, set.round_number(), set.favour_of_first())
}
