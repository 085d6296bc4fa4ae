//! Winners of many gardens.

use hanamachi_solver::okiya::{self, FullBoard, Outcome, Outcomes, solve_outcomes};
use hanamachi_solver::search::budget::Stop;
use numpy::{PyArray1, PyReadonlyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

use super::convert::full_board;
use super::garden::gardens;
use crate::memory::room_for;
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Gardens that one thread takes at a time: enough to keep all lanes busy, few enough to show progress.
const TOGETHER: usize = 2048;

/// For each garden, 1, 0 or −1 if x, who moves first, wins, draws or loses; and the number of moves tried.
type Arrays<'py> = (Bound<'py, PyArray1<i8>>, Bound<'py, PyArray1<u32>>);

/// Computes the winner of each of these gardens.
#[pyfunction]
pub(super) fn verdicts<'py>(
    py: Python<'py>,
    tiles: PyReadonlyArray2<'py, u8>,
    full_board: &str,
    #[pyo3(from_py_with = arguments::optional::threads)] threads: Option<usize>,
    time: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Arrays<'py>> {
    let full_board = self::full_board(full_board)?;
    let gardens = gardens(py, &tiles)?;
    let limits = Limits { threads, time, progress, total: Some(gardens.len() as u64), ..Limits::default() };
    let (mut outcomes, mut nodes) =
        (room_for("gardens", gardens.len())?, room_for("gardens", gardens.len())?);
    let number = move |outcome: Outcome| match (outcome, full_board) {
        (Outcome::Win, _) => 1,
        (Outcome::Draw, FullBoard::Draw) => 0,
        // o places the last token: if the last token wins, x loses where it could only draw.
        (Outcome::Draw, FullBoard::Last) | (Outcome::Loss, _) => -1,
    };
    let found = work::run(py, limits, move |context| {
        let solve = |some: &[okiya::Garden]| -> Result<Outcomes, Stop> {
            let found = solve_outcomes(some, context.cancel)?;
            context.progress.advance(some.len() as u64);
            Ok(found)
        };
        for some in gardens.par_chunks(TOGETHER).map(solve).collect::<Result<Vec<_>, Stop>>()? {
            outcomes.extend(some.outcomes.into_iter().map(number));
            nodes.extend(some.nodes);
        }
        Ok((outcomes, nodes))
    })?;
    let (outcomes, nodes) = found.map_err(|stop: Stop| error::stopped(py, stop))?;
    Ok((PyArray1::from_vec(py, outcomes), PyArray1::from_vec(py, nodes)))
}
