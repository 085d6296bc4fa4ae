//! Files of the program, with their rows as Arrow columns.

mod batches;
mod columns;
mod file;

use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use hanamachi_solver::table::Reader;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyType};

use self::batches::{Batches, Contents};
pub(crate) use self::file::FileBytes;
use crate::error;
use crate::work::{self, Limits};

/// Adds what is here to the module.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Table>()
}

/// Bytes in hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // A text takes whatever is written to it.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Name, offset in the file in bytes, length in bytes, and bytes of a record, or `None` of what is coded.
type SectionData = (String, u64, u64, Option<u64>);

/// A file of the program: a census, verdicts, a strategy, a favour table, an opening chart.
#[pyclass(frozen, module = "hanamachi")]
pub(crate) struct Table {
    bytes: Arc<FileBytes>,
    path: Option<PathBuf>,
    contents: Contents,
    metadata: String,
    hash: String,
}

impl Table {
    /// The table in these bytes.
    pub(crate) fn new(py: Python<'_>, bytes: FileBytes, path: Option<PathBuf>) -> PyResult<Self> {
        let name = path.as_ref().map(|path| path.display().to_string());
        let refuse = |message: String| error::table(py, name.as_deref(), message);
        let bytes = Arc::new(bytes);
        let (contents, metadata, hash) = {
            let reader = Reader::open(bytes.as_ref().as_ref()).map_err(|error| refuse(error.to_string()))?;
            let contents =
                Contents::new(bytes.as_ref().as_ref(), &reader).map_err(|error| refuse(error.to_string()))?;
            let hash = hex(reader.identity());
            (contents, reader.metadata_text().to_owned(), hash)
        };
        Ok(Self { bytes, path, contents, metadata, hash })
    }

    fn name(&self) -> Option<String> {
        self.path.as_ref().map(|path| path.display().to_string())
    }

    fn reader(&self, py: Python<'_>) -> PyResult<Reader<'_>> {
        let bytes: &[u8] = self.bytes.as_ref().as_ref();
        Reader::open(bytes).map_err(|error| error::table(py, self.name().as_deref(), error))
    }
}

#[pymethods]
impl Table {
    /// Opens a file and checks its shape; ``verify`` reads all of it.
    #[classmethod]
    fn open(_class: &Bound<'_, PyType>, py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = FileBytes::open(&path)?;
        Self::new(py, bytes, Some(path))
    }

    /// Compares every byte with the hashes that the file holds of its sections.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        let reader = self.reader(py)?;
        let verified = work::run(py, Limits::default(), |_| reader.verify())?;
        verified.map_err(|error| error::table(py, self.name().as_deref(), error))
    }

    /// The file, where it is one.
    #[getter]
    fn path(&self) -> Option<PathBuf> {
        self.path.clone()
    }

    /// What the file says of itself, as the JSON that it holds.
    #[getter]
    fn metadata_text(&self) -> String {
        self.metadata.clone()
    }

    /// The hash that names the file, in hexadecimal digits.
    #[getter]
    fn hash(&self) -> String {
        self.hash.clone()
    }

    /// The sections: name, offset in the file in bytes, length in bytes, and bytes of a record, or None of what is coded.
    #[getter]
    fn sections(&self, py: Python<'_>) -> PyResult<Vec<SectionData>> {
        let reader = self.reader(py)?;
        let of = |section: &hanamachi_solver::table::Section| {
            let records = section.records().filter(|&records| records > 0);
            let width = records.map(|records| section.len() / records);
            (section.name().to_owned(), section.offset(), section.len(), width)
        };
        Ok(reader.sections().iter().map(of).collect())
    }

    /// All bytes of the file.
    fn to_bytes(&self) -> Vec<u8> {
        self.bytes.as_ref().as_ref().to_vec()
    }

    /// How many rows there are; of a strategy and an opening chart None until they are read.
    #[getter]
    fn num_rows(&self) -> Option<u64> {
        self.contents.rows()
    }

    /// The columns: name, ``text``, ``integer`` or ``real``, and whether values may be missing.
    #[getter]
    fn columns(&self) -> Vec<(String, &'static str, bool)> {
        let of = |column: &columns::Column| (column.name.clone(), column.holds.word(), column.is_nullable);
        self.contents.columns().iter().map(of).collect()
    }

    /// The schema by Arrow's C data interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.contents.schema().as_ref());
        let schema = schema.map_err(|error| error::table(py, self.name().as_deref(), error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The rows by Arrow's C stream interface, in batches that are made as they are asked for. The schema that is asked for is not looked at,
    /// as the interface allows.
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
