//! Evaluations: value and loss of every action.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::sync::Arc;

use hanamachi_report::hanamikoji::{PositionReport, Studied};
use hanamachi_solver::hanamikoji::analysis::{AnalysisError, Past, SearchSettings, SettingsError};
use hanamachi_solver::hanamikoji::endgame::EndgameError;
use hanamachi_solver::hanamikoji::objects::EvaluationObject;
use hanamachi_solver::hanamikoji::study::{Evaluate, EvaluateError, PositionStudy, SolveError};
use hanamachi_solver::search::budget::{CancelToken, RunContext};
use hanamachi_solver::text::ByteSize;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::convert::page;
use super::favours::Favours;
use super::knowledge::InformationSet;
use crate::arguments;
use crate::error::{self, UnsuitedError};
use crate::memory::at_most_available;
use crate::work::{self, Early, Limits, Overtime, seconds};

/// The question: the method or the search, with what else was asked for.
fn question(
    method: &str,
    search: Option<&str>,
    given: Vec<(&'static str, Option<String>)>,
) -> PyResult<Evaluate> {
    let given = given.into_iter().filter_map(|(name, value)| Some((name, value?)));
    let refused = |error: SettingsError| PyValueError::new_err(format!("method: {error}"));
    match (method, search) {
        ("auto", Some(text)) => {
            let wrong = |error: SettingsError| PyValueError::new_err(format!("search: {error}"));
            let search: SearchSettings = text.parse().map_err(wrong)?;
            // What only a method has is refused by the name of the search.
            let name = search.method.name();
            let given = Evaluate::read(name, given).map_err(refused)?;
            let mut asked = Evaluate::by_search(SearchSettings {
                iterations: given.iterations.or(search.iterations),
                block: given.block.or(search.block),
                ..search
            });
            asked.time = given.time;
            Ok(asked)
        }
        (_, Some(_)) => Err(PyValueError::new_err("search says the method too: leave out method")),
        (method, None) => Evaluate::read(method, given).map_err(refused),
    }
}

/// Evaluates positions; returns a `hanamikoji.evaluation/1` object for each, as text. One is searched by all threads; several are
/// searched side by side, and progress counts them.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn evaluate<'py>(
    py: Python<'py>,
    sets: Vec<PyRef<'py, InformationSet>>,
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
) -> PyResult<Vec<String>> {
    let Some(rules) = sets.first().map(|set| *set.0.rules()) else { return Ok(Vec::new()) };
    let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
    if let Some(other) = sets.iter().find(|set| favours.path().is_some() && *set.0.rules() != rules) {
        return Err(UnsuitedError::new_err(format!("the favour table is not for the rules of {}", other.0)));
    }
    let sets: Vec<_> = sets.iter().map(|set| (set.0, set.valued_round(&favours))).collect();
    let exploitability = exploitability.map(|of| arguments::above_0("exploitability", of)).transpose()?;
    let reach: Option<Past> = reach.map(|text| super::convert::word("reach", text)).transpose()?;
    let duration = time.map(seconds).transpose()?;
    let given = vec![
        ("iterations", iterations.map(|of| of.to_string())),
        ("block", block.map(|of| of.to_string())),
        ("exploitability", exploitability.map(|of| of.to_string())),
        ("memory", memory.map(|bytes| ByteSize(at_most_available(bytes)).exact_text())),
        ("reach", reach.map(|of| of.to_string())),
        ("time", duration.map(|of| of.as_secs_f64().to_string())),
    ];
    let mut question = question(method, search, given)?;
    question.seed = seed;
    for (set, _) in &sets {
        question.check(set.rules()).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
    }
    if sets.len() > 1 {
        question.time = None;
        let limits = Limits { threads, time, progress, total: Some(sets.len() as u64), ..Limits::default() };
        let found = work::run(py, limits, move |context| {
            let study = |(set, round): &(_, _)| {
                let study = question.run(round, set, RunContext::silent(context.cancel))?;
                context.progress.advance(1);
                Ok(study)
            };
            let found = sets.par_iter().map(study).collect::<Result<Vec<PositionStudy>, EvaluateError>>();
            context.cancel.reason().map_or(Ok(found), Err)
        })?;
        let found = found.map_err(|stop| error::stopped(py, stop))?;
        let found = found.map_err(|trouble| failure(py, trouble))?;
        return found.iter().map(|study| object(study, &favours)).collect();
    }
    let Some((set, round)) = sets.into_iter().next() else { return Ok(Vec::new()) };
    let time = question.time.map(|time| time.as_secs_f64());
    let iterations = question.effort(&set).iterations;
    let total = (iterations < u64::MAX).then_some(iterations);
    // Solving attempted only for small positions must leave some of the time to the search.
    let token = Arc::new(CancelToken::new());
    let early = question.solving_time().filter(|_| !question.is_exact());
    let early = early.map(|time| Early { time: time.as_secs_f64(), token: Arc::clone(&token) });
    let has_early = early.is_some();
    let limits = Limits { threads, time, progress, total, early, overtime: Overtime::Wait };
    let found = work::run(py, limits, move |context| {
        let solve = RunContext::silent(if has_early { &token } else { context.cancel });
        question.run_within(&round, &set, &[], [solve, context], &mut |_| ())
    })?;
    let study = found.map_err(|trouble| failure(py, trouble))?;
    Ok(vec![object(&study, &favours)?])
}

/// Makes the page of a position, as HTML. `what_if` is the number of iterations for each other hand.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn position_report<'py>(
    py: Python<'py>,
    set: PyRef<'py, InformationSet>,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    method: &str,
    search: Option<&str>,
    #[pyo3(from_py_with = arguments::optional::iterations)] iterations: Option<NonZeroU64>,
    #[pyo3(from_py_with = arguments::optional::what_if)] what_if: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<String> {
    let favours = Favours::open(py, favour_table.as_deref(), set.0.rules())?;
    let (set, round) = (set.0, set.valued_round(&favours));
    let mut question = question(method, search, vec![("iterations", iterations.map(|of| of.to_string()))])?;
    question.seed = seed;
    question.check(set.rules()).map_err(|error| UnsuitedError::new_err(error.to_string()))?;
    let each = Studied::iterations_each(&question, what_if, &set).map_or(0, NonZeroU64::get);
    let hands = set.variations().len() as u64 + 1;
    let iterations = question.effort(&set).iterations;
    let total = Some(iterations.saturating_add(each.saturating_mul(hands)));
    let limits = Limits { threads, progress, total, ..Limits::default() };
    let studied =
        work::run(py, limits, move |context| Studied::run(question, what_if, (&round, &set), context))?;
    let studied = studied.map_err(|trouble| failure(py, trouble))?;
    page(hanamachi_report::html(&PositionReport::new(studied, favours.path()), &[]))
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
fn object(study: &PositionStudy, favours: &Favours) -> PyResult<String> {
    super::convert::json(&EvaluationObject::new(study, favours.path()))
}
