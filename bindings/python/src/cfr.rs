//! Counterfactual regret minimization over small games.

use std::num::NonZeroU64;
use std::path::PathBuf;

use hanamachi_solver::game::HiddenInformation;
use hanamachi_solver::hanamikoji::notation::{FavourText, Tags};
use hanamachi_solver::hanamikoji::strategy_table::{self, describe_round, rows_of_merged};
use hanamachi_solver::hanamikoji::{MergedRound, Round};
use hanamachi_solver::reference::kuhn::Kuhn;
use hanamachi_solver::reference::leduc::Leduc;
use hanamachi_solver::reference::liars_dice::LiarsDice;
use hanamachi_solver::search::budget::{RunContext, Stop};
use hanamachi_solver::search::cfr::{
    Averaging, Behavior, Cfr, CompileError, Discounted, Exploitability, SequenceForm, TargetState, Variant,
    next_look,
};
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::strategy_table::{Tabled, row_buffer, rows_of};
use hanamachi_solver::table::{
    Metadata, POLICY_KIND, POLICY_VERSION, PolicyError, PolicyRows, RowBuffer, Writer, write_policy,
};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::hanamikoji::{self, FavourTableData, Favours, game, rules_text, tags};
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
    strategy: Table,
}

/// A game that can be solved, with the table form of its strategies.
trait Subject: HiddenInformation {
    fn name(&self) -> &'static str;
    fn rules(&self) -> String;
    /// The round, if the game is one of Hanamikoji.
    fn round(&self) -> Option<&Round> {
        None
    }
    fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError>
    where
        Self: Sized;
}

macro_rules! test_games {
    ($($game:ty => $name:literal),+) => {
        $(impl Subject for $game {
            fn name(&self) -> &'static str {
                $name
            }

            fn rules(&self) -> String {
                String::new()
            }

            fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError> {
                of_tabled(self, form, strategies)
            }
        })+
    };
}

test_games!(Kuhn => "kuhn", Leduc => "leduc", LiarsDice => "liars_dice");

fn of_tabled<G: Tabled>(
    game: &G,
    form: &SequenceForm<G>,
    strategies: &Behavior,
) -> Result<RowBuffer, PolicyError> {
    rows_of(game, form, strategies, row_buffer::<G>().exact())
}

impl Subject for MergedRound {
    fn name(&self) -> &'static str {
        strategy_table::GAME
    }

    fn rules(&self) -> String {
        rules_text(Self::round(self).rules())
    }

    fn round(&self) -> Option<&Round> {
        Some(Self::round(self))
    }

    fn rows(&self, form: &SequenceForm<Self>, strategies: &Behavior) -> Result<RowBuffer, PolicyError> {
        rows_of_merged(self, form, strategies, row_buffer::<Round>().exact())
    }
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
    history: Vec<(u64, Exploitability)>,
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

fn solve<G: Subject>(
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
    let mut run = Cfr::new(&form, rule).averaging(effort.averaging);
    let mut history: Vec<(u64, Exploitability)> = Vec::new();
    let mut stopped = None;
    loop {
        let measured = |(at, found): &(u64, Exploitability)| (*at, found.mean());
        let measured: Vec<(u64, f64)> = history.iter().map(measured).collect();
        match effort.exploitability.map(|target| TargetState::after(&measured, target)) {
            _ if stopped.is_some() => break,
            Some(TargetState::Reached) => break,
            Some(TargetState::OutOfReach) => stopped = Some(Stop::Precision),
            Some(TargetState::Open) if run.iterations() >= effort.iterations => stopped = Some(Stop::Nodes),
            None if run.iterations() >= effort.iterations => break,
            Some(TargetState::Open) | None => {}
        }
        let look = next_look(run.iterations()).min(effort.iterations);
        while run.iterations() < look && stopped.is_none() {
            stopped = context.cancel.reason();
            if stopped.is_none() {
                run.iterate();
                context.progress.advance(1);
            }
        }
        if run.iterations() > history.last().map_or(0, |&(at, _)| at) {
            history.push((run.iterations(), run.exploitability()));
        }
    }
    if let Some(stop) = stopped.filter(|&stop| stop == Stop::Interrupted || history.is_empty()) {
        return Err(Trouble::Stopped(stop));
    }
    let average = run.average().0;
    let strategy = table(game, &form, &average, effort, &history).map_err(Trouble::Table)?;
    let information_sets = form.sizes().information_sets;
    Ok(Solved { iterations: run.iterations(), history, information_sets, stopped, strategy })
}

