//! `okiya census`: many gardens solved, in a file.

mod estimate;
mod figures;
mod range;
mod records;
mod store;
mod verdicts;

use std::path::{Path, PathBuf};

use clap::Args;
use hanamachi_solver::okiya::census::{Census, Part, Source, Span, SpanError};
use serde::Serialize;

use self::range::{ClassRange, SampleRange};
use self::store::Wishes;
use crate::args::{RulesArgs, SeedArgs, WorkArgs};
use crate::failure::Failure;
use crate::output::{Output, json};
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # What a million gardens would cost: time and bytes
  hanamachi okiya census --sample 1000000 --seed 1 --dry-run

  # A thousand random gardens in a file
  hanamachi okiya census --sample 1000 --seed 1 -o sample.census

  # Classes by number, one of four parts; the same command again goes on where it was stopped
  hanamachi okiya census --classes 0..2000 --shard 3/4 --resume classes-3.census

  # Only who wins, in under two bits a class: a thousand times as fast
  hanamachi okiya census --classes 0..20000 --verdicts -o verdicts.table
";

/// Solve many gardens, all twelve openings of each, and keep what is proved in a file
///
/// Either random gardens, drawn as `okiya survey` draws them, or the 2,270,454,064 classes in the order of their smallest
/// gardens. A record has 24 bytes; with --verdicts only the outcome of the garden is kept, in 1.65 bits a class. The file depends on what is asked for alone: not on threads or interruptions; the files of all parts
/// of a range, merged by `table merge`, are the file of the range.
///
/// Until it is whole, the file is called FILE.partial, and FILE.checkpoint says how much of it counts: it is written every minute, when the
/// run is stopped, and at the end. However a run ended, the same command with --resume FILE goes on.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct CensusArgs {
    /// So many random gardens, or those numbered A..B of the sample
    #[arg(long, value_name = "N", required_unless_present = "classes")]
    sample: Option<SampleRange>,
    /// The classes numbered A..B, counted from 0, B not included; `..` is all of them
    #[arg(long, value_name = "A..B", conflicts_with_all = ["sample", "seed"])]
    classes: Option<ClassRange>,
    /// Only the outcome of each class: won, drawn or lost for the player who moves first. Draws are losses where the last token wins on
    /// a full board, so the file answers for both rules
    #[arg(long, requires = "classes", conflicts_with_all = ["sample", "full", "nodes"])]
    verdicts: bool,
    /// Only part I of N equal parts, with I from 1 to N
    #[arg(long, value_name = "I/N", value_parser = range::part)]
    shard: Option<Part>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
    /// Write the records to FILE, which appears only when all of them are there
    #[arg(short, long, value_name = "FILE", required_unless_present_any = ["dry_run", "resume"])]
    output: Option<PathBuf>,
    #[command(flatten)]
    wishes: Wishes,
    /// Only say what the run would cost
    #[arg(long)]
    dry_run: bool,
    /// Print the figures as JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    work: WorkArgs,
}

/// What was asked for, in JSON.
#[derive(Debug, Serialize)]
struct CensusRequest {
    /// The command that makes the file.
    command: String,
    source: &'static str,
    seed: Option<u64>,
    first: u64,
    end: u64,
}

impl CensusRequest {
    fn new(census: &Census) -> Self {
        let numbers = census.span().numbers();
        let seed = match census.span().source() {
            Source::Sample { seed } => Some(seed),
            Source::Classes => None,
        };
        Self {
            command: census.command(),
            source: census.span().source().word(),
            seed,
            first: numbers.start,
            end: numbers.end,
        }
    }
}

impl CensusArgs {
    /// The census that is asked for.
    fn census(&self, session: &Session) -> Result<Census, Failure> {
        let wrong = |error: SpanError| Failure::Usage(error.to_string());
        let span = match (&self.sample, &self.classes) {
            (Some(SampleRange(numbers)), _) => {
                if self.wishes.resume.is_given() && self.seed.seed.is_none() {
                    let why = "--resume needs the --seed of the sample that was begun";
                    return Err(Failure::Usage(why.to_owned()));
                }
                // A range that cannot be is refused before a seed is drawn.
                Span::new(Source::Sample { seed: 0 }, numbers.clone()).map_err(wrong)?;
                let seed = seed::resolve(self.seed.seed, session)?;
                Span::new(Source::Sample { seed }, numbers.clone())
            }
            (None, Some(ClassRange { first, end })) => {
                let source = Source::Classes;
                Span::new(source, first.unwrap_or(0)..end.unwrap_or(source.count()))
            }
            (None, None) => return Err(Failure::Usage("give --sample or --classes".to_owned())),
        };
        let span = span.map_err(wrong)?;
        let span = self.shard.map_or(span, |part| span.part(part));
        Ok(Census::new(span, self.rules.full_board(None)))
    }

    /// The name of the file; nothing for a dry run.
    fn file(&self, session: &Session) -> Result<Option<&Path>, Failure> {
        if self.dry_run {
            return Ok(None);
        }
        match self.wishes.resume.file(self.output.as_deref(), session)? {
            Some(path) if path.as_os_str() == "-" => {
                let why = "a census goes to a file: give its name with -o FILE";
                Err(Failure::Usage(why.to_owned()))
            }
            other => Ok(other),
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &CensusArgs, session: &Session) -> Result<(), Failure> {
    let file = args.file(session)?;
    let census = args.census(session)?;
    if args.verdicts {
        return verdicts::run(args, census.span(), file, session);
    }
    records::run(args, &census, file, session)
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
