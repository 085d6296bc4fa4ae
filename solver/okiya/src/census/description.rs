//! Metadata of a census file.

use std::io::Write;
use std::num::NonZeroU64;

use serde_json::{Value, json};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::error::CensusError;
use super::record::{CensusRecord, StoredRecord};
use super::run::{Run, solve};
use super::source::{Source, Span, Walker};
use crate::garden::Garden;
use crate::rules::FullBoard;
use hanamachi_core::search::budget::{Budget, CancelToken, Stop};
use hanamachi_core::search::parallel::{Block, Plan};
use hanamachi_table::{FilePart, Flaw, Identity, Metadata, ReadError, WriteError, Writer};

/// The kind of these files.
pub const CENSUS_KIND: &str = "okiya.census";
/// The version of the kind's layout.
pub const CENSUS_VERSION: u32 = 1;

/// Size of the file before its first record, in bytes.
pub const BYTES_BEFORE_RECORDS: u64 = 64;

pub(super) const GAME: &str = "okiya";
/// Keys of the `details` in the metadata.
const FIRST: &str = "first";
const END: &str = "end";

/// A run whose records go to a file in order, and the metadata of that file.
///
/// Files are reproducible: the same gardens, rule and program give the same bytes.
pub trait FileRun: Run<Record: FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned> + Copy {
    /// The kind of the file.
    const KIND: &'static str;
    /// The version of the kind's layout.
    const KIND_VERSION: u32;
    /// Unit of the census: `gardens` or `classes`.
    const UNIT: &'static str;
    /// A remark for people.
    const MEMO: &'static str = "";

    /// Counts over the records of a file.
    type RecordTally;

    /// The run over these gardens under this rule, or `None` if there is no such run.
    #[must_use]
    fn for_span(span: Span, full_board: FullBoard) -> Option<Self>;

    /// The gardens.
    fn span(&self) -> &Span;

    /// The rule.
    fn full_board(&self) -> FullBoard;

    /// Number of records of a complete file.
    fn records(&self) -> u64;

    /// Number of gardens covered by the first `records` records.
    fn gardens(&self, records: u64) -> u64;

    /// The command that makes the file, without its output name.
    fn command(&self) -> String;

