//! The bytes of tables.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use hanamachi_solver::search::budget::{RunContext, Stop};
use memmap2::Mmap;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

use crate::error;
use crate::memory::{expect_room, room_for};
use crate::work::{self, Limits};

/// The bytes of a table: read if they are few, mapped if they are many.
#[derive(Debug)]
pub(crate) enum FileBytes {
    Read(Vec<u8>),
    /// With the file, to find out its present length.
    Mapped(Mmap, File),
}

/// Files of at least this many bytes are mapped.
const MAPPED_FROM: u64 = 1 << 20;

impl FileBytes {
    /// The bytes of this file; `may_map` allows mapping a large file instead of reading it.
    pub(crate) fn open(py: Python<'_>, path: &Path, may_map: bool) -> PyResult<Self> {
        let raised = |error: io::Error| raised(py, path, &error);
        // Checked before opening: opening a pipe that nobody writes to would block forever.
        let metadata = path.metadata().map_err(raised)?;
        if !metadata.is_file() {
            return Err(no_file(py, path, metadata.is_dir()));
        }
        let file = File::open(path).map_err(raised)?;
        let length = file.metadata().map_err(raised)?.len();
        if may_map && length >= MAPPED_FROM {
            // SAFETY: the map is read only, and the program replaces files by renaming, which leaves a mapped
            // one unchanged. If another program cuts the file short while its bytes are read, a signal ends
            // the process; `whole` checks for that beforehand.
            let map = unsafe { Mmap::map(&file) }.map_err(raised)?;
            return Ok(Self::Mapped(map, file));
        }
        expect_room("path", length, 1)?;
        let room = room_for("path", usize::try_from(length).unwrap_or(usize::MAX))?;
        let read = work::run(py, Limits::default(), move |context| read(file.take(length), room, context))?;
        read.map_err(|stop| error::stopped(py, stop))?.map(Self::Read).map_err(raised)
    }

    /// The bytes, if the file still has them all; else the reason.
    pub(crate) fn whole(&self) -> Result<&[u8], String> {
        if let Self::Mapped(map, file) = self {
            let now = file.metadata().map_err(|error| error.to_string())?.len();
            if now < map.len() as u64 {
                return Err(format!("the file has been cut short: it has {now} bytes and had {}", map.len()));
            }
        }
        Ok(self.as_ref())
    }
}

/// Bytes that are read at a time.
const READ_TOGETHER: u64 = 1 << 22;

/// Reads to the end into `bytes`, which has room for all.
fn read(
    mut file: impl Read,
    mut bytes: Vec<u8>,
    context: RunContext<'_>,
) -> Result<io::Result<Vec<u8>>, Stop> {
    loop {
        if let Some(stop) = context.cancel.reason() {
            return Err(stop);
        }
        match file.by_ref().take(READ_TOGETHER).read_to_end(&mut bytes) {
            Ok(0) => return Ok(Ok(bytes)),
            Ok(_) => {}
            Err(error) => return Ok(Err(error)),
        }
    }
}

/// The `OSError` for a failure with the file at this path, with `errno` and `filename`: Python chooses the
/// subclass.
fn raised(py: Python<'_>, path: &Path, error: &io::Error) -> PyErr {
    match error.raw_os_error() {
        // There the system's numbers are not those of `errno`, and Python translates them.
        Some(code) if cfg!(windows) => {
            PyOSError::new_err((0, error.to_string(), path.as_os_str().to_owned(), code))
        }
        Some(code) => os_error(py, code, path).unwrap_or_else(|trouble| trouble),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// The `OSError` for a path to something that is not a regular file.
fn no_file(py: Python<'_>, path: &Path, is_folder: bool) -> PyErr {
    let code = |name| -> PyResult<i32> { py.import("errno")?.getattr(name)?.extract() };
    let found = if is_folder {
        code("EISDIR").and_then(|code| os_error(py, code, path))
    } else {
        let message = "Not a regular file";
        code("EINVAL").map(|code| PyOSError::new_err((code, message, path.as_os_str().to_owned())))
    };
    found.unwrap_or_else(|trouble| trouble)
}

/// The `OSError` with this `errno`.
fn os_error(py: Python<'_>, code: i32, path: &Path) -> PyResult<PyErr> {
    let message: String = py.import("os")?.call_method1("strerror", (code,))?.extract()?;
    Ok(PyOSError::new_err((code, message, path.as_os_str().to_owned())))
}

/// Bytes that several owners read.
#[derive(Clone, Debug)]
pub(crate) struct SharedBytes(pub(crate) Arc<FileBytes>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        (*self.0).as_ref()
    }
}

impl AsRef<[u8]> for FileBytes {
    fn as_ref(&self) -> &[u8] {
        match self {
            Self::Read(bytes) => bytes,
            Self::Mapped(map, _) => map,
        }
    }
}
