//! Proved values.

use std::iter::Flatten;
use std::time::Duration;
use std::vec::IntoIter;

use hanamachi_report::okiya::GardenReport;
use hanamachi_solver::okiya::objects::{Detail, SolutionObject};
use hanamachi_solver::okiya::study::GardenStudy;
use hanamachi_solver::okiya::{self, FullBoard, Solution, Solver, solve_many};
use hanamachi_solver::search::budget::{Budget, Stop};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::convert::full_board;
use super::garden::{Garden, gardens};
use super::position::Position;
use crate::hanamikoji::{json, page};
use crate::memory::expect_room;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Openings of a garden: the cells at the edge.
const OPENINGS: usize = 12;
/// Positions that are searched side by side.
const TOGETHER: usize = 128;
/// Bytes of a solution of a position with many moves, before it becomes a text.
const BYTES: u32 = 2048;

/// An `okiya.solution/1` object, as text.
fn object(solution: &Solution) -> PyResult<String> {
    json(&SolutionObject::of_solution(solution, "solve", Detail::Lines, Duration::ZERO))
}

/// Solves one position, its moves spread over the threads unless nodes are limited.
#[pyfunction]
pub(super) fn okiya_solve(
    py: Python<'_>,
    position: PyRef<'_, Position>,
    full_board: &str,
    #[pyo3(from_py_with = arguments::optional::nodes)] nodes: Option<u64>,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
) -> PyResult<String> {
    let (position, full_board) = (position.0, self::full_board(full_board)?);
    let limits = Limits { threads, time, ..Limits::default() };
    let found = work::run(py, limits, move |context| {
        let budget = Budget { nodes, cancel: Some(context.cancel) };
        let mut solver = Solver::new();
        match nodes {
            Some(_) => solver.solve(&position, full_board, &budget),
            None => solver.solve_parallel(&position, full_board, &budget),
        }
    })?;
    object(&found.map_err(|stop| error::stopped(py, stop))?)
}

/// Makes the page of a garden, as HTML.
#[pyfunction]
pub(super) fn garden_report(
    py: Python<'_>,
    garden: PyRef<'_, Garden>,
    full_board: &str,
    time: Option<f64>,
) -> PyResult<String> {
    let (garden, full_board) = (garden.0, self::full_board(full_board)?);
    let limits = Limits { threads: Some(1), time, ..Limits::default() };
    let study = work::run(py, limits, move |context| {
        let budget = Budget { nodes: None, cancel: Some(context.cancel) };
        GardenStudy::solve(&garden, full_board, &mut Solver::new(), &budget)
    })?;
    let study = study.map_err(|stop| error::stopped(py, stop))?;
    let command = format!("hanamachi okiya report {} --full {}", garden.short(), full_board.word());
    page(GardenReport::new(study, command).and_then(|report| hanamachi_report::html(&report, &[])))
}

/// Solutions, each made when it is asked for: many thousands of texts take gigabytes.
#[pyclass(module = "hanamachi._native")]
pub(super) struct Solutions(Flatten<IntoIter<Vec<Solution>>>);

#[pymethods]
impl Solutions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> PyResult<Option<String>> {
        self.0.next().map(|solution| object(&solution)).transpose()
    }
}

/// Solves many positions, some side by side on each thread.
#[pyfunction]
pub(super) fn okiya_solve_many<'py>(
    py: Python<'py>,
    positions: Vec<PyRef<'py, Position>>,
    full_board: &str,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Solutions> {
    expect_room("positions", positions.len() as u64, BYTES)?;
    let positions: Vec<okiya::Position> = positions.iter().map(|position| position.0).collect();
    let limits = Limits { threads, time, progress, ..Limits::default() };
    let found = solved(py, positions, full_board, limits, |solution| solution)?;
    Ok(Solutions(found.into_iter().flatten()))
}

/// The score of each opening of many gardens, int8 of shape (n, 12), cells in order.
#[pyfunction]
pub(super) fn opening_values<'py>(
    py: Python<'py>,
    tiles: PyReadonlyArray2<'py, u8>,
    full_board: &str,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let positions: Vec<_> = gardens(py, &tiles)?.into_iter().map(okiya::Position::start).collect();
    let count = positions.len();
    let limits = Limits { threads, time, progress, ..Limits::default() };
    let found = solved(py, positions, full_board, limits, |mut solution| {
        solution.moves.sort_unstable_by_key(|of| of.cell);
        solution.moves.iter().map(|of| of.value.score().get()).collect::<Vec<_>>()
    })?;
    let scores = found.into_iter().flatten().flatten().collect();
    PyArray1::from_vec(py, scores).reshape([count, OPENINGS])
}

/// Something of the solution of each position, some positions side by side on each thread. Progress counts positions.
fn solved<T: Send + 'static>(
    py: Python<'_>,
    positions: Vec<okiya::Position>,
    full_board: &str,
    limits: Limits<'_>,
    of: impl Fn(Solution) -> T + Send + Sync + 'static,
) -> PyResult<Vec<Vec<T>>> {
    let full_board: FullBoard = self::full_board(full_board)?;
    let limits = Limits { total: Some(positions.len() as u64), ..limits };
    let found = work::run(py, limits, move |context| {
        let budget = Budget { nodes: None, cancel: Some(context.cancel) };
        let solve = |some: &[okiya::Position]| -> Result<Vec<T>, Stop> {
            let found = solve_many(some, full_board, &budget)?;
            context.progress.advance(some.len() as u64);
            Ok(found.into_iter().map(&of).collect())
        };
        positions.par_chunks(TOGETHER).map(solve).collect::<Result<Vec<_>, Stop>>()
    })?;
    found.map_err(|stop| error::stopped(py, stop))
}
