//! Evaluations: value and loss of every action.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;

use hanamachi_objects::hanamikoji::{AskedFor, EvaluationObject};
use hanamachi_solver::hanamikoji::Rules;
use hanamachi_solver::hanamikoji::analysis::{
    AnalysisError, ExactSettings, Method, PimcSettings, SearchSettings,
};
use hanamachi_solver::hanamikoji::endgame::EndgameError;
use hanamachi_solver::hanamikoji::study::{
    Evaluate, EvaluateContexts, EvaluateError, LIVE_TURNS, Limit, PositionStudy, SearchRequest, SolveError,
    SolveRequest, Solving,
};
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::text::ByteSize;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::{Favours, InformationSet};
use crate::arguments;
use crate::error::{self, UnsuitedError};
use crate::memory::at_most_available;
use crate::work::{self, Early, Limits, Overtime, seconds};

/// The search with this name, as in the program's `--method`, or with all these settings, as in `--search`.
fn search_settings(method: &str, search: Option<&str>, rules: &Rules) -> PyResult<SearchSettings> {
    let plain = |method| SearchSettings { method, iterations: None, block: None };
    match (method, search) {
        ("auto" | "exact", Some(text)) => {
            text.parse().map_err(|refused| PyValueError::new_err(format!("search: {refused}")))
        }
        (_, Some(_)) => Err(PyValueError::new_err("search says the method too: leave out method")),
        ("auto" | "exact", None) => Ok(SearchSettings::for_rules(rules)),
        ("equilibrium", None) => Ok(plain(Method::Equilibrium)),
        ("ismcts", None) => Ok(SearchSettings::analysis()),
        ("cfr", None) => Err(PyValueError::new_err(
            "method: `cfr` is no longer there: use `exact`, which solves the last turns, or `equilibrium`",
        )),
        ("pimc", None) => Ok(plain(Method::Pimc(PimcSettings::default()))),
        (other, None) => Err(PyValueError::new_err(format!(
            "method: expected `auto`, `exact`, `equilibrium`, `ismcts` or `pimc`, found `{}`",
            error::shown(other)
        ))),
    }
}

/// Evaluates a position; returns a `hanamikoji.evaluation/1` object, as text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn evaluate<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    method: &str,
    search: Option<&str>,
    #[pyo3(from_py_with = arguments::optional::iterations)] iterations: Option<NonZeroU64>,
    #[pyo3(from_py_with = arguments::optional::block)] block: Option<NonZeroU64>,
    exploitability: Option<f64>,
    #[pyo3(from_py_with = arguments::optional::memory)] memory: Option<u64>,
    reach: Option<&str>,
    #[pyo3(from_py_with = arguments::optional::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<String> {
    let favours = Favours::open(py, favour_table.as_deref(), set.0.rules())?;
    let (set, round) = (set.0, set.valued_round(&favours));
    let has_effort = iterations.is_some() || block.is_some();
    if method == "exact" && (has_effort || search.is_some()) {
        return Err(PyValueError::new_err(
            "the method exact does not search: leave out iterations, block and search",
        ));
    }
    let is_solved = exploitability.is_some() || memory.is_some() || reach.is_some();
    let may_solve = method == "exact" || method == "auto" && search.is_none();
    if is_solved && !may_solve {
        let message =
            "exploitability, memory and reach are for method=\"exact\", or \"auto\" without a search";
        return Err(PyValueError::new_err(message));
    }
    // If the method is chosen automatically, so is the reading of the past.
    let standard = ExactSettings::STANDARD;
    let usual = if method == "auto" { ExactSettings::for_rules(set.rules()) } else { standard };
    let reach = reach.map_or(Ok(usual.reach), |text| super::word("reach", text))?;
    let has_target = exploitability.is_some();
    let exploitability = exploitability.unwrap_or(standard.exploitability);
    let exploitability = arguments::above_0("exploitability", exploitability)?;
    let settings = ExactSettings {
        exploitability,
        memory: memory.map_or(standard.memory, |bytes| ByteSize(at_most_available(bytes))),
        reach,
    };
    let request = SolveRequest {
        settings,
        seed: 0,
        time: time.map(seconds).transpose()?,
        iterations,
        turns: LIVE_TURNS,
    };
    let solving = match (may_solve, method) {
        (true, "exact") => Solving::Always(request),
        (true, _) => Solving::WhereSmall(request),
        (false, _) => Solving::Never,
    };
    let asked = search_settings(method, search, set.rules())?;
    let asked =
        SearchSettings { iterations: iterations.or(asked.iterations), block: block.or(asked.block), ..asked };
    asked.check(set.rules()).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
    let limit = if time.is_some() { Limit::Time } else { Limit::Work };
    let question = Evaluate { solving, search: SearchRequest::new(asked, 0, limit), seed };
    let iterations = question.search.effort.iterations;
    let total = (iterations < u64::MAX).then_some(iterations);
    // Solving attempted only for small positions must leave some of the time to the search.
    let token = Arc::new(CancelToken::new());
    let early = time.filter(|_| matches!(solving, Solving::WhereSmall(_)));
    let early = early.map(|time| Early { time: Evaluate::SOLVING * time, token: Arc::clone(&token) });
    let limits = Limits { threads, time, progress, total, early, overtime: Overtime::Wait };
    let found = work::run(py, limits, move |context| {
        let solve = if time.is_some() && matches!(solving, Solving::WhereSmall(_)) {
            RunContext::silent(&token)
        } else {
            RunContext::silent(context.cancel)
        };
        let contexts = EvaluateContexts { solve, search: context };
        question.run_watched(&round, &set, &[], contexts, &mut |_| ())
    })?;
    let study = found.map_err(|trouble| failure(py, trouble))?;
    let study = if has_target { study.short_of_a_target(time.is_some()) } else { study };
    object(&study, &favours, method == "exact", time)
}

