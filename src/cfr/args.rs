//! Flags of a run, and the run from its flags to its output.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hanamachi_solver::strategy_table::SolvableGame;
use hanamachi_solver::table::disk::{Existing, NewFile};

use super::algorithm::{Algorithm, Effort, Reduced};
use super::files;
use super::solve::solve;
use crate::args::{SeedArgs, ThreadArgs, above_0, seconds};
use crate::failure::{ByteSize, Failure};
use crate::interrupt;
use crate::output::{Output, json};
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

/// Algorithm, limits and output.
#[derive(Clone, Debug, Args)]
pub(crate) struct SolvingArgs {
    /// The variant of counterfactual regret minimization
    #[arg(long, value_enum, value_name = "NAME", default_value = "dcfr")]
    algorithm: Algorithm,
    /// Maximum number of iterations; each updates both players [default: 1000, no limit with --exploitability or --time]
    #[arg(long, value_name = "N")]
    iterations: Option<NonZeroU64>,
    /// Stop as soon as the exploitability is at most E, in the game's unit
    #[arg(long, value_name = "E", value_parser = above_0)]
    exploitability: Option<f64>,
    /// Stop after this many seconds, and print the result so far, as Ctrl-C does; before the first iteration there is none
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Memory limit, for example 512M [default: 4G]
    #[arg(long, value_name = "SIZE")]
    memory: Option<ByteSize>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Keep the progress in FILE, and continue from FILE if it exists; the result is the same as without interruption.
    /// Tables of -o contain no progress, except those of earlier versions
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write the average strategies to FILE, rounded to 16 bits: a table for `hanamikoji evaluate --table`, the player `table:FILE`
    /// and `hanamachi table`
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output")]
    force: bool,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// Number of iterations if no limit is given.
const DEFAULT_ITERATIONS: u64 = 1000;

/// Checks before the run that its files can be written.
fn check_files(args: &SolvingArgs) -> Result<(), Failure> {
    if args.output.is_some() && args.output == args.resume {
        let message = "-o and --resume name the same file: the table would replace the saved run";
        return Err(Failure::Usage(message.to_owned()));
    }
    if let Some(path) = &args.output {
        if path.as_os_str() == "-" {
            return Err(Failure::Usage(
                "a table cannot go to standard output: name a file with -o".to_owned(),
            ));
        }
        NewFile::create(path, Existing::forced(args.force))?;
    }
    if let Some(path) = &args.resume {
        NewFile::create(path, Existing::Replace)?;
    }
    Ok(())
}

/// Returns the requested seed, else that of the run to resume, else a new one.
fn seed_of(args: &SolvingArgs, session: &Session) -> Result<u64, Failure> {
    let kept = match (args.seed.seed, &args.resume) {
        (None, Some(path)) => files::seed(path)?,
        (asked, _) => asked,
    };
    seed::resolve(kept, session)
}

/// Solves a game and prints the result.
pub(crate) fn answer<G: SolvableGame>(
    game: &G,
    args: &SolvingArgs,
    schema: &'static str,
    reduced: Option<Reduced>,
    session: &Session,
) -> Result<(), Failure> {
    check_files(args)?;
    if args.seed.seed.is_some() && !args.algorithm.samples() {
        session
            .note(format_args!("{} draws no random numbers: --seed changes nothing", args.algorithm.name()));
    }
    let seed = if args.algorithm.samples() { seed_of(args, session)? } else { 0 };
    if let Some(limit) = args.time {
        interrupt::set_after(limit, session.cancel);
    }
    let endless = args.exploitability.is_some() || args.time.is_some();
    let effort = Effort {
        algorithm: args.algorithm,
        iterations: match args.iterations {
            Some(iterations) => iterations.get(),
            None if endless => u64::MAX,
            None => DEFAULT_ITERATIONS,
        },
        asked_iterations: args.iterations.map(NonZeroU64::get),
        exploitability: args.exploitability,
        time: args.time,
        memory: args.memory,
        seed,
        resume: args.resume.clone(),
        reduced,
        table: args.output.clone().map(|path| (path, Existing::forced(args.force))),
    };
    let solved = solve(game, &effort, &thread_pool(args.threads.count())?, session)?;
    let mut output = Output::stdout();
    if args.json {
        output.line(&json(&solved.object(schema, &effort)))?;
    } else {
        output.line(solved.page(&effort).trim_end())?;
    }
    output.finish()?;
    Failure::after_answer(solved.stopped())
}
