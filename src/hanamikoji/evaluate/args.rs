//! The question of an evaluation, from its flags, and its answer within the limits of the program.

use std::num::NonZeroU64;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use hanamachi_solver::hanamikoji::analysis::{Guide, Leaf, Past, RuleName, SearchSettings};
use hanamachi_solver::hanamikoji::endgame::EndgameError;
use hanamachi_solver::hanamikoji::study::{Evaluate, EvaluateError, PositionStudy, SolveError};
use hanamachi_solver::hanamikoji::{Game, InformationSet, Round, Variation};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};

use crate::args::{above_0, seconds};
use crate::failure::{ByteSize, Cost, Failure};
use crate::hanamikoji::continuation_values::ContinuationValues;
use crate::hanamikoji::words::setting;
use crate::interrupt::Deadline;
use crate::progress::CountProgress;
use crate::session::Session;

/// Flags of the commands that evaluate.
#[derive(Clone, Debug, Args)]
pub(in crate::hanamikoji) struct EvaluateFlags {
    /// Method of evaluation, alone or with its parameters, `METHOD:PARAMETER=VALUE,…`. auto: solved where the rest of the round
    /// is small enough, else rollouts of the equilibrium (ismcts in reduced games). exact: the rest of the
    /// round solved over all hands. equilibrium: rollouts of the approximate equilibrium found by self-play,
    /// standard deals only. ismcts: information-set Monte Carlo tree search. pimc: perfect-information Monte
    /// Carlo, the baseline with open cards. The parameters of ismcts and pimc are those of the players in
    /// `hana match --help`
    #[arg(long, value_name = "METHOD", default_value = "auto", value_parser = MethodParser)]
    method: String,
    /// Total iterations of a search: deals for pimc, rollouts for equilibrium [default: 50000 for
    /// equilibrium, 100000 once markers have moved; 500000 for ismcts, 300 for pimc, no limit with --time]
    #[arg(long, value_name = "N")]
    iterations: Option<NonZeroU64>,
    /// Answer each item after this many seconds, from the work done so far; if solving does not converge in
    /// time, a search answers
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Solve until best responses gain no more than this on average, in units of utility (a game won is 1, a
    /// game lost −1; 0.002 is a tenth of a per cent of a win) [default: 0.002, or 0.0075 where not all hands fit]
    #[arg(long, value_name = "E", value_parser = above_0)]
    exploitability: Option<f64>,
    /// Solve in no more memory than this [default: 1G]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    /// Solve with hands weighted by a model of both players' turns so far: none (all placements of the cards
    /// are equally likely), sensible play, or the approximate equilibrium [default: equilibrium for auto in
    /// the standard game, else uniform]
    #[arg(long, value_parser = setting::<Past>(), value_name = "MODEL")]
    reach: Option<Past>,
    #[command(flatten)]
    earlier: EarlierFlags,
}

/// Flags of earlier versions, which are parameters of the method now.
#[derive(Clone, Debug, Args)]
struct EarlierFlags {
    #[arg(long, hide = true)]
    block: Option<NonZeroU64>,
    #[arg(long, hide = true, value_parser = setting::<Guide>())]
    guide: Option<Guide>,
    #[arg(long, hide = true, value_parser = setting::<RuleName>())]
    rule: Option<RuleName>,
    #[arg(long, hide = true, value_parser = setting::<Leaf>())]
    leaf: Option<Leaf>,
    #[arg(long, hide = true, value_parser = setting::<Past>())]
    opponent: Option<Past>,
    /// Settings as for players, whose ismcts has no floor.
    #[arg(long, hide = true, conflicts_with_all = ["method", "guide", "rule", "leaf", "opponent", "exploitability", "memory", "reach"])]
    search: Option<SearchSettings>,
}

/// Parser of a method with its parameters; names the methods in the help and in completions.
#[derive(Clone)]
struct MethodParser;

impl TypedValueParser for MethodParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<String, clap::Error> {
        let read = |text: &str| text.parse::<Evaluate>().map(|_| text.to_owned());
        read.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Evaluate::METHODS.iter().map(PossibleValue::new)))
    }
}