/// The average strategies as a table, which the program reads too.
fn table<G: Subject>(
    game: &G,
    form: &SequenceForm<G>,
    average: &Behavior,
    effort: &Effort,
    history: &[(u64, Exploitability)],
) -> Result<Vec<u8>, String> {
    let rows = game.rows(form, average).map_err(|error| error.to_string())?;
    let mut writer = Writer::new(Vec::new()).map_err(|error| error.to_string())?;
    let counts = write_policy(&mut writer, &rows).map_err(|error| error.to_string())?;
    let mut metadata = Metadata {
        kind: POLICY_KIND.to_owned(),
        kind_version: POLICY_VERSION,
        game: game.name().to_owned(),
        rules: game.rules(),
        program: concat!("hanamachi ", env!("CARGO_PKG_VERSION"), " (Python)").to_owned(),
        command: format!("hanamachi.cfr(algorithm='{}')", effort.algorithm),
        ..Metadata::default()
    };
    if let Some(round) = game.round() {
        describe_round(round, &mut metadata);
    }
    let mut tell = |name: &str, value: Value| metadata.details.insert(name.to_owned(), value);
    tell("algorithm", json!(effort.algorithm));
    tell("averaging", json!(averaging_word(effort.averaging)));
    tell("key_bytes", json!(rows.key_bytes()));
    let measured = |(at, found): &(u64, Exploitability)| json!({ "iteration": at, "value": found.value, "exploitability": found.mean() });
    tell("history", history.iter().map(measured).collect());
    if let Some((iterations, found)) = history.last() {
        tell("value", json!(found.value));
        tell("value_bounds", json!(found.bounds()));
        tell("exploitability", json!(found.mean()));
        tell("exploitability_method", json!("exact"));
        tell("gains", json!(found.gains));
        metadata.counts.insert("iterations".to_owned(), *iterations);
    }
    metadata.counts.insert("rows".to_owned(), counts.rows);
    metadata.counts.insert("choices".to_owned(), counts.choices);
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

fn solve_by<G: Subject>(
    game: &G,
    effort: &Effort,
    context: RunContext<'_>,
) -> Option<Result<Solved, Trouble>> {
    Some(match effort.algorithm.as_str() {
        "cfr" => solve(game, Variant::Vanilla, effort, context),
        "cfr+" => solve(game, Variant::Plus, effort, context),
        "lcfr" => solve(game, Variant::Discounted(Discounted::LINEAR), effort, context),
        "dcfr" => solve(game, Variant::Discounted(Discounted::RECOMMENDED), effort, context),
        "pcfr+" => solve(game, Variant::PredictivePlus, effort, context),
        _ => return None,
    })
}

/// Solves this game as long work. When the time is up, the iterations so far are an answer.
fn run<G: Subject + Send + 'static>(
    py: Python<'_>,
    game: G,
    effort: &Effort,
    limits: Limits<'_>,
) -> PyResult<Option<Result<Solved, Trouble>>> {
    let effort = effort.clone();
    let limits = Limits { overtime: Overtime::Wait, ..limits };
    work::run(py, limits, move |context| solve_by(&game, &effort, context))
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
    let Some((_, last)) = solved.history.last() else {
        return Err(PyRuntimeError::new_err("nothing was measured"));
    };
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
        history: solved.history.iter().map(|(at, found)| (*at, found.value, found.mean())).collect(),
        strategy: Table::new(py, FileBytes::Read(solved.strategy), None)?,
    })
}
