//! The file: records in order, with a hash for every 4,096 of them, so that one can be verified without
//! reading all.

use std::io::Write;

use rayon::prelude::*;
use serde_json::{Value, json};
use zerocopy::IntoBytes;

use super::description::{CENSUS_KIND, CENSUS_VERSION, Census, FileRun, GAME};
use super::error::CensusError;
use super::record::{CHUNK_RECORDS, CensusRecord, CensusRecordFault, StoredRecord};
use super::run::solve;
use super::source::{BLOCK_SIZE, Source, Span};
use crate::cell::CellSet;
use crate::garden::Garden;
use crate::rules::FullBoard;
use crate::tally::GardenTally;
use hanamachi_core::search::budget::{Budget, CancelToken, Stop};
use hanamachi_table::{
    FilePart, Flaw, Identity, ReadError, Reader, SectionWriter, Width, WriteError, Writer,
};

const CHUNK_BYTES: usize = 4096 * StoredRecord::BYTES;

/// The section with the records.
const RECORDS: &str = "records";
/// The section with their hashes.
const CHUNKS: &str = "chunks";

/// Gardens in a timed group at most.
const GROUP: usize = 128;
/// Timed groups per thread, and the maximum number of all groups.
const GROUPS_PER_THREAD: usize = 4;
const MOST_GROUPS: usize = 64;
/// At most one garden in `TIMED_OF` is timed, but at least one per group.
const TIMED_OF: u64 = 8;

impl FileRun for Census {
    const KIND: &'static str = CENSUS_KIND;
    const KIND_VERSION: u32 = CENSUS_VERSION;
    const UNIT: &'static str = "gardens";

    type RecordTally = GardenTally;

    fn tally(&self, bytes: &[u8], program: &str) -> Result<GardenTally, CensusError> {
        let table = CensusTable::open(bytes)?;
        if (table.census(), table.program()) != (self, program) {
            let program = table.program().to_owned();
            return Err(CensusError::OtherRun { command: table.census().command(), program });
        }
        table.reader().verify()?;
        table.tally()
    }

    fn write<W: Write, E: From<CensusError> + From<WriteError>>(
        &self,
        stream: W,
        program: &str,
        read: impl FnOnce(&mut dyn FnMut(&[u8]) -> Result<(), E>) -> Result<(), E>,
    ) -> Result<(W, GardenTally), E> {
        write_table(stream, self, program, |records| {
            read(&mut |piece| {
                Self::in_bytes(piece).iter().try_for_each(|record| records.push(record)).map_err(E::from)
            })
        })
    }

    fn timed(&self, threads: usize) -> Vec<Vec<Garden>> {
        let span = self.span();
        let groups = span.len().min((threads * GROUPS_PER_THREAD).min(MOST_GROUPS) as u64);
        let timed = groups * (span.len() / (TIMED_OF * groups.max(1))).clamp(1, GROUP as u64);
        let first = span.numbers().start;
        let number = |index: u64| match span.source() {
            // The gardens of a sample are in random order, so the first ones represent it.
            Source::Sample { .. } => first + index,
            Source::Classes => {
                let offset = u128::from(span.len()) * u128::from(index) / u128::from(timed.max(1));
                first + u64::try_from(offset).unwrap_or(0)
            }
        };
        let gardens = span.numbered(&(0..timed).map(number).collect::<Vec<_>>());
        let groups = usize::try_from(groups).unwrap_or(MOST_GROUPS);
        (0..groups).map(|group| gardens.iter().skip(group).step_by(groups).copied().collect()).collect()
    }

    /// Repeats the gardens of a small group, since a thread is busy only with many.
    fn solve_timed(&self, gardens: &[Garden], cancel: &CancelToken) -> Result<usize, Stop> {
        let busy: Vec<Garden> = gardens.iter().copied().cycle().take(GROUP).collect();
        solve(&busy, self.full_board(), &Budget { nodes: None, cancel: Some(cancel) })?;
        Ok(busy.len())
    }

    fn for_span(span: Span, full_board: FullBoard) -> Option<Self> {
        Some(Self::new(span, full_board))
    }

    fn span(&self) -> &Span {
        &self.span
    }

    fn full_board(&self) -> FullBoard {
        self.full_board
    }

    fn records(&self) -> u64 {
        self.span.len()
    }

    fn gardens(&self, records: u64) -> u64 {
        records
    }

    fn command(&self) -> String {
        let numbers = self.span.numbers();
        let gardens = match self.span.source() {
            Source::Sample { seed } if numbers.start == 0 => {
                format!("--sample {} --seed {seed}", numbers.end)
            }
            Source::Sample { seed } => format!("--sample {}..{} --seed {seed}", numbers.start, numbers.end),
            Source::Classes => format!("--classes {}..{}", numbers.start, numbers.end),
        };
        let rule = match self.full_board {
            FullBoard::Draw => "",
            FullBoard::Last => " --full last",
        };
        format!("hanamachi okiya census {gardens}{rule}")
    }

