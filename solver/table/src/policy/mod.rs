//! Policy tables: for each of many keys a distribution over actions, quantized to 16 bits.
//!
//! A key is a string of bytes of the same length for all keys, an action is a number; the game defines their
//! meaning. The rows are sorted by key, so that a row is found by bisection in the mapped file, in as many
//! steps as the number of rows has bits.
//!
//! | section | record | content |
//! |---|---|---|
//! | `keys` | width of a key | the keys, in ascending order of their bytes, without repetitions |
//! | `ends` | 8 bytes | for each key, the end of its choices: the number of choices up to and including it |
//! | `actions` | 2 or 4 bytes | action of each choice |
//! | `probabilities` | 2 bytes | probability of each choice in units of 1/65,535; those of a key sum to 65,535 |
//! | `exact` | 8 bytes | not in every file: the same probabilities before they were rounded, as floating-point numbers |
//!
//! Numbers are little-endian, and unsigned but for `exact`. The kind of the file is `policy`, version 1.

mod quantized;
mod rows;
mod table;

pub use quantized::{NoDistribution, UNITS, quantize, unquantize};
pub use rows::{PolicyCounts, PolicyError, PolicyRow, PolicyRows, RowBuffer, write_policy};
pub use table::{Choices, PolicyTable};

/// Kind of the file in its metadata.
pub const POLICY_KIND: &str = "policy";
/// Version of the sections.
pub const POLICY_VERSION: u32 = 1;

const KEYS: &str = "keys";
const ENDS: &str = "ends";
const ACTIONS: &str = "actions";
const PROBABILITIES: &str = "probabilities";
const EXACT: &str = "exact";
