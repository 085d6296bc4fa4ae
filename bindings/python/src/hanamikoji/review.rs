//! Reviews of rounds and games: the loss of each decision.

use std::num::NonZeroU64;
use std::path::PathBuf;

use hanamachi_solver::hanamikoji::RecordedRound;
use hanamachi_solver::hanamikoji::objects::ReviewObject;
use hanamachi_solver::hanamikoji::study::{Evaluate, EvaluateError, GradedGame, GradedRound};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::convert::game;
use super::evaluate::failure;
use super::favours::Favours;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Reviews consecutive rounds; returns one `hanamikoji.review/1` object per round, as text.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "those of a Python function with keywords")]
pub(super) fn review<'py>(
    py: Python<'py>,
    records: Vec<String>,
    #[pyo3(from_py_with = arguments::optional::favour_table)] favour_table: Option<PathBuf>,
    #[pyo3(from_py_with = arguments::iterations)] iterations: NonZeroU64,
    #[pyo3(from_py_with = arguments::optional::seed)] seed: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<String>> {
    let read = |text: &String| text.parse::<RecordedRound>().map_err(|refused| error::refused(py, &refused));
    let records = records.iter().map(read).collect::<PyResult<Vec<_>>>()?;
    let follows =
        |(number, pair): (usize, &[RecordedRound])| (!pair[1].follows(&pair[0])).then_some(number + 1);
    if let Some(number) = records.windows(2).enumerate().find_map(follows) {
        return Err(PyValueError::new_err(format!(
            "records[{number}]: it cannot be the round after records[{}]: its markers or rules are others",
            number - 1
        )));
    }
    let question = Evaluate::usual(Some(iterations), seed);
    let rules = records.first().map(|record| *record.rules()).unwrap_or_default();
    let favours = Favours::open(py, favour_table.as_deref(), &rules)?;
    let rounds: Vec<_> = records
        .iter()
        .map(|record| favours.round(&game(record.rules()), record.round_number(), record.favour()))
        .collect();
    let decisions: u64 =
        records.iter().map(|record| record.decisions().iter().flatten().count() as u64).sum();
    let limits = Limits { threads, time, progress, total: Some(decisions), ..Limits::default() };
    let graded = work::run(py, limits, move |context| {
        let graded = records.into_iter().zip(&rounds);
        graded
            .map(|(record, round)| GradedRound::grade(record, round, &question, context))
            .collect::<Result<Vec<_>, EvaluateError>>()
    })?;
    let mut reviewed: Option<GradedGame> = None;
    let mut objects = Vec::new();
    for round in graded.map_err(|error| failure(py, error))? {
        let so_far = match reviewed.take() {
            Some(mut so_far) => {
                so_far.push(round);
                so_far
            }
            None => GradedGame::new(round),
        };
        let object = ReviewObject::new(&so_far, &[], &question, favours.path());
        objects.push(super::convert::json(&object)?);
        reviewed = Some(so_far);
    }
    Ok(objects)
}
