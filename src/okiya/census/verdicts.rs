//! The census of verdicts: who wins each class, in 1.65 bits.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use hanamachi_solver::okiya::census::Span;
use hanamachi_solver::okiya::verdicts::{
    BYTES_BEFORE_CHUNKS, StoredChunk, VerdictCensus, VerdictTable, VerdictTally, run as solve_all,
    verdicts_file_bytes, write_verdicts,
};
use hanamachi_solver::okiya::{ClassNumber, Garden, classes_from, solve_outcomes};
use hanamachi_solver::search::estimate::{Mean, Moments};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use hanamachi_solver::table::{Identity, Metadata, WriteError, Writer};
use indicatif::{HumanBytes, HumanCount};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;

use super::estimate::duration;
use super::store::{self, Content, Finishing, Frame, Opened, Pieces, Store};
use super::{CensusArgs, print};
use crate::failure::Failure;
use crate::okiya::outcomes::{self, OutcomeRow};
use crate::okiya::solve::milliseconds;
use crate::okiya::{solver, words};
use crate::output::ENGINE;
use crate::progress::CountProgress;
use crate::session::Session;
use crate::shell::quoted_path;
use crate::table::refusal;

impl Content for VerdictCensus {
    const RECORD_BYTES: usize = StoredChunk::BYTES;
    const BYTES_BEFORE_RECORDS: u64 = BYTES_BEFORE_CHUNKS;
    type Summary = VerdictTally;

    fn records(&self) -> u64 {
        self.chunks().end - self.chunks().start
    }

    fn identity(&self) -> Identity {
        self.identity(ENGINE)
    }

    fn metadata(&self) -> Metadata {
        self.metadata(ENGINE)
    }

    fn finished(&self, path: &Path, bytes: &[u8]) -> Result<VerdictTally, Failure> {
        let table = VerdictTable::open(bytes).map_err(|error| refusal(path, &error))?;
        if (table.census(), table.program()) != (self, ENGINE) {
            return Err(store::other_run(path, &table.census().command(), table.program()));
        }
        Ok(table.tally())
    }

    fn write<'f>(&self, frame: Frame<'f>, read: Pieces<'_>) -> Result<(Frame<'f>, VerdictTally), Finishing> {
        let mut writer = Writer::new(frame)?;
        let mut tally = VerdictTally::default();
        let mut done = 0;
        write_verdicts(&mut writer, |section| {
            read(&mut |piece| {
                tally += self.tally_of(done, StoredChunk::in_bytes(piece));
                done += (piece.len() / StoredChunk::BYTES) as u64;
                section.write_all(piece).map_err(|error| Finishing::from(WriteError::Io(error)))
            })
        })?;
        Ok((writer.finish(&self.metadata(ENGINE))?, tally))
    }
}

/// `okiya.verdicts/1`. Outcomes are those of the player who moves first.
#[derive(Debug, Serialize)]
struct VerdictsFigures {
    schema: &'static str,
    engine: &'static str,
    rules: &'static str,
    asked: VerdictsRequest,
    kind: Strength,
    classes: u64,
    /// Gardens in these classes.
    shuffles: u64,
    outcomes: Vec<OutcomeRow>,
    nodes: u64,
    file: String,
    file_bytes: u64,
    threads: usize,
    /// Classes that an earlier run had solved.
    resumed_classes: u64,
    elapsed_ms: f64,
    classes_per_s: Option<f64>,
}

#[derive(Debug, Serialize)]
struct VerdictsRequest {
    command: String,
    first: u64,
    end: u64,
}

impl VerdictsFigures {
    fn new(
        args: &CensusArgs,
        census: &VerdictCensus,
        tally: &VerdictTally,
        file: &Path,
    ) -> Result<Self, Failure> {
        Ok(Self {
            schema: "okiya.verdicts/1",
            engine: ENGINE,
            rules: "full=draw",
            asked: VerdictsRequest {
                command: census.command(),
                first: census.numbers().start,
                end: census.numbers().end,
            },
            kind: tally.strength(),
            classes: tally.all_classes(),
            shuffles: tally.all_shuffles(),
            outcomes: OutcomeRow::all(tally).into(),
            nodes: tally.nodes,
            file: file.display().to_string(),
            file_bytes: verdicts_file_bytes(census, ENGINE)?,
            threads: args.work.threads.count(),
            resumed_classes: tally.all_classes(),
            elapsed_ms: 0.0,
            classes_per_s: None,
        })
    }

