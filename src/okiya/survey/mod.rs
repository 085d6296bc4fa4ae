//! `okiya survey`: what random gardens have in common.

mod checkpoint;
mod figures;
mod page;

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use hanamachi_solver::okiya::Garden;
use hanamachi_solver::okiya::survey::SurveyTally;
use hanamachi_solver::search::budget::{Budget, Stop};
use hanamachi_solver::search::parallel::{Block, Plan, fold_blocks};

use self::checkpoint::Checkpoint;
use self::figures::SurveyFigures;
use super::solver;
use crate::args::{OutputArgs, SeedArgs, WorkArgs};
use crate::failure::Failure;
use crate::output::{Output, json};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # Who wins, by how much and how, in a thousand random gardens
  hanamachi okiya survey --sample 1000 --seed 1

  # The same figures for programs
  hanamachi okiya survey --sample 1000 --seed 1 --json

  # A run that Ctrl-C or a power cut may interrupt: the same command goes on where it was
  hanamachi okiya survey --sample 2000 --seed 1 --resume survey.checkpoint
";

/// Gardens in a block: a quarter of a second's work. Another size would draw another sample.
const BLOCK_SIZE: NonZeroU64 = NonZeroU64::new(256).unwrap();

/// Solve a sample of random gardens and estimate how all gardens are divided
///
/// Every garden of the sample is solved exactly, under both rules for a full board. Shares are estimates, with
/// 95 % intervals. The figures depend on the seed and the size of the sample, not on the number of threads nor
/// on interruptions. The gardens are drawn in blocks of 256, each from a random stream of its own; those of the
/// first block are the first of `okiya random` with the same seed.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SurveyArgs {
    /// How many gardens
    #[arg(long, value_name = "N", default_value = "10000")]
    sample: NonZeroU64,
    #[command(flatten)]
    seed: SeedArgs,
    /// Keep the progress in FILE, and go on from there if FILE exists
    #[arg(long, value_name = "FILE", requires = "seed")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Runs the command.
pub(crate) fn run(args: &SurveyArgs, session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let tally = count(args, seed, session)?;
    let figures = SurveyFigures::new(seed, BLOCK_SIZE, &tally);
    if args.output.json {
        output.line(&json(&figures))?;
    } else {
        output.line(page::markdown(&figures).trim_end())?;
    }
    output.finish()
}

/// The counts of the sample, from the checkpoint on if there is one.
fn count(args: &SurveyArgs, seed: u64, session: &Session) -> Result<SurveyTally, Failure> {
    let mut checkpoint = Checkpoint::open(args.resume.as_deref(), seed, BLOCK_SIZE, session)?;
    let sample = args.sample.get();
    let done = checkpoint.tally.gardens;
    if done > sample {
        return Err(Failure::Usage(format!(
            "the checkpoint holds {done} gardens, more than --sample {sample}"
        )));
    }
    let plan = Plan { items: sample, block_size: BLOCK_SIZE, seed, blocks_done: done / BLOCK_SIZE };
    let progress = CountProgress::start("gardens", done, sample, session);
    let budget = solver::budget(&args.work, session);
    let work = |(): &mut (), block| survey(block, &budget);
    // The last block may be a part of one, with which no longer survey could go on.
    let mut last = SurveyTally::default();
    let fold = |part: SurveyTally| {
        if part.gardens < BLOCK_SIZE.get() {
            last = part;
            return;
        }
        checkpoint.tally.merge(&part);
        checkpoint.save_if_due(session);
    };
    let threads = solver::threads(&args.work, session)?;
    let ended = threads.install(|| fold_blocks(&plan, session.context(&progress), || (), work, fold));
    drop(progress);
    checkpoint.save()?;
    ended?;
    let mut tally = checkpoint.tally;
    tally.merge(&last);
    Ok(tally)
}

/// Draws and solves the gardens of one block.
fn survey(mut block: Block, budget: &Budget<'_>) -> Result<SurveyTally, Stop> {
    let gardens: Vec<Garden> = block.items.map(|_| Garden::random(&mut block.rng)).collect();
    SurveyTally::of(&gardens, budget)
}
