//! What every method has: its answer, and the solvers that all methods share.

use hanamachi_solver::okiya::Solver;
use hanamachi_solver::search::parallel::Pool;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// The answer to a request.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// A JSON object.
    pub result: Box<RawValue>,
    /// The command line that gives the same answer, if there is one.
    pub command: Option<String>,
}

impl Answer {
    /// An answer that no command prints.
    pub(crate) fn new(result: &impl Serialize) -> Self {
        Self { result: raw(result), command: None }
    }

    /// The same answer with the command that prints it.
    pub(crate) fn by(self, command: String) -> Self {
        Self { command: Some(command), ..self }
    }
}

/// An object as it is sent.
pub(crate) fn raw(object: &impl Serialize) -> Box<RawValue> {
    serde_json::value::to_raw_value(object).expect("the engine's own structures have text keys")
}

/// No parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// A text and nothing else.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextParams {
    pub(crate) text: String,
}

/// Solvers of Okiya, each with its tables; as many as run at a time.
pub(crate) struct Solvers(Pool<Solver, fn() -> Solver>);

impl Solvers {
    pub(crate) const fn new() -> Self {
        Self(Pool::new(Solver::new))
    }

    /// Runs some work with a solver.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&mut Solver) -> T) -> T {
        self.0.with(work)
    }
}
