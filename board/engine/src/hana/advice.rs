//! Advice: a quick first answer, refined while the search goes on.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::Duration;

use hanamachi_solver::hanamikoji::analysis::{ExactSettings, Reach, SearchSettings};
use hanamachi_solver::hanamikoji::learn::NetworkPolicy;
use hanamachi_solver::hanamikoji::study::{
    Evaluate, EvaluateContexts, Holdings, InterimPosition, LIVE_TURNS, Limit, NEGLIGIBLE, PositionStudy,
    PositionValue, SearchRequest, SearchedPosition, SolveRequest, Solving, ValuedAction,
};
use hanamachi_solver::hanamikoji::{Action, InformationSet, Kind, Round};
use hanamachi_solver::search::strength::Number;
use serde::{Deserialize, Serialize};

use super::SeatNumber;
use super::document::Document;
use super::knowledge::set_of;
use super::searching::{evaluate_fault, least, quick, search_fault, solve_fault};
use crate::fault::Fault;
use crate::host::{Host, Message, Work};
use crate::method::{Answer, Solvers, raw};
use hanamachi_objects::ENGINE;
use hanamachi_objects::hanamikoji::{ActionText, AskedFor, EvaluationObject};
use hanamachi_solver::text::shell_word;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AdviceParams {
    round: String,
    seat: Option<SeatNumber>,
    /// That of the position by default.
    seed: Option<u64>,
    #[serde(default)]
    method: Method,
    iterations: Option<NonZeroU64>,
    time_ms: Option<u64>,
    block: Option<NonZeroU64>,
    /// A further action that the recommended one is compared with.
    why: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Method {
    /// Exact if the rest of the round is small, otherwise the best model available: the equilibrium if there
    /// is one, else ismcts.
    #[default]
    Auto,
    Exact,
    Equilibrium,
    Ismcts,
    Pimc,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Exact => "exact",
            Self::Equilibrium => "equilibrium",
            Self::Ismcts => "ismcts",
            Self::Pimc => "pimc",
        }
    }
}

/// `board.advice/1`: an evaluation and the advice derived from it.
#[derive(Serialize)]
struct AdviceObject<'a> {
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
    advice: hanamachi_objects::hanamikoji::AdviceObject,
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
    asked: AskedFor,
    /// The action to compare with.
    why: Option<Action>,
    lacks_network: bool,
    /// The same for all partial answers, and most of their cost.
    holdings: OnceCell<Holdings>,
}

/// Recommends an action.
pub(crate) fn advice(_: &Solvers, params: AdviceParams, host: &dyn Host) -> Result<Answer, Fault> {
    let set = set_of(&Document::read(&params.round)?, params.seat)?;
    let AdviceParams { seed: asked_seed, method, iterations, time_ms, block, .. } = params;
    let limits = host.limits();
    if iterations.is_some_and(|iterations| iterations.get() > limits.iterations) {
        return Err(Fault::parameter(
            "iterations",
            format!("a search has {} iterations at most", limits.iterations),
        ));
    }
    if method == Method::Exact && (iterations.is_some() || block.is_some()) {
        return Err(Fault::parameter(
            "method",
            "the method exact does not search: leave out `iterations` and `block`",
        ));
    }
    let time = time_ms.map(|time| Duration::from_millis(time).min(limits.time));
    let asked = AskedFor { exact: method == Method::Exact, time_ms: time.map(|time| time.as_millis()) };
    let lacks_network =
        method == Method::Auto && set.rules().is_standard_round() && NetworkPolicy::standard().is_none();
    let (round, holdings) = (super::round_of(&set), OnceCell::new());
    let seed = asked_seed.unwrap_or_else(|| set.seed(&round));
    let why = params.why.as_deref().map(|text| legal_action(&round, &set, text)).transpose()?;
    let question = Question { host, round, set, asked, why, lacks_network, holdings };
    let rules = question.set.rules();
    let search = match method {
        Method::Auto | Method::Exact => SearchSettings::for_rules(rules),
        Method::Ismcts => SearchSettings::analysis(),
        Method::Equilibrium | Method::Pimc => method.name().parse().expect("a search that exists"),
    };
    search.check(rules).map_err(search_fault)?;
    if method != Method::Pimc {
        question.first_impression(search, seed)?;
    }
    // Without a limit of time, the answer equals the program's and does not depend on the machine.
    let limit = if time.is_some() && iterations.is_none() { Limit::Time } else { Limit::Work };
    let search = SearchRequest::new(SearchSettings { iterations, block, ..search }, seed, limit);
    let solving = SolveRequest {
        // If the method is chosen automatically, so is the reading of the past.
        settings: match method {
            Method::Exact => ExactSettings::STANDARD,
            _ => ExactSettings::for_rules(rules),
        },
        seed,
        time,
        iterations,
        turns: LIVE_TURNS,
    };
    let deadline = time.unwrap_or(limits.time);
    let solved_by = time.map_or(limits.time, |time| time.mul_f64(Evaluate::SOLVING));
    let (study, stage) = match method {
        Method::Exact => (question.solve(solving, deadline)?, Stage::Solved),
        Method::Auto => {
            question.evaluate(Solving::WhereSmall(solving), search, limit, [solved_by, deadline])?
        }
        _ => question.evaluate(Solving::Never, search, limit, [solved_by, deadline])?,
    };
    let answer = Answer::new(&question.object(&study, stage));
    let method = match &study.value {
        // The program's `auto` assumes that both played by the equilibrium wherever the rules have one, and
        // its network is always there. Without the network here, only `exact` gives the same answer.
        PositionValue::Solved(_) if Reach::for_rules(rules) == Reach::Equilibrium => method.name(),
        PositionValue::Solved(_) => Method::Exact.name(),
        // No command is stopped at the same moment.
        PositionValue::Searched(found) if limit == Limit::Work && found.stopped.is_some() => {
            return Ok(answer);
        }
        PositionValue::Searched(found) => found.request.search.method.name(),
    };
    let set = shell_word(&question.set.to_string());
    let seed = asked_seed.map(|seed| format!(" --seed {seed}")).unwrap_or_default();
    let mut command = format!("hanamachi hana evaluate {set}{seed} --method {method}");
    for (name, number) in [("iterations", iterations), ("block", block)] {
        if let Some(number) = number {
            command = format!("{command} --{name} {number}");
        }
    }
    if method == Method::Auto.name() && solving.settings.memory != ExactSettings::STANDARD.memory {
        command = format!("{command} --memory {}", solving.settings.memory.exact_text());
    }
    if let Some(why) = why {
        command = format!("{command} --why {why}");
    }
    if limit == Limit::Time && !asked.exact {
        command = format!("{command} --time {}", deadline.as_secs_f64());
    }
    Ok(answer.by(command + " --json"))
}

