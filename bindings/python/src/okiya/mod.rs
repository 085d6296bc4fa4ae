//! Okiya: gardens, positions, and their values.

mod garden;
mod position;
mod solve;
mod verdicts;

use hanamachi_solver::okiya::{Cell, FullBoard};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(crate) use self::garden::Garden;
pub(crate) use self::position::Position;
use crate::error;

/// Adds these classes and functions to the Python module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Garden>()?;
    module.add_class::<Position>()?;
    module.add_function(wrap_pyfunction!(garden::random_gardens, module)?)?;
    module.add_function(wrap_pyfunction!(garden::tiles_of, module)?)?;
    module.add_function(wrap_pyfunction!(garden::ranks, module)?)?;
    module.add_function(wrap_pyfunction!(garden::gardens_of_ranks, module)?)?;
    module.add_function(wrap_pyfunction!(solve::okiya_solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve::okiya_solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(verdicts::verdicts, module)?)
}

/// The rule with this name.
fn full_board(word: &str) -> PyResult<FullBoard> {
    FullBoard::from_word(word).ok_or_else(|| {
        PyValueError::new_err(format!(
            "full_board: expected `draw` or `last`, found `{}`",
            error::shown(word)
        ))
    })
}

/// The names of cells.
fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}
