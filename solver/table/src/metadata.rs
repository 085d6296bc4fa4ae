//! Metadata of a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Metadata of a file, in human-readable JSON.
///
/// Files that should be the same byte for byte must say the same here: no time, no machine. Keys that a newer program added are
/// skipped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// Kind of the file, such as `policy`.
    pub kind: String,
    /// The version of how that kind uses its sections, from 1.
    pub kind_version: u32,
    /// Game of the file, such as `hanamikoji`.
    pub game: String,
    /// The game's rules, as the game writes them.
    pub rules: String,
    /// The program and its version.
    pub program: String,
    /// The command line that made it.
    pub command: String,
    /// The seed, where something was random.
    pub seed: Option<u64>,
    /// Counts by name, such as information sets.
    pub counts: BTreeMap<String, u64>,
    /// Further metadata of the kind of file: settings, and figures with their units in the name.
    pub details: BTreeMap<String, Value>,
    /// A remark.
    pub memo: String,
}
