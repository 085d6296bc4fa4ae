//! Files of the program, with their rows as Arrow columns.

mod batches;
mod columns;
mod file;

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, SchemaRef};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::table::rows::Column;
use hanamachi_solver::table::{Reader, Section};
use hanamachi_solver::text::hex;
use numpy::PyArray2;
use numpy::array::PyArrayMethods;
use numpy::ndarray::ArrayView2;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyCapsule, PyType};

use self::batches::{Batches, Contents};
pub(crate) use self::file::{FileBytes, SharedBytes};
use crate::memory::{expect_room, room_for};
use crate::work::{self, Limits};
use crate::{arguments, error};

/// Adds these classes to the Python module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()?;
    module.add_class::<Rows>()
}

/// The number of records of a section and the bytes of each; `None` if it has none.
fn shape(section: &Section) -> Option<(u64, u64)> {
    let records = section.records().filter(|&records| records > 0)?;
    Some((records, section.len() / records))
}

/// Name, offset in the file in bytes, length in bytes, and bytes per record, or `None` for coded data.
type SectionData = (String, u64, u64, Option<u64>);

/// A file of the program: a census, verdicts, a strategy, a favour table, an opening chart.
#[pyclass(frozen, weakref, module = "hanamachi")]
pub(crate) struct Table {
    bytes: Arc<FileBytes>,
    path: Option<PathBuf>,
    /// Whether the file may be mapped into memory.
    may_map: bool,
    contents: Contents,
    metadata: String,
    hash: String,
}

/// The data read from a file when it is opened.
struct Opened {
    contents: Contents,
    metadata: String,
    hash: String,
}

/// Checks the structure of a file; the error says why it is no table.
fn opened(bytes: &FileBytes) -> Result<Opened, String> {
    let bytes = bytes.whole()?;
    let reader = Reader::open(bytes).map_err(|error| error.to_string())?;
    let contents = Contents::new(bytes, &reader).map_err(|error| error.to_string())?;
    Ok(Opened { contents, metadata: reader.metadata_text().to_owned(), hash: hex(reader.identity()) })
}

impl Table {
    /// The table in these bytes.
    pub(crate) fn new(py: Python<'_>, bytes: FileBytes, path: Option<PathBuf>) -> PyResult<Self> {
        let name = path.as_ref().map(|path| path.display().to_string());
        let bytes = Arc::new(bytes);
        let read = Arc::clone(&bytes);
        let found = work::run_or_leave(py, move || opened(&read))?;
        let Opened { contents, metadata, hash } =
            found.map_err(|message| error::table(py, name.as_deref(), message))?;
        Ok(Self { bytes, path, may_map: true, contents, metadata, hash })
    }

    fn name(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }

    /// The bytes, for another owner.
    pub(crate) fn shared(&self) -> SharedBytes {
        SharedBytes(Arc::clone(&self.bytes))
    }

    /// The path of its file, absolute, if it is one.
    pub(crate) fn path_text(&self) -> Option<&str> {
        self.path.as_deref().and_then(|path| path.to_str())
    }

    /// The first digits of its hash.
    pub(crate) fn short_hash(&self) -> &str {
        self.hash.get(..16).unwrap_or(&self.hash)
    }

    fn refused(&self, py: Python<'_>, message: impl std::fmt::Display) -> PyErr {
        error::table(py, self.name().as_deref(), message)
    }

    fn reader(&self, py: Python<'_>) -> PyResult<Reader<'_>> {
        let bytes = self.bytes.whole().map_err(|message| self.refused(py, message))?;
        Reader::open(bytes).map_err(|error| self.refused(py, error))
    }
}

#[pymethods]
impl Table {
    /// Opens a file and checks its structure; ``verify`` reads all of it. Files of a megabyte or more are
    /// mapped into memory unless ``mmap`` is false.
    #[classmethod]
    #[pyo3(signature = (path, mmap = true))]
    fn open(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        path: PathBuf,
        #[pyo3(from_py_with = arguments::mmap)] mmap: bool,
    ) -> PyResult<Self> {
        let bytes = FileBytes::open(py, &path, mmap)?;
        // The working directory may change, and pickles may be read in another one.
        let path = std::path::absolute(&path)?;
        Ok(Self { may_map: mmap, ..Self::new(py, bytes, Some(path))? })
    }

    /// The table in these bytes.
    #[classmethod]
    fn from_bytes(_class: &Bound<'_, PyType>, py: Python<'_>, data: &[u8]) -> PyResult<Self> {
        expect_room("data", data.len() as u64, 1)?;
        let mut bytes = room_for("data", data.len())?;
        bytes.extend_from_slice(data);
        Self::new(py, FileBytes::Read(bytes), None)
    }

    /// Whether the file may be mapped into memory.
    #[getter]
    fn mmap(&self) -> bool {
        self.may_map
    }

    /// The same table with only these columns, in this order.
    fn select(&self, columns: Vec<String>) -> PyResult<Self> {
        let contents = self.contents.select(&columns).map_err(|name| {
            let all: Vec<&str> = self.contents.columns().map(|column| column.name).collect();
            PyValueError::new_err(format!(
                "columns: `{}` is none of the columns, or is named twice: {}",
                error::shown(&name),
                all.join(", ")
            ))
        })?;
        let Self { bytes, path, may_map, metadata, hash, .. } = self;
        let (bytes, path, metadata, hash) = (Arc::clone(bytes), path.clone(), metadata.clone(), hash.clone());
        Ok(Self { bytes, path, may_map: *may_map, contents, metadata, hash })
    }