impl Question<'_> {
    /// Reports the result of a few iterations at once, and of a few more.
    fn first_impression(&self, search: SearchSettings, seed: u64) -> Result<(), Fault> {
        for request in least(search, seed).into_iter().chain([quick(search, seed)]) {
            let work = Work::new(self.host, "iterations", None, self.host.limits().time);
            let found = SearchedPosition::search(&self.round, &self.set, &request, work.context())
                .map_err(search_fault)?;
            self.tell(found, Stage::Quick);
        }
        Ok(())
    }

    /// Solves the rest of the round, or fails.
    fn solve(&self, request: SolveRequest, deadline: Duration) -> Result<PositionStudy, Fault> {
        let work = Work::new(self.host, "iterations", None, deadline);
        let solving = Solving::WhereSmall(request);
        let solved = solving.run(&self.round, &self.set, &[], work.context()).map_err(solve_fault)?;
        solved.ok_or_else(|| {
            let message =
                "the rest of the round is too large to be solved here; it is searched with another method";
            Fault::new(crate::FaultKind::Limit, "limit_reached", message).about("method")
        })
    }

    /// Solves or searches, and reports partial answers of the search; also returns whether the answer still
    /// changed.
    fn evaluate(
        &self,
        solving: Solving,
        mut search: SearchRequest,
        limit: Limit,
        [solved_by, deadline]: [Duration; 2],
    ) -> Result<(PositionStudy, Stage), Fault> {
        let total = (limit == Limit::Work).then_some(search.effort.iterations);
        search.effort.iterations = search.effort.iterations.min(self.host.limits().iterations);
        let solve = Work::new(self.host, "iterations", None, solved_by);
        let work = Work::new(self.host, "iterations", total, deadline);
        let mut next = self.host.elapsed() + PAUSE;
        let mut bests: Vec<(u64, Action)> = Vec::new();
        let mut watch = |found: InterimPosition<'_>| {
            let now = self.host.elapsed();
            if now < next || work.check().is_err() {
                return;
            }
            if let Some(found) = found() {
                bests.extend(found.actions.first().map(|best| (found.iterations, best.action)));
                self.tell(found, Stage::Refining);
            }
            // On a slow machine partial answers must not take the time of the search.
            let after = self.host.elapsed();
            next = after + PAUSE.max(4 * after.saturating_sub(now));
        };
        let contexts = EvaluateContexts { solve: solve.context(), search: work.context() };
        let question = Evaluate { solving, search, seed: Some(search.effort.seed) };
        let study = question.run_watched(&self.round, &self.set, &[], contexts, &mut watch);
        let study = study.map_err(evaluate_fault)?;
        let stage = match &study.value {
            PositionValue::Solved(_) => Stage::Solved,
            PositionValue::Searched(found) if is_stable(found, &bests) => Stage::Stable,
            PositionValue::Searched(_) => Stage::Unclear,
        };
        Ok((study, stage))
    }

    fn tell(&self, found: SearchedPosition, stage: Stage) {
        let opponent = || found.request.search.opponent(self.set.rules());
        let holdings = self.holdings.get_or_init(|| Holdings::new(&self.round, &self.set, opponent()));
        let study = PositionStudy {
            information_set: self.set,
            continuation: self.round.continuation(),
            holdings: holdings.clone(),
            exchanges: None,
            value: PositionValue::Searched(Box::new(found)),
        };
        self.host.tell(&Message::Partial(&raw(&self.object(&study, stage))));
    }

    fn object(&self, study: &PositionStudy, stage: Stage) -> AdviceObject<'static> {
        let value = &study.value;
        let elapsed_ms = self.host.elapsed().as_secs_f64() * 1e3;
        let evaluation = EvaluationObject::new(study, None, self.asked);
        AdviceObject {
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
                advice: advice.into(),
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
