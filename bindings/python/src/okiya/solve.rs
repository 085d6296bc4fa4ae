//! Proved values.

use std::iter::Flatten;
use std::vec::IntoIter;

use hanamachi_solver::okiya::verdicts::gardens_with;
use hanamachi_solver::okiya::{self, FullBoard, Solution, Solver, solve_many};
use hanamachi_solver::search::budget::{Budget, Stop};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::convert::{full_board, names};
use super::position::Position;
use crate::memory::expect_room;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Positions that are searched side by side.
const TOGETHER: usize = 128;
/// Bytes of a solution of a position with many moves, before it becomes a dictionary.
const BYTES: u32 = 2048;

/// A solution, in the fields of `okiya.solution/1`.
#[derive(IntoPyObject)]
pub(super) struct SolutionData {
    position: Position,
    full_board: &'static str,
    outcome: &'static str,
    plies_to_end: usize,
    tiles_left: usize,
    score: i8,
    ending: &'static str,
    line: Vec<String>,
    moves: Vec<MoveData>,
    nodes: u64,
    among_all_gardens: Option<u64>,
    method: Option<&'static str>,
}

#[derive(IntoPyObject)]
struct MoveData {
    #[pyo3(item("move"))]
    cell: String,
    tile: usize,
    outcome: &'static str,
    plies_to_end: usize,
    tiles_left: usize,
    score: i8,
    ending: &'static str,
    replies: usize,
    line: Vec<String>,
}

impl From<&Solution> for SolutionData {
    fn from(solution: &Solution) -> Self {
        let Solution { position, full_board, value, ending, line, moves, nodes, method } = solution;
        let of_move = |found: &okiya::MoveValue| MoveData {
            cell: found.cell.to_string(),
            tile: position.garden().tile(found.cell).index(),
            outcome: found.value.outcome().word(),
            plies_to_end: found.value.plies_to_end(),
            tiles_left: found.value.tiles_left(),
            score: found.value.score().get(),
            ending: found.ending.word(),
            replies: found.replies,
            line: names(found.line.iter().copied()),
        };
        Self {
            position: Position(*position),
            full_board: full_board.word(),
            outcome: value.outcome().word(),
            plies_to_end: value.plies_to_end(),
            tiles_left: value.tiles_left(),
            score: value.score().get(),
            ending: ending.word(),
            line: names(line.iter().copied()),
            moves: moves.iter().map(of_move).collect(),
            nodes: *nodes,
            among_all_gardens: position.last().is_none().then(|| gardens_with(value.outcome(), *full_board)),
            method: method.map(okiya::Method::word),
        }
    }
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
) -> PyResult<SolutionData> {
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
    found.map(|solution| SolutionData::from(&solution)).map_err(|stop| error::stopped(py, stop))
}

/// Solutions, each made when it is asked for: many thousands of dictionaries take seconds and gigabytes.
#[pyclass(module = "hanamachi._native")]
pub(super) struct Solutions(Flatten<IntoIter<Vec<Solution>>>);

#[pymethods]
impl Solutions {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&mut self) -> Option<SolutionData> {
        self.0.next().map(|solution| SolutionData::from(&solution))
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
    let full_board: FullBoard = self::full_board(full_board)?;
    expect_room("positions", positions.len() as u64, BYTES)?;
    let positions: Vec<okiya::Position> = positions.iter().map(|position| position.0).collect();
    let limits = Limits { threads, time, progress, total: Some(positions.len() as u64), ..Limits::default() };
    let found = work::run(py, limits, move |context| {
        let budget = Budget { nodes: None, cancel: Some(context.cancel) };
        let solve = |some: &[okiya::Position]| -> Result<Vec<Solution>, Stop> {
            let found = solve_many(some, full_board, &budget)?;
            context.progress.advance(some.len() as u64);
            Ok(found)
        };
        positions.par_chunks(TOGETHER).map(solve).collect::<Result<Vec<_>, Stop>>()
    })?;
    let found = found.map_err(|stop| error::stopped(py, stop))?;
    Ok(Solutions(found.into_iter().flatten()))
}
