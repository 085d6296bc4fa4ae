//! Opening charts.

use std::num::NonZeroU64;

use hanamachi_solver::hanamikoji::openings::{FirstHands, OpeningSearch, write_openings};
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour};
use hanamachi_solver::table::Metadata;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use super::convert::{game, rules_text, tags};
use crate::table::{FileBytes, Table};
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Evaluates every first hand of the first round of a game: an opening chart of the program, as a table.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn openings<'py>(
    py: Python<'py>,
    rules: &str,
    #[pyo3(from_py_with = arguments::iterations)] iterations: NonZeroU64,
    #[pyo3(from_py_with = arguments::iterations)] block: NonZeroU64,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Table> {
    let tags = tags(py, rules)?;
    if tags.round != FIRST_ROUND {
        return Err(PyValueError::new_err("rules: the chart is of first rounds: leave out `round=`"));
    }
    let round = game(&tags.rules).valued_round(FIRST_ROUND, Favour::NEUTRAL);
    let search = OpeningSearch { iterations, block_size: block };
    let total = Some(FirstHands::new(&round).classes().len() as u64);
    let limits = Limits { threads, time, progress, total, ..Limits::default() };
    let (of, found) = work::run(py, limits, move |context| {
        let mut found = Vec::new();
        let done = search.evaluate_classes(&round, seed, 0, context, |evaluation| found.push(evaluation));
        (round, done.map(|()| found))
    })?;
    let found = found.map_err(|stop| error::stopped(py, stop))?;
    let rules = rules_text(&tags.rules);
    let command =
        format!("hanamachi.hanamikoji.openings(rules='{rules}', iterations={iterations}, seed={seed})");
    let program = concat!("hanamachi ", env!("CARGO_PKG_VERSION"), " (Python)").to_owned();
    let metadata = Metadata { program, command, ..Metadata::default() };
    let bytes = write_openings(Vec::new(), &of, search, seed, &found, metadata)
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    Table::new(py, FileBytes::Read(bytes), None)
}
