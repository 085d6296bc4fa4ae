//! The JSON objects of both games: what `--json` prints, and what the board's requests are answered with.
//!
//! | room | what is in it |
//! |---|---|
//! | [`okiya`] | solutions, positions, gardens, classes, rarity, reviews |
//! | [`hanamikoji`] | evaluations, positions, beliefs, deals, favour tables, what-if, reviews; the words of its actions |
//!
//! Each has its schema and its keys from here alone, so that the program, its pages, the server and the engine in the browser say the
//! same. Within a schema number keys are only added.

pub mod hanamikoji;
pub mod okiya;

/// The program and its version, as every object and record names it.
pub const ENGINE: &str = concat!("hanamachi ", env!("CARGO_PKG_VERSION"));
