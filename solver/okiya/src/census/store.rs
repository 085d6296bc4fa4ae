//! The files of a census in progress.
//!
//! A run appends its records to `FILE.partial`, behind space for the head of the file; `FILE.checkpoint`
//! holds the number and the hash of the valid ones. The checkpoint is replaced as a whole, once its records
//! are on the disk. Whenever a run ends, a later one cuts the partial file back to the checkpoint and
//! resumes. At the end, the head and the tail are written around the records in place, and the partial file
//! is renamed: a file under the final name is always complete, and the records are never copied.

use std::ffi::OsString;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use hanamachi_core::ENGINE;
use hanamachi_core::search::budget::{Budget, Progress};
use hanamachi_table::disk::{DiskError, Existing, FileBytes, Journal, KeptRun, Trouble, rename, resolved};
use hanamachi_table::{Metadata, STATE, WriteError};

use super::description::{BYTES_BEFORE_RECORDS, FileRun};
use super::error::CensusError;
use super::run::{RunError, run};

/// Number of records read at once.
const PIECE: usize = 4096;

/// State of the file at the start of a run.
pub enum OpenedStore<C: FileRun> {
    /// A complete file, with its counts.
    Done(Box<C::RecordTally>),
    /// A partial file, or none.
    Begun(Box<CensusStore<C>>),
}

/// The files of a run in progress.
pub struct CensusStore<C> {
    names: FileNames,
    existing: Existing,
    content: C,
    partial: Journal,
    checkpoint: KeptRun,
    /// Number of records.
    records: u64,
    /// Number of records written by earlier runs.
    resumed: u64,
    hasher: blake3::Hasher,
}

struct FileNames {
    file: PathBuf,
    partial: PathBuf,
    checkpoint: PathBuf,
}

impl FileNames {
    fn new(file: &Path) -> Self {
        let with = |suffix: &str| {
            let mut name = OsString::from(file);
            name.push(suffix);
            PathBuf::from(name)
        };
        Self { file: file.to_owned(), partial: with(".partial"), checkpoint: with(".checkpoint") }
    }
}

/// State in a checkpoint: the number of valid records, and their hash.
type StoreState = (u64, [u8; 32]);

/// Returns the totals of the complete file at `path`, or an error if it is not the result of this run.
fn finished<C: FileRun>(path: &Path, content: &C) -> Result<C::RecordTally, DiskError> {
    let bytes = FileBytes::open(path)?;
    content.tally(bytes.as_ref(), ENGINE).map_err(|error| error.in_file(path))
}

impl<C: FileRun> CensusStore<C> {
    const RECORD_BYTES: usize = size_of::<C::Record>();

    /// Opens the files of a run that writes `content` to `file`. With `resumes` it continues a stopped run if there is one, and accepts
    /// a complete file of the run. `note` receives a warning if a file cannot be locked.
    pub fn open(
        file: &Path,
        content: &C,
        (existing, resumes): (Existing, bool),
        note: &dyn Fn(&dyn Display),
    ) -> Result<OpenedStore<C>, DiskError> {
        let file = &resolved(file)?;
        let names = FileNames::new(file);
        match file.metadata() {
            Ok(_) if resumes => match finished(file, content) {
                Ok(counts) => {
                    if !names.partial.exists() {
                        let _ = fs::remove_file(&names.checkpoint);
                    }
                    return Ok(OpenedStore::Done(Box::new(counts)));
                }
                Err(_) if existing == Existing::Replace => {}
                Err(error) => return Err(error),
            },
            Ok(_) if existing == Existing::Refuse => return Err(DiskError::Exists(file.clone())),
            _ => {}
        }
        let is_there = |path: &Path| path.try_exists().map_err(DiskError::unread(path));
        if !resumes && existing == Existing::Refuse && is_there(&names.partial)? {
            return Err(DiskError::Unfinished(names.partial));
        }
        let mut store = Self {
            partial: Journal::open(&names.partial, note)?,
            checkpoint: KeptRun::open(&names.checkpoint, content.identity(ENGINE), note)?,
            existing,
            content: *content,
            records: 0,
            resumed: 0,
            hasher: blake3::Hasher::new(),
            names,
        };
        if resumes && store.checkpoint.is_there() {
            store.go_on()?;
        } else if resumes && store.partial.end() > 0 {
            let partial = store.names.partial.display();
            let why = format!("{partial} has no checkpoint, so the run can only begin anew");
            return Err(Trouble::Damaged.saying(&store.names.partial, why));
        } else {
            store.begin()?;
        }
        Ok(OpenedStore::Begun(Box::new(store)))
    }

    /// Solves the remaining records on the current rayon pool. When it is stopped, the finished ones are saved.
    pub fn solve(&mut self, budget: &Budget<'_>, progress: &dyn Progress) -> Result<(), RunError<DiskError>> {
        let (content, done) = (self.content, self.records);
        let sink = |records: &[C::Record]| self.append(C::bytes_of(records));
        let ended = run(&content, done, budget, progress, sink);
        if !matches!(ended, Err(RunError::Sink(_))) {
            self.save().map_err(RunError::Sink)?;
        }
        ended
    }

    /// Number of records written by earlier runs.
    #[must_use]
    pub const fn resumed(&self) -> u64 {
        self.resumed
    }

    /// Number of records.
    #[must_use]
    pub const fn records(&self) -> u64 {
        self.records
    }

