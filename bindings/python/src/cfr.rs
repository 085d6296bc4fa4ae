//! Counterfactual regret minimization over small games.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::{MergedRound, Round, strategy_table};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::{RunContext, Stop};
use hanamachi_solver::search::cfr::{
    Averaging, Cfr, CfrGoal, CfrRun, CfrState, CompileError, Measured, SequenceForm, Variant,
};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::strategy_table::{SolvableGame, run_metadata, write_rows};
use hanamachi_solver::table::{RowBuffer, Writer};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::hanamikoji::{self, FavourTableData, Favours, game, tags};
use crate::memory::{at_most_available, mebibytes};
use crate::table::{FileBytes, Table};
use crate::work::{self, Limits, Overtime};
use crate::{arguments, error};

/// Adds this module's function to the Python module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(cfr, module)?)
}

/// The result, in the fields of `cfr.run/1`.
#[derive(IntoPyObject)]
struct CfrData {
    game: &'static str,
    rules: String,
    round: Option<u16>,
    favour: Option<String>,
    continuation: Option<&'static str>,
    favour_table: Option<FavourTableData>,
    algorithm: String,
    averaging: String,
    iterations: u64,
    value: f64,
    value_bounds: (f64, f64),
    kind: String,
    exploitability: f64,
    exploitability_kind: String,
    gains: (f64, f64),
    information_sets: (usize, usize),
    stopped: Option<&'static str>,
    /// Iteration, value and exploitability of each measurement.
    history: Vec<(u64, f64, f64)>,
    /// Time spent on iterations until each measurement.
    seconds: Vec<f64>,
    strategy: Table,
}

/// Algorithm and limits of a run.
#[derive(Clone)]
struct Effort {
    algorithm: String,
    averaging: Averaging,
    iterations: u64,
    exploitability: Option<f64>,
    memory: u64,
}

/// Seed for estimating the size, the same as the program's.
const ESTIMATE_SEED: u64 = 0;

/// Result of a run.
struct Solved {
    iterations: u64,
    history: Vec<Measured>,
    /// Time spent on iterations until each measurement.
    times: Vec<Duration>,
    information_sets: [usize; 2],
    stopped: Option<Stop>,
    strategy: Vec<u8>,
}

/// Reasons for a failed run.
enum Trouble {
    /// It needs at least this many bytes, by a lower estimate, and this is the limit.
    TooLarge(f64, f64),
    Compile(CompileError),
    Stopped(Stop),
    Table(String),
}

fn solve<G: SolvableGame>(
    game: &G,
    rule: Variant,
    effort: &Effort,
    context: RunContext<'_>,
) -> Result<Solved, Trouble> {
    let silent = RunContext::silent(context.cancel);
    let least = SequenceForm::estimate(game, ESTIMATE_SEED, context.cancel).map_err(Trouble::Stopped)?;
    #[expect(clippy::cast_precision_loss, reason = "a limit, to be compared with an estimate")]
    let limit = effort.memory as f64;
    if least.bytes > limit {
        return Err(Trouble::TooLarge(least.bytes, limit));
    }
    let form = SequenceForm::compile(game, effort.memory, silent).map_err(Trouble::Compile)?;
    let cfr = Cfr::new(&form, rule).averaging(effort.averaging);
    let mut run = CfrRun::new(CfrState::Full(cfr), Vec::new());
    let goal = CfrGoal { iterations: effort.iterations, exploitability: effort.exploitability };
    let started = Instant::now();
    let stopped = run.go(goal, &|| started.elapsed(), context, &mut |_| {}).err();
    if let Some(stop) = stopped.filter(|&stop| stop == Stop::Interrupted || run.history.is_empty()) {
        return Err(Trouble::Stopped(stop));
    }
    let strategy = table(game, &run, effort).map_err(Trouble::Table)?;
    let (iterations, information_sets) = (run.state.iterations(), form.sizes().information_sets);
    let CfrRun { history, times, .. } = run;
    Ok(Solved { iterations, history, times, information_sets, stopped, strategy })
}

/// The average strategies as a table, which the program reads too.
fn table<G: SolvableGame>(game: &G, run: &CfrRun<'_, G>, effort: &Effort) -> Result<Vec<u8>, String> {
    let average = run.state.form().zip(run.state.average());
    let (form, average) = average.ok_or("the run has no sequence form")?;
    let rows = game.rows(form, &average, RowBuffer::new(game.key_bytes()).exact());
    let rows = rows.map_err(|error| error.to_string())?;
    let mut metadata = run_metadata(game, &effort.algorithm, &run.history, &run.history);
    concat!("hanamachi ", env!("CARGO_PKG_VERSION"), " (Python)").clone_into(&mut metadata.program);
    metadata.command = format!("hanamachi.cfr(algorithm='{}')", effort.algorithm);
    metadata.details.insert("averaging".to_owned(), averaging_word(effort.averaging).into());
    let mut writer = Writer::new(Vec::new()).map_err(|error| error.to_string())?;
    write_rows(&rows, &mut writer, &mut metadata).map_err(|error| error.to_string())?;
    writer.finish(&metadata).map_err(|error| error.to_string())
}

/// The word for the strategies that are averaged.
const fn averaging_word(averaging: Averaging) -> &'static str {
    match averaging {
        Averaging::Updated => "updated",
        Averaging::Played => "played",
    }
}

fn averaging_of(word: &str) -> PyResult<Averaging> {
    let all = [Averaging::Updated, Averaging::Played];
    all.into_iter().find(|&averaging| averaging_word(averaging) == word).ok_or_else(|| {
        PyValueError::new_err(format!(
            "averaging: expected `updated` or `played`, found `{}`",
            error::shown(word)
        ))
    })
}

