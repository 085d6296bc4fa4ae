//! The file: its metadata, chunks in order, and merging of parts.

use std::io::Write;
use std::ops::Range;

use serde_json::{Value, json};

use super::chunk::{CHUNK_CLASSES, StoredChunk};
use super::range::VerdictCensus;
use super::shard::ShardSolution;
use super::tally::VerdictTally;
use crate::bitslice::solve_outcomes;
use crate::census::{CensusError, FileRun, JoinError, MergeError, Source, Span, merged};
use crate::garden::Garden;
use crate::rules::FullBoard;
use crate::symmetry::{ClassNumber, classes_from};
use crate::value::Outcome;
use hanamachi_core::search::budget::{CancelToken, Stop};
use hanamachi_core::search::strength::Strength;
use hanamachi_table::rows::{CellValue, Column, Rows, RowsError, TakeRow};
use hanamachi_table::{FilePart, Flaw, ReadError, Reader, SectionWriter, Width, WriteError, Writer};

/// The kind of these files.
pub const VERDICTS_KIND: &str = "okiya.verdicts";
/// The version of the kind's layout.
pub const VERDICTS_VERSION: u32 = 1;

const CHUNKS: &str = "chunks";

/// Number of places at which classes are timed, and number of classes at each: enough to fill the lanes of
/// the search.
const TIMED_PLACES: u64 = 16;
const TIMED_CLASSES: usize = 2048;

impl FileRun for VerdictCensus {
    const KIND: &'static str = VERDICTS_KIND;
    const KIND_VERSION: u32 = VERDICTS_VERSION;
    const UNIT: &'static str = "classes";
    const MEMO: &'static str =
        "draws are wins of the second player where the last token wins on a full board";

    type RecordTally = VerdictTally;

    fn tally(&self, bytes: &[u8], program: &str) -> Result<VerdictTally, CensusError> {
        let table = VerdictTable::open(bytes)?;
        if (table.census(), table.program()) != (self, program) {
            let program = table.program().to_owned();
            return Err(CensusError::OtherRun { command: table.census().command(), program });
        }
        Ok(table.tally())
    }

    fn write<W: Write, E: From<CensusError> + From<WriteError>>(
        &self,
        stream: W,
        program: &str,
        read: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E>,
    ) -> Result<(W, VerdictTally), E> {
        let mut writer = Writer::new(stream)?;
        let (mut tally, mut done) = (VerdictTally::default(), 0);
        write_verdicts(&mut writer, |section| {
            read(&mut |piece| {
                tally += self.tally_of(done, Self::in_bytes(piece));
                done += (piece.len() / size_of::<StoredChunk>()) as u64;
                section.write_all(piece).map_err(|error| E::from(WriteError::Io(error)))
            })
        })?;
        Ok((writer.finish(&self.metadata(program))?, tally))
    }

    /// Stretches of classes, spread evenly over the range.
    fn timed(&self, _threads: usize) -> Vec<Vec<Garden>> {
        let (first, classes) = (self.numbers().start, self.span().len());
        let apart = classes / TIMED_PLACES.min(classes).max(1);
        let stretch = usize::try_from(apart).unwrap_or(usize::MAX).min(TIMED_CLASSES);
        let starts =
            (0..TIMED_PLACES.min(classes)).filter_map(|place| ClassNumber::new(first + apart * place));
        starts.map(|first| classes_from(first).take(stretch).collect()).collect()
    }

    fn solve_timed(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Stop> {
        Ok(solve_outcomes(gardens, cancel)?.outcomes.len())
    }

    /// `None` for a sample, and for the other rule, which needs no census of its own.
    fn for_span(span: Span, full_board: FullBoard) -> Option<Self> {
        (span.source() == Source::Classes && full_board == FullBoard::Draw).then_some(Self(span))
    }

    fn span(&self) -> &Span {
        &self.0
    }

    fn full_board(&self) -> FullBoard {
        FullBoard::Draw
    }

    fn records(&self) -> u64 {
        self.chunks().end - self.chunks().start
    }

    fn gardens(&self, records: u64) -> u64 {
        let end = (self.chunks().start + records) * CHUNK_CLASSES;
        end.clamp(self.numbers().start, self.numbers().end) - self.numbers().start
    }

    fn command(&self) -> String {
        let Range { start, end } = self.numbers();
        format!("hanamachi okiya census --classes {start}..{end} --verdicts")
    }

    fn details(&self) -> Vec<(&'static str, Value)> {
        vec![("chunk_classes", json!(CHUNK_CLASSES))]
    }

    fn frame(&self, writer: &mut Writer<Vec<u8>>) -> Result<u64, WriteError> {
        write_verdicts(writer, |_| Ok::<_, WriteError>(()))?;
        Ok((self.records() * StoredChunk::BYTES as u64).next_multiple_of(64))
    }
}

/// Writes the sections of the file of a census. `fill` writes all chunks in order, as
/// [`VerdictCensus::bytes_of`] them. The [metadata](VerdictCensus::metadata) completes the file.
///
/// # Errors
///
/// Returns an error if the stream or `fill` fails.
pub fn write_verdicts<W: Write, E: From<WriteError>>(
    writer: &mut Writer<W>,
    fill: impl FnOnce(&mut SectionWriter<'_, W>) -> Result<(), E>,
) -> Result<(), E> {
    writer.section(CHUNKS, Width::for_type::<StoredChunk>().unwrap_or(Width::Coded), fill)
}

/// An open file of verdicts.
#[derive(Clone, Debug)]
pub struct VerdictTable<'a> {
    reader: Reader<'a>,
    census: VerdictCensus,
    chunks: &'a [StoredChunk],
}

impl<'a> VerdictTable<'a> {
    /// Opens a file from all its bytes, and checks all of it against its hashes.
    pub fn open(bytes: &'a [u8]) -> Result<Self, ReadError> {
        let reader = Reader::open(bytes)?;
        reader.verify()?;
        Self::new(reader)
    }

