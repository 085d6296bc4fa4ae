//! Gardens, one and many.

use hanamachi_solver::okiya::{self, Cell, GardenRank, Tile};
use hanamachi_solver::search::parallel::Streams;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::error;

/// The sixteen tiles on the sixteen cells, each exactly once. Immutable; equal gardens have the same tiles on the same cells.
///
/// A garden is read from its short form, ``05af/b4c1/27d8/3e96``, or its long one, ``MSMTPPIR/…``. ``str`` is the short form.
#[pyclass(frozen, eq, ord, hash, module = "hanamachi.okiya")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Garden(pub(crate) okiya::Garden);

#[pymethods]
impl Garden {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<Self> {
        text.parse().map(Self).map_err(|refused| error::refused(py, &refused))
    }

    /// The garden with these sixteen tiles in cell order, each a number 4 · plant + symbol.
    #[classmethod]
    fn from_tiles(_class: &Bound<'_, PyType>, py: Python<'_>, tiles: Vec<u8>) -> PyResult<Self> {
        garden(py, &tiles, None).map(Self)
    }

    /// The garden of this rank, 0 to 16! − 1: its place in the order of the short forms.
    #[classmethod]
    fn from_rank(_class: &Bound<'_, PyType>, rank: u64) -> PyResult<Self> {
        of_rank(rank).map(Self)
    }

    /// The first garden of this seed: what ``hanamachi okiya random --seed`` prints.
    #[classmethod]
    fn random(_class: &Bound<'_, PyType>, seed: u64) -> Self {
        Self(okiya::Garden::random(&mut Streams::new(seed).first()))
    }

    /// The sixteen tiles in cell order, ``a1 b1 … d4``, each a number 4 · plant + symbol.
    #[getter]
    fn tiles(&self) -> Vec<usize> {
        self.0.tiles().iter().map(|tile| tile.index()).collect()
    }

    /// The short form, a hexadecimal digit a tile.
    #[getter]
    fn short(&self) -> String {
        self.0.short().to_string()
    }

    /// The long form, two letters a tile.
    #[getter]
    fn long(&self) -> String {
        self.0.long().to_string()
    }

    /// The place in the order of the short forms, 0 to 16! − 1.
    #[getter]
    fn rank(&self) -> u64 {
        self.0.rank().get()
    }

    /// The rank of the smallest garden that one of the 9,216 symmetries makes of this one.
    #[getter]
    fn class_rank(&self) -> u64 {
        self.0.class().get()
    }

    /// How many gardens the symmetries make of this one.
    #[getter]
    fn class_size(&self) -> u64 {
        self.0.class_size()
    }

    /// The smallest garden that one of the symmetries makes of this one.
    fn canonical(&self) -> Self {
        Self(self.0.canonical().0)
    }

    /// The board as an SVG picture, for notebooks.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("hanamachi._svg")?.getattr("garden")?.call1((slf,))
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __str__(&self) -> String {
        self.short()
    }

    fn __repr__(&self) -> String {
        format!("Garden('{}')", self.0.short())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyType>, (String,)) {
        (py.get_type::<Self>(), (self.short(),))
    }
}

/// The garden of these tiles; `row` says which one of several it is.
pub(super) fn garden(py: Python<'_>, tiles: &[u8], row: Option<usize>) -> PyResult<okiya::Garden> {
    let of = row.map(|row| format!("row {row}: ")).unwrap_or_default();
    let refuse = |message: String, column| Err(error::no_garden(py, format!("{of}{message}"), column));
    let mut found = [Tile::all().next().expect("there are tiles"); Cell::COUNT];
    if tiles.len() != found.len() {
        return refuse(format!("a garden has 16 tiles, found {}", tiles.len()), None);
    }
    for (column, (place, &tile)) in (1..).zip(found.iter_mut().zip(tiles)) {
        match Tile::from_index(tile.into()) {
            Some(tile) => *place = tile,
            None => return refuse(format!("expected a tile, 0 to 15, found {tile}"), Some(column)),
        }
    }
    match okiya::Garden::new(found) {
        Ok(garden) => Ok(garden),
        Err(cell) => refuse(
            format!(
                "tile {} lies on an earlier cell already; a garden holds each tile once",
                found[cell.index()].index()
            ),
            Some(cell.index() + 1),
        ),
    }
}

fn of_rank(rank: u64) -> PyResult<okiya::Garden> {
    let rank = GardenRank::new(rank)
        .ok_or_else(|| PyValueError::new_err(format!("rank: expected 0 to 16! - 1, found {rank}")))?;
    Ok(okiya::Garden::from_rank(rank))
}

/// The gardens of an array of tiles, a row each.
pub(super) fn gardens(py: Python<'_>, tiles: &PyReadonlyArray2<'_, u8>) -> PyResult<Vec<okiya::Garden>> {
    if tiles.shape()[1] != Cell::COUNT {
        let found = tiles.shape()[1];
        return Err(error::no_garden(
            py,
            format!("expected an array of shape (n, 16), found (n, {found})"),
            None,
        ));
    }
    let tiles = tiles.as_array();
    let mut row_tiles = [0; Cell::COUNT];
    let row = |(number, row): (usize, numpy::ndarray::ArrayView1<'_, u8>)| {
        row_tiles.iter_mut().zip(row).for_each(|(place, &tile)| *place = tile);
        garden(py, &row_tiles, Some(number))
    };
    tiles.rows().into_iter().enumerate().map(row).collect()
}

/// The tiles of gardens as an array, a row each.
fn tiles(
    py: Python<'_>,
    gardens: impl ExactSizeIterator<Item = okiya::Garden>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let count = gardens.len();
    let mut tiles = Vec::with_capacity(count * Cell::COUNT);
    for garden in gardens {
        tiles.extend(garden.tiles().iter().map(|tile| u8::try_from(tile.index()).unwrap_or_default()));
    }
    PyArray1::from_vec(py, tiles).reshape([count, Cell::COUNT])
}

/// The first gardens of a seed.
#[pyfunction]
pub(super) fn random_gardens(py: Python<'_>, count: usize, seed: u64) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let mut stream = Streams::new(seed).first();
    tiles(py, (0..count).map(|_| okiya::Garden::random(&mut stream)))
}

/// The tiles of gardens.
#[pyfunction]
pub(super) fn tiles_of<'py>(
    py: Python<'py>,
    gardens: Vec<PyRef<'py, Garden>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    tiles(py, gardens.iter().map(|garden| garden.0))
}

/// The ranks of gardens, those of their classes on request.
#[pyfunction]
pub(super) fn ranks<'py>(
    py: Python<'py>,
    tiles: PyReadonlyArray2<'py, u8>,
    of_classes: bool,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let gardens = gardens(py, &tiles)?;
    let rank = |garden: &okiya::Garden| if of_classes { garden.class() } else { garden.rank() }.get();
    let ranks = py.detach(|| gardens.iter().map(rank).collect());
    Ok(PyArray1::from_vec(py, ranks))
}

/// The gardens of ranks.
#[pyfunction]
pub(super) fn gardens_of_ranks<'py>(
    py: Python<'py>,
    ranks: PyReadonlyArray1<'py, u64>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let gardens = ranks.as_array().iter().map(|&rank| of_rank(rank)).collect::<PyResult<Vec<_>>>()?;
    tiles(py, gardens.into_iter())
}
