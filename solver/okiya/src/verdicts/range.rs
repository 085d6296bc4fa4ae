//! Range of classes of a census of verdicts.

use std::ops::Range;

use super::chunk::{CHUNK_CLASSES, StoredChunk};
use super::tally::VerdictTally;
use crate::census::{Source, Span, SpanError};
use crate::value::Outcome;

/// A census of the verdicts of a range of classes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct VerdictCensus(pub(super) Span);

impl VerdictCensus {
    /// The census of the classes with these numbers.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such range.
    pub const fn new(numbers: Range<u64>) -> Result<Self, SpanError> {
        match Span::new(Source::Classes, numbers) {
            Ok(span) => Ok(Self(span)),
            Err(error) => Err(error),
        }
    }

    /// The classes.
    #[must_use]
    pub const fn span(&self) -> &Span {
        &self.0
    }

    /// The numbers of the classes.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.0.numbers()
    }

    /// The numbers of the chunks of these classes.
    #[must_use]
    pub const fn chunks(&self) -> Range<u64> {
        let Range { start, end } = self.numbers();
        let first = start / CHUNK_CLASSES;
        first..if self.0.is_empty() { first } else { end.div_ceil(CHUNK_CLASSES) }
    }

    /// The classes of the range in this chunk.
    #[must_use]
    pub(super) fn in_chunk(&self, chunk: u64) -> Range<u64> {
        let Range { start, end } = self.numbers();
        let first = chunk * CHUNK_CLASSES;
        start.max(first)..end.min(first + CHUNK_CLASSES)
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

    /// The outcome of a class, given all chunks of the range; `None` if the class is not in the range.
    pub(super) fn outcome(&self, chunks: &[StoredChunk], class: u64) -> Option<Outcome> {
        if !self.numbers().contains(&class) {
            return None;
        }
        let chunk = usize::try_from(class / CHUNK_CLASSES - self.chunks().start).ok()?;
        Some(chunks.get(chunk)?.outcome(Self::place(class)))
    }

    /// The place of a class in its chunk.
    pub(super) const fn place(class: u64) -> usize {
        (class % CHUNK_CLASSES) as usize
    }
}
