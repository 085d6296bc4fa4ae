//! The classes that the second player wins: their numbers, packed.
//!
//! A container of [`table`](hanamachi_table) of the kind `okiya.second_wins` with one section, `gaps`: for
//! each number the difference from the previous one (the first number plus 1), in seven bits a byte, the low
//! bits first; the high bit of a byte is set if another byte follows.

use std::io::Write;
use std::ops::Range;

use serde_json::json;

use crate::rules::FullBoard;
use crate::symmetry::ClassNumber;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow, part};
use hanamachi_table::{FilePart, Flaw, Metadata, ReadError, Reader, WriteError, Writer};

/// The kind of these files.
pub const SECOND_WINS_KIND: &str = "okiya.second_wins";
/// The version of the kind's layout.
pub const SECOND_WINS_VERSION: u32 = 1;

const GAPS: &str = "gaps";
/// Key of the `counts` in the metadata.
const CLASSES: &str = "classes";
/// Key of the `details` in the metadata.
const OF_CLASSES: &str = "of_classes";

/// Class numbers in ascending order, and the number of classes searched.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SecondWins {
    numbers: Vec<u64>,
    of_classes: u64,
}

impl SecondWins {
    /// The list of these class numbers, found among `of_classes` classes.
    #[must_use]
    pub fn new(mut numbers: Vec<u64>, of_classes: u64) -> Self {
        numbers.sort_unstable();
        numbers.dedup();
        Self { numbers, of_classes }
    }

    /// The numbers in ascending order.
    #[must_use]
    pub fn numbers(&self) -> &[u64] {
        &self.numbers
    }

    /// Number of classes searched.
    #[must_use]
    pub const fn of_classes(&self) -> u64 {
        self.of_classes
    }

    /// Reads the list from an open file, without checking its hashes.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is of another kind, or its class numbers are not ascending.
    pub fn of_reader(reader: &Reader<'_>) -> Result<Self, ReadError> {
        reader.expect_kind(SECOND_WINS_KIND, SECOND_WINS_VERSION)?;
        let damaged = |reason: &str| {
            ReadError::damaged(FilePart::Section(GAPS.to_owned()), Flaw::Content(reason.to_owned()))
        };
        let gaps: &[u8] = reader.records(GAPS)?;
        let (mut numbers, mut next, mut gap, mut shift) = (Vec::new(), 0_u64, 0_u64, 0);
        for &byte in gaps {
            gap |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte & 0x80 != 0 {
                if shift > 28 {
                    return Err(damaged("a gap is too large"));
                }
                continue;
            }
            next += gap;
            if gap == 0 || next > ClassNumber::COUNT {
                return Err(damaged("the class numbers are not ascending, or out of range"));
            }
            numbers.push(next - 1);
            (gap, shift) = (0, 0);
        }
        let metadata = reader.metadata();
        let of_classes = metadata.details.get(OF_CLASSES).and_then(serde_json::Value::as_u64);
        if shift != 0 || metadata.counts.get(CLASSES) != Some(&(numbers.len() as u64)) {
            return Err(damaged("the number of class numbers differs from the metadata"));
        }
        let of_classes = of_classes.ok_or_else(|| {
            let reason = "the number of searched classes is missing".to_owned();
            ReadError::damaged(FilePart::Metadata, Flaw::Content(reason))
        })?;
        Ok(Self { numbers, of_classes })
    }

    /// Reads a file from all its bytes, and checks all of it.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is damaged or of another kind.
    pub fn open(bytes: &[u8]) -> Result<Self, ReadError> {
        let reader = Reader::open(bytes)?;
        reader.verify()?;
        Self::of_reader(&reader)
    }

    fn metadata(&self, program: &str) -> Metadata {
        let mut metadata = Metadata {
            kind: SECOND_WINS_KIND.to_owned(),
            kind_version: SECOND_WINS_VERSION,
            game: "okiya".to_owned(),
            rules: FullBoard::Draw.to_string(),
            program: program.to_owned(),
            command: "hanamachi okiya ledger".to_owned(),
            ..Metadata::default()
        };
        metadata.counts.insert(CLASSES.to_owned(), self.numbers.len() as u64);
        metadata.details.insert(OF_CLASSES.to_owned(), json!(self.of_classes));
        metadata
    }
}

/// A row for each class, in ascending order.
impl Rows for SecondWins {
    fn columns(&self) -> &'static [Column] {
        const { &[Column::integer("class_number")] }
    }

    fn items(&self) -> u64 {
        self.numbers.len() as u64
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        part(&self.numbers, items)?.iter().try_for_each(|&number| take(&[CellValue::integer(Some(number))]))
    }
}

/// Writes the file of these numbers, made by `program`.
///
/// # Errors
///
/// Returns an error if the stream fails.
pub fn write_second_wins<W: Write>(stream: W, wins: &SecondWins, program: &str) -> Result<W, WriteError> {
    let mut gaps = Vec::with_capacity(2 * wins.numbers.len());
    let mut before = 0;
    for &number in &wins.numbers {
        let mut gap = number + 1 - before;
        before = number + 1;
        while gap >= 0x80 {
            gaps.push(gap.to_le_bytes()[0] | 0x80);
            gap >>= 7;
        }
        gaps.push(gap.to_le_bytes()[0]);
    }
    let mut writer = Writer::new(stream)?;
    writer.records(GAPS, gaps)?;
    writer.finish(&wins.metadata(program))
}
