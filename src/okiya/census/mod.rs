//! `okiya census`: many gardens solved, in a file.

mod estimate;
mod figures;
mod survey;

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{ArgGroup, Args};
use hanamachi_solver::okiya::census::{
    CENSUS_KIND, Census, CensusStore, FileRun as _, OpenedStore, Part, RunError, Source, Span, SpanError,
    class_range, sample_range,
};
use hanamachi_solver::okiya::verdicts::VerdictCensus;
use hanamachi_solver::table::disk::Existing;
use rayon::ThreadPool;
use serde::Serialize;

use self::estimate::CostEstimate;
use self::figures::{CensusFigures, Content};
use super::solver;
use crate::args::{OutputArgs, RulesArgs, SeedArgs, WorkArgs};
use crate::failure::Failure;
use crate::output::{Output, json};
use crate::progress::CountProgress;
use crate::resume::{ResumeArgs, how_to_go_on};
use crate::seed;
use crate::session::Session;
use crate::shell::quoted_path;

const EXAMPLES: &str = "\
Examples:
  # Estimate the time and the file size of a million gardens
  hanamachi okiya census --sample 1000000 --seed 1 --dry-run

  # A thousand random gardens in a file
  hanamachi okiya census --sample 1000 --seed 1 -o sample.census

  # Classes by number, one of four parts; the same command again goes on where it was stopped
  hanamachi okiya census --classes 0..2000 --shard 3/4 --resume classes-3.census

  # No file: who wins, by how much and how, in a thousand random gardens, under both rules
  hanamachi okiya census --sample 1000 --seed 1 --counts

  # The same for programs, in a run that can be interrupted: the same command resumes it
  hanamachi okiya census --sample 2000 --seed 1 --counts --json --resume counts.checkpoint
";

/// Solve many gardens, all twelve openings of each, and store the proved values in a file
///
/// The gardens are either random or the 2,270,454,064 classes in the order of their smallest gardens. Random gardens are drawn
/// in blocks of 256, each from its own random stream; the first block contains the first gardens of `okiya random` with the same
/// seed. A record has 24 bytes; with --verdicts only the outcome of the class is stored, in 1.65 bits.
/// Threads and interruptions do not change the file. `table merge` turns the files of all parts of a range into the
/// file of the range.
///
/// Until it is complete, the file is called FILE.partial. FILE.checkpoint holds the number of its valid records; it is
/// written every minute, when the run is stopped, and at the end. The same command with --resume FILE continues a run,
/// no matter why it ended.
///
/// --counts prints statistics of random gardens under both rules for a full board, 10,000 if --sample names no number. Shares of
/// all gardens are estimates, with 95 % intervals. -o then names a file for the text or JSON, and --resume one that keeps the
/// progress.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags")]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("gardens").args(["sample", "classes", "counts"]).multiple(true).required(true)))]
pub(crate) struct CensusArgs {
    /// Solve N random gardens, or those numbered A..B of the sample
    #[arg(long, value_name = "N", value_parser = sample_range)]
    sample: Option<Range<u64>>,
    /// Solve the classes numbered A..B, counted from 0, B excluded; `..` means all classes
    #[arg(long, value_name = "A..B", value_parser = class_range, conflicts_with_all = ["sample", "seed"])]
    classes: Option<Range<u64>>,
    /// Store only the outcome of each class for the first player: won, drawn or lost. With full=last draws become losses, so one
    /// file serves both rules
    #[arg(long, hide = true, requires = "classes", conflicts_with_all = ["sample", "full", "nodes"])]
    verdicts: bool,
    /// Store no file: print statistics of random gardens, under both rules for a full board
    #[arg(long, conflicts_with_all = ["classes", "shard", "full", "dry_run"])]
    counts: bool,
    /// Solve only part I of N equal parts, with I from 1 to N
    #[arg(long, value_name = "I/N")]
    shard: Option<Part>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
    /// Write the records to FILE, which appears only when complete
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["dry_run", "resume", "counts"])]
    output: Option<PathBuf>,
    /// Replace FILE if it exists, and discard a stopped run
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    resume: ResumeArgs,
    /// Only estimate the cost of the run
    #[arg(long)]
    dry_run: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    work: WorkArgs,
}

impl CensusArgs {
    /// Returns the requested census.
    fn census(&self, session: &Session) -> Result<Census, Failure> {
        let wrong = |error: SpanError| Failure::Usage(error.to_string());
        let span = match (&self.sample, &self.classes) {
            (Some(numbers), _) => {
                if self.resume.is_given() && self.seed.seed.is_none() {
                    let why = "--resume needs the --seed of the earlier run";
                    return Err(Failure::Usage(why.to_owned()));
                }
                // Refuses an impossible range before drawing a seed.
                Span::new(Source::Sample { seed: 0 }, numbers.clone()).map_err(wrong)?;
                let seed = seed::resolve(self.seed.seed, session)?;
                Span::new(Source::Sample { seed }, numbers.clone())
            }
            (None, Some(numbers)) => Span::new(Source::Classes, numbers.clone()),
            (None, None) => return Err(Failure::Usage("expected --sample or --classes".to_owned())),
        };
        let span = span.map_err(wrong)?;
        let span = self.shard.map_or(span, |part| span.part(part));
        Ok(Census::new(span, self.rules.full_board(None)))
    }

