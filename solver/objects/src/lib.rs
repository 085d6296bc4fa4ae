//! The JSON objects of both games: the output of `--json`, and the answers to the board's requests.
//!
//! | module | contents |
//! |---|---|
//! | [`okiya`] | solutions, positions, gardens, classes, rarity, reviews |
//! | [`hanamikoji`] | evaluations, positions, beliefs, deals, favour tables, what-if, reviews; the words of its actions |
//!
//! Only these modules define the schemas and their keys, so that the program, its pages, the server and the
//! engine in the browser agree. Within a schema number, keys are only added.

#[cfg(feature = "hanamikoji")]
pub mod hanamikoji;
pub mod okiya;

use hanamachi_solver::search::budget::Stop;

/// The program and its version, as every object and record names it.
pub const ENGINE: &str = concat!("hanamachi ", env!("CARGO_PKG_VERSION"));

/// The reason why work stopped early, in a word.
#[must_use]
pub const fn stopped(stop: Stop) -> &'static str {
    match stop {
        Stop::Time => "time",
        Stop::Interrupted => "interrupted",
        Stop::Nodes => "iterations",
        Stop::Memory => "memory",
        Stop::Precision => "precision",
    }
}
