//! Policies learned by self-play.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::learn::{RoundEncoder, RoundTrainer, write_network};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, FavourEstimates};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::learning::{BatchStatistics, TrainingSettings};
use hanamachi_solver::table::{Metadata, Writer};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::convert::{game, rules_text, tags};
use crate::error::UnsuitedError;
use crate::work::{self, Limits, Overtime};
use crate::{arguments, error};

/// Result of training.
#[derive(IntoPyObject)]
pub(super) struct TrainingData<'py> {
    rules: String,
    rounds: u64,
    seed: u64,
    threads: usize,
    /// Over the last twentieth of the rounds: entropy in nats per decision, and the root mean squared error
    /// of the values.
    entropy: f64,
    error: f64,
    stopped: Option<&'static str>,
    /// The policy file, in the form that `hana train` writes.
    weights: Bound<'py, PyBytes>,
}

/// Learns a policy by self-play.
#[pyfunction]
pub(super) fn train<'py>(
    py: Python<'py>,
    rules: &str,
    #[pyo3(from_py_with = arguments::rounds)] rounds: NonZeroU64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<TrainingData<'py>> {
    let tags = tags(py, rules)?;
    if tags.round != FIRST_ROUND {
        return Err(PyValueError::new_err(
            "rules: rounds of self-play are those of whole games: leave out `round=`",
        ));
    }
    let rules = tags.rules;
    let encoder = RoundEncoder::new(&rules).ok_or_else(|| {
        UnsuitedError::new_err(
            "no network looks at rounds by these rules: they have too many cards of one geisha",
        )
    })?;
    let threads = threads.unwrap_or_else(work::cores);
    let settings = TrainingSettings::for_games(rounds.get(), TrainingSettings::BATCH);
    let round = FavourEstimates::built_in().round(&game(&rules), FIRST_ROUND, Favour::NEUTRAL);
    let overtime = Overtime::Wait;
    let limits = Limits {
        threads: Some(threads),
        time,
        progress,
        total: Some(rounds.get()),
        overtime,
        ..Limits::default()
    };
    let (network, done, tally, stopped) = work::run(py, limits, move |context| {
        let mut trainer = RoundTrainer::new(&encoder, settings, seed, &round, threads);
        let mut tally = BatchStatistics::default();
        let last = settings.games - settings.games / 20;
        let stopped = loop {
            if trainer.done() >= settings.games {
                break None;
            }
            if let Some(stop) = context.cancel.reason() {
                break Some(stop);
            }
            let before = trainer.done();
            let learned = trainer.step();
            context.progress.advance(trainer.done().min(settings.games) - before);
            if before < last {
                tally = BatchStatistics::default();
            }
            tally.add(&learned);
        };
        (trainer.policy().clone(), trainer.done(), tally, stopped)
    })?;
    let stopped = match stopped {
        None => None,
        Some(Stop::Time) if done > 0 => Some("time"),
        Some(stop) => return Err(error::stopped(py, stop)),
    };
    let mut metadata = Metadata {
        program: concat!("hanamachi ", env!("CARGO_PKG_VERSION"), " (Python)").to_owned(),
        seed: Some(seed),
        command: format!(
            "hanamachi.hanamikoji.train(rules='{}', rounds={rounds}, seed={seed}, threads={threads})",
            rules_text(&rules)
        ),
        ..Metadata::default()
    };
    metadata.counts.insert("rounds".to_owned(), done);
    let failed = |error: &dyn std::error::Error| PyRuntimeError::new_err(error.to_string());
    let mut writer = Writer::new(Vec::new()).map_err(|error| failed(&error))?;
    write_network(&mut writer, &mut metadata, &rules, &network).map_err(|error| failed(&error))?;
    let weights = writer.finish(&metadata).map_err(|error| failed(&error))?;
    #[expect(clippy::cast_precision_loss, reason = "a mean")]
    let decisions = tally.decisions.max(1) as f64;
    Ok(TrainingData {
        rules: rules_text(&rules),
        rounds: done,
        seed,
        threads,
        entropy: tally.entropy / decisions,
        error: (tally.squared_error / decisions).sqrt(),
        stopped,
        weights: PyBytes::new(py, &weights),
    })
}