    /// Returns the name of the file; `None` for a dry run.
    fn file(&self, session: &Session) -> Result<Option<&Path>, Failure> {
        if self.dry_run {
            return Ok(None);
        }
        match self.resume.file(self.output.as_deref(), session)? {
            Some(path) if path.as_os_str() == "-" => {
                let why = "a census is written to a file: name it with -o FILE";
                Err(Failure::Usage(why.to_owned()))
            }
            other => Ok(other),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CensusArgs, session: &Session) -> Result<(), Failure> {
    if args.counts {
        return count(args, session);
    }
    let file = args.file(session)?;
    let census = args.census(session)?;
    if !args.verdicts {
        return make(&census, args, file, session);
    }
    let why = "--verdicts requires --classes";
    let verdicts = VerdictCensus::for_span(*census.span(), census.full_board())
        .ok_or_else(|| Failure::Usage(why.to_owned()))?;
    make(&verdicts, args, file, session)
}

/// Counts random gardens and stores no records.
fn count(args: &CensusArgs, session: &Session) -> Result<(), Failure> {
    let sample = match &args.sample {
        Some(numbers) if numbers.start > 0 => {
            let why = "--counts takes the first N gardens of a sample: --sample N";
            return Err(Failure::Usage(why.to_owned()));
        }
        sample => sample.as_ref().map_or(survey::DEFAULT_SAMPLE, |numbers| numbers.end),
    };
    let resume = args.resume.named()?;
    if resume.is_some() && args.seed.seed.is_none() {
        return Err(Failure::Usage("--resume needs the --seed of the earlier run".to_owned()));
    }
    let to = OutputArgs { json: args.json, output: args.output.clone(), force: args.force };
    let output = Output::open(&to)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    survey::run((seed, sample), resume, &args.work, (output, args.json), session)
}

/// Writes the file and prints its figures; without a file, prints the cost estimate.
fn make<C: Content>(
    content: &C,
    args: &CensusArgs,
    file: Option<&Path>,
    session: &Session,
) -> Result<(), Failure> {
    let Some(file) = file else {
        let pool = solver::threads(&args.work, session)?;
        let estimate = CostEstimate::new(content, 0, &pool, session.cancel)?;
        return print(args, &estimate, &estimate.page());
    };
    solver::check_memory(&args.work)?;
    let (tally, resumed, started) = match CensusStore::open(
        file,
        content,
        (Existing::forced(args.force), args.resume.is_given()),
        &session.notes(),
    )? {
        OpenedStore::Done(tally) => {
            session.note(format_args!("{} exists and is complete", file.display()));
            (*tally, content.records(), None)
        }
        OpenedStore::Begun(mut store) => {
            let pool = solver::threads(&args.work, session)?;
            // At a millisecond a garden, the estimate takes little time beside the run; verdicts are faster.
            if C::KIND == CENSUS_KIND && store.records() < content.records() {
                let estimate = CostEstimate::new(content, store.records(), &pool, session.cancel)
                    .inspect_err(|_| stopped(args, content, store.records(), file, session))?;
                session.note(estimate.page());
            }
            let (resumed, started) = (store.resumed(), Instant::now());
            solve(args, &mut store, content, (file, &pool), session)?;
            (store.finish()?, resumed, Some(started))
        }
    };
    let elapsed = started.map(|started| started.elapsed()).unwrap_or_default();
    let figures = CensusFigures::new(content, &tally, file, (resumed, elapsed, args.work.threads.count()))?;
    print(args, &figures, &figures.page())
}

/// Solves the remaining records. When stopped, prints the command to resume.
fn solve<C: Content>(
    args: &CensusArgs,
    store: &mut CensusStore<C>,
    content: &C,
    (file, pool): (&Path, &ThreadPool),
    session: &Session,
) -> Result<(), Failure> {
    let (done, budget) = (store.records(), solver::budget(&args.work, session));
    let progress = CountProgress::start(C::UNIT, content.gardens(done), content.span().len(), session);
    let ended = pool.install(|| store.solve(&budget, &progress));
    drop(progress);
    match ended {
        Ok(()) => Ok(()),
        Err(RunError::Sink(error)) => Err(error.into()),
        Err(RunError::Stopped(reason)) => {
            stopped(args, content, store.records(), file, session);
            session.check()?;
            Err(reason.into())
        }
    }
}

/// Prints the command to resume after this many records.
fn stopped<C: Content>(args: &CensusArgs, content: &C, records: u64, file: &Path, session: &Session) {
    let command = format!("{} --resume {}", content.command(), quoted_path(file));
    let of = content.gardens(records)..content.span().len();
    how_to_go_on(C::UNIT, of, &command, args.work.threads, session);
}

fn print(args: &CensusArgs, object: &impl Serialize, page: &str) -> Result<(), Failure> {
    let mut output = Output::stdout();
    if args.json {
        output.line(&json(object))?;
    } else {
        output.line(page)?;
    }
    output.finish()
}
