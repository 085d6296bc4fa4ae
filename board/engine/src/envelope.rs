//! Requests and messages as text: the full form for a worker's port, with fewer keys over HTTP.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::engine::Engine;
use crate::fault::{Fault, FaultKind};
use crate::host::{Host, Message};
use crate::method::Answer;

/// `{"method": …, "params": {…}}`; the transport keeps the `id`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RequestEnvelope<'a> {
    method: String,
    #[serde(borrow)]
    params: Option<&'a RawValue>,
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the engine's own structures have text keys")
}

impl Message<'_> {
    /// `{"progress": …}` or `{"partial": …}`.
    #[must_use]
    pub fn text(&self) -> String {
        text(self)
    }
}

impl Answer {
    /// `{"result": …, "command": …}`, the last message of a request.
    #[must_use]
    pub fn text(&self) -> String {
        text(self)
    }
}

impl Fault {
    /// `{"error": …}`, the last message of a request.
    #[must_use]
    pub fn text(&self) -> String {
        text(&BTreeMap::from([("error", self)]))
    }
}

/// Answers a request given as text and returns the last message; earlier messages go to the host.
#[must_use]
pub fn serve(engine: &Engine, request: &str, host: &dyn Host) -> String {
    let read = serde_json::from_str::<RequestEnvelope<'_>>(request).map_err(|error| {
        let message = format!("a request is an object with `method` and `params`: {error}");
        Fault::new(FaultKind::Request, "invalid_request", message)
    });
    let answer = read.and_then(|RequestEnvelope { method, params }| {
        engine.answer(&method, params.map_or("{}", RawValue::get), host)
    });
    last_message(&answer)
}

/// The answer or the fault as the last message of a request.
#[must_use]
pub fn last_message(answer: &Result<Answer, Fault>) -> String {
    match answer {
        Ok(answer) => answer.text(),
        Err(fault) => fault.text(),
    }
}