    /// With what a run took that found `resumed` classes done.
    fn worked(mut self, resumed: u64, elapsed: Duration) -> Self {
        let solved = self.classes - resumed.min(self.classes);
        #[expect(clippy::cast_precision_loss, reason = "a rate for the eye")]
        let rate = solved as f64 / elapsed.as_secs_f64().max(1e-6);
        self.resumed_classes = resumed;
        self.elapsed_ms = milliseconds(elapsed);
        self.classes_per_s = (solved > 0).then_some((rate * 10.0).round() / 10.0);
        self
    }

    fn page(&self) -> String {
        let mut text = words::paint(words::BOLD, format!("{} classes solved", HumanCount(self.classes)));
        let _ = write!(
            text,
            ", {} of all {} gardens. Every count is proved; a full board is a draw.\n\n",
            HumanCount(self.shuffles),
            HumanCount(hanamachi_solver::okiya::GardenRank::COUNT)
        );
        text += &outcomes::table(&self.outcomes);
        let _ = write!(
            text,
            "\nWhere the last token wins on a full board, o wins the drawn ones.\n{} moves tried. {}: {} bytes ({})",
            HumanCount(self.nodes),
            self.file,
            HumanCount(self.file_bytes),
            HumanBytes(self.file_bytes)
        );
        match self.classes_per_s {
            Some(rate) => {
                let (seconds, threads) = (self.elapsed_ms / 1e3, words::count(self.threads, "thread"));
                let _ = write!(text, "\n{seconds:.1} s on {threads}: {rate:.0} classes a second");
                if self.resumed_classes > 0 {
                    let _ = write!(text, "; {} were there already", HumanCount(self.resumed_classes));
                }
            }
            None => text += "\nThere was nothing left to do.",
        }
        text
    }
}

/// Runs `okiya census --verdicts`.
pub(super) fn run(
    args: &CensusArgs,
    span: &Span,
    file: Option<&Path>,
    session: &Session,
) -> Result<(), Failure> {
    let why = "--verdicts are those of classes: give --classes";
    let census = VerdictCensus::of_span(*span).ok_or_else(|| Failure::Usage(why.to_owned()))?;
    let pool = solver::threads(&args.work, session)?;
    let Some(file) = file else {
        let estimate = Estimate::of(&census, &pool, session)?;
        return print(args, &estimate, &estimate.page());
    };
    let figures = match store::open(file, &census, &args.wishes, session)? {
        Opened::Done(tally) => {
            session.note(format_args!("{} is there and whole", file.display()));
            VerdictsFigures::new(args, &census, &tally, file)?
        }
        Opened::Begun(store) => {
            let (resumed, started) = (census.classes_in(store.resumed), Instant::now());
            let tally = fill(args, *store, &census, (file, &pool), session)?;
            VerdictsFigures::new(args, &census, &tally, file)?.worked(resumed, started.elapsed())
        }
    };
    print(args, &figures, &figures.page())
}

/// Solves what is left, and makes the file.
fn fill(
    args: &CensusArgs,
    mut store: Store<VerdictCensus>,
    census: &VerdictCensus,
    (file, pool): (&Path, &ThreadPool),
    session: &Session,
) -> Result<VerdictTally, Failure> {
    let done = store.records();
    let progress = CountProgress::start("classes", census.classes_in(done), census.span().len(), session);
    let sink = |chunks: &[StoredChunk]| store.append(StoredChunk::bytes_of(chunks));
    let ended = pool.install(|| solve_all(census, done, session.context(&progress), sink));
    drop(progress);
    let tell = |store: &Store<VerdictCensus>| {
        session.note(format_args!(
            "{} of {} classes are kept; to go on: {} --resume {}{}",
            HumanCount(census.classes_in(store.records())),
            HumanCount(census.span().len()),
            census.command(),
            quoted_path(file),
            args.work.threads.flag()
        ));
    };
    store.end(ended, tell, session)
}

/// Places at which classes are timed, and how many there are at each: enough to fill the lanes of the search.
const TIMED_PLACES: u64 = 16;
const TIMED_CLASSES: usize = 2048;

