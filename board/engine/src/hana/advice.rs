//! Advice: a quick first answer, refined while the search goes on.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use hanamachi_solver::hanamikoji::analysis::{Method, Past};
use hanamachi_solver::hanamikoji::learn::NetworkPolicy;
use hanamachi_solver::hanamikoji::study::{
    Evaluate, Holdings, InterimPosition, NEGLIGIBLE, PositionStudy, PositionValue, SearchedPosition,
    SolveRequest, ValuedAction,
};
use hanamachi_solver::hanamikoji::{Action, InformationSet, Kind, Round};
use hanamachi_solver::search::strength::Number;
use serde::{Deserialize, Serialize};

use super::knowledge::set_of;
use super::searching::{evaluate_fault, least, quick, search_fault, solve_fault};
use super::{SeatNumber, read};
use crate::fault::Fault;
use crate::host::{Host, Message, Work};
use crate::method::{Answer, Solvers, raw};
use hanamachi_solver::ENGINE;
use hanamachi_solver::hanamikoji::objects::{ActionText, AdviceObject, EvaluationObject};
use hanamachi_solver::text::shell_word;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceParams {
    round: String,
    seat: Option<SeatNumber>,
    /// That of the position by default.
    seed: Option<u64>,
    /// The method with its parameters, as in the program's `--method`; `auto` by default.
    method: Option<String>,
    iterations: Option<NonZeroU64>,
    time_ms: Option<u64>,
    block: Option<NonZeroU64>,
    /// A further action that the recommended one is compared with.
    why: Option<String>,
}

/// `board.advice/1`: an evaluation and the advice derived from it.
#[derive(Serialize)]
struct AnswerObject<'a> {
    schema: &'static str,
    engine: &'static str,
    information_set: String,
    stage: Stage,
    elapsed_ms: f64,
    evaluation: EvaluationObject<'a>,
    /// `null` if it is not the reader's turn to decide.
    advice: Option<AdvisedObject>,
    /// `win` with its sampling error and model error; `null` if they are unknown.
    range: Option<RangeObject>,
    /// The reader's actions grouped by kind, the best kind first.
    groups: Vec<GroupObject>,
    /// The same as `advice.best`: actions whose loss cannot be told from 0.
    close: Vec<ActionText>,
    /// Whether a search gives the advice because the network of the approximate equilibrium is not loaded.
    lacks_network: bool,
}

/// Stage of the answer.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Stage {
    /// A quick first answer.
    Quick,
    /// The search goes on.
    Refining,
    /// The best action did not change in the second half of the search, except among equally good ones.
    Stable,
    /// The best action still changed in the second half of the search.
    Unclear,
    /// The rest of the round was solved.
    Solved,
}

/// The recommended action, chosen by the common rule: see `advice` of the evaluation.
#[derive(Serialize)]
struct AdvisedObject {
    action: ActionText,
    #[serde(flatten)]
    advice: AdviceObject,
    frequency: Option<f64>,
    within_model_error: Option<usize>,
}

#[derive(Serialize)]
struct RangeObject {
    low: f64,
    high: f64,
}

#[derive(Serialize)]
struct GroupObject {
    /// The number of the action kind; `null` for answers.
    kind: Option<u8>,
    actions: Vec<ActionText>,
    /// Loss of the best of them.
    loss: Option<f64>,
}

/// Minimum time between two partial answers.
const PAUSE: Duration = Duration::from_millis(250);

/// A question about a position.
struct Question<'a> {
    host: &'a dyn Host,
    round: Round,
    set: InformationSet,
    asked: Evaluate,
    /// The action to compare with.
    why: Option<Action>,
    lacks_network: bool,
    /// The same for all partial answers, and most of their cost.
    holdings: OnceCell<Holdings>,
}

