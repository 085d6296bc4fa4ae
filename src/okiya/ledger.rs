//! `okiya ledger`: progress of the census of all verdicts, and its next shards.

use std::fmt::Write as _;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use hanamachi_report::okiya::figures::verdict_table;
use hanamachi_solver::okiya::verdicts::{
    ALL_GARDENS, Ledger, LedgerError, LedgerFiles, SHARDS, VerdictTable, VerdictTally, shard,
};
use hanamachi_solver::okiya::{ClassNumber, GardenRank};
use hanamachi_solver::table::disk::FileBytes;
use indicatif::{HumanCount, HumanDuration};
use serde::Serialize;
use serde_json::{Value, json};

use super::{solver, words};
use crate::args::{OutputArgs, WorkArgs};
use crate::failure::{Failure, Refusal, Trouble, refusal};
use crate::output::{self, ENGINE, Output};
use crate::progress::CountProgress;
use crate::resume::how_to_go_on;
use crate::session::Session;
use crate::shell::quoted_path;

const EXAMPLES: &str = "\
Examples:
  # Enter a shard that was solved elsewhere, and show what the ledger then says
  hanamachi okiya census --classes 0..2000 --verdicts -o some.table
  hanamachi okiya ledger solved --add some.table

  # Show the progress again
  hanamachi okiya ledger solved
";

/// Show the progress of the census of all verdicts, and continue it
///
/// The classes of Okiya are divided into 2,270 shards of a million each. DIR/ledger.csv has a line for each finished shard: counts of
/// classes and gardens that the first player wins, draws and loses under full=draw, the number of moves searched, the
/// BLAKE3 hash of the outcomes (one letter a class: w, d or l), and the program. A shard is finished when all of its classes are in the
/// ledger; a line may also have a part of a shard, which the line of the whole shard replaces. DIR/second-wins.hana lists the
/// classes that the second player wins.
///
/// --add FILE adds shards from files of `okiya census --verdicts`. --solve solves the missing shards in order, at most --shards N of
/// them; each takes ten to thirty seconds. The files
/// are replaced as a whole after every shard, so an interrupted run can continue. `table verify DIR/ledger.csv`
/// re-solves a part.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct LedgerArgs {
    /// Folder of the ledger
    #[arg(value_name = "DIR", default_value = "results/okiya-solved")]
    folder: PathBuf,
    /// Solve the missing shards, in order
    #[arg(long, hide = true)]
    solve: bool,
    /// With --solve, stop after N shards
    #[arg(long, value_name = "N", requires = "solve", hide = true)]
    shards: Option<NonZeroUsize>,
    /// Add shards from files of `okiya census --verdicts`
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "solve", hide = true)]
    add: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// `okiya.ledger/1`.
#[derive(Debug, Serialize)]
struct LedgerFigures {
    schema: &'static str,
    engine: &'static str,
    rules: &'static str,
    asked: Value,
    #[serde(flatten)]
    counts: VerdictTally,
    /// Number of shards of which all classes are in the ledger.
    shards: u64,
    shards_in_all: u64,
    classes_in_all: u64,
    shuffles_in_all: u64,
    /// Whether the ledger is complete. Until then the counts cover the finished shards, which are not a random sample.
    complete: bool,
    /// Missing shards, as ranges of their numbers, 1 to 2,270.
    missing: Vec<[u64; 2]>,
}

impl LedgerFigures {
    fn new(folder: &Path, ledger: &Ledger) -> Self {
        let mut missing: Vec<[u64; 2]> = Vec::new();
        for number in ledger.missing() {
            match missing.last_mut() {
                Some([_, last]) if *last + 1 == number => *last = number,
                _ => missing.push([number, number]),
            }
        }
        Self {
            schema: "okiya.ledger/1",
            engine: ENGINE,
            rules: "full=draw",
            asked: json!({ "folder": folder.display().to_string() }),
            counts: ledger.tally(),
            shards: ledger.finished_shards(),
            shards_in_all: SHARDS,
            classes_in_all: ClassNumber::COUNT,
            shuffles_in_all: GardenRank::COUNT,
            complete: ledger.is_complete(),
            missing,
        }
    }