    fn details(&self) -> Vec<(&'static str, Value)> {
        let mut details = vec![
            ("source", json!(self.span.source().word())),
            ("record_bytes", json!(StoredRecord::BYTES)),
            ("chunk_records", json!(CHUNK_RECORDS)),
        ];
        if let Source::Sample { .. } = self.span.source() {
            details.push(("block_size", json!(BLOCK_SIZE)));
        }
        details
    }

    fn frame(&self, writer: &mut Writer<Vec<u8>>) -> Result<u64, WriteError> {
        writer.records::<StoredRecord>(RECORDS, [])?;
        writer.records::<[u8; 32]>(CHUNKS, [])?;
        let block = |records: u64, bytes: u64| (records * bytes).next_multiple_of(64);
        let records = self.span.len();
        Ok(block(records, StoredRecord::BYTES as u64) + block(records.div_ceil(CHUNK_RECORDS), 32))
    }

    fn identity(&self, program: &str) -> Identity {
        let identity = Identity::new().with("game", GAME).with("program", program);
        identity.with("rules", self.full_board.to_string()).with("command", self.command())
    }
}

/// Receives the records of a file in order.
pub struct Records<'a, 'w, W: Write> {
    section: &'a mut SectionWriter<'w, W>,
    census: Census,
    piece: Vec<u8>,
    hashes: Vec<[u8; 32]>,
    tally: GardenTally,
    index: u64,
    previous: Option<u64>,
}

impl<W: Write> Records<'_, '_, W> {
    /// Adds the next record.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream fails, or if the record cannot be the next one.
    pub fn push(&mut self, record: &StoredRecord) -> Result<(), CensusError> {
        let wrong = |fault| CensusError::Record { index: self.index, fault };
        record.origin().map_err(wrong)?;
        let openings = record.openings(self.census.full_board()).map_err(wrong)?;
        if self.census.span().source() == Source::Classes
            && self.previous.is_some_and(|previous| previous >= record.place())
        {
            return Err(wrong(CensusRecordFault::Order));
        }
        self.previous = Some(record.place());
        self.tally.add_values(CellSet::BORDER.into_iter().zip(openings), record.nodes());
        self.index += 1;
        self.piece.extend_from_slice(record.as_bytes());
        if self.piece.len() >= CHUNK_BYTES { self.hand_on() } else { Ok(()) }
    }

    fn hand_on(&mut self) -> Result<(), CensusError> {
        if !self.piece.is_empty() {
            self.hashes.push(*blake3::hash(&self.piece).as_bytes());
            self.section.write_all(&self.piece).map_err(WriteError::Io)?;
            self.piece.clear();
        }
        Ok(())
    }
}

/// Writes the file of `census`, made by `program`, with the records that `fill` supplies. Memory grows only
/// by 32 bytes for each 4,096 records.
///
/// # Errors
///
/// Returns an error if the stream or `fill` fails, or if the number of records is not the number of gardens.
pub fn write_table<W: Write, E: From<CensusError> + From<WriteError>>(
    stream: W,
    census: &Census,
    program: &str,
    fill: impl FnOnce(&mut Records<'_, '_, W>) -> Result<(), E>,
) -> Result<(W, GardenTally), E> {
    let mut writer = Writer::new(stream)?;
    let tally = write_records(&mut writer, census, fill)?;
    Ok((writer.finish(&census.metadata(program))?, tally))
}

/// Writes the sections of such a file. [`Census::metadata`] completes it.
///
/// # Errors
///
/// See [`write_table`].
pub fn write_records<W: Write, E: From<CensusError> + From<WriteError>>(
    writer: &mut Writer<W>,
    census: &Census,
    fill: impl FnOnce(&mut Records<'_, '_, W>) -> Result<(), E>,
) -> Result<GardenTally, E> {
    let (mut tally, mut found, mut hashes) = (GardenTally::default(), 0, Vec::new());
    let width = Width::for_type::<StoredRecord>().unwrap_or(Width::Coded);
    writer.section(RECORDS, width, |section| -> Result<(), E> {
        let mut records = Records {
            section,
            census: *census,
            piece: Vec::with_capacity(CHUNK_BYTES),
            hashes: Vec::new(),
            tally: GardenTally::default(),
            index: 0,
            previous: None,
        };
        fill(&mut records)?;
        records.hand_on()?;
        (tally, found, hashes) = (records.tally, records.index, records.hashes);
        Ok(())
    })?;
    let expected = census.span().len();
    if expected != found {
        return Err(CensusError::Count { expected, found }.into());
    }
    writer.records(CHUNKS, hashes)?;
    Ok(tally)
}

