//! The exceptions, and the conversion of library errors into them.

use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::text;
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::{IntoPyObjectExt, create_exception};

create_exception!(
    hanamachi,
    ParseError,
    PyValueError,
    "A text that is not what it should be.\n\nAttributes: ``code``, a word that stays the same from version to version; ``field``, the part of the text \
     that is at fault; ``line`` and ``column``, where it begins, from 1; ``turn``, of a history, from 1, else None; ``text``, what was \
     refused; ``span``, the characters of ``text`` that are at fault, as (start, end)."
);
create_exception!(
    hanamachi,
    IllegalMoveError,
    PyValueError,
    "A move that the rules forbid here.\n\nAttributes: ``move``, as it was given; ``field``, always ``moves``; ``column``, always None."
);
create_exception!(
    hanamachi,
    UnsuitedError,
    PyValueError,
    "A method or a player that does not fit the question, such as a learned player in a reduced game."
);
create_exception!(
    hanamachi,
    LimitError,
    PyRuntimeError,
    "A limit was reached before there was an answer.\n\nAttribute: ``limit``, one of ``time``, ``nodes`` and ``memory``."
);
create_exception!(
    hanamachi,
    TableError,
    PyValueError,
    "A file that is not what it should be.\n\nAttribute: ``file``, its path, or None of a table in memory."
);

/// Adds the exceptions to the Python module, with the values of attributes for exceptions made elsewhere.
pub(crate) fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let parse = py.get_type::<ParseError>();
    for name in ["code", "field"] {
        parse.setattr(name, "")?;
    }
    parse.setattr("line", 1)?;
    for name in ["column", "turn", "text", "span"] {
        parse.setattr(name, py.None())?;
    }
    let illegal = py.get_type::<IllegalMoveError>();
    illegal.setattr("move", "")?;
    illegal.setattr("field", "moves")?;
    illegal.setattr("column", py.None())?;
    let limit = py.get_type::<LimitError>();
    limit.setattr("limit", "memory")?;
    let table = py.get_type::<TableError>();
    table.setattr("file", py.None())?;
    module.add("ParseError", parse)?;
    module.add("IllegalMoveError", illegal)?;
    module.add("UnsuitedError", py.get_type::<UnsuitedError>())?;
    module.add("LimitError", limit)?;
    module.add("TableError", table)
}

/// The exception with one more attribute.
fn with<'py, V: IntoPyObjectExt<'py>>(py: Python<'py>, error: PyErr, name: &str, value: V) -> PyErr {
    match error.value(py).setattr(name, value) {
        Ok(()) => error,
        Err(trouble) => trouble,
    }
}

/// A text given, as quoted in messages: cut when long, control characters escaped.
pub(crate) fn shown(text: &str) -> String {
    text::quoted(text).escape_debug().to_string()
}

/// A text was refused.
pub(crate) fn refused(py: Python<'_>, error: &text::ParseError) -> PyErr {
    let (refused, span) = (error.text(), error.span());
    let characters = |bytes: usize| refused[..bytes].chars().count();
    let exception = ParseError::new_err(error.to_string());
    let exception = with(py, exception, "code", error.code());
    let exception = with(py, exception, "field", error.field());
    let exception = with(py, exception, "line", error.line());
    let exception = with(py, exception, "column", error.column());
    let exception = with(py, exception, "turn", error.turn());
    let exception = with(py, exception, "text", refused);
    with(py, exception, "span", (characters(span.start), characters(span.end)))
}

/// Numbers that make no garden; `column` is the number at fault, from 1.
pub(crate) fn no_garden(py: Python<'_>, message: String, column: Option<usize>) -> PyErr {
    let exception = with(py, ParseError::new_err(message), "code", "invalid_garden");
    let exception = with(py, exception, "field", "garden");
    let exception = with(py, exception, "line", 1);
    let exception = with(py, exception, "column", column);
    let exception = with(py, exception, "turn", py.None());
    let exception = with(py, exception, "text", py.None());
    with(py, exception, "span", py.None())
}

/// A move is forbidden.
pub(crate) fn illegal(py: Python<'_>, given: &str, message: String) -> PyErr {
    let exception = with(py, IllegalMoveError::new_err(message), "move", given);
    let exception = with(py, exception, "field", "moves");
    with(py, exception, "column", py.None())
}

/// A search was stopped.
pub(crate) fn stopped(py: Python<'_>, stop: Stop) -> PyErr {
    let limit = match stop {
        Stop::Interrupted => return PyKeyboardInterrupt::new_err(()),
        Stop::Time => "time",
        Stop::Nodes => "nodes",
        Stop::Memory => "memory",
        Stop::Precision => "precision",
    };
    with(py, LimitError::new_err(stop.to_string()), "limit", limit)
}

/// The work would take more memory or time than allowed.
pub(crate) fn too_costly(py: Python<'_>, limit: &str, message: String) -> PyErr {
    with(py, LimitError::new_err(message), "limit", limit)
}

/// A file is damaged or not a table.
pub(crate) fn table(py: Python<'_>, file: Option<&str>, message: impl std::fmt::Display) -> PyErr {
    let message = match file {
        Some(file) => format!("{file}: {message}"),
        None => message.to_string(),
    };
    with(py, TableError::new_err(message), "file", file)
}
