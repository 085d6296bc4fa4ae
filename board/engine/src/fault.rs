//! Why a request has no answer.

use std::borrow::Cow;

use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::text::{ParseError, Reason};
use serde::Serialize;

/// Why a request has no answer, as the one who asked is told.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, thiserror::Error)]
#[error("{message}")]
pub struct Fault {
    /// What sort of fault it is; whoever answers over HTTP makes a status of it.
    #[serde(skip)]
    pub kind: FaultKind,
    /// A word for programs that stays the same from version to version.
    pub code: &'static str,
    /// A sentence for people.
    pub message: String,
    /// The parameter, or the part of a text, that is at fault.
    pub field: Option<Cow<'static, str>>,
    /// Where in its line, in characters from 1.
    pub column: Option<usize>,
    /// The turn of a history, from 1, where it is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<usize>,
    /// The line of a text that has several, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// The sorts of faults.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// The request makes no question.
    Request,
    /// There is no such method.
    UnknownMethod,
    /// The question is about something that cannot be.
    Refused,
    /// A limit was reached before an answer.
    Limit,
    /// Whoever asked does not want to know any more.
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

    /// The question is about something that cannot be.
    pub fn refused(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(FaultKind::Refused, code, message)
    }

    /// A parameter is not what it should be.
    pub fn parameter(name: &'static str, message: impl Into<String>) -> Self {
        Self::new(FaultKind::Request, "invalid_params", message).about(name)
    }

    /// The same, about this parameter or part of a text.
    #[must_use]
    pub fn about(self, field: &'static str) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    /// Why a reader refused `whole`, a text that was handed in.
    pub(crate) fn of_text<R: Reason>(error: &ParseError<R>, whole: &str) -> Self {
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

    /// The same where the text is one that the engine put together: its columns mean nothing to whoever asked.
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
        }
    }
}