    /// Opens a file from its reader, without checking the hashes.
    pub fn new(reader: Reader<'a>) -> Result<Self, ReadError> {
        reader.expect_kind(VERDICTS_KIND, VERDICTS_VERSION)?;
        let census = VerdictCensus::described(reader.metadata())?;
        let chunks: &[StoredChunk] = reader.records(CHUNKS)?;
        let damaged =
            |reason: String| ReadError::damaged(FilePart::Section(CHUNKS.to_owned()), Flaw::Content(reason));
        let expected = census.records();
        if chunks.len() as u64 != expected {
            return Err(damaged(format!("there are {} chunks instead of {expected}", chunks.len())));
        }
        if let Some(chunk) = chunks.iter().position(|chunk| !chunk.is_sound()) {
            return Err(damaged(format!("chunk {chunk} has a byte that encodes no outcomes")));
        }
        Ok(Self { reader, census, chunks })
    }

    /// Range of classes.
    #[must_use]
    pub const fn census(&self) -> &VerdictCensus {
        &self.census
    }

    /// The program that made the file.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.reader.metadata().program
    }

    /// The chunks with their numbers.
    pub(super) fn chunks(&self) -> impl Iterator<Item = (u64, &'a StoredChunk)> {
        self.census.chunks().zip(self.chunks)
    }

    /// The outcome of a class for x, with a full board drawn; `None` if it is not in the file.
    #[must_use]
    pub fn outcome(&self, class: ClassNumber) -> Option<Outcome> {
        self.census.outcome(self.chunks, class.get())
    }

    /// All class numbers with their outcomes, in order.
    pub fn iter(&self) -> impl Iterator<Item = (u64, Outcome)> + '_ {
        self.chunks().flat_map(|(number, chunk)| {
            let classes = self.census.in_chunk(number);
            classes.map(|class| (class, chunk.outcome(VerdictCensus::place(class))))
        })
    }

    /// The results for a ledger: the line, and the classes that o wins.
    #[must_use]
    pub fn solution(&self) -> ShardSolution {
        ShardSolution::of_chunks(&self.census, self.chunks.to_vec(), self.program())
    }

    /// Counts of all classes of the file.
    #[must_use]
    pub fn tally(&self) -> VerdictTally {
        self.census.tally_of(0, self.chunks)
    }
}

const COLUMNS: &[Column] = &[
    Column::integer("class_number"),
    Column::text("garden"),
    Column::integer("class_size"),
    Column::text("outcome"),
    Column::text("kind"),
];

/// A row for each class, in order.
impl Rows for VerdictTable<'_> {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn items(&self) -> u64 {
        self.census.span().len()
    }

    fn each(&self, items: Range<u64>, take: &mut TakeRow<'_>) -> Result<(), RowsError> {
        let before = self.census.numbers().start;
        let Some(first) = ClassNumber::new(before + items.start) else { return Ok(()) };
        for (number, garden) in (before + items.start..before + items.end).zip(classes_from(first)) {
            let outcome = self.census.outcome(self.chunks, number).ok_or("a class has no outcome")?;
            take(&[
                CellValue::integer(Some(number)),
                CellValue::Text(&garden.short().to_string()),
                CellValue::integer(Some(garden.class_size())),
                CellValue::Text(outcome.word()),
                CellValue::Text(Strength::Proved.word()),
            ])?;
        }
        Ok(())
    }
}

/// Writes the sections of the file that these parts form, in any order, and returns the census that it holds.
/// Finished with the [metadata](VerdictCensus::metadata) of that census, with the program that made the
/// parts, the file is identical to that of one run.
///
/// # Errors
///
/// Returns an error if the parts do not form one table, or if the stream fails.
pub fn merge_verdicts<W: Write>(
    writer: &mut Writer<W>,
    parts: &[VerdictTable<'_>],
) -> Result<VerdictCensus, JoinError> {
    let described: Vec<_> = parts.iter().map(|part| (part.census, part.program())).collect();
    let (census, order) = merged(&described)?;
    // Consecutive parts share the chunk in which they meet.
    write_verdicts(writer, |section| {
        let mut last: Option<(u64, StoredChunk)> = None;
        let mut write = |chunk: &StoredChunk| {
            section.write_all(VerdictCensus::bytes_of(std::slice::from_ref(chunk))).map_err(WriteError::Io)
        };
        for (number, chunk) in order.iter().flat_map(|&part| parts[part].chunks()) {
            match &mut last {
                Some((at, sum)) if *at == number => {
                    if !sum.add(chunk) {
                        let first = number * super::CHUNK_CLASSES;
                        return Err(MergeError::Overlap { first, end: first + super::CHUNK_CLASSES }.into());
                    }
                }
                _ => {
                    if let Some((_, whole)) = last.replace((number, *chunk)) {
                        write(&whole)?;
                    }
                }
            }
        }
        if let Some((_, whole)) = last {
            write(&whole)?;
        }
        Ok::<_, JoinError>(())
    })?;
    Ok(census)
}
