//! What the study board asks about both games, and the answers: JSON in, JSON out.
//!
//! The page of the board draws and knows no rules. It asks [`Engine`] everything, in a browser, where the engine is WebAssembly, or over
//! HTTP of `hanamachi board`. A request has a method and parameters; what comes back is any number of [`Message`]s and then an
//! [`Answer`] or a [`Fault`]. The book's chapter about the board lists the methods.
//!
//! | room | what is in it |
//! |---|---|
//! | `engine` | the methods by name |
//! | `host` | what the engine is given by whoever runs it: a clock, a cancel token, limits, an ear |
//! | `okiya`, `hana`, `import` | the methods |
//!
//! The engine reads no clock and draws no random number that it was not handed: with the same parameters it gives the same answer
//! everywhere, unless a limit of time cut it short, and unless it lacks the network of the approximate equilibrium: that is part of the program, and
//! a site of files [hands it over](hand_over_network) when it is needed.

#![allow(clippy::needless_pass_by_value, reason = "a method owns its parameters, and most only look at them")]
#![allow(clippy::similar_names, reason = "a seat and a set, rules and a draw: the field's words")]

pub mod command;
mod engine;
mod envelope;
mod fault;
mod hana;
mod host;
mod import;
mod okiya;

pub use engine::{Answer, Engine, MethodInfo, methods};
pub use envelope::{last_message, serve};
pub use fault::{Fault, FaultKind};
pub use hana::hand_over_network;
pub use host::{Host, Limits, Message, Step};

// What a host hands in, so that it needs no other crate.
pub use hanamachi_solver::search::budget::{CancelToken, Stop};

/// The version of the methods and what they answer: it changes when something is taken away or means something else.
pub const CONTRACT: u32 = 1;
