//! The census of openings: a record of 24 bytes a garden.

use std::path::Path;
use std::time::Instant;

use hanamachi_solver::okiya::census::{
    BYTES_BEFORE_RECORDS, Census, CensusTable, StoredRecord, Summary, file_bytes, run as solve_all,
    write_table,
};
use hanamachi_solver::table::{Identity, Metadata};
use indicatif::HumanCount;
use rayon::ThreadPool;

use super::estimate::Estimate;
use super::figures::{CensusFigures, Work};
use super::store::{self, Content, Finishing, Frame, Opened, Pieces, Store};
use super::{CensusArgs, print};
use crate::failure::Failure;
use crate::okiya::{solver, tabled};
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::shell::quoted_path;
use crate::table::refusal;

impl Content for Census {
    const RECORD_BYTES: usize = StoredRecord::BYTES;
    const BYTES_BEFORE_RECORDS: u64 = BYTES_BEFORE_RECORDS;
    type Summary = Summary;

    fn records(&self) -> u64 {
        self.span().len()
    }

    fn identity(&self) -> Identity {
        self.identity(ENGINE)
    }

    fn metadata(&self) -> Metadata {
        self.metadata(ENGINE)
    }

    fn finished(&self, path: &Path, bytes: &[u8]) -> Result<Summary, Failure> {
        let table = CensusTable::open(bytes).map_err(|error| tabled::refused(path, error))?;
        if (table.census(), table.program()) != (self, ENGINE) {
            return Err(store::other_run(path, &table.census().command(), table.program()));
        }
        table.reader().verify().map_err(|error| refusal(path, &error))?;
        table.summary().map_err(|error| tabled::refused(path, error))
    }

    fn write<'f>(&self, frame: Frame<'f>, read: Pieces<'_>) -> Result<(Frame<'f>, Summary), Finishing> {
        write_table(frame, self, ENGINE, |records| {
            read(&mut |piece| {
                let piece = StoredRecord::in_bytes(piece);
                piece.iter().try_for_each(|record| records.push(record)).map_err(Finishing::from)
            })
        })
    }
}

/// Runs `okiya census` for records.
pub(super) fn run(
    args: &CensusArgs,
    census: &Census,
    file: Option<&Path>,
    session: &Session,
) -> Result<(), Failure> {
    let threads = args.work.threads.count();
    let Some(file) = file else {
        let pool = solver::threads(&args.work, session)?;
        let estimate = Estimate::of(census, 0, (&pool, threads), session.cancel)?;
        return print(args, &estimate, &estimate.page());
    };
    let (summary, resumed, started) = match store::open(file, census, &args.wishes, session)? {
        Opened::Done(summary) => {
            session.note(format_args!("{} is there and whole", file.display()));
            let all = summary.gardens;
            (*summary, all, None)
        }
        Opened::Begun(store) => {
            let pool = solver::threads(&args.work, session)?;
            if store.records() < census.span().len() {
                let estimate = Estimate::of(census, store.records(), (&pool, threads), session.cancel)
                    .inspect_err(|_| stopped(args, &store, census, file, session))?;
                session.note(estimate.page());
            }
            let (resumed, started) = (store.resumed, Instant::now());
            (fill(args, *store, census, (file, &pool), session)?, resumed, Some(started))
        }
    };
    let work = Work {
        file,
        file_bytes: file_bytes(census, ENGINE)?,
        threads,
        resumed,
        elapsed: started.map(|started| started.elapsed()).unwrap_or_default(),
    };
    let figures = CensusFigures::new(census, &summary, work);
    print(args, &figures, &figures.page())
}

/// Solves what is left, and makes the file.
fn fill(
    args: &CensusArgs,
    mut store: Store<Census>,
    census: &Census,
    (file, pool): (&Path, &ThreadPool),
    session: &Session,
) -> Result<Summary, Failure> {
    let budget = solver::budget(&args.work, session);
    let done = store.records();
    let progress = CountProgress::start("gardens", done, census.span().len(), session);
    let sink = |records: &[StoredRecord]| store.append(StoredRecord::bytes_of(records));
    let ended = pool.install(|| solve_all(census, done, &budget, &progress, sink));
    drop(progress);
    store.end(ended, |store| stopped(args, store, census, file, session), session)
}

/// Says how to go on.
fn stopped(args: &CensusArgs, store: &Store<Census>, census: &Census, file: &Path, session: &Session) {
    session.note(format_args!(
        "{} of {} gardens are kept; to go on: {} --resume {}{}",
        HumanCount(store.records()),
        HumanCount(census.span().len()),
        census.command(),
        quoted_path(file),
        args.work.threads.flag()
    ));
}