/// `okiya.verdicts_estimate/1`: the size is exact, the time is not.
#[derive(Debug, Serialize)]
struct Estimate {
    schema: &'static str,
    engine: &'static str,
    rules: &'static str,
    asked: VerdictsRequest,
    /// Of the times.
    kind: Strength,
    classes: u64,
    file_bytes: u64,
    threads: usize,
    /// Classes that were solved for this estimate.
    timed_classes: u64,
    /// Of the times, by the differences between the places where classes were solved; `null` where there is no class.
    classes_per_s: Option<f64>,
    elapsed_s: Option<f64>,
    /// The 95 % interval of the normal approximation.
    elapsed_s_low: Option<f64>,
    elapsed_s_high: Option<f64>,
    thread_hours: Option<f64>,
}

impl Estimate {
    /// Times stretches of classes spread evenly over the range, on all threads.
    fn of(census: &VerdictCensus, pool: &ThreadPool, session: &Session) -> Result<Self, Failure> {
        let (numbers, classes) = (census.numbers(), census.span().len());
        let places = TIMED_PLACES.min(classes);
        let stretch = usize::try_from(classes.checked_div(places).unwrap_or(0)).unwrap_or(usize::MAX);
        let stretches: Vec<Vec<Garden>> = (0..places)
            .filter_map(|place| ClassNumber::new(numbers.start + classes / places * place))
            .map(|first| classes_from(first).take(stretch.min(TIMED_CLASSES)).collect())
            .collect();
        let nanoseconds = |gardens: &Vec<Garden>| {
            let started = Instant::now();
            solve_outcomes(gardens, session.cancel)?;
            let each = started.elapsed().as_nanos() / gardens.len().max(1) as u128;
            Ok::<_, Failure>(usize::try_from(each).unwrap_or(usize::MAX))
        };
        let measured: Vec<Result<usize, Failure>> =
            pool.install(|| stretches.par_iter().with_max_len(1).map(nanoseconds).collect());
        let mut moments = Moments::default();
        for time in measured {
            moments.add(time?);
        }
        let each_s = moments.mean().map(|mean| mean.per(1e9));
        let threads = pool.current_num_threads();
        #[expect(clippy::cast_precision_loss, reason = "a time for the eye")]
        let each = classes as f64 / threads as f64;
        let rounded = |number: f64| (number * 1e3).round() / 1e3;
        let interval = each_s.map(Mean::interval_95);
        #[expect(clippy::cast_precision_loss, reason = "costs for the eye")]
        let (rate, hours) = (threads as f64, threads as f64 / 3600.0);
        Ok(Self {
            schema: "okiya.verdicts_estimate/1",
            engine: ENGINE,
            rules: "full=draw",
            asked: VerdictsRequest { command: census.command(), first: numbers.start, end: numbers.end },
            kind: Strength::Estimated,
            classes,
            file_bytes: verdicts_file_bytes(census, ENGINE)?,
            threads,
            timed_classes: stretches.iter().map(Vec::len).sum::<usize>() as u64,
            classes_per_s: each_s.map(|mean| rounded(rate / mean.value)),
            elapsed_s: each_s.map(|mean| rounded(each * mean.value)),
            elapsed_s_low: interval.clone().map(|interval| rounded(each * interval.start().max(0.0))),
            elapsed_s_high: interval.map(|interval| rounded(each * interval.end())),
            thread_hours: each_s.map(|mean| rounded(hours * each * mean.value)),
        })
    }

    fn page(&self) -> String {
        let size = format!(
            "{} classes to solve; the file will have {} bytes ({})",
            HumanCount(self.classes),
            HumanCount(self.file_bytes),
            HumanBytes(self.file_bytes)
        );
        let threads = words::count(self.threads, "thread");
        let figures = (self.elapsed_s, self.elapsed_s_low, self.elapsed_s_high, self.thread_hours);
        let (Some(elapsed), Some(low), Some(high), Some(hours)) = figures else {
            return format!("{size}\nno estimate of the time on {threads}: there is no class");
        };
        format!(
            "{size}\nestimated: {} on {threads}, 95 % interval {} to {}, {hours:.2} thread-hours; from {} classes at {TIMED_PLACES} places",
            duration(elapsed),
            duration(low),
            duration(high),
            HumanCount(self.timed_classes)
        )
    }
}