    /// All rows, made at once and kept in memory.
    fn read<'py>(&self, py: Python<'py>, progress: Option<Bound<'py, PyAny>>) -> PyResult<Rows> {
        expect_room("table", self.contents.items(), self.contents.bytes_of_row())?;
        let limits = Limits { progress, total: self.contents.rows(), ..Limits::default() };
        let batches = Batches::new(Arc::clone(&self.bytes), self.contents.clone());
        let made = work::run(py, limits, move |context| -> Result<Result<Vec<RecordBatch>, String>, Stop> {
            let mut rows = Vec::new();
            for batch in batches {
                if let Some(stop) = context.cancel.reason() {
                    return Err(stop);
                }
                match batch {
                    Ok(batch) => {
                        context.progress.advance(batch.num_rows() as u64);
                        rows.push(batch);
                    }
                    // Without the name of Arrow's variant.
                    Err(ArrowError::ExternalError(error)) => return Ok(Err(error.to_string())),
                    Err(error) => return Ok(Err(error.to_string())),
                }
            }
            Ok(Ok(rows))
        })?;
        let batches =
            made.map_err(|stop| error::stopped(py, stop))?.map_err(|error| self.refused(py, error))?;
        Ok(Rows { schema: self.contents.schema(), batches })
    }

    /// Compares every byte with the hashes of the sections that the file contains.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let bytes = Arc::clone(&self.bytes);
        let verify = move || -> Result<(), String> {
            let reader = Reader::open(bytes.whole()?).map_err(|error| error.to_string())?;
            reader.verify().map_err(|error| error.to_string())
        };
        let verified = work::run_or_leave(py, verify)?;
        verified.map_err(|message| self.refused(py, message))
    }

    /// The path of the file; None for a table from bytes.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// The metadata of the file, as JSON text.
    #[getter]
    fn metadata_text(&self) -> String {
        self.metadata.clone()
    }

    /// The hash that identifies the file, in hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        self.hash.clone()
    }

    /// The sections: name, offset in the file in bytes, length in bytes, and bytes per record, or None for
    /// coded data.
    #[getter]
    fn sections(&self, py: Python<'_>) -> PyResult<Vec<SectionData>> {
        let reader = self.reader(py)?;
        let of = |section: &Section| {
            let width = shape(section).map(|(_, width)| width);
            (section.name().to_owned(), section.offset(), section.len(), width)
        };
        Ok(reader.sections().iter().map(of).collect())
    }

    /// The records of a section, a row each: a read-only view of the bytes that are open. None if the section
    /// has no records.
    fn records<'py>(slf: &Bound<'py, Self>, section: &str) -> PyResult<Option<Bound<'py, PyArray2<u8>>>> {
        let (py, table) = (slf.py(), slf.get());
        let reader = table.reader(py)?;
        let Some(found) = reader.sections().iter().find(|found| found.name() == section) else {
            return Ok(None);
        };
        let Some((records, width)) = shape(found) else { return Ok(None) };
        let sized = |number: u64| usize::try_from(number).map_err(|error| table.refused(py, error));
        let (start, length) = (sized(found.offset())?, sized(found.len())?);
        let bytes = table.bytes.whole().map_err(|message| table.refused(py, message))?;
        let section = bytes.get(start..start + length).unwrap_or_default();
        let view = ArrayView2::from_shape((sized(records)?, sized(width)?), section)
            .map_err(|error| table.refused(py, error))?;
        // SAFETY: the array keeps this object, which is frozen and keeps the bytes where they are.
        let array = unsafe { PyArray2::borrow_from_array(&view, slf.clone().into_any()) };
        array.readwrite().make_nonwriteable();
        Ok(Some(array))
    }

    /// All bytes of the file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let bytes = self.bytes.whole().map_err(|message| self.refused(py, message))?;
        expect_room("table", bytes.len() as u64, 1)?;
        Ok(PyBytes::new(py, bytes))
    }

    /// The number of rows; None for a strategy or an opening chart, whose rows are counted only by reading
    /// them.
    #[getter]
    fn num_rows(&self) -> Option<u64> {
        self.contents.rows()
    }

    /// The columns: name, ``text``, ``integer`` or ``real``, and whether values may be missing.
    #[getter]
    fn columns(&self) -> Vec<(&'static str, &'static str, bool)> {
        let of = |column: &Column| (column.name, column.holds.word(), column.is_nullable);
        self.contents.columns().map(of).collect()
    }

    /// The schema by Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.contents.schema().as_ref());
        let schema = schema.map_err(|error| self.refused(py, error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows by Arrow's C stream interface, in batches made on demand. The requested schema is ignored, as
    /// the interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let batches = Batches::new(Arc::clone(&self.bytes), self.contents.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    fn __repr__(&self) -> String {
        let name = self.name().unwrap_or_else(|| "in memory".to_owned());
        format!("<Table {} {name}>", self.contents.kind())
    }
}

/// Rows of a table in memory.
#[pyclass(frozen, weakref, module = "hanamachi")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Rows {
    /// The schema by Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref());
        PyCapsule::new_with_value(py, schema.map_err(|error| error::table(py, None, error))?, c"arrow_schema")
    }

    /// The rows by Arrow's C stream interface, without a copy. The requested schema is ignored, as the
    /// interface allows.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        // Cloning a batch clones a handle; its columns are shared.
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}
