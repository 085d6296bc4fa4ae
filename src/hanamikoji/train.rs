//! `hanamikoji train`: learns the evaluation anew.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use hanamachi_solver::hanamikoji::evaluation::training;
use serde::Serialize;

use crate::args::SeedArgs;
use crate::failure::Failure;
use crate::output::{ENGINE, Existing, NewFile, Output, json};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # A beginner's evaluation, within a second
  hanamachi hanamikoji train --rounds 5000 --seed 1 -o beginner.bin
";

/// Learn the evaluation of positions anew, by self-play from nothing but the rules
///
/// The file holds the weights as they are compiled into the program: 16-bit integers, little-endian, first those for
/// what a player knows, then those for open states. The same seed gives the same file on machines of one kind. One
/// thread.
///
/// The evaluation that comes with the program is that of `--rounds 16000000 --seed 1`, some five to ten minutes.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TrainArgs {
    /// Rounds of self-play
    #[arg(long, value_name = "N", default_value = "1000000")]
    rounds: NonZeroU64,
    #[command(flatten)]
    seed: SeedArgs,
    /// Print what was done as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the weights to FILE
    #[arg(short, long, value_name = "FILE", required = true)]
    output: PathBuf,
    /// Replace FILE if it exists
    #[arg(long)]
    force: bool,
}

/// `hanamikoji.training/1`.
#[derive(Serialize)]
struct TrainingObject {
    schema: &'static str,
    engine: &'static str,
    rounds: u64,
    seed: u64,
    bytes: usize,
    blake3: String,
}

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, session: &Session) -> Result<(), Failure> {
    let mut file = NewFile::create(&args.output, Existing::forced(args.force))?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let rounds = args.rounds.get();
    let progress = CountProgress::start("rounds", 0, rounds, session);
    let trained = training::train(rounds, &mut seed::generator(seed), session.context(&progress))?;
    drop(progress);
    let bytes = trained.evaluation.to_bytes();
    file.write(&bytes)?;
    file.finish()?;
    let object = TrainingObject {
        schema: "hanamikoji.training/1",
        engine: ENGINE,
        rounds,
        seed,
        bytes: bytes.len(),
        blake3: blake3::hash(&bytes).to_hex().to_string(),
    };
    let mut output = Output::stdout();
    if args.json {
        output.line(&json(&object))?;
    } else {
        let TrainingObject { bytes, blake3, .. } = &object;
        output.line(&format!("{rounds} rounds, seed {seed}: {bytes} bytes, BLAKE3 {blake3}"))?;
    }
    output.finish()
}