impl EvaluateFlags {
    /// The question.
    pub(in crate::hanamikoji) fn question(
        &self,
        seed: Option<u64>,
        session: &Session,
    ) -> Result<Evaluate, Failure> {
        let EarlierFlags { block, guide, rule, leaf, opponent, search } = &self.earlier;
        let earlier = [
            ("block", block.map(|of| of.to_string())),
            ("guide", guide.map(|of| of.to_string())),
            ("rule", rule.map(|of| of.to_string())),
            ("leaf", leaf.map(|of| of.to_string())),
            ("opponent", opponent.map(|of| of.to_string())),
        ];
        let flags = [
            ("iterations", self.iterations.map(|of| of.to_string())),
            ("exploitability", self.exploitability.map(|of| of.to_string())),
            ("memory", self.memory.map(ByteSize::exact_text)),
            ("reach", self.reach.map(|of| of.to_string())),
            ("time", self.time.map(|of| of.as_secs_f64().to_string())),
        ];
        let named = earlier.iter().filter(|(_, value)| value.is_some()).map(|(name, _)| *name);
        let named: Vec<&str> = named.chain(search.map(|_| "search")).collect();
        let given = earlier.into_iter().chain(flags).filter_map(|(name, value)| Some((name, value?)));
        let mut asked = match search {
            Some(search) => Evaluate::by_search(SearchSettings {
                iterations: self.iterations.or(search.iterations),
                block: block.or(search.block),
                ..*search
            }),
            None => Evaluate::read(&self.method, given).map_err(|error| Failure::Usage(error.to_string()))?,
        };
        asked.time = self.time.or(asked.time);
        if !named.is_empty() {
            let named = named.join(", --");
            session.note(format!("--{named}: of an earlier version, now{}", asked.flags()));
        }
        asked.seed = seed;
        Ok(asked)
    }
}

/// Evaluates on the current thread pool. If `context` stops the work, for its time limit or for the user, the
/// answer comes from the work done so far.
pub(in crate::hanamikoji) fn evaluate(
    question: &Evaluate,
    (round, set): (&Round, &InformationSet),
    variations: &[Variation],
    (context, process): (RunContext<'_>, &'static CancelToken),
) -> Result<PositionStudy, Failure> {
    question.check(set.rules())?;
    let deadline = question.solving_time().map(|limit| Deadline::start(limit, process));
    let cancel = deadline.as_ref().map_or(context.cancel, Deadline::token);
    let contexts = [RunContext::silent(cancel), context];
    let mut found = question.run_within(round, set, variations, contexts, &mut |_| ());
    if let Err(error) = &found
        && error.stop() == Some(Stop::Interrupted)
        && !question.is_exact()
    {
        // Ctrl-C prints what there is, here a first look.
        found = question.at_once(round, set, Stop::Interrupted, &mut |_| ()).map_err(EvaluateError::from);
    }
    found.map_err(|error| match error {
        EvaluateError::Solve(error) => unsolved(error, set, question.time),
        EvaluateError::Search(error) => error.into(),
    })
}

/// Progress of a search of this position, in iterations; of a search limited by time the total is unknown.
pub(super) fn progress(question: &Evaluate, set: &InformationSet, session: &Session) -> CountProgress {
    if question.time.is_some() {
        return CountProgress::without_total("iterations", session);
    }
    let total = question.effort(set).iterations;
    CountProgress::start("iterations", 0, total, session)
}

/// Failure for a position that was not solved; `time` is the user's limit.
pub(in crate::hanamikoji) fn unsolved(
    error: SolveError,
    set: &InformationSet,
    time: Option<Duration>,
) -> Failure {
    let limit = time.unwrap_or_default().as_secs_f64();
    match error {
        SolveError::Uncounted => Cost::Uncountable.into(),
        SolveError::Memory { needed, allowed } => Cost::Endgame { needed, limit: allowed }.into(),
        SolveError::Time { needed } => Cost::Time { needed: needed.as_secs() + 1, limit }.into(),
        SolveError::Endgame(EndgameError::Unsuited(unsuited)) => Failure::Usage(unsuited.to_string()),
        SolveError::OutOfTime(unfinished) => {
            Cost::Unfinished { why: format!(" in the {limit} s of --time: {unfinished}") }.into()
        }
        SolveError::TooHard(unfinished) => Cost::Unfinished { why: format!(": {unfinished}") }.into(),
        SolveError::Endgame(EndgameError::NotDealt | EndgameError::Stopped(_)) => {
            anyhow::Error::new(error).into()
        }
        SolveError::Unreachable => anyhow!("the cards of {set} do not lead to its endgame").into(),
        SolveError::Stopped(stop) => stop.into(),
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