/// An open file of the census.
///
/// ```
/// use hanamachi_solver::okiya::census::{Census, CensusError, CensusTable, Source, Span, solve, write_table};
/// use hanamachi_solver::okiya::FullBoard;
/// use hanamachi_solver::search::budget::Budget;
///
/// let census = Census::new(Span::new(Source::Sample { seed: 7 }, 0..2)?, FullBoard::Draw);
/// let gardens = census.span().numbered(&[0, 1]);
/// let (bytes, tally) = write_table(Vec::new(), &census, "example", |records| {
///     for record in solve(&gardens, FullBoard::Draw, &Budget::UNLIMITED).expect("no limit") {
///         records.push(&record.encode())?;
///     }
///     Ok::<_, CensusError>(())
/// })?;
/// assert_eq!(tally.gardens(), 2);
///
/// let table = CensusTable::open(&bytes)?;
/// assert_eq!(table.record(1)?.garden(), &gardens[1]);
/// let mirrored = hanamachi_solver::okiya::Symmetry::from_index(5000).unwrap().garden(&gardens[0]);
/// let found = table.lookup()?.find(&mirrored)?.expect("its class is in the table");
/// assert_eq!(found.garden(), &gardens[0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CensusTable<'a> {
    reader: Reader<'a>,
    census: Census,
    records: &'a [StoredRecord],
    hashes: &'a [[u8; 32]],
}

impl<'a> CensusTable<'a> {
    /// Opens a file from all its bytes. Checks everything but the content of the records, and that their
    /// number is the number of gardens.
    pub fn open(bytes: &'a [u8]) -> Result<Self, CensusError> {
        Self::new(Reader::open(bytes)?)
    }

    /// Opens a census file from its reader.
    pub fn new(reader: Reader<'a>) -> Result<Self, CensusError> {
        reader.expect_kind(CENSUS_KIND, CENSUS_VERSION)?;
        let census = Census::described(reader.metadata())?;
        let records: &[StoredRecord] = reader.records(RECORDS)?;
        let (expected, found) = (census.span().len(), records.len() as u64);
        if expected != found {
            return Err(CensusError::Count { expected, found });
        }
        reader.verify_section(reader.section(CHUNKS)?)?;
        let hashes: &[[u8; 32]] = reader.records(CHUNKS)?;
        if hashes.len() as u64 != expected.div_ceil(CHUNK_RECORDS) {
            let flaw = Flaw::Content("expected one hash for each 4,096 records".to_owned());
            return Err(ReadError::Damaged { part: FilePart::Section(CHUNKS.to_owned()), flaw }.into());
        }
        Ok(Self { reader, census, records, hashes })
    }

    /// Gardens and rule of the file.
    #[must_use]
    pub const fn census(&self) -> &Census {
        &self.census
    }

    /// The program that made the file.
    #[must_use]
    pub fn program(&self) -> &str {
        &self.reader.metadata().program
    }

    /// The rule.
    #[must_use]
    pub const fn full_board(&self) -> FullBoard {
        self.census.full_board()
    }

