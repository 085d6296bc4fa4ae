//! Gardens, one and many.

use std::convert::Infallible;

use hanamachi_solver::okiya::{self, Cell, ClassNumber, GardenRank, Tile};
use hanamachi_solver::search::budget::{CancelToken, RunContext, Stop};
use hanamachi_solver::search::parallel::Streams;
use numpy::ndarray::Axis;
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyType;
use rayon::prelude::*;

use crate::memory::{expect_room, room_for};
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Gardens between two checks for a stop.
const TOGETHER: usize = 4096;
/// The same where classes are counted, which takes milliseconds for each garden.
const COUNTED: usize = 8;
/// Gardens that are computed before they are collected.
const COLLECTED: usize = 1 << 20;
/// Rows of an array that are copied before other threads have their turn.
const COPIED: usize = 1 << 16;
/// Bytes of the tiles of a garden.
const BYTES: u32 = 16;
/// Bytes of memory for each garden that is read from an array or a rank, with what is made of it.
const BYTES_READ: u32 = 48;

/// The sixteen tiles on the sixteen cells, each exactly once. Immutable; equal gardens have the same tiles on the same cells.
///
/// A garden is read from its short form, ``05af/b4c1/27d8/3e96``, or its long one, ``MSMTPPIR/…``. ``str`` is the short form.
#[pyclass(frozen, weakref, eq, ord, hash, module = "hanamachi.okiya")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Garden(pub(crate) okiya::Garden);

#[pymethods]
impl Garden {
    #[new]
    fn new(py: Python<'_>, #[pyo3(from_py_with = arguments::text::text)] text: String) -> PyResult<Self> {
        text.parse().map(Self).map_err(|refused| error::refused(py, &refused))
    }

