//! Checkpoints: the state of an interrupted run, with its identity.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde_json::Value;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use super::error::{FilePart, Flaw, ReadError};
use super::metadata::Metadata;
use super::reader::Reader;

/// Kind of a file that contains only a run.
pub const CHECKPOINT_KIND: &str = "checkpoint";
/// Version of the sections of this kind.
pub const CHECKPOINT_VERSION: u32 = 1;
/// Section with the coded state of a run.
pub const STATE: &str = "state";
const IDENTITY: &str = "identity";

/// Identity of a run, as named facts: game, rules, algorithm, seed, and everything else that must agree if
/// one run is to continue another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity(BTreeMap<String, String>);

impl Identity {
    /// An identity without facts.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a fact, replacing an earlier one of the same name.
    #[must_use]
    pub fn with(mut self, fact: &str, value: impl Into<String>) -> Self {
        self.0.insert(fact.to_owned(), value.into());
        self
    }

    /// The facts with their values, by name.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(fact, value)| (fact.as_str(), value.as_str()))
    }

    /// Adds the facts to the metadata of a file, of any kind, that contains the state of its run.
    pub fn describe(&self, metadata: &mut Metadata) {
        metadata.details.insert(IDENTITY.to_owned(), self.to_json());
    }

    fn to_json(&self) -> Value {
        self.0.iter().map(|(fact, value)| (fact.clone(), Value::from(value.as_str()))).collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        let fact = |(fact, value): (&String, &Value)| Some((fact.clone(), value.as_str()?.to_owned()));
        value.as_object()?.iter().map(fact).collect::<Option<_>>().map(Self)
    }

    /// The first fact in which the run `asked` for differs.
    fn difference(&self, asked: &Self) -> Option<CheckpointError> {
        let names = self.0.keys().chain(asked.0.keys());
        let differs = |fact: &&String| self.0.get(*fact) != asked.0.get(*fact);
        let fact = names.filter(differs).min()?;
        let value = |identity: &Self| identity.0.get(fact).cloned();
        Some(CheckpointError::OtherRun { fact: fact.clone(), found: value(self), asked: value(asked) })
    }
}

/// Reason why a run cannot continue from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file is damaged, or not a checkpoint.
    #[error(transparent)]
    File(#[from] ReadError),
    /// The checkpoint belongs to a run with a different identity.
    #[error("the checkpoint is of another run: its {fact} is {}, this run's is {}", shown(.found.as_ref()), shown(.asked.as_ref()))]
    OtherRun {
        /// Name of the fact that differs.
        fact: String,
        /// Value in the checkpoint, if it has one.
        found: Option<String>,
        /// Value of the new run, if it has one.
        asked: Option<String>,
    },
}

fn shown(value: Option<&String>) -> String {
    value.map_or_else(|| "not given".to_owned(), |value| format!("`{}`", value.escape_debug()))
}

/// A verified checkpoint of the requested run.
///
/// It has a section [`STATE`] with all small data, coded by serde, and the long columns that the run needs. A
/// file that contains nothing else is of the kind [`CHECKPOINT_KIND`]; a table may also contain the run that
/// made it.
///
/// ```
/// use hanamachi_solver::table::little_endian::F64;
/// use hanamachi_solver::table::{CHECKPOINT_KIND, CHECKPOINT_VERSION, Checkpoint, Identity, Metadata, STATE, Writer};
///
/// let identity = Identity::new().with("game", "kuhn").with("algorithm", "cfr+").with("seed", "7");
/// let regrets = vec![0.5, -0.25];
/// let mut writer = Writer::new(Vec::new())?;
/// writer.coded(STATE, &("iteration", 100_u64))?;
/// writer.records("regrets", regrets.iter().map(|&regret| F64::new(regret)))?;
/// let mut metadata =
///     Metadata { kind: CHECKPOINT_KIND.to_owned(), kind_version: CHECKPOINT_VERSION, ..Metadata::default() };
/// identity.describe(&mut metadata);
/// let bytes = writer.finish(&metadata)?;
///
/// let checkpoint = Checkpoint::open(&bytes, &identity)?;
/// let (_, iteration): (String, u64) = checkpoint.state()?;
/// let read: Vec<f64> = checkpoint.records::<F64>("regrets")?.iter().map(|regret| regret.get()).collect();
/// assert_eq!((iteration, read), (100, regrets));
///
/// let other = Checkpoint::open(&bytes, &identity.with("seed", "8")).unwrap_err();
/// assert_eq!(other.to_string(), "the checkpoint is of another run: its seed is `7`, this run's is `8`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checkpoint<'a> {
    reader: Reader<'a>,
}

impl<'a> Checkpoint<'a> {
    /// Opens a checkpoint from the bytes of the whole file, and checks all of it against its hashes. A file
    /// of another kind is accepted too if it contains the state of the run that made it.
    pub fn open(bytes: &'a [u8], asked: &Identity) -> Result<Self, CheckpointError> {
        let reader = Reader::open(bytes)?;
        if !reader.metadata().details.contains_key(IDENTITY) {
            reader.expect_kind(CHECKPOINT_KIND, CHECKPOINT_VERSION)?;
        }
        let found = reader.metadata().details.get(IDENTITY).and_then(Identity::from_json);
        let found = found.ok_or_else(|| {
            ReadError::damaged(FilePart::Metadata, Flaw::Content("they do not identify the run".to_owned()))
        })?;
        if let Some(other) = found.difference(asked) {
            return Err(other);
        }
        reader.verify()?;
        Ok(Self { reader })
    }

    /// The small part of the state.
    pub fn state<S: DeserializeOwned>(&self) -> Result<S, ReadError> {
        self.reader.coded(STATE)
    }

    /// The array of this name. The caller must check its length.
    pub fn records<T>(&self, name: &str) -> Result<&'a [T], ReadError>
    where
        T: FromBytes + Immutable + KnownLayout + Unaligned,
    {
        self.reader.records(name)
    }

    /// The file.
    #[must_use]
    pub const fn reader(&self) -> &Reader<'a> {
        &self.reader
    }
}
