//! Policy tables: for each of many keys a distribution over actions, quantized to 16 bits.
//!
//! A key is a string of bytes of the same length for all, an action a number; what they mean is the game's affair. The rows are
//! sorted by key, so that one is found by bisection in the mapped file, in as many steps as the number of rows has bits.
//!
//! | section | record | content |
//! |---|---|---|
//! | `keys` | as wide as a key | the keys, in ascending order of their bytes, each once |
//! | `ends` | 8 bytes | for each key, where its choices end: the number of choices up to and with it |
//! | `actions` | 2 or 4 bytes | the action of each choice |
//! | `probabilities` | 2 bytes | its probability in units of 1/65,535; those of a key sum to 65,535 |
//!
//! Numbers are unsigned and little-endian. The kind of the file is `policy`, version 1.

mod quantized;
mod rows;
mod table;

pub use quantized::{NoDistribution, UNITS, quantize, unquantize};
pub use rows::{PolicyCounts, PolicyError, PolicyRow, PolicyRows, RowBuffer, write_policy};
pub use table::{Choices, PolicyTable};

/// Name in the file's metadata.
pub const POLICY_KIND: &str = "policy";
/// The version of the sections.
pub const POLICY_VERSION: u32 = 1;

const KEYS: &str = "keys";
const ENDS: &str = "ends";
const ACTIONS: &str = "actions";
const PROBABILITIES: &str = "probabilities";