/// Recommends an action.
pub(crate) fn advice(_: &Solvers, params: AdviceParams, host: &dyn Host) -> Result<Answer, Fault> {
    let set = set_of(&read(&params.round)?, params.seat)?;
    let limits = host.limits();
    if params.iterations.is_some_and(|iterations| iterations.get() > limits.iterations) {
        return Err(Fault::parameter(
            "iterations",
            format!("a search has {} iterations at most", limits.iterations),
        ));
    }
    let time = params.time_ms.map(|time| Duration::from_millis(time).min(limits.time));
    let asked = params.question(time)?;
    let is_auto = asked.is_auto();
    let lacks_network = is_auto && set.rules().is_standard_round() && NetworkPolicy::standard().is_none();
    let (round, holdings) = (super::round_of(&set), OnceCell::new());
    let why = params.why.as_deref().map(|text| legal_action(&round, &set, text)).transpose()?;
    let question = Question { host, round, set, asked, why, lacks_network, holdings };
    let rules = question.set.rules();
    let method = asked.searches_by(rules);
    method.check(rules).map_err(search_fault)?;
    if !matches!(method, Method::Pimc { .. }) {
        question.first_impression(method, asked.seed.unwrap_or_else(|| set.seed(&question.round)))?;
    }
    let deadline = time.unwrap_or(limits.time);
    let (study, stage) = if asked.is_exact() {
        (question.solve(deadline)?, Stage::Solved)
    } else {
        question.evaluate(deadline)?
    };
    let answer = Answer::new(&question.object(&study, stage));
    // The program's `auto` assumes that both played by the equilibrium wherever the rules have one, and its network
    // is always there. Without the network here, only `exact` gives the same answer.
    let is_modelled = Past::for_rules(rules) == Past::Equilibrium;
    let is_limited_by_work = time.is_none() || asked.iterations.is_some();
    let mut command = match &study.value {
        PositionValue::Solved(_) if !is_auto || is_modelled => asked,
        PositionValue::Solved(_) => Evaluate::read("exact", []).expect("a method"),
        // No command is stopped at the same moment.
        PositionValue::Searched(found) if is_limited_by_work && found.stopped.is_some() => {
            return Ok(answer);
        }
        PositionValue::Searched(_) if is_auto => asked.searching(rules),
        PositionValue::Searched(_) => asked,
    };
    if command.is_auto()
        && let Some(request) = command.solve_request(rules, 0)
        && request.memory != SolveRequest::STANDARD.memory
    {
        command.memory = Some(request.memory);
    }
    command.time = command.time.filter(|_| !is_limited_by_work);
    let set = shell_word(&question.set.to_string());
    let seed = params.seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let why = why.map(|why| format!(" --why {why}")).unwrap_or_default();
    Ok(answer.by(format!("hanamachi hana evaluate {set}{seed}{}{why} --json", command.flags())))
}

impl AdviceParams {
    /// The question; without a limit of time, the answer equals the program's and does not depend on the machine.
    fn question(&self, time: Option<Duration>) -> Result<Evaluate, Fault> {
        let numbers = [("iterations", self.iterations), ("block", self.block)];
        let numbers = numbers.into_iter().filter_map(|(name, number)| Some((name, number?.to_string())));
        let method = self.method.as_deref().unwrap_or("auto");
        let asked = Evaluate::read(method, numbers);
        let mut asked = asked.map_err(|error| Fault::parameter("method", error.to_string()))?;
        asked.seed = self.seed;
        asked.time = time.or(asked.time);
        Ok(asked)
    }
}

