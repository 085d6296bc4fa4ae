//! Interrupted runs: the state of one, and what it was a run of.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::error::{Flaw, Part, ReadError, WriteError};
use super::metadata::Metadata;
use super::reader::Reader;
use super::writer::Writer;

const KIND: &str = "checkpoint";
const KIND_VERSION: u32 = 1;
const STATE: &str = "state";
const IDENTITY: &str = "identity";

/// What a run was asked for, as named facts: game, rules, algorithm, seed, and whatever else must be the same for a run to be
/// the continuation of another.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity(BTreeMap<String, String>);

impl Identity {
    /// Without a fact.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// With this one, which replaces an earlier one of the same name.
    #[must_use]
    pub fn with(mut self, fact: &str, value: impl Into<String>) -> Self {
        self.0.insert(fact.to_owned(), value.into());
        self
    }

    /// The facts with their values, by name.
    pub fn facts(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(fact, value)| (fact.as_str(), value.as_str()))
    }

    fn to_json(&self) -> Value {
        self.0.iter().map(|(fact, value)| (fact.clone(), Value::from(value.as_str()))).collect()
    }

    fn from_json(value: &Value) -> Option<Self> {
        let fact = |(fact, value): (&String, &Value)| Some((fact.clone(), value.as_str()?.to_owned()));
        value.as_object()?.iter().map(fact).collect::<Option<_>>().map(Self)
    }

    /// The first fact in which a run that was `asked` for differs.
    fn difference(&self, asked: &Self) -> Option<CheckpointError> {
        let names = self.0.keys().chain(asked.0.keys());
        let differs = |fact: &&String| self.0.get(*fact) != asked.0.get(*fact);
        let fact = names.filter(differs).min()?;
        let value = |identity: &Self| identity.0.get(fact).cloned();
        Some(CheckpointError::OtherRun { fact: fact.clone(), found: value(self), asked: value(asked) })
    }
}

/// Why a run cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// The file is damaged, or no checkpoint.
    #[error(transparent)]
    File(#[from] ReadError),
    /// It is the checkpoint of a run that was asked for something else.
    #[error("the checkpoint is of another run: its {fact} is {}, this run's is {}", shown(.found.as_ref()), shown(.asked.as_ref()))]
    OtherRun {
        /// In what they differ.
        fact: String,
        /// The checkpoint's value, if it has one.
        found: Option<String>,
        /// The value asked for, if there is one.
        asked: Option<String>,
    },
}

fn shown(value: Option<&String>) -> String {
    value.map_or_else(|| "not given".to_owned(), |value| format!("`{}`", value.escape_debug()))
}

/// Writes a checkpoint.
///
/// ```
/// use hanamachi_solver::table::{Checkpoint, CheckpointWriter, Identity, Metadata, little_endian::F64};
///
/// let identity = Identity::new().with("game", "kuhn").with("algorithm", "cfr+").with("seed", "7");
/// let regrets = vec![0.5, -0.25];
/// let mut writer = CheckpointWriter::new(Vec::new())?;
/// writer.state(&("iteration", 100_u64))?;
/// writer.records("regrets", regrets.iter().map(|&regret| F64::new(regret)))?;
/// let bytes = writer.finish(&identity, Metadata::default())?;
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
#[derive(Debug)]
pub struct CheckpointWriter<W: Write>(Writer<W>);

impl<W: Write> CheckpointWriter<W> {
    /// Begins one.
    pub fn new(stream: W) -> Result<Self, WriteError> {
        Writer::new(stream).map(Self)
    }

    /// Adds everything that is small, coded by serde. Once.
    pub fn state<S: Serialize>(&mut self, state: &S) -> Result<(), WriteError> {
        self.0.coded(STATE, state)
    }

    /// Adds an array, streamed.
    pub fn records<T: IntoBytes + Immutable + Unaligned>(
        &mut self,
        name: &str,
        records: impl IntoIterator<Item = T>,
    ) -> Result<(), WriteError> {
        self.0.records(name, records)
    }

    /// Ends it. The kind of file and the identity are put into the metadata here.
    pub fn finish(self, identity: &Identity, metadata: Metadata) -> Result<W, WriteError> {
        let mut metadata = Metadata { kind: KIND.to_owned(), kind_version: KIND_VERSION, ..metadata };
        metadata.details.insert(IDENTITY.to_owned(), identity.to_json());
        self.0.finish(&metadata)
    }
}

/// A checkpoint that is whole and of the run that was asked for.
#[derive(Clone, Debug)]
pub struct Checkpoint<'a> {
    reader: Reader<'a>,
}

impl<'a> Checkpoint<'a> {
    /// Opens a checkpoint of which these are all bytes, and checks all of it against its hashes.
    pub fn open(bytes: &'a [u8], asked: &Identity) -> Result<Self, CheckpointError> {
        let reader = Reader::open(bytes)?;
        reader.expect_kind(KIND, KIND_VERSION)?;
        let found = reader.metadata().details.get(IDENTITY).and_then(Identity::from_json);
        let found = found.ok_or_else(|| {
            ReadError::damaged(
                Part::Metadata,
                Flaw::Content("they do not say whose checkpoint it is".to_owned()),
            )
        })?;
        if let Some(other) = found.difference(asked) {
            return Err(other);
        }
        reader.verify()?;
        Ok(Self { reader })
    }

    /// What is small.
    pub fn state<S: DeserializeOwned>(&self) -> Result<S, ReadError> {
        self.reader.coded(STATE)
    }

    /// The array of this name. How long it must be is for the caller to check.
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
