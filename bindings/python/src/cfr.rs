//! Counterfactual regret minimization over small games.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Instant;

use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::objects::RoundObject;
use hanamachi_solver::hanamikoji::{MergedRound, Round, strategy_table};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::{RunContext, Stop};
use hanamachi_solver::search::cfr::{
    Averaging, Cfr, CfrGoal, CfrRun, CfrState, CompileError, RegretRule, SequenceForm,
};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::strategy_table::{SolvableGame, run_metadata, write_rows};
use hanamachi_solver::table::{RowBuffer, Writer};
use hanamachi_solver::{MergedSets, RunRequest, SolvedRun};
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
    algorithm: &'static str,
    averaging: &'static str,
    iterations: u64,
    value: f64,
    value_bounds: (f64, f64),
    kind: &'static str,
    exploitability: f64,
    exploitability_kind: &'static str,
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
    algorithm: &'static str,
    rule: RegretRule,
    averaging: Averaging,
    iterations: u64,
    exploitability: Option<f64>,
    memory: u64,
}

/// Seed for estimating the size, the same as the program's.
const ESTIMATE_SEED: u64 = 0;

/// Reasons for a failed run.
enum Trouble {
    /// It needs at least this many bytes, by a lower estimate, and this is the limit.
    TooLarge(f64, f64),
    Compile(CompileError),
    Stopped(Stop),
    Table(String),
}

/// What a run finds, and its strategy as a table.
fn solve<G: SolvableGame>(
    (game, round): (&G, Option<(RoundObject, MergedSets)>),
    effort: &Effort,
    context: RunContext<'_>,
) -> Result<(SolvedRun, Vec<u8>), Trouble> {
    let started = Instant::now();
    let silent = RunContext::silent(context.cancel);
    let least = SequenceForm::estimate(game, ESTIMATE_SEED, context.cancel).map_err(Trouble::Stopped)?;
    #[expect(clippy::cast_precision_loss, reason = "a limit, to be compared with an estimate")]
    let limit = effort.memory as f64;
    if least.bytes > limit {
        return Err(Trouble::TooLarge(least.bytes, limit));
    }
    let form = SequenceForm::compile(game, effort.memory, silent).map_err(Trouble::Compile)?;
    let cfr = Cfr::new(&form, effort.rule).averaging(effort.averaging);
    let mut run = CfrRun::new(CfrState::Full(cfr), Vec::new());
    let goal = CfrGoal { iterations: effort.iterations, exploitability: effort.exploitability };
    let (build, started) = (started.elapsed(), Instant::now());
    let stopped = run.go(goal, &|| started.elapsed(), context, &mut |_| {}).err();
    if let Some(stop) = stopped.filter(|&stop| stop == Stop::Interrupted || run.history.is_empty()) {
        return Err(Trouble::Stopped(stop));
    }
    let strategy = table(game, &run, effort).map_err(Trouble::Table)?;
    let asked = RunRequest {
        algorithm: effort.algorithm,
        iterations: Some(effort.iterations),
        exploitability: effort.exploitability,
        time: None,
        memory_bytes: Some(effort.memory),
    };
    Ok((SolvedRun::new((game, round), (asked, None), (&run, stopped), None, build), strategy))
}

/// The average strategies as a table, which the program reads too.
fn table<G: SolvableGame>(game: &G, run: &CfrRun<'_, G>, effort: &Effort) -> Result<Vec<u8>, String> {
    let average = run.state.form().zip(run.state.average());
    let (form, average) = average.ok_or("the run has no sequence form")?;
    let rows = game.rows(form, &average, RowBuffer::new(game.key_bytes()).exact());
    let rows = rows.map_err(|error| error.to_string())?;
    let mut metadata = run_metadata(game, effort.algorithm, &run.history, &run.history);
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
    (game, round): (G, Option<(RoundObject, MergedSets)>),
    effort: &Effort,
    limits: Limits<'_>,
) -> PyResult<Result<(SolvedRun, Vec<u8>), Trouble>> {
    let effort = effort.clone();
    let limits = Limits { overtime: Overtime::Wait, ..limits };
    work::run(py, limits, move |context| solve((&game, round), &effort, context))
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
    let Some((algorithm, rule)) = RegretRule::NAMED.into_iter().find(|of| of.0 == algorithm) else {
        let message = "algorithm: expected `cfr`, `cfr+`, `lcfr`, `dcfr` or `pcfr+`, found";
        return Err(PyValueError::new_err(format!("{message} `{}`", error::shown(&algorithm))));
    };
    let effort = Effort { algorithm, rule, averaging, iterations, exploitability, memory };
    let limits = Limits { threads, time, progress, total: Some(iterations), ..Limits::default() };
    if game != strategy_table::GAME && (!rules.is_empty() || favour.is_some() || favour_table.is_some()) {
        return Err(PyValueError::new_err(
            "rules, favour and favour_table are for game=\"hanamikoji\" alone",
        ));
    }
    match game {
        "kuhn" => result(py, None, averaging, run(py, (Kuhn, None), &effort, limits)?),
        "leduc" => result(py, None, averaging, run(py, (Leduc::default(), None), &effort, limits)?),
        "liars_dice" => result(py, None, averaging, run(py, (LiarsDice, None), &effort, limits)?),
        "hanamikoji" => {
            let Tags { rules, round } = tags(py, rules)?;
            let favour = hanamikoji::favour(py, favour, &rules)?;
            let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
            let round = favours.round(&self::game(&rules), round, favour);
            let merged = MergedRound::new(round.clone());
            let object = (RoundObject::new(&round, favours.path()), MergedSets::from(&merged));
            let found = run(py, (merged, Some(object)), &effort, limits)?;
            result(py, Some((&round, favours)), averaging, found)
        }
        other => Err(PyValueError::new_err(format!(
            "game: expected `kuhn`, `leduc`, `liars_dice` or `hanamikoji`, found `{}`",
            error::shown(other)
        ))),
    }
}

fn result(
    py: Python<'_>,
    of_round: Option<(&Round, Favours)>,
    averaging: Averaging,
    found: Result<(SolvedRun, Vec<u8>), Trouble>,
) -> PyResult<CfrData> {
    let (run, strategy) = found.map_err(|trouble| match trouble {
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
    let (Some(value), Some([low, high]), Some(exploitability), Some([first, second]), Some([sets, others])) =
        (run.value, run.value_bounds, run.exploitability, run.gains, run.information_sets_by_seat)
    else {
        return Err(PyRuntimeError::new_err("nothing was measured"));
    };
    let word = |kind: Option<Strength>| kind.map(Strength::word).unwrap_or_default();
    let round = run.round.as_ref();
    Ok(CfrData {
        game: run.game,
        round: round.map(|round| round.round.get()),
        favour: round.map(|round| round.favour.clone()),
        continuation: round.map(|round| round.continuation.word()),
        favour_table: of_round.and_then(|(round, favours)| favours.data(round.continuation())),
        algorithm: run.algorithm,
        averaging: averaging_word(averaging),
        iterations: run.iterations,
        value,
        value_bounds: (low, high),
        kind: word(run.kind),
        exploitability,
        exploitability_kind: word(run.exploitability_kind),
        gains: (first, second),
        information_sets: (sets, others),
        stopped: run.stopped.map(Stop::word),
        history: run.history.iter().map(|at| (at.iteration, at.value, at.exploitability)).collect(),
        seconds: run.history.iter().filter_map(|at| Some(at.elapsed_ms? / 1e3)).collect(),
        rules: run.rules,
        strategy: Table::new(py, FileBytes::Read(strategy), None)?,
    })
}