/// Recommends an action by the search of reviews and of the program's hints; returns an object as `evaluate` does.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn hint<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    #[pyo3(from_py_with = arguments::iterations)] iterations: NonZeroU64,
    #[pyo3(from_py_with = arguments::optional::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<String> {
    if set.actions().is_empty() {
        return Err(PyValueError::new_err("information_set: it is not for the reader to decide"));
    }
    let favours = Favours::open(py, favour_table.as_deref(), set.0.rules())?;
    let (set, round) = (set.0, set.valued_round(&favours));
    let overtime = Overtime::Wait;
    let limits =
        Limits { threads, time, progress, total: Some(iterations.get()), overtime, ..Limits::default() };
    let question = Evaluate::usual(set.rules(), Some(iterations), seed);
    let found = work::run(py, limits, move |context| question.run(&round, &set, context))?;
    let study = found.map_err(|trouble| failure(py, trouble))?;
    object(&study, &favours, false, time)
}

/// The exception for a position that was not evaluated.
pub(super) fn failure(py: Python<'_>, trouble: EvaluateError) -> PyErr {
    match trouble {
        EvaluateError::Search(error @ (AnalysisError::NotStandard | AnalysisError::NoNetwork)) => {
            UnsuitedError::new_err(error.to_string())
        }
        EvaluateError::Search(AnalysisError::Stopped(stop))
        | EvaluateError::Solve(SolveError::Stopped(stop)) => error::stopped(py, stop),
        EvaluateError::Solve(error @ (SolveError::Uncounted | SolveError::Memory { .. })) => {
            error::too_costly(py, "memory", error.to_string())
        }
        EvaluateError::Solve(error @ (SolveError::Time { .. } | SolveError::OutOfTime(_))) => {
            error::too_costly(py, "time", error.to_string())
        }
        EvaluateError::Solve(error @ SolveError::TooHard(_)) => {
            error::too_costly(py, "nodes", error.to_string())
        }
        EvaluateError::Solve(SolveError::Endgame(EndgameError::Unsuited(unsuited))) => {
            UnsuitedError::new_err(unsuited.to_string())
        }
        EvaluateError::Solve(other) => PyRuntimeError::new_err(other.to_string()),
    }
}

/// The object of `--json`, as text.
fn object(study: &PositionStudy, favours: &Favours, exact: bool, time: Option<f64>) -> PyResult<String> {
    let time_ms = time.map(seconds).transpose()?.map(|limit| limit.as_millis());
    super::json(&EvaluationObject::new(study, favours.path(), AskedFor { exact, time_ms }))
}
