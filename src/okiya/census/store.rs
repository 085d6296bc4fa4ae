//! The files of a census in progress.
//!
//! A run appends its records to `FILE.partial`, behind space for the head of the file; `FILE.checkpoint`
//! holds the number and the hash of the valid ones. The checkpoint is replaced as a whole, once its records
//! are on the disk. Whenever a run ends, a later one cuts the partial file back to the checkpoint and
//! resumes. At the end, the head and the tail are written around the records in place, and the partial file
//! is renamed: a file under the final name is always complete, and the records are never copied.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;
use hanamachi_solver::okiya::census::{BYTES_BEFORE_RECORDS, CensusError, FileRun};
use hanamachi_solver::table::{Metadata, STATE, WriteError};
use tempfile::TempPath;

use crate::failure::{Failure, Trouble};
use crate::file::{FileBytes, refusal};
use crate::file_error::Unread;
use crate::okiya::tabled;
use crate::output::ENGINE;
use crate::resumable::{Journal, KeptRun, ResumeArgs};
use crate::session::Session;
use crate::target::resolved;

/// Number of records read at once.
const PIECE: usize = 4096;

/// Flags for existing files.
#[derive(Clone, Debug, Args)]
pub(super) struct StoreArgs {
    /// Replace FILE if it exists, and discard a stopped run
    #[arg(long)]
    pub(super) force: bool,
    #[command(flatten)]
    pub(super) resume: ResumeArgs,
}

/// State of the file at the start of a run.
pub(super) enum OpenedStore<C: FileRun> {
    /// A complete file, with its counts.
    Done(Box<C::RecordTally>),
    /// A partial file, or none.
    Begun(Box<Store<C>>),
}

/// The files of a run in progress.
pub(super) struct Store<C> {
    names: FileNames,
    force: bool,
    content: C,
    partial: Journal,
    checkpoint: KeptRun,
    /// Number of records.
    records: u64,
    /// Number of records written by earlier runs.
    pub(super) resumed: u64,
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

/// Opens the files of a run that writes `content` to `file`.
pub(super) fn open<C: FileRun>(
    file: &Path,
    content: &C,
    wishes: &StoreArgs,
    session: &Session,
) -> Result<OpenedStore<C>, Failure> {
    let file = &resolved(file)?;
    let names = FileNames::new(file);
    match file.metadata() {
        Ok(_) if wishes.resume.is_given() => match finished(file, content) {
            Ok(counts) => {
                if !names.partial.exists() {
                    let _ = fs::remove_file(&names.checkpoint);
                }
                return Ok(OpenedStore::Done(Box::new(counts)));
            }
            Err(_) if wishes.force => {}
            Err(failure) => return Err(failure),
        },
        Ok(_) if !wishes.force => {
            return Err(anyhow!("{} exists; --force replaces it", file.display()).into());
        }
        _ => {}
    }
    let is_there = |path: &Path| path.try_exists().with_context(|| Unread(path.to_owned()));
    if !wishes.resume.is_given() && !wishes.force && is_there(&names.partial)? {
        let left = names.partial.display();
        let why = format!("{left} was left by an earlier run: --resume continues it, --force starts over");
        return Err(anyhow!(why).into());
    }
    let mut store = Store {
        partial: Journal::open(&names.partial, session)?,
        checkpoint: KeptRun::open(&names.checkpoint, content.identity(ENGINE), session)?,
        force: wishes.force,
        content: *content,
        records: 0,
        resumed: 0,
        hasher: blake3::Hasher::new(),
        names,
    };
    if wishes.resume.is_given() && store.checkpoint.is_there() {
        store.go_on()?;
    } else if wishes.resume.is_given() && store.partial.end() > 0 {
        let partial = store.names.partial.display();
        let why = format!("{partial} has no checkpoint; --force without --resume starts over");
        return Err(Trouble::Damaged.into_failure(&store.names.partial, why));
    } else {
        store.begin()?;
    }
    Ok(OpenedStore::Begun(Box::new(store)))
}

/// Returns the totals of the complete file at `path`, or an error if it is not the result of this run.
fn finished<C: FileRun>(path: &Path, content: &C) -> Result<C::RecordTally, Failure> {
    let bytes = FileBytes::open(path)?;
    content.tally(bytes.as_ref(), ENGINE).map_err(|error| tabled::refused(path, error))
}

impl<C: FileRun> Store<C> {
    const RECORD_BYTES: usize = size_of::<C::Record>();

    /// Number of records.
    pub(super) fn records(&self) -> u64 {
        self.records
    }

    const fn end_of(records: u64) -> u64 {
        BYTES_BEFORE_RECORDS + records * Self::RECORD_BYTES as u64
    }

