//! What a file says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a file says of itself, in JSON that a person can read.
///
/// Files that should be the same byte for byte must say the same here: no time, no machine. Keys that a newer program added are
/// skipped.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Metadata {
    /// What kind of file it is, such as `policy`.
    pub kind: String,
    /// The version of how that kind uses its sections, from 1.
    pub kind_version: u32,
    /// Which game it is about, such as `hanamikoji`.
    pub game: String,
    /// The game's rules, as the game writes them.
    pub rules: String,
    /// The program and its version.
    pub program: String,
    /// The command line that made it.
    pub command: String,
    /// The seed, where something was random.
    pub seed: Option<u64>,
    /// How many there are of what, such as information sets.
    pub counts: BTreeMap<String, u64>,
    /// What else the kind of file wants known: settings, figures with their units in the name.
    pub details: BTreeMap<String, Value>,
    /// A remark.
    pub memo: String,
}
