//! Errors of requests.

use std::borrow::Cow;

use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::text::ParseError;
use serde::Serialize;

/// The reason why a request has no answer, as reported to the client.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// Kind of fault; an HTTP server derives the status from it.
    #[serde(skip)]
    pub kind: FaultKind,
    /// A stable word for programs, the same from version to version.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The parameter or the part of a text at fault.
    pub field: Option<Cow<'static, str>>,
    /// Column in its line, in characters from 1.
    pub column: Option<usize>,
    /// The turn of a history at fault, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// The line at fault in a text of several lines, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// Kinds of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The request is malformed.
    Request,
    /// There is no such method.
    UnknownMethod,
    /// The request is about something impossible.
    Refused,
    /// A limit was reached before an answer.
    Limit,
    /// The client cancelled the request.
    Cancelled,
    /// The engine is at fault.
    Internal,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, code: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { kind, code, message, field: None, column: None, turn: None, line: None }
    }

    /// The request is about something impossible.
    pub fn refused(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(FaultKind::Refused, code, message)
    }

    /// A parameter is invalid.
    pub fn parameter(name: &'static str, message: impl Into<String>) -> Self {
        Self::new(FaultKind::Request, "invalid_params", message).about(name)
    }

    /// The same fault, about this parameter or part of a text.
    #[must_use]
    pub fn about(self, field: &'static str) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// The fault for `whole`, a text that a reader refused.
    pub(crate) fn of_text(error: &ParseError, whole: &str) -> Self {
        let place = error.place();
        Self {
            kind: FaultKind::Refused,
            code: error.code(),
            message: error.to_string(),
            field: Some(error.field().into()),
            column: Some(place.column()),
            turn: error.turn(),
            line: whole.contains('\n').then(|| place.line()),
        }
    }

    /// The same without a place, for a text that the engine put together: its columns mean nothing to the
    /// client.
    pub(crate) fn without_place(self) -> Self {
        Self { column: None, line: None, ..self }
    }
}

impl From<Stop> for Fault {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Interrupted => Self::new(FaultKind::Cancelled, "cancelled", "cancelled"),
            Stop::Time => {
                Self::new(FaultKind::Limit, "limit_reached", "the time limit was reached before an answer")
            }
            Stop::Nodes => Self::new(
                FaultKind::Limit,
                "limit_reached",
                "the limit of the search was reached before an answer",
            ),
            Stop::Memory => {
                Self::new(FaultKind::Limit, "limit_reached", "the memory limit was reached before an answer")
            }
            Stop::Precision => Self::new(FaultKind::Limit, "limit_reached", stop.to_string()),
        }
    }
}
