//! Values that several modules read from Python and hand back.

use hanamachi_solver::okiya::{Cell, FullBoard};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::error;

/// The rule with this name.
pub(super) fn full_board(word: &str) -> PyResult<FullBoard> {
    FullBoard::from_word(word).ok_or_else(|| {
        PyValueError::new_err(format!(
            "full_board: expected `draw` or `last`, found `{}`",
            error::shown(word)
        ))
    })
}

/// The names of cells.
pub(super) fn names(cells: impl IntoIterator<Item = Cell>) -> Vec<String> {
    cells.into_iter().map(|cell| cell.to_string()).collect()
}