    const fn end_of(records: u64) -> u64 {
        BYTES_BEFORE_RECORDS + records * Self::RECORD_BYTES as u64
    }

    fn finishing(&self, error: CensusError) -> DiskError {
        match error {
            CensusError::Write(WriteError::Io(error)) => self.partial.writing(error),
            other => other.in_file(&self.names.partial),
        }
    }

    fn begin(&mut self) -> Result<(), DiskError> {
        self.partial.set_end(0)?;
        self.save()?;
        self.partial.set_end(Self::end_of(0))
    }

    /// Truncates the partial file to the records of the checkpoint, after checking their hash.
    fn go_on(&mut self) -> Result<(), DiskError> {
        let path = &self.names.checkpoint;
        let Some(checkpoint) = self.checkpoint.checkpoint()? else { return self.begin() };
        let (records, hash): StoreState =
            checkpoint.state().map_err(|error| error.in_file::<DiskError>(path))?;
        let damaged = |why: &str| -> DiskError { Trouble::Damaged.in_file(&self.names.partial, why) };
        if records > self.content.records() {
            return Err(Trouble::Damaged.in_file(path, "it counts more records than the census has"));
        }
        if records > 0 && self.partial.end() < Self::end_of(records) {
            return Err(damaged("it is shorter than its checkpoint states"));
        }
        let mut hasher = blake3::Hasher::new();
        self.read(records, &mut |piece| {
            hasher.update(piece);
            Ok(())
        })
        .map_err(|error| self.finishing(error))?;
        if *hasher.finalize().as_bytes() != hash {
            return Err(damaged("its records differ from those in its checkpoint"));
        }
        self.partial.set_end(Self::end_of(records))?;
        (self.records, self.resumed, self.hasher) = (records, records, hasher);
        Ok(())
    }

    /// Passes the bytes of the first `records` records to `take`.
    fn read(
        &self,
        records: u64,
        take: &mut dyn FnMut(&[u8]) -> Result<(), CensusError>,
    ) -> Result<(), CensusError> {
        let mut piece = vec![0; PIECE * Self::RECORD_BYTES];
        let mut done = 0;
        while done < records {
            let count = usize::try_from(records - done).unwrap_or(PIECE).min(PIECE);
            let bytes = &mut piece[..count * Self::RECORD_BYTES];
            let mut file = self.partial.file();
            let read = file.seek(SeekFrom::Start(Self::end_of(done))).and_then(|_| file.read_exact(bytes));
            read.map_err(DiskError::unread(&self.names.partial))?;
            take(bytes)?;
            done += count as u64;
        }
        Ok(())
    }

    /// Appends the bytes of the next records, and saves the checkpoint when it is due.
    fn append(&mut self, bytes: &[u8]) -> Result<(), DiskError> {
        if let Err(error) = self.partial.append(bytes) {
            // The earlier records remain valid, provided that there is space for the checkpoint.
            let _ = self.save();
            return Err(DiskError::Cut(self.names.partial.clone(), error));
        }
        self.hasher.update(bytes);
        self.records += (bytes.len() / Self::RECORD_BYTES) as u64;
        if self.checkpoint.is_due() { self.save() } else { Ok(()) }
    }

    /// Replaces the checkpoint, once its records are on the disk.
    fn save(&mut self) -> Result<(), DiskError> {
        self.partial.sync()?;
        let state: StoreState = (self.records, *self.hasher.finalize().as_bytes());
        let (content, records) = (self.content, self.records);
        self.checkpoint.save(|writer| {
            writer.coded(STATE, &state)?;
            let mut metadata = Metadata {
                kind: String::new(),
                memo: "an interrupted census: the records are in the file FILE.partial".to_owned(),
                ..content.metadata(ENGINE)
            };
            metadata.counts.insert("records".to_owned(), records);
            Ok(metadata)
        })
    }

    /// Completes the file and gives it its name.
    pub fn finish(mut self) -> Result<C::RecordTally, DiskError> {
        let mut hasher = blake3::Hasher::new();
        let frame =
            Frame { file: self.partial.file(), at: 0, records: Self::end_of(0)..Self::end_of(self.records) };
        let written = self.content.write(frame, ENGINE, |take| {
            self.read(self.records, &mut |piece| {
                hasher.update(piece);
                take(piece)
            })
        });
        let (frame, tally) = written.map_err(|error| self.finishing(error))?;
        if hasher.finalize() != self.hasher.finalize() {
            let why = "the records have changed since they were written";
            return Err(Trouble::Damaged.in_file(&self.names.partial, why));
        }
        let end = frame.at;
        self.partial.set_end(end)?;
        self.partial.sync()?;
        rename(&self.names.partial, &self.names.file, self.existing)?;
        let _ = fs::remove_file(&self.names.checkpoint);
        Ok(tally)
    }
}

/// Writer of the head and the tail of the file. It skips the records, which are in the file already.
struct Frame<'a> {
    file: &'a File,
    at: u64,
    /// Byte range of the records.
    records: Range<u64>,
}

impl Write for Frame<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.len() as u64;
        let room = |end: u64| usize::try_from(length.min(end.saturating_sub(self.at))).unwrap_or(0);
        let count = if self.records.contains(&self.at) {
            room(self.records.end)
        } else {
            let count = if self.at < self.records.start { room(self.records.start) } else { bytes.len() };
            let mut file = self.file;
            file.seek(SeekFrom::Start(self.at))?;
            file.write(&bytes[..count])?
        };
        self.at += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