    /// Metadata besides the range.
    fn details(&self) -> Vec<(&'static str, Value)>;

    /// Writes all sections without their content, and returns the size of that content in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream fails.
    fn frame(&self, writer: &mut Writer<Vec<u8>>) -> Result<u64, WriteError>;

    /// Checks the bytes of a complete file of this run, made by `program`, and returns its counts.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged, or if it is that of another run or program.
    fn tally(&self, bytes: &[u8], program: &str) -> Result<Self::RecordTally, CensusError>;

    /// Writes the file, made by `program`, and returns its counts. `read` passes on the bytes of all records in order, in
    /// pieces of whole records.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream or `read` fails, or if the records cannot be those of the run.
    fn write<W: Write, E: From<CensusError> + From<WriteError>>(
        &self,
        stream: W,
        program: &str,
        read: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E>,
    ) -> Result<(W, Self::RecordTally), E>;

    /// Groups of gardens from the whole range by which the time of a run on this many threads is estimated. Each group is
    /// timed as a whole.
    #[must_use]
    fn timed(&self, threads: usize) -> Vec<Vec<Garden>>;

    /// Solves such a group and returns the number of gardens solved.
    ///
    /// # Errors
    ///
    /// Returns the reason with which `cancel` was set.
    fn solve_timed(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Stop>;

    /// The records as bytes of the file.
    #[must_use]
    fn bytes_of(records: &[Self::Record]) -> &[u8] {
        records.as_bytes()
    }

    /// Converts bytes to records; an incomplete record at the end is dropped.
    #[must_use]
    fn in_bytes(bytes: &[u8]) -> &[Self::Record] {
        let whole = bytes.len() - bytes.len() % size_of::<Self::Record>();
        <[Self::Record]>::ref_from_bytes(&bytes[..whole]).unwrap_or_default()
    }

    /// Settings that must agree for one run to resume another.
    #[must_use]
    fn identity(&self, program: &str) -> Identity {
        Identity::new().with("game", GAME).with("program", program).with("command", self.command())
    }

    /// The metadata of the file, made by `program`. It does not depend on the results.
    #[must_use]
    fn metadata(&self, program: &str) -> Metadata {
        let numbers = self.span().numbers();
        let mut metadata = Metadata {
            kind: Self::KIND.to_owned(),
            kind_version: Self::KIND_VERSION,
            game: GAME.to_owned(),
            rules: self.full_board().to_string(),
            program: program.to_owned(),
            command: self.command(),
            memo: Self::MEMO.to_owned(),
            seed: self.span().source().seed(),
            ..Metadata::default()
        };
        metadata.counts.insert(Self::UNIT.to_owned(), self.span().len());
        let range = [(FIRST, json!(numbers.start)), (END, json!(numbers.end))];
        let details = range.into_iter().chain(self.details());
        metadata.details.extend(details.map(|(name, value)| (name.to_owned(), value)));
        metadata
    }

    /// Size of the file in bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the metadata cannot be written.
    fn file_bytes(&self, program: &str) -> Result<u64, WriteError> {
        let mut writer = Writer::new(Vec::new())?;
        let content = self.frame(&mut writer)?;
        Ok(writer.finish(&self.metadata(program))?.len() as u64 + content)
    }

    /// The run described by this metadata.
    ///
    /// # Errors
    ///
    /// Returns the first entry of the metadata that is missing or different.
    fn described(metadata: &Metadata) -> Result<Self, ReadError> {
        let wrong = |what: &str| {
            let reason = format!("they do not identify the {} and the rule: {what}", Self::UNIT);
            ReadError::Damaged { part: FilePart::Metadata, flaw: Flaw::Content(reason) }
        };
        let number =
            |name: &str| metadata.details.get(name).and_then(Value::as_u64).ok_or_else(|| wrong(name));
        let full_board = metadata.rules.strip_prefix("full=").and_then(FullBoard::from_word);
        let full_board = full_board.ok_or_else(|| wrong("the rules"))?;
        let source = metadata.seed.map_or(Source::Classes, |seed| Source::Sample { seed });
        let span = Span::new(source, number(FIRST)?..number(END)?);
        let span = span.map_err(|error| wrong(&error.to_string()))?;
        let run = Self::for_span(span, full_board).ok_or_else(|| wrong("the rules"))?;
        let expected = run.metadata(&metadata.program);
        if metadata.game != expected.game {
            return Err(wrong("the game"));
        }
        let other = expected.details.iter().find(|&(name, value)| metadata.details.get(name) != Some(value));
        if let Some((name, _)) = other {
            return Err(wrong(name));
        }
        if metadata.counts.get(Self::UNIT) != expected.counts.get(Self::UNIT) {
            return Err(wrong(Self::UNIT));
        }
        Ok(run)
    }
}

/// Gardens and the rule under which they are solved: everything that determines the results of a census.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Census {
    pub(super) span: Span,
    pub(super) full_board: FullBoard,
}

impl Census {
    /// The census of these gardens under this rule.
    #[must_use]
    pub const fn new(span: Span, full_board: FullBoard) -> Self {
        Self { span, full_board }
    }

    /// The gardens.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.span
    }

    /// The rule.
    #[must_use]
    pub const fn full_board(&self) -> FullBoard {
        self.full_board
    }
}

/// Enough to be solved side by side, and few enough that a run passes on records every second or so.
const CLASSES_IN_BLOCK: NonZeroU64 = NonZeroU64::new(256).unwrap();

impl Run for Census {
    type Record = StoredRecord;

    fn rest_after(&self, done: u64) -> Self {
        Self::new(self.span().rest_after(done), self.full_board())
    }

    fn plan(&self) -> Plan {
        self.span().plan(CLASSES_IN_BLOCK)
    }

    fn solve(
        &self,
        walker: &mut Walker,
        block: Block,
        budget: &Budget<'_>,
    ) -> Result<(Vec<StoredRecord>, u64), Stop> {
        let gardens = walker.gardens(self.span(), block).1;
        let records = solve(&gardens, self.full_board(), budget)?;
        Ok((records.iter().map(CensusRecord::encode).collect(), gardens.len() as u64))
    }
}
