//! What every action is worth and loses.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{
    AnalysisError, CfrSettings, ExactSettings, Guide, IsmctsSettings, MOST_SAMPLED_TURNS, Method,
    PimcSettings, Reach, SearchSettings,
};
use hanamachi_solver::hanamikoji::endgame::EndgameError;
use hanamachi_solver::hanamikoji::study::{
    PositionStudy, PositionValue, SearchRequest, SolveError, SolveRequest, ValuedAction,
};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::root_values::Effort;
use hanamachi_solver::search::strength::{Estimated, Exploitation, HasStrength, Number, Strength};
use hanamachi_solver::text::ByteSize;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::InformationSet;
use super::number::NumberData;
use crate::arguments;
use crate::error::{self, UnsuitedError};
use crate::work::{self, Limits, seconds};

/// An evaluation, as `hanamikoji.evaluation/1` has it.
#[derive(IntoPyObject)]
pub(super) struct EvaluationData {
    information_set: InformationSet,
    method: &'static str,
    settings: String,
    seed: u64,
    win: NumberData,
    interval: Option<(f64, f64)>,
    exact: bool,
    n: Option<u64>,
    blocks: Option<u64>,
    actions: Vec<ActionData>,
    opponent_actions: Vec<ActionData>,
    advice: Option<String>,
    model_error: Option<f64>,
    exploitability: Option<NumberData>,
    over_hands: Option<NumberData>,
    stopped: Option<&'static str>,
}

#[derive(IntoPyObject)]
pub(super) struct ActionData {
    action: String,
    win: Option<NumberData>,
    loss: Option<f64>,
    share: f64,
    visits: Option<u64>,
    frequency: Option<NumberData>,
}

impl<A: ToString> From<&ValuedAction<A>> for ActionData {
    fn from(of: &ValuedAction<A>) -> Self {
        Self {
            action: of.action.to_string(),
            win: of.win.map(NumberData::from),
            loss: of.loss,
            share: of.share,
            visits: of.visits,
            frequency: of.frequency.map(NumberData::from),
        }
    }
}

/// Which search by its name, as the program's `--method` has it, or by all its settings, as `--search` has it.
fn search_settings(method: &str, search: Option<&str>, rules: &Rules) -> PyResult<SearchSettings> {
    let plain = |method| SearchSettings { method, iterations: None, block: None };
    // The share of the prior that is the same for every action: for whoever wants to know what each of them is worth.
    let analysis = IsmctsSettings { guide: Guide::Auto, floor: Some(0.25), ..IsmctsSettings::default() };
    match (method, search) {
        ("auto" | "exact", Some(text)) => {
            text.parse().map_err(|refused| PyValueError::new_err(format!("search: {refused}")))
        }
        (_, Some(_)) => Err(PyValueError::new_err("search says the method too: leave out method")),
        ("auto" | "exact", None) if Reach::for_rules(rules) == Reach::Equilibrium => {
            Ok(plain(Method::Equilibrium))
        }
        ("equilibrium", None) => Ok(plain(Method::Equilibrium)),
        ("auto" | "exact" | "ismcts", None) => Ok(plain(Method::Ismcts(analysis))),
        ("cfr", None) => Ok(plain(Method::Cfr(CfrSettings::default()))),
        ("pimc", None) => Ok(plain(Method::Pimc(PimcSettings::default()))),
        (other, None) => Err(PyValueError::new_err(format!(
            "method: expected `auto`, `exact`, `equilibrium`, `ismcts`, `cfr` or `pimc`, found `{}`",
            other.escape_debug()
        ))),
    }
}

/// Blocks of a search, at least, where there are iterations enough.
const FEWEST_BLOCKS: u64 = 10;

fn effort(
    search: &SearchSettings,
    iterations: Option<NonZeroU64>,
    block: Option<NonZeroU64>,
    has_time: bool,
    seed: u64,
) -> Effort {
    let usual = search.method.usual();
    let iterations = match (iterations.or(search.iterations), has_time) {
        (Some(iterations), _) => Some(iterations.get()),
        (None, true) => None,
        (None, false) => Some(usual.iterations.get()),
    };
    // Few iterations are cut finer, so that there are blocks enough to tell the error.
    let usual_block = usual.block.get();
    let finest = iterations.map_or(usual_block, |iterations| iterations.div_ceil(FEWEST_BLOCKS));
    let size = block.or(search.block).or(NonZeroU64::new(usual_block.min(finest)));
    Effort { iterations: iterations.unwrap_or(u64::MAX), block_size: size.unwrap_or(NonZeroU64::MIN), seed }
}

/// What goes wrong with an evaluation.
enum Trouble {
    Solve(SolveError),
    Search(AnalysisError),
}

