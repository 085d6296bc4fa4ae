//! The study board's questions about both games, and the answers: JSON in, JSON out.
//!
//! The page of the board only draws; it knows no rules. It asks [`Engine`] everything: in a browser, where
//! the engine is WebAssembly, or over HTTP of `hanamachi board`. A request has a method and parameters. The
//! engine replies with any number of [`Message`]s and then an [`Answer`] or a [`Fault`]. The book's chapter
//! about the board lists the methods.
//!
//! | room | what is in it |
//! |---|---|
//! | `engine` | the methods by name |
//! | `method` | what every method has: its answer, and shared solvers |
//! | `host` | the host of a request: a clock, a cancel token, limits, a receiver of messages |
//! | `okiya`, `hana`, `import` | the methods |
//!
//! The engine uses only the clock and the seeds that it is given: the same parameters yield the same answer
//! everywhere, unless a time limit cuts it short or the network of the approximate equilibrium is missing.
//! The program has the network compiled in; a static site [hands it over](hand_over_network) when it is
//! needed.

#![allow(clippy::needless_pass_by_value, reason = "a method owns its parameters, and most only look at them")]
#![allow(clippy::similar_names, reason = "a seat and a set, rules and a draw: the field's words")]

mod engine;
mod envelope;
mod fault;
mod hana;
mod host;
mod import;
mod method;
mod okiya;

pub use engine::{Engine, MethodInfo, methods, takes_long};
pub use envelope::{last_message, serve};
pub use fault::{Fault, FaultKind};
pub use hana::hand_over_network;
pub use host::{Host, Limits, Message, ProgressStep};
pub use method::Answer;

// Re-exported so that a host needs no other crate.
pub use hanamachi_solver::search::budget::{CancelToken, Stop};

/// Version of the methods and their answers: it changes when something is removed or changes its meaning.
pub const CONTRACT: u32 = 1;
