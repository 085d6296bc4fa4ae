//! Metadata of a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Metadata of a file, in human-readable JSON.
///
/// Files that should be identical byte for byte must have identical metadata: no time, no machine. Keys added
/// by newer programs are ignored.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// Kind of the file, such as `policy`.
    pub kind: String,
    /// Version of the sections of this kind, from 1.
    pub kind_version: u32,
    /// Game of the file, such as `hanamikoji`.
    pub game: String,
    /// Rules of the game, in the game's notation.
    pub rules: String,
    /// The program and its version.
    pub program: String,
    /// Command line that made the file.
    pub command: String,
    /// Seed, if randomness was used.
    pub seed: Option<u64>,
    /// Counts by name, such as information sets.
    pub counts: BTreeMap<String, u64>,
    /// Further metadata of the kind of file: settings, and figures with their units in the name.
    pub details: BTreeMap<String, Value>,
    /// A remark.
    pub memo: String,
}
