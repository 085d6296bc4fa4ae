//! Gardens of a census: a range of a numbered source.

use std::fmt;
use std::num::NonZeroU64;
use std::ops::Range;

use crate::garden::Garden;
use crate::symmetry::{ClassNumber, Classes, classes_from};
use hanamachi_core::search::parallel::{Block, Plan, Streams};
use hanamachi_core::search::strength::Strength;

/// Gardens in a block of a sample. A different size would draw a different sample. A census and a survey with
/// the same seed have the same gardens.
pub const BLOCK_SIZE: NonZeroU64 = NonZeroU64::new(256).unwrap();

/// Gardens numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Source {
    /// Gardens drawn uniformly from the 16! shuffles, with repetition. Garden *k* is garden number *k* mod
    /// 256 of random stream ⌊*k* / 256⌋ of the seed.
    Sample {
        /// The seed.
        seed: u64,
    },
    /// The smallest garden of each class, in order.
    Classes,
}

impl Source {
    /// Largest number of gardens: all classes, or 2³² of a sample.
    #[must_use]
    pub const fn count(self) -> u64 {
        match self {
            Self::Sample { .. } => 1 << 32,
            Self::Classes => ClassNumber::COUNT,
        }
    }

    /// The gardens of the sample with this seed, in order, without an end.
    pub(crate) fn drawn(seed: u64) -> impl Iterator<Item = Garden> {
        let block = |mut stream| (0..BLOCK_SIZE.get()).map(move |_| Garden::random(&mut stream));
        Streams::new(seed).flat_map(block)
    }

    /// The seed of a sample.
    #[must_use]
    pub const fn seed(self) -> Option<u64> {
        match self {
            Self::Sample { seed } => Some(seed),
            Self::Classes => None,
        }
    }

    /// Kind of the shares of such gardens: **estimated** for all gardens from a sample, **proved** for the classes counted.
    #[must_use]
    pub const fn strength(self) -> Strength {
        match self {
            Self::Sample { .. } => Strength::Estimated,
            Self::Classes => Strength::Proved,
        }
    }

    /// `sample` or `classes`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Sample { .. } => "sample",
            Self::Classes => "classes",
        }
    }
}

/// Part number `number` of this many equal parts, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    number: u64,
    of: NonZeroU64,
}

impl Part {
    /// The part, or `None` unless `number` is from 1 to `of`.
    #[must_use]
    pub const fn new(number: u64, of: u64) -> Option<Self> {
        match NonZeroU64::new(of) {
            Some(of) if number >= 1 && number <= of.get() => Some(Self { number, of }),
            _ => None,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// A range of a source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Span {
    source: Source,
    first: u64,
    end: u64,
}

/// Errors of an invalid range.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum SpanError {
    /// The end is before the start.
    #[error("{first}..{end} ends before it begins")]
    Reversed {
        /// Requested start.
        first: u64,
        /// Requested end.
        end: u64,
    },
    /// The end is beyond the source.
    #[error("{end} is too large: the numbers end at {count}")]
    Beyond {
        /// Requested end.
        end: u64,
        /// End of the source.
        count: u64,
    },
}

impl Span {
    /// The gardens of `source` with these numbers.
    pub const fn new(source: Source, numbers: Range<u64>) -> Result<Self, SpanError> {
        let Range { start: first, end } = numbers;
        if first > end {
            return Err(SpanError::Reversed { first, end });
        }
        if end > source.count() {
            return Err(SpanError::Beyond { end, count: source.count() });
        }
        Ok(Self { source, first, end })
    }

    /// The source.
    #[must_use]
    pub const fn source(&self) -> Source {
        self.source
    }

    /// The numbers of the gardens.
    #[must_use]
    pub const fn numbers(&self) -> Range<u64> {
        self.first..self.end
    }

    /// Number of gardens.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.end - self.first
    }

