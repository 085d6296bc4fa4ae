//! `okiya random`: shuffled gardens.

use std::num::NonZeroU64;

use clap::Args;
use hanamachi_solver::okiya::Garden;
use serde::Serialize;

use crate::args::{OutputArgs, SeedArgs};
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json};
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # A garden to play on
  hanamachi okiya random --long

  # The same five gardens every time
  hanamachi okiya random --count 5 --seed 1
";

/// Shuffle gardens, each of the 16! as likely as any other
///
/// The gardens of a seed are the same on every machine, and the first ones do not depend on how many are
/// asked for.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct RandomArgs {
    /// How many gardens
    #[arg(long, short = 'n', value_name = "N", default_value = "1")]
    count: NonZeroU64,
    /// Print the long form, two letters a tile
    #[arg(long)]
    long: bool,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &RandomArgs, session: &Session) -> Result<(), Failure> {
    let mut output = Output::open(&args.output)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    for (index, garden) in (0..args.count.get()).zip(seed::gardens(seed)) {
        session.check()?;
        let text = if args.output.json {
            json(&GardenObject::new(&garden, seed, index))
        } else if args.long {
            garden.long().to_string()
        } else {
            garden.short().to_string()
        };
        output.line(&text)?;
    }
    output.finish()
}

/// `okiya.garden/1`: a garden, its numbers, and which one of its seed it is, counted from 0.
#[derive(Serialize)]
struct GardenObject {
    schema: &'static str,
    engine: &'static str,
    garden: String,
    long: String,
    rank: u64,
    class: u64,
    seed: u64,
    index: u64,
}

impl GardenObject {
    fn new(garden: &Garden, seed: u64, index: u64) -> Self {
        Self {
            schema: "okiya.garden/1",
            engine: ENGINE,
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            rank: garden.rank().get(),
            class: garden.class().get(),
            seed,
            index,
        }
    }
}