    fn finishing(&self, failure: Finishing) -> Failure {
        match failure {
            Finishing::Failed(failure) => failure,
            Finishing::Census(CensusError::Write(error)) => self.partial.writing(error),
            Finishing::Census(error) => tabled::refused(&self.names.partial, error),
        }
    }

    fn begin(&mut self) -> Result<(), Failure> {
        self.partial.set_end(0)?;
        self.save()?;
        self.partial.set_end(Self::end_of(0))
    }

    /// Truncates the partial file to the records of the checkpoint, after checking their hash.
    fn go_on(&mut self) -> Result<(), Failure> {
        let path = &self.names.checkpoint;
        let Some(checkpoint) = self.checkpoint.checkpoint()? else { return self.begin() };
        let (records, hash): StoreState = checkpoint.state().map_err(|error| refusal(path, &error))?;
        let damaged = |why: &str| Trouble::Damaged.in_file(&self.names.partial, why);
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
        .map_err(|failure| self.finishing(failure))?;
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
        take: &mut dyn FnMut(&[u8]) -> Result<(), Finishing>,
    ) -> Result<(), Finishing> {
        let mut piece = vec![0; PIECE * Self::RECORD_BYTES];
        let mut done = 0;
        while done < records {
            let count = usize::try_from(records - done).unwrap_or(PIECE).min(PIECE);
            let bytes = &mut piece[..count * Self::RECORD_BYTES];
            let mut file = self.partial.file();
            let read = file.seek(SeekFrom::Start(Self::end_of(done))).and_then(|_| file.read_exact(bytes));
            let cannot = || Unread(self.names.partial.clone());
            read.with_context(cannot).map_err(Failure::from)?;
            take(bytes)?;
            done += count as u64;
        }
        Ok(())
    }

    /// Appends the bytes of the next records, and saves the checkpoint when it is due.
    pub(super) fn append(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        if let Err(error) = self.partial.append(bytes) {
            // The earlier records remain valid, provided that there is space for the checkpoint.
            let _ = self.save();
            let error = anyhow::Error::new(error).context("free some space, then continue with --resume");
            return Err(self.partial.writing(error));
        }
        self.hasher.update(bytes);
        self.records += (bytes.len() / Self::RECORD_BYTES) as u64;
        if self.checkpoint.is_due() { self.save() } else { Ok(()) }
    }

    /// Replaces the checkpoint, once its records are on the disk.
    pub(super) fn save(&mut self) -> Result<(), Failure> {
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
    pub(super) fn finish(mut self) -> Result<C::RecordTally, Failure> {
        let mut hasher = blake3::Hasher::new();
        let frame =
            Frame { file: self.partial.file(), at: 0, records: Self::end_of(0)..Self::end_of(self.records) };
        let written = self.content.write(frame, ENGINE, |take| {
            self.read(self.records, &mut |piece| {
                hasher.update(piece);
                take(piece)
            })
        });
        let (frame, tally) = written.map_err(|failure| self.finishing(failure))?;
        if hasher.finalize() != self.hasher.finalize() {
            let why = "the records have changed since they were written";
            return Err(Trouble::Damaged.in_file(&self.names.partial, why));
        }
        let end = frame.at;
        self.partial.set_end(end)?;
        self.partial.sync()?;
        self.rename()?;
        let _ = fs::remove_file(&self.names.checkpoint);
        Ok(tally)
    }

    fn rename(&self) -> Result<(), Failure> {
        let FileNames { file, partial, .. } = &self.names;
        let cannot = || format!("cannot create {}", file.display());
        let path = TempPath::try_from_path(partial).with_context(cannot)?;
        let renamed = if self.force { path.persist(file) } else { path.persist_noclobber(file) };
        renamed.map_err(|error| {
            // Unlike a temporary file, this one must not be deleted.
            let _ = error.path.keep();
            match error.error.kind() {
                io::ErrorKind::AlreadyExists => anyhow!("{} exists; --force replaces it", file.display()),
                _ => anyhow::Error::new(error.error).context(cannot()),
            }
        })?;
        sync_folder(file);
        Ok(())
    }
}

/// Syncs the folder to disk, so that the new name survives a power failure.
fn sync_folder(file: &Path) {
    let folder = file.parent().filter(|parent| !parent.as_os_str().is_empty());
    if let Ok(folder) = File::open(folder.unwrap_or(Path::new("."))) {
        let _ = folder.sync_all();
    }
}

/// Errors of reading the records or writing the final file.
enum Finishing {
    Failed(Failure),
    Census(CensusError),
}

impl From<Failure> for Finishing {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl From<CensusError> for Finishing {
    fn from(error: CensusError) -> Self {
        Self::Census(error)
    }
}

impl From<WriteError> for Finishing {
    fn from(error: WriteError) -> Self {
        Self::Census(error.into())
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