    /// The garden with these sixteen tiles in cell order, each a number 4 · plant + symbol.
    #[classmethod]
    fn from_tiles(_class: &Bound<'_, PyType>, tiles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let tile = |(place, tile): (usize, PyResult<Bound<'_, PyAny>>)| {
            arguments::whole(&format!("tiles[{place}]"), &tile?, 0, 15)
        };
        let found = tiles
            .try_iter()
            .map_err(|_| arguments::wrong_type("tiles", "sixteen integers", tiles))?
            .take(Cell::COUNT + 1)
            .enumerate()
            .map(tile)
            .collect::<PyResult<Vec<u8>>>()?;
        garden(&found).map(Self).map_err(|fault| fault.raised(tiles.py()))
    }

    /// The garden of this rank, 0 to 16! − 1: its index in the order of the short forms.
    #[classmethod]
    fn from_rank(
        _class: &Bound<'_, PyType>,
        #[pyo3(from_py_with = arguments::rank)] rank: u64,
    ) -> PyResult<Self> {
        of_rank(rank).map(Self).ok_or_else(|| no_rank("rank", rank))
    }

    /// The first garden of this seed, the one that ``hanamachi okiya random --seed`` prints.
    #[classmethod]
    fn random(_class: &Bound<'_, PyType>, #[pyo3(from_py_with = arguments::seed)] seed: u64) -> Self {
        Self(okiya::Garden::random(&mut Streams::new(seed).first()))
    }

    /// The sixteen tiles in cell order, ``a1 b1 … d4``, each a number 4 · plant + symbol.
    #[getter]
    fn tiles(&self) -> Vec<usize> {
        self.0.tiles().iter().map(|tile| tile.index()).collect()
    }

    /// The short form, one hexadecimal digit per tile.
    #[getter]
    fn short(&self) -> String {
        self.0.short().to_string()
    }

    /// The long form, two letters per tile.
    #[getter]
    fn long(&self) -> String {
        self.0.long().to_string()
    }

    /// The index in the order of the short forms, 0 to 16! − 1.
    #[getter]
    fn rank(&self) -> u64 {
        self.0.rank().get()
    }

    /// The rank of the smallest image of this garden under the 9,216 symmetries.
    #[getter]
    fn class_rank(&self) -> u64 {
        self.0.class().get()
    }

    /// The number of different images of this garden under the symmetries.
    #[getter]
    fn class_size(&self) -> u64 {
        self.0.class_size()
    }

    /// The smallest image of this garden under the symmetries.
    fn canonical(&self) -> Self {
        Self(self.0.canonical().0)
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

/// Reason why tiles make no garden.
struct Fault {
    /// Index of the garden among several.
    row: Option<usize>,
    message: String,
    /// The tile at fault, from 1.
    column: Option<usize>,
}

impl Fault {
    fn in_row(self, row: usize) -> Self {
        Self { row: Some(row), ..self }
    }

    fn raised(self, py: Python<'_>) -> PyErr {
        let row = self.row.map(|row| format!("gardens[{row}]: ")).unwrap_or_default();
        error::no_garden(py, format!("{row}{}", self.message), self.column)
    }
}

/// The garden of these tiles.
fn garden(tiles: &[u8]) -> Result<okiya::Garden, Fault> {
    let refuse = |message: String, column| Err(Fault { row: None, message, column });
    let mut found = [Tile::all().next().expect("there are tiles"); Cell::COUNT];
    if tiles.len() != found.len() {
        let number = if tiles.len() > found.len() { "more".to_owned() } else { tiles.len().to_string() };
        return refuse(format!("a garden has 16 tiles, found {number}"), None);
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

fn of_rank(rank: u64) -> Option<okiya::Garden> {
    GardenRank::new(rank).map(okiya::Garden::from_rank)
}

fn no_rank(name: &str, rank: u64) -> PyErr {
    PyValueError::new_err(format!("{name}: expected 0 to 16! - 1, found {rank}"))
}

/// Computes something for many gardens on all cores, in order; stops when cancelled. The failure is that of
/// the first item that has one. `found` is empty and has room for all results.
fn for_each<I: Sync, O: Send, E: Send>(
    items: &[I],
    mut found: Vec<O>,
    together: usize,
    cancel: &CancelToken,
    of: impl Fn(usize, &I) -> Result<O, E> + Sync,
) -> Result<Result<Vec<O>, E>, Stop> {
    let some = |(number, some): (usize, &[I])| match cancel.reason() {
        Some(stop) => Err(stop),
        None => Ok(some.iter().zip(number..).map(|(item, place)| of(place, item)).collect()),
    };
    for items in items.chunks(COLLECTED) {
        let numbers = (found.len()..).step_by(together);
        let chunks: Vec<(usize, &[I])> = numbers.zip(items.chunks(together)).collect();
        let parts = chunks.into_par_iter().map(some).collect::<Result<Vec<Result<Vec<O>, E>>, Stop>>()?;
        for part in parts {
            match part {
                Ok(part) => found.extend(part),
                Err(error) => return Ok(Err(error)),
            }
        }
    }
    Ok(Ok(found))
}

/// The gardens of an array of tiles, a row each.
pub(super) fn gardens(py: Python<'_>, tiles: &PyReadonlyArray2<'_, u8>) -> PyResult<Vec<okiya::Garden>> {
    if tiles.shape()[1] != Cell::COUNT {
        let (rows, found) = (tiles.shape()[0], tiles.shape()[1]);
        let message = format!("gardens: expected an array of shape (n, 16), found ({rows}, {found})");
        return Err(error::no_garden(py, message, None));
    }
    let count = tiles.shape()[0];
    expect_room("gardens", count as u64, BYTES_READ)?;
    // A copy: the array may change while the interpreter is released.
    let mut rows: Vec<[u8; Cell::COUNT]> = room_for("gardens", count)?;
    for some in tiles.as_array().axis_chunks_iter(Axis(0), COPIED) {
        rows.extend(some.rows().into_iter().map(|row| -> [u8; _] { std::array::from_fn(|cell| row[cell]) }));
        work::give_way(py)?;
    }
    let room = room_for("gardens", count)?;
    let read = move |context: RunContext<'_>| {
        let garden =
            |number, row: &[u8; Cell::COUNT]| garden(row).map_err(|fault: Fault| fault.in_row(number));
        for_each(&rows, room, TOGETHER, context.cancel, garden)
    };
    let found = work::run(py, Limits::default(), read)?.map_err(|stop| error::stopped(py, stop))?;
    found.map_err(|fault| fault.raised(py))
}

/// The tiles of gardens as numbers.
fn numbers(garden: &okiya::Garden) -> [u8; Cell::COUNT] {
    let tiles = garden.tiles();
    std::array::from_fn(|cell| u8::try_from(tiles[cell].index()).unwrap_or_default())
}

/// Rows of tiles as an array.
fn array(py: Python<'_>, rows: Vec<[u8; Cell::COUNT]>) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.into_flattened()).reshape([count, Cell::COUNT])
}

/// The first gardens of a seed.
#[pyfunction]
pub(super) fn random_gardens(
    py: Python<'_>,
    #[pyo3(from_py_with = arguments::count)] count: usize,
    #[pyo3(from_py_with = arguments::seed)] seed: u64,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    expect_room("count", count as u64, BYTES)?;
    let mut rows = room_for("count", count)?;
    let mut stream = Streams::new(seed).first();
    // One after another: each garden begins where the random numbers of the last one ended.
    let filled = work::run(py, Limits::default(), move |context| {
        while rows.len() < count {
            if let Some(stop) = context.cancel.reason() {
                return Err(stop);
            }
            let some = TOGETHER.min(count - rows.len());
            rows.extend((0..some).map(|_| numbers(&okiya::Garden::random(&mut stream))));
        }
        Ok(rows)
    })?;
    array(py, filled.map_err(|stop| error::stopped(py, stop))?)
}

/// The tiles of gardens.
#[pyfunction]
pub(super) fn tiles_of<'py>(
    py: Python<'py>,
    gardens: Vec<PyRef<'py, Garden>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    array(py, gardens.iter().map(|garden| numbers(&garden.0)).collect())
}

/// The ranks of gardens; of the word `class` those of their classes, of `number` the numbers of their classes.
#[pyfunction]
pub(super) fn ranks<'py>(
    py: Python<'py>,
    tiles: PyReadonlyArray2<'py, u8>,
    of: &str,
) -> PyResult<Bound<'py, PyArray1<u64>>> {
    let gardens = gardens(py, &tiles)?;
    let (rank, together): (fn(&okiya::Garden) -> u64, _) = match of {
        "class" => (|garden| garden.class().get(), TOGETHER),
        "number" => (|garden| garden.class_number().get(), COUNTED),
        _ => (|garden| garden.rank().get(), TOGETHER),
    };
    let rank = move |_, garden: &okiya::Garden| -> Result<u64, Infallible> { Ok(rank(garden)) };
    let room = room_for("gardens", gardens.len())?;
    let ranks = work::run(py, Limits::default(), move |context| {
        for_each(&gardens, room, together, context.cancel, rank)
    })?;
    let Ok(ranks) = ranks.map_err(|stop| error::stopped(py, stop))?;
    Ok(PyArray1::from_vec(py, ranks))
}