    fn page(&self) -> String {
        let mut text = words::paint(
            words::BOLD,
            format!("{} of {} shards", HumanCount(self.shards), HumanCount(self.shards_in_all)),
        );
        let _ = write!(
            text,
            ": {} of {} classes, {} of {} gardens\n\n",
            HumanCount(self.counts.all_classes()),
            HumanCount(self.classes_in_all),
            HumanCount(self.counts.all_shuffles()),
            HumanCount(self.shuffles_in_all)
        );
        text += &verdict_table(&self.counts);
        text += "\nEvery count is proved; a full board is a draw.";
        if !self.complete {
            text += " The classes come in order and are no random sample:\nthese counts are no estimate for the others.";
            let ranges = self.missing.iter().take(8).map(|&[first, last]| {
                if first == last { first.to_string() } else { format!("{first} to {last}") }
            });
            let _ = write!(text, "\nMissing: {}", ranges.collect::<Vec<_>>().join(", "));
            if self.missing.len() > 8 {
                text += ", …";
            }
        }
        text
    }
}

/// Runs the command.
pub(crate) fn run(args: &LedgerArgs, session: &Session) -> Result<(), Failure> {
    let begins = args.solve || !args.add.is_empty();
    let is_there = LedgerFiles::is_there(&args.folder);
    if !begins && !is_there {
        session.note(format_args!(
            "There is no ledger in {}; --solve or --add begins one.",
            args.folder.display()
        ));
    }
    let mut files = LedgerFiles::open(&args.folder)?;
    if begins {
        let _lock = LedgerFiles::lock(&args.folder, &session.notes())?;
        // Rereads the files: another run may have added shards before it released the lock.
        files = LedgerFiles::open(&args.folder)?;
        if args.solve {
            solve(args, &mut files, session)?;
        }
        add(args, &mut files)?;
    }
    let figures = LedgerFigures::new(&args.folder, &files.ledger);
    let mut output = Output::open(&args.output)?;
    if args.output.json {
        output.line(&output::json(&figures))?;
    } else if begins || is_there {
        output.line(&figures.page())?;
    } else {
        output.line(&known_page())?;
    }
    output.finish()
}

/// What the program knows without a ledger.
fn known_page() -> String {
    let (classes, gardens) = (HumanCount(ClassNumber::COUNT), HumanCount(GardenRank::COUNT));
    format!(
        "{}\n\n{}\nEvery count is proved; a full board is a draw. They are those of the complete ledger in the sources of the program.",
        words::paint(
            words::BOLD,
            format!("All {classes} classes, {gardens} gardens, as the program knows them")
        ),
        verdict_table(&ALL_GARDENS)
    )
}

/// Solves the missing shards in order.
fn solve(args: &LedgerArgs, files: &mut LedgerFiles, session: &Session) -> Result<(), Failure> {
    let pool = solver::threads(&args.work, session)?;
    let most = args.shards.map_or(usize::MAX, NonZeroUsize::get);
    let started = Instant::now();
    let shards = files.ledger.missing().take(most).filter_map(shard);
    let progress =
        CountProgress::start("classes", 0, shards.map(|census| census.span().len()).sum(), session);
    let path = files.ledger_path.clone();
    let context = session.context(&progress);
    let stopped = pool.install(|| {
        files.solve(
            most,
            context,
            |error| refused(&path, error),
            |ledger| {
                session.detail(format_args!(
                    "{} of {} shards are in the ledger after {}",
                    HumanCount(ledger.finished_shards()),
                    HumanCount(SHARDS),
                    HumanDuration(started.elapsed())
                ));
            },
        )
    })?;
    drop(progress);
    let Some(stop) = stopped else { return Ok(()) };
    let again = format!("hanamachi okiya ledger {} --solve", quoted_path(&args.folder));
    how_to_go_on("shards", files.ledger.finished_shards()..SHARDS, &again, args.work.threads, session);
    session.check()?;
    Err(stop.into())
}

/// Adds the shards found in files.
fn add(args: &LedgerArgs, files: &mut LedgerFiles) -> Result<(), Failure> {
    for path in &args.add {
        let bytes = FileBytes::open(path)?;
        let table = VerdictTable::open(bytes.as_ref()).map_err(|error| refusal(path, &error))?;
        let entered = files.enter(table.solution());
        entered.map_err(|error| refused(path, error))?;
    }
    if args.add.is_empty() { Ok(()) } else { Ok(files.write()?) }
}

/// Refuses the solution in the file at `path`, or of a shard.
fn refused(path: &Path, error: LedgerError) -> Failure {
    match error {
        LedgerError::Overlap(..) => {
            Refusal::whole("overlap", format!("{}: {error}", path.display()), "").into()
        }
        other => Trouble::Unverified.in_file(path, other),
    }
}