impl Question<'_> {
    /// Reports the result of a few iterations at once, and of a few more.
    fn first_impression(&self, method: Method, seed: u64) -> Result<(), Fault> {
        for effort in least(method, seed).into_iter().chain([quick(method, seed)]) {
            let work = Work::new(self.host, "iterations", None, self.host.limits().time);
            let found = SearchedPosition::search(&self.round, &self.set, (method, effort), work.context())
                .map_err(search_fault)?;
            self.tell(found, Stage::Quick);
        }
        Ok(())
    }

    /// Solves the rest of the round, or fails.
    fn solve(&self, deadline: Duration) -> Result<PositionStudy, Fault> {
        let work = Work::new(self.host, "iterations", None, deadline);
        let solved = self.asked.solve_if_small(&self.round, &self.set, &[], work.context());
        solved.map_err(solve_fault)?.ok_or_else(|| {
            let message =
                "the rest of the round is too large to be solved here; it is searched with another method";
            Fault::new(crate::FaultKind::Limit, "limit_reached", message).about("method")
        })
    }

    /// Solves or searches, and reports partial answers of the search; also returns whether the answer still
    /// changed.
    fn evaluate(&self, deadline: Duration) -> Result<(PositionStudy, Stage), Fault> {
        let Self { host, asked, round, set, .. } = self;
        let iterations = asked.effort(set).iterations;
        let total = (iterations < u64::MAX).then_some(iterations);
        let solve = Work::new(*host, "iterations", None, asked.solving_time().unwrap_or(deadline));
        let work = Work::new(*host, "iterations", total, deadline);
        let mut next = host.elapsed() + PAUSE;
        let mut bests: Vec<(u64, Action)> = Vec::new();
        let mut watch = |found: InterimPosition<'_>| {
            let now = host.elapsed();
            if now < next || work.check().is_err() {
                return;
            }
            if let Some(found) = found() {
                bests.extend(found.actions.first().map(|best| (found.iterations, best.action)));
                self.tell(found, Stage::Refining);
            }
            // On a slow machine partial answers must not take the time of the search.
            let after = host.elapsed();
            next = after + PAUSE.max(4 * after.saturating_sub(now));
        };
        let contexts = [solve.context(), work.context()];
        let study = asked.run_within(round, set, &[], contexts, &mut watch).map_err(evaluate_fault)?;
        let stage = match &study.value {
            PositionValue::Solved(_) => Stage::Solved,
            PositionValue::Searched(found) if is_stable(found, &bests) => Stage::Stable,
            PositionValue::Searched(_) => Stage::Unclear,
        };
        Ok((study, stage))
    }

    fn tell(&self, found: SearchedPosition, stage: Stage) {
        let opponent = || found.method.opponent(self.set.rules());
        let holdings = self.holdings.get_or_init(|| Holdings::new(&self.round, &self.set, opponent()));
        let study = PositionStudy {
            question: self.asked,
            information_set: self.set,
            continuation: self.round.continuation(),
            holdings: holdings.clone(),
            exchanges: None,
            value: PositionValue::Searched(Box::new(found)),
        };
        self.host.tell(&Message::Partial(&raw(&self.object(&study, stage))));
    }

    fn object(&self, study: &PositionStudy, stage: Stage) -> AnswerObject<'static> {
        let value = &study.value;
        let elapsed_ms = self.host.elapsed().as_secs_f64() * 1e3;
        let evaluation = EvaluationObject::new(study, None);
        AnswerObject {
            schema: "board.advice/1",
            engine: ENGINE,
            information_set: self.set.to_string(),
            stage,
            elapsed_ms,
            evaluation: EvaluationObject {
                elapsed_ms: Some(elapsed_ms),
                why: study.why(self.why.as_slice()),
                ..evaluation
            },
            advice: value.advice().map(|advice| AdvisedObject {
                action: advice.play.into(),
                frequency: advice.frequency.map(Number::value),
                within_model_error: advice.within_model_error,
                advice: AdviceObject::new(advice, value.actions()),
            }),
            range: range(value),
            groups: groups(value.actions()),
            close: value
                .advice()
                .map(|advice| advice.best.into_iter().map(ActionText::from).collect())
                .unwrap_or_default(),
            lacks_network: self.lacks_network,
        }
    }
}

/// The legal action with this text.
fn legal_action(round: &Round, set: &InformationSet, text: &str) -> Result<Action, Fault> {
    let mut legal = Vec::new();
    if set.to_decide() == Some(set.seat()) {
        round.legal(set.key(), &mut legal);
    }
    let found = legal.into_iter().find(|action| action.to_string() == text);
    found.ok_or_else(|| Fault::refused("illegal_action", format!("{text} is not legal here")).about("why"))
}

/// Whether the actions that looked best in the second half of a search are, at its end, the best or as good.
fn is_stable(found: &SearchedPosition, bests: &[(u64, Action)]) -> bool {
    let late = bests.iter().filter(|(iterations, _)| 2 * iterations >= found.iterations);
    let loss = |action: Action| found.actions.iter().find(|of| of.action == action).and_then(|of| of.loss);
    late.map(|&(_, best)| loss(best)).all(|loss| loss.is_some_and(|loss| loss <= NEGLIGIBLE))
}

/// The interval of the value with sampling error and model error.
fn range(value: &PositionValue) -> Option<RangeObject> {
    let off = value.model_error().map(|error| error.mean);
    let [low, high] = match value {
        PositionValue::Searched(searched) => searched.interval_95?,
        // The proved bounds of a solved ending concern all hands together and are part of the evaluation.
        PositionValue::Solved(solved) => off.map(|_| [solved.win.value(); 2])?,
    };
    let off = off.unwrap_or_default();
    Some(RangeObject { low: (low - off).max(0.0), high: (high + off).min(1.0) })
}

fn groups(actions: &[ValuedAction]) -> Vec<GroupObject> {
    let mut groups: BTreeMap<Option<Kind>, GroupObject> = BTreeMap::new();
    for of in actions {
        let kind = of.action.kind();
        let empty = || GroupObject { kind: kind.map(Kind::number), actions: Vec::new(), loss: of.loss };
        groups.entry(kind).or_insert_with(empty).actions.push(of.action.into());
    }
    let mut groups: Vec<GroupObject> = groups.into_values().collect();
    let loss = |group: &GroupObject| group.loss.unwrap_or(f64::INFINITY);
    groups.sort_by(|one, other| loss(one).total_cmp(&loss(other)));
    groups
}
