//! Positions.

use hanamachi_solver::okiya::notation::Described;
use hanamachi_solver::okiya::{self, Cell, Player};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyType};

use super::convert::{full_board, names};
use super::garden::Garden;
use crate::{arguments, error};

/// A garden, the tokens in it, and the cell of the last one. Immutable.
///
/// A position is read from any of its forms: a garden alone, ``garden tokens last side``, ``garden moves a2 c3 …``, or a record
/// with tags. ``str`` is ``garden tokens last side``. Equal positions have the same tiles, tokens and last token.
#[pyclass(frozen, weakref, eq, ord, hash, module = "hanamachi.okiya")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Position(pub(crate) okiya::Position);

/// A garden, not its text.
fn garden(given: &Bound<'_, PyAny>) -> PyResult<Garden> {
    let garden = given.cast::<Garden>().map_err(|_| arguments::wrong_type("garden", "a Garden", given))?;
    Ok(*garden.get())
}

/// A cell by its name or its number.
pub(super) fn cell(given: &Bound<'_, PyAny>) -> PyResult<Cell> {
    let refused = || {
        let text = given.to_string();
        let message = format!("`{}` is no cell: expected `a1` to `d4`", error::shown(&text));
        error::illegal(given.py(), &text, message)
    };
    if let Ok(name) = given.extract::<String>() {
        return Cell::from_name(&name).ok_or_else(refused);
    }
    if !given.is_instance_of::<PyBool>()
        && let Ok(index) = given.extract::<i128>()
    {
        return usize::try_from(index).ok().and_then(Cell::new).ok_or_else(refused);
    }
    Err(PyTypeError::new_err("cell: expected a name, `a1` to `d4`, or a number, 0 to 15"))
}

#[pymethods]
impl Position {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = arguments::text::text)] text: String) -> PyResult<Self> {
        let described = Described::parse(&text).map_err(|refused| error::refused(py, &refused))?;
        Ok(Self(described.position()))
    }

    /// The untouched garden, x to move.
    #[classmethod]
    fn start(_class: &Bound<'_, PyType>, #[pyo3(from_py_with = garden)] garden: Garden) -> Self {
        Self(okiya::Position::start(garden.0))
    }

    /// The tiles, taken or not.
    #[getter]
    fn garden(&self) -> Garden {
        Garden(*self.0.garden())
    }

    /// The cells with tokens of the player who moved first, in cell order.
    #[getter]
    fn x(&self) -> Vec<String> {
        names(self.0.tokens(Player::X))
    }

    /// The cells with tokens of the other player, in cell order.
    #[getter]
    fn o(&self) -> Vec<String> {
        names(self.0.tokens(Player::O))
    }

    /// Tokens of x, tokens of o and legal moves as 16-bit masks: bit 4 · (row − 1) + column is a cell.
    #[getter]
    fn bitboards(&self) -> (u16, u16, u16) {
        (self.0.tokens(Player::X).bits(), self.0.tokens(Player::O).bits(), self.0.moves().bits())
    }

    /// The cell of the last token, or None before the first.
    #[getter]
    fn last(&self) -> Option<String> {
        self.0.last().map(|cell| cell.to_string())
    }

    /// The player to move, ``x`` or ``o`` (or who would move, had the game not ended).
    #[getter]
    fn side(&self) -> char {
        self.0.side().letter()
    }

    /// The number of tiles still in the garden, 0 to 16.
    #[getter]
    fn tiles_left(&self) -> usize {
        self.0.tiles_left()
    }

    /// The cells that may be taken, in cell order; none once the game has ended.
    #[getter]
    fn moves(&self) -> Vec<String> {
        names(self.0.moves())
    }

    /// Whether the game has ended.
    #[getter]
    fn is_over(&self) -> bool {
        self.0.end().is_some()
    }

    /// ``row``, ``column``, ``diagonal``, ``square``, ``block`` or ``full_board``; None while the game goes on.
    #[getter]
    fn ending(&self) -> Option<&'static str> {
        self.0.end().map(|end| end.ending.word())
    }

    /// The cells of the four that ended the game, if one did.
    #[getter]
    fn four(&self) -> Option<Vec<String>> {
        self.0.four().map(|four| names(four.cells))
    }

    /// ``x`` or ``o``; None while nobody has won, and for a draw.
    #[pyo3(signature = (full_board = "draw".to_owned()), text_signature = "($self, full_board='draw')")]
    fn winner(
        &self,
        #[pyo3(from_py_with = arguments::text::full_board)] full_board: String,
    ) -> PyResult<Option<char>> {
        let full_board = self::full_board(&full_board)?;
        Ok(self.0.end().and_then(|end| end.winner(full_board)).map(Player::letter))
    }

    /// The position after the player to move takes the tile on this cell, ``a1`` to ``d4`` or 0 to 15.
    fn play(&self, cell: &Bound<'_, PyAny>) -> PyResult<Self> {
        let to = self::cell(cell)?;
        self.0.play(to).map(Self).map_err(|why| error::illegal(cell.py(), &to.to_string(), why.to_string()))
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Position('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.0.to_string(),))
    }
}