    /// The reader of the file.
    #[must_use]
    pub const fn reader(&self) -> &Reader<'a> {
        &self.reader
    }

    /// Number of records.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.records.len() as u64
    }

    /// Whether the file has no records.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// The number of a record's garden in its source.
    #[must_use]
    pub fn number(&self, index: u64) -> u64 {
        self.census.span().numbers().start + index
    }

    /// The stored records in order, some thousand at a time, checked against their hashes.
    #[must_use]
    pub fn chunks(&self) -> impl ExactSizeIterator<Item = Result<&'a [StoredRecord], CensusError>> + '_ {
        (0..self.hashes.len()).map(|chunk| self.chunk(chunk))
    }

    /// The records of this chunk, checked against their hash.
    pub(super) fn chunk(&self, chunk: usize) -> Result<&'a [StoredRecord], CensusError> {
        const LENGTH: usize = CHUNK_BYTES / StoredRecord::BYTES;
        let first = chunk.saturating_mul(LENGTH).min(self.records.len());
        let records = &self.records[first..self.records.len().min(first + LENGTH)];
        if self.hashes.get(chunk) == Some(blake3::hash(records.as_bytes()).as_bytes()) {
            return Ok(records);
        }
        let last = first + records.len().saturating_sub(1);
        Err(CensusError::Chunk { first: first as u64, last: last as u64 })
    }

    /// The record at this index in the file, which must exist.
    pub fn record(&self, index: u64) -> Result<CensusRecord, CensusError> {
        let missing = CensusError::Count { expected: index.saturating_add(1), found: self.len() };
        let chunk = usize::try_from(index / CHUNK_RECORDS).unwrap_or(usize::MAX);
        let within = usize::try_from(index % CHUNK_RECORDS).unwrap_or(usize::MAX);
        let stored = self.chunk(chunk)?.get(within).ok_or(missing)?;
        self.decode(index, stored)
    }

    /// Record at this index, **not** checked against its hash.
    pub(super) fn stored(&self, index: u64) -> Result<&'a StoredRecord, CensusError> {
        let stored = usize::try_from(index).ok().and_then(|index| self.records.get(index));
        stored.ok_or(CensusError::Count { expected: index.saturating_add(1), found: self.len() })
    }

    /// Decodes the record at this index.
    pub fn decode(&self, index: u64, stored: &StoredRecord) -> Result<CensusRecord, CensusError> {
        CensusRecord::decode(stored, self.full_board()).map_err(|fault| CensusError::Record { index, fault })
    }

    /// All records in order.
    pub fn iter(&self) -> impl Iterator<Item = Result<CensusRecord, CensusError>> + '_ {
        (0..self.n_chunks()).flat_map(|chunk| self.records_of_chunk(chunk))
    }

    /// Number of chunks.
    pub(crate) const fn n_chunks(&self) -> u64 {
        self.hashes.len() as u64
    }

    /// The records of a chunk in order, or the error of reading them.
    pub(crate) fn records_of_chunk(
        &self,
        chunk: u64,
    ) -> impl Iterator<Item = Result<CensusRecord, CensusError>> + '_ {
        let (records, error) = match self.chunk(usize::try_from(chunk).unwrap_or(usize::MAX)) {
            Ok(records) => (records, None),
            Err(error) => (&[][..], Some(Err(error))),
        };
        let indices = chunk * CHUNK_RECORDS..;
        indices.zip(records).map(|(index, stored)| self.decode(index, stored)).chain(error)
    }

    /// Counts over the values of all records.
    pub fn tally(&self) -> Result<GardenTally, CensusError> {
        let mut tally = GardenTally::default();
        let mut indices = 0..;
        for chunk in self.chunks() {
            for (stored, index) in chunk?.iter().zip(indices.by_ref()) {
                let openings = stored.openings(self.full_board());
                let openings = openings.map_err(|fault| CensusError::Record { index, fault })?;
                tally.add_values(CellSet::BORDER.into_iter().zip(openings), stored.nodes());
            }
        }
        Ok(tally)
    }

    /// Bytes of memory that [`lookup`](Self::lookup) takes.
    #[must_use]
    pub fn lookup_bytes(&self) -> u64 {
        match self.census.span().source() {
            Source::Sample { .. } => self.len() * size_of::<(u64, u32)>() as u64,
            Source::Classes => 0,
        }
    }

    /// Builds the index for finding gardens. For a census of classes this is free; the records of a sample
    /// are in the order of drawing, so all of them are read and sorted.
    pub fn lookup(&self) -> Result<Lookup<'_>, CensusError> {
        let mut by_class = Vec::new();
        if let Source::Sample { .. } = self.census.span().source() {
            by_class.reserve_exact(self.records.len());
            let mut numbers = 0_u32..;
            for chunk in self.chunks() {
                by_class.extend(chunk?.iter().map(StoredRecord::class).zip(numbers.by_ref()));
            }
            by_class.par_sort_unstable();
        }
        Ok(Lookup { table: self, by_class })
    }
}

/// Finds gardens in a [`CensusTable`].
#[derive(Clone, Debug)]
pub struct Lookup<'t> {
    table: &'t CensusTable<'t>,
    /// For a sample, the class and index of each record, in this order.
    by_class: Vec<(u64, u32)>,
}

impl<'t> Lookup<'t> {
    /// The table.
    #[must_use]
    pub const fn table(&self) -> &'t CensusTable<'t> {
        self.table
    }

    /// The record of `garden`, or else a record of another garden of its class, if there is one.
    pub fn find(&self, garden: &Garden) -> Result<Option<CensusRecord>, CensusError> {
        let class = garden.class().get();
        let mut found = None;
        for index in self.of_class(class) {
            let record = self.table.record(index)?;
            if record.garden() == garden {
                return Ok(Some(record));
            }
            found = found.or(Some(record));
        }
        // In a damaged file the search may end at a different class.
        Ok(found.filter(|record| record.class().get() == class))
    }

    fn of_class(&self, class: u64) -> Box<dyn Iterator<Item = u64> + '_> {
        match self.table.census().span().source() {
            Source::Sample { .. } => {
                let first = self.by_class.partition_point(|&(other, _)| other < class);
                let alike = self.by_class[first..].iter().take_while(move |&&(other, _)| other == class);
                Box::new(alike.map(|&(_, index)| u64::from(index)))
            }
            Source::Classes => {
                let records = self.table.records;
                let index = records.partition_point(|record| record.class() < class);
                let is_there = records.get(index).is_some_and(|record| record.class() == class);
                Box::new(is_there.then_some(index as u64).into_iter())
            }
        }
    }
}