/// Evaluates a position.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn evaluate<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    method: &str,
    search: Option<&str>,
    #[pyo3(from_py_with = arguments::optional::iterations)] iterations: Option<NonZeroU64>,
    #[pyo3(from_py_with = arguments::optional::block)] block: Option<NonZeroU64>,
    exploitability: Option<f64>,
    #[pyo3(from_py_with = arguments::optional::memory)] memory: Option<u64>,
    reach: Option<&str>,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<EvaluationData> {
    let (set, round) = (set.0, set.valued_round());
    let is_searched = iterations.is_some() || block.is_some() || search.is_some();
    if method == "exact" && is_searched {
        return Err(PyValueError::new_err("exact searches nothing: leave out iterations, block and search"));
    }
    let is_solved = exploitability.is_some() || memory.is_some() || reach.is_some();
    let may_solve = method == "exact" || method == "auto" && !is_searched;
    if is_solved && !may_solve {
        let message = "exploitability, memory and reach are for method=\"exact\", or \"auto\" without a setting of the search";
        return Err(PyValueError::new_err(message));
    }
    let standard = ExactSettings::STANDARD;
    let exploitability =
        arguments::above_0("exploitability", exploitability.unwrap_or(standard.exploitability))?;
    let reach = match reach {
        Some(word) => word.parse().map_err(|refused| PyValueError::new_err(format!("reach: {refused}")))?,
        None if method == "auto" => Reach::for_rules(set.rules()),
        None => standard.reach,
    };
    let settings = ExactSettings { exploitability, memory: memory.map_or(standard.memory, ByteSize), reach };
    let request = SolveRequest { settings, seed, time: time.map(seconds).transpose()? };
    let search = search_settings(method, search, set.rules())?;
    search.check(set.rules()).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
    if !search.reaches(set.rules().turns() - set.history().len()) {
        let message = format!(
            "cfr solves the last {MOST_SAMPLED_TURNS} turns of a round, and here are more: use ismcts"
        );
        return Err(UnsuitedError::new_err(message));
    }
    let effort = effort(&search, iterations, block, time.is_some(), seed);
    let total = (effort.iterations < u64::MAX).then_some(effort.iterations);
    let limits = Limits { threads, time, progress, total };
    let found = work::run(py, limits, |context| -> Result<PositionStudy, Trouble> {
        if may_solve {
            let solved = if method == "exact" {
                PositionStudy::solve(&round, &set, &[], &request, context.cancel).map(Some)
            } else {
                PositionStudy::solve_if_small(&round, &set, &[], &request, context.cancel)
            };
            if let Some(solved) = solved.map_err(Trouble::Solve)? {
                return Ok(solved);
            }
        }
        PositionStudy::search(&round, &set, &SearchRequest { search, effort }, context)
            .map_err(Trouble::Search)
    })?;
    let study = found.map_err(|trouble| failure(py, trouble))?;
    Ok(of_study(&study, set.rules(), seed))
}

fn failure(py: Python<'_>, trouble: Trouble) -> PyErr {
    match trouble {
        Trouble::Search(error @ (AnalysisError::NotStandard | AnalysisError::NoNetwork)) => {
            UnsuitedError::new_err(error.to_string())
        }
        Trouble::Search(AnalysisError::Stopped(stop)) | Trouble::Solve(SolveError::Stopped(stop)) => {
            error::stopped(py, stop)
        }
        Trouble::Solve(error @ (SolveError::Uncounted | SolveError::Memory { .. })) => {
            error::too_costly(py, "memory", error.to_string())
        }
        Trouble::Solve(error @ SolveError::Time { .. }) => error::too_costly(py, "time", error.to_string()),
        Trouble::Solve(SolveError::Endgame(EndgameError::Unsuited(unsuited))) => {
            UnsuitedError::new_err(unsuited.to_string())
        }
        Trouble::Solve(other) => PyRuntimeError::new_err(other.to_string()),
    }
}

fn of_study(study: &PositionStudy, rules: &Rules, seed: u64) -> EvaluationData {
    let value = &study.value;
    let known = EvaluationData {
        information_set: InformationSet(study.information_set),
        method: "exact",
        settings: String::new(),
        seed,
        win: value.win().into(),
        interval: None,
        exact: false,
        n: None,
        blocks: None,
        actions: value.actions().iter().map(ActionData::from).collect(),
        opponent_actions: value.opponent_actions().iter().map(ActionData::from).collect(),
        advice: value.advice().map(|advice| advice.action.to_string()),
        model_error: value.model_error().map(|error| error.mean),
        exploitability: None,
        over_hands: value.over_hands().map(NumberData::from),
        stopped: None,
    };
    let time = |stopped| (stopped == Some(Stop::Time)).then_some("time");
    match value {
        PositionValue::Searched(searched) => EvaluationData {
            method: searched.request.search.method.name(),
            settings: searched.request.search.describe(rules),
            interval: searched.interval_95.map(|[low, high]| (low, high)),
            n: Some(searched.iterations),
            blocks: Some(searched.blocks),
            exploitability: searched.exploitability.and_then(Exploitation::value).map(|value| {
                NumberData::from(Number::Estimated(Estimated { value, standard_error: None, n: None }))
            }),
            stopped: time(searched.stopped),
            ..known
        },
        PositionValue::Solved(solved) => {
            let ExactSettings { exploitability, reach, .. } = solved.request.settings;
            let number: Number = solved.exploitability;
            EvaluationData {
                settings: format!("reach={reach},algorithm=dcfr,exploitability={exploitability}"),
                exact: solved.win.strength() == Strength::Proved,
                exploitability: Some(number.into()),
                stopped: time(solved.stopped),
                ..known
            }
        }
    }
}
