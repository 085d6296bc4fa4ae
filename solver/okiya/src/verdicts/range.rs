//! Of which classes a census of verdicts is, and what its file says of itself.

use std::ops::Range;

use serde_json::{Value, json};

use super::chunk::{CHUNK_CLASSES, StoredChunk};
use super::tally::VerdictTally;
use crate::census::{Source, Span, SpanError};
use crate::rules::FullBoard;
use crate::value::Outcome;
use hanamachi_table::{Flaw, Identity, Metadata, Part, ReadError};

/// The kind of these files.
pub const VERDICTS_KIND: &str = "okiya.verdicts";
/// The version of how that kind uses its sections.
pub const VERDICTS_VERSION: u32 = 1;

const GAME: &str = "okiya";
/// The `counts` of the metadata.
const CLASSES: &str = "classes";
/// Their `details`.
const FIRST: &str = "first";
const END: &str = "end";
const IN_CHUNK: &str = "chunk_classes";

/// A range of class numbers whose verdicts are asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VerdictCensus(Span);

impl VerdictCensus {
    /// The census of the classes with these numbers.
    ///
    /// # Errors
    ///
    /// When there is no such range.
    pub const fn new(numbers: Range<u64>) -> Result<Self, SpanError> {
        match Span::new(Source::Classes, numbers) {
            Ok(span) => Ok(Self(span)),
            Err(error) => Err(error),
        }
    }

    /// The census of a range of classes; `None` of a sample.
    #[must_use]
    pub fn of_span(span: Span) -> Option<Self> {
        (span.source() == Source::Classes).then_some(Self(span))
    }

    /// The classes.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.0
    }

    /// Their numbers.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.0.numbers()
    }

    /// The numbers of the chunks that hold them.
    #[must_use]
    pub const fn chunks(&self) -> Range<u64> {
        let Range { start, end } = self.numbers();
        let first = start / CHUNK_CLASSES;
        first..if self.0.is_empty() { first } else { end.div_ceil(CHUNK_CLASSES) }
    }

    /// The classes of the range that lie in the chunk with this number.
    #[must_use]
    pub(super) fn in_chunk(&self, chunk: u64) -> Range<u64> {
        let Range { start, end } = self.numbers();
        let first = chunk * CHUNK_CLASSES;
        start.max(first)..end.min(first + CHUNK_CLASSES)
    }

    /// How many classes there are in the first so many chunks of the file.
    #[must_use]
    pub fn classes_in(&self, chunks: u64) -> u64 {
        let end = (self.chunks().start + chunks) * CHUNK_CLASSES;
        end.clamp(self.numbers().start, self.numbers().end) - self.numbers().start
    }

    /// The command that makes the file, its name aside.
    #[must_use]
    pub fn command(&self) -> String {
        let Range { start, end } = self.numbers();
        format!("hanamachi okiya census --classes {start}..{end} --verdicts")
    }

    /// What must be the same for one run to go on from another.
    #[must_use]
    pub fn identity(&self, program: &str) -> Identity {
        Identity::new().with("game", GAME).with("program", program).with("command", self.command())
    }

    /// The metadata of the file, made by `program`. Nothing in them depends on what is found.
    #[must_use]
    pub fn metadata(&self, program: &str) -> Metadata {
        let Range { start, end } = self.numbers();
        let mut metadata = Metadata {
            kind: VERDICTS_KIND.to_owned(),
            kind_version: VERDICTS_VERSION,
            game: GAME.to_owned(),
            rules: FullBoard::Draw.to_string(),
            program: program.to_owned(),
            command: self.command(),
            memo: "draws are wins of the second player where the last token wins on a full board".to_owned(),
            ..Metadata::default()
        };
        metadata.counts.insert(CLASSES.to_owned(), self.span().len());
        let details = [(FIRST, start), (END, end), (IN_CHUNK, CHUNK_CLASSES)];
        metadata.details.extend(details.map(|(name, value)| (name.to_owned(), json!(value))));
        metadata
    }

    /// The census that these metadata are about.
    pub(super) fn described(metadata: &Metadata) -> Result<Self, ReadError> {
        let wrong = |what: &str| {
            let reason = format!("they do not say of which classes: {what}");
            ReadError::Damaged { part: Part::Metadata, flaw: Flaw::Content(reason) }
        };
        if metadata.game != GAME || metadata.rules != FullBoard::Draw.to_string() {
            return Err(wrong("the game or the rules"));
        }
        let number =
            |name: &str| metadata.details.get(name).and_then(Value::as_u64).ok_or_else(|| wrong(name));
        let census = Self::new(number(FIRST)?..number(END)?).map_err(|error| wrong(&error.to_string()))?;
        if number(IN_CHUNK)? != CHUNK_CLASSES || metadata.counts.get(CLASSES) != Some(&census.span().len()) {
            return Err(wrong(CLASSES));
        }
        Ok(census)
    }

    /// The counts of these chunks, which follow the first `done` of the file.
    #[must_use]
    pub fn tally_of(&self, done: u64, chunks: &[StoredChunk]) -> VerdictTally {
        let mut tally = VerdictTally::default();
        for (number, chunk) in (self.chunks().start + done..).zip(chunks) {
            let mut classes = [0; 3];
            for class in self.in_chunk(number) {
                classes[chunk.outcome(Self::place(class)) as usize] += 1;
            }
            tally += VerdictTally::new(classes, chunk.shuffles(), chunk.nodes());
        }
        tally
    }

    /// The outcome of a class in these chunks, which are all of the range; `None` of a class that is not in it.
    pub(super) fn outcome(&self, chunks: &[StoredChunk], class: u64) -> Option<Outcome> {
        if !self.numbers().contains(&class) {
            return None;
        }
        let chunk = usize::try_from(class / CHUNK_CLASSES - self.chunks().start).ok()?;
        Some(chunks.get(chunk)?.outcome(Self::place(class)))
    }

    /// The place of a class in the chunk that holds it.
    pub(super) const fn place(class: u64) -> usize {
        (class % CHUNK_CLASSES) as usize
    }

    /// Bytes of the chunks of the file.
    #[must_use]
    pub(super) const fn chunk_bytes(&self) -> u64 {
        let chunks = self.chunks();
        (chunks.end - chunks.start) * StoredChunk::BYTES as u64
    }
}