    /// Whether the range is empty.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.first == self.end
    }

    /// One of several parts of this range. Together the parts cover the range, and their sizes differ by one
    /// garden at most.
    ///
    /// ```
    /// use hanamachi_solver::okiya::census::{Part, Source, Span};
    ///
    /// let span = Span::new(Source::Classes, 100..110)?;
    /// let part = |number| span.part(Part::new(number, 3).unwrap()).numbers();
    /// assert_eq!([part(1), part(2), part(3)], [100..103, 103..106, 106..110]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn part(&self, part: Part) -> Self {
        let cut = |parts: u64| {
            let offset = u128::from(self.len()) * u128::from(parts) / u128::from(part.of.get());
            // A part of the length is never longer than the whole.
            self.first + u64::try_from(offset).unwrap_or(self.len())
        };
        Self { source: self.source, first: cut(part.number - 1), end: cut(part.number) }
    }

    /// The rest after the first `done` gardens.
    #[must_use]
    pub fn rest_after(&self, done: u64) -> Self {
        Self { first: self.first + done.min(self.len()), ..*self }
    }

    /// The gardens from the first of this range up to `end`, which lies after it.
    pub(super) const fn until(&self, end: u64) -> Self {
        Self { end, ..*self }
    }

    /// Division of the work into blocks. Blocks of a sample begin at the start of a random stream, so the
    /// first block may contain gardens before the range. Blocks of classes begin with the range and have
    /// `classes_in_block` classes. An empty range has no blocks.
    pub(crate) fn plan(&self, classes_in_block: NonZeroU64) -> Plan {
        match self.source {
            Source::Sample { seed } => {
                let items = if self.is_empty() { 0 } else { self.end };
                Plan { items, block_size: BLOCK_SIZE, seed, blocks_done: self.first / BLOCK_SIZE }
            }
            Source::Classes => {
                Plan { items: self.len(), block_size: classes_in_block, seed: 0, blocks_done: 0 }
            }
        }
    }

    /// The gardens with these numbers, which must be in order; numbers outside the range are skipped. For a
    /// sample, all random streams up to the last one are skipped over, at a fraction of a microsecond each.
    #[must_use]
    pub fn numbered(&self, numbers: &[u64]) -> Vec<Garden> {
        let numbers = numbers.iter().copied().filter(|number| self.numbers().contains(number));
        match self.source {
            Source::Classes => {
                numbers.filter_map(|number| Some(ClassNumber::new(number)?.garden())).collect()
            }
            Source::Sample { seed } => {
                let mut streams = (0..).zip(Streams::new(seed));
                let mut current = None;
                let mut gardens = Vec::new();
                for number in numbers {
                    let block = number / BLOCK_SIZE;
                    if current.as_ref().is_none_or(|&(index, _)| index != block) {
                        current = streams.find(|&(index, _)| index == block);
                    }
                    let Some((_, stream)) = &current else { break };
                    let mut stream = stream.clone();
                    let garden = (0..=number % BLOCK_SIZE).map(|_| Garden::random(&mut stream)).last();
                    gardens.extend(garden);
                }
                gardens
            }
        }
    }
}

/// Enumerates the gardens of the blocks of a run. It remembers its place, since the next class takes a
/// fraction of a microsecond, but a new start takes some milliseconds.
#[derive(Clone, Debug, Default)]
pub struct Walker {
    /// The number of the next class, and the classes from there on.
    at: Option<(u64, Classes)>,
}

/// Number of classes below which skipping is cheaper than starting a new enumeration.
const PASSED_AT_MOST: u64 = 1 << 14;

impl Walker {
    /// The gardens of a block that belong to `span`, in order, and the index of the first one in the span.
    pub(crate) fn gardens(&mut self, span: &Span, block: Block) -> (u64, Vec<Garden>) {
        let Block { items, mut rng } = block;
        match span.source {
            Source::Sample { .. } => {
                let before = usize::try_from(span.first.saturating_sub(items.start)).unwrap_or(usize::MAX);
                let first = items.start.saturating_sub(span.first);
                (first, items.map(|_| Garden::random(&mut rng)).skip(before).collect())
            }
            Source::Classes => (items.start, self.classes(span.first + items.start..span.first + items.end)),
        }
    }

    /// The smallest gardens of the classes with these numbers.
    pub(crate) fn classes(&mut self, numbers: Range<u64>) -> Vec<Garden> {
        let count = usize::try_from(numbers.end - numbers.start).unwrap_or(usize::MAX);
        let Some(mut classes) = self.classes_from(numbers.start) else { return Vec::new() };
        let gardens = classes.by_ref().take(count).collect();
        self.at = Some((numbers.end, classes));
        gardens
    }

    fn classes_from(&mut self, first: u64) -> Option<Classes> {
        if let Some((at, mut classes)) = self.at.take()
            && let Some(between) = first.checked_sub(at)
            && between <= PASSED_AT_MOST
        {
            classes.by_ref().take(usize::try_from(between).unwrap_or(usize::MAX)).for_each(|_| ());
            return Some(classes);
        }
        ClassNumber::new(first).map(classes_from)
    }
}