/// The gardens of ranks; of the word `number` the smallest gardens of the classes with these numbers.
#[pyfunction]
pub(super) fn gardens_of_ranks<'py>(
    py: Python<'py>,
    ranks: PyReadonlyArray1<'py, u64>,
    of: &str,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    expect_room("ranks", ranks.len() as u64, BYTES_READ)?;
    let count = ranks.len();
    let mut copied: Vec<u64> = room_for("ranks", count)?;
    for some in ranks.as_array().axis_chunks_iter(Axis(0), COPIED) {
        copied.extend(some);
        work::give_way(py)?;
    }
    let room = room_for("ranks", count)?;
    let (garden, together): (fn(u64) -> Option<okiya::Garden>, _) = match of {
        "number" => (|number| ClassNumber::new(number).map(ClassNumber::garden), COUNTED),
        _ => (of_rank, TOGETHER),
    };
    let read = move |place, &rank: &u64| garden(rank).map(|found| numbers(&found)).ok_or((place, rank));
    let rows = work::run(py, Limits::default(), move |context| {
        for_each(&copied, room, together, context.cancel, read)
    })?;
    let rows = rows.map_err(|stop| error::stopped(py, stop))?;
    array(py, rows.map_err(|(place, rank)| no_rank(&format!("ranks[{place}]"), rank))?)
}