/// Solves this game as long work. When the time is up, the iterations so far are an answer.
fn run<G: SolvableGame + Send + 'static>(
    py: Python<'_>,
    game: G,
    effort: &Effort,
    limits: Limits<'_>,
) -> PyResult<Option<Result<Solved, Trouble>>> {
    let Some(rule) = Variant::named(&effort.algorithm) else { return Ok(None) };
    let effort = effort.clone();
    let limits = Limits { overtime: Overtime::Wait, ..limits };
    work::run(py, limits, move |context| solve(&game, rule, &effort, context)).map(Some)
}

/// Solves a game.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
fn cfr<'py>(
    py: Python<'py>,
    game: &str,
    rules: &str,
    favour: Option<&str>,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    algorithm: String,
    averaging: &str,
    #[pyo3(from_py_with = arguments::iterations)] iterations: NonZeroU64,
    exploitability: Option<f64>,
    #[pyo3(from_py_with = arguments::memory)] memory: u64,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<CfrData> {
    let exploitability = exploitability.map(|goal| arguments::above_0("exploitability", goal)).transpose()?;
    let (iterations, averaging) = (iterations.get(), averaging_of(averaging)?);
    let memory = at_most_available(memory);
    let effort = Effort { algorithm, averaging, iterations, exploitability, memory };
    let limits = Limits { threads, time, progress, total: Some(iterations), ..Limits::default() };
    if game != strategy_table::GAME && (!rules.is_empty() || favour.is_some() || favour_table.is_some()) {
        return Err(PyValueError::new_err(
            "rules, favour and favour_table are for game=\"hanamikoji\" alone",
        ));
    }
    let known = |name: &'static str, rules: String, found| result(py, name, (rules, None), &effort, found);
    match game {
        "kuhn" => known("kuhn", String::new(), run(py, Kuhn, &effort, limits)?),
        "leduc" => known("leduc", String::new(), run(py, Leduc::default(), &effort, limits)?),
        "liars_dice" => known("liars_dice", String::new(), run(py, LiarsDice, &effort, limits)?),
        "hanamikoji" => {
            let Tags { rules, round } = tags(py, rules)?;
            let favour = hanamikoji::favour(py, favour, &rules)?;
            let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
            let round = favours.round(&self::game(&rules), round, favour);
            let merged = MergedRound::new(round.clone());
            let question = (merged.rules(), Some((&round, favours)));
            result(py, strategy_table::GAME, question, &effort, run(py, merged, &effort, limits)?)
        }
        other => Err(PyValueError::new_err(format!(
            "game: expected `kuhn`, `leduc`, `liars_dice` or `hanamikoji`, found `{}`",
            error::shown(other)
        ))),
    }
}

fn result(
    py: Python<'_>,
    game: &'static str,
    (rules, round): (String, Option<(&Round, Favours)>),
    effort: &Effort,
    found: Option<Result<Solved, Trouble>>,
) -> PyResult<CfrData> {
    let refused = || {
        let message = "algorithm: expected `cfr`, `cfr+`, `lcfr`, `dcfr` or `pcfr+`, found";
        PyValueError::new_err(format!("{message} `{}`", error::shown(&effort.algorithm)))
    };
    let solved = found.ok_or_else(refused)?.map_err(|trouble| match trouble {
        Trouble::Compile(CompileError::Stopped(stop)) | Trouble::Stopped(stop) => error::stopped(py, stop),
        Trouble::Compile(error @ CompileError::Memory { .. }) => {
            error::too_costly(py, "memory", error.to_string())
        }
        Trouble::TooLarge(least, memory) => error::too_costly(
            py,
            "memory",
            format!(
                "the game needs {} at least, by an estimate from below, and memory is {}",
                mebibytes(least),
                mebibytes(memory)
            ),
        ),
        Trouble::Compile(error) => PyRuntimeError::new_err(error.to_string()),
        Trouble::Table(message) => PyRuntimeError::new_err(message),
    })?;
    let Some(last) = solved.history.last().map(Measured::exploitability) else {
        return Err(PyRuntimeError::new_err("nothing was measured"));
    };
    let measured = |at: &Measured| (at.iteration, at.value, at.exploitability().mean());
    let [low, high] = last.bounds();
    let [first, second] = solved.information_sets;
    let of_round = round.as_ref().map(|(round, favours)| (*round, favours));
    let strength = |of: Strength| of_round.map_or(of, |(round, _)| round.continuation().strength(of));
    Ok(CfrData {
        game,
        rules,
        round: of_round.map(|(round, _)| round.number().get()),
        favour: of_round.map(|(round, _)| FavourText::new(round.favour(), round.rules()).to_string()),
        continuation: of_round.map(|(round, _)| round.continuation().word()),
        favour_table: of_round.and_then(|(round, favours)| favours.data(round.continuation())),
        algorithm: effort.algorithm.clone(),
        averaging: averaging_word(effort.averaging).to_owned(),
        iterations: solved.iterations,
        value: last.value,
        value_bounds: (low, high),
        kind: strength(Strength::Bounded).to_string(),
        exploitability: last.mean(),
        exploitability_kind: strength(Strength::Proved).to_string(),
        gains: (last.gains[0], last.gains[1]),
        information_sets: (first, second),
        stopped: solved.stopped.map(Stop::word),
        history: solved.history.iter().map(measured).collect(),
        seconds: solved.times.iter().map(Duration::as_secs_f64).collect(),
        strategy: Table::new(py, FileBytes::Read(solved.strategy), None)?,
    })
}
