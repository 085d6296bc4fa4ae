//! `hanamikoji favour`: values of the markers between rounds.

use std::fmt::Write;
use std::num::{NonZeroU16, NonZeroU64};
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::{ArgGroup, Args};
use hanamachi_solver::hanamikoji::objects::{FavourObject, LayoutObject};
use hanamachi_solver::hanamikoji::{
    Chain, Counted, CountedRun, Favour, Game, Origin, Rules, count_rounds, write_favours,
};
use hanamachi_solver::table::Metadata;
use hanamachi_solver::table::disk::{Existing, NewFile, write_table};

use super::continuation_values::unfit;
use super::players::{PlayerSpec, launcher, makers, players_help};
use super::rules_args::GameRulesArgs;
use crate::args::{OutputArgs, SeedArgs, ThreadArgs, seconds};
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json_asked};
use crate::progress::CountProgress;
use crate::seed;
use crate::session::Session;
use crate::workers::thread_pool;

const EXAMPLES: &str = "\
Examples:
  # A rough table of all layouts
  hanamachi hanamikoji favour --rounds-each 20 --seed 1

  # By other players, for programs
  hanamachi hanamikoji favour --player greedy --rounds-each 5 --seed 1 --json

  # As comma-separated values for other tools
  hanamachi hanamikoji favour --rounds-each 20 --seed 1 --csv

  # As a table, and an evaluation by it
  hanamachi hanamikoji favour --player greedy --rounds-each 20 --seed 1 --table greedy.table
  hanamachi hana evaluate '....... 1 ABCDEFG -' --favour-table greedy.table --iterations 1000
";

/// Estimate by self-play the values of the markers between rounds
///
/// For every layout of the markers that does not decide the game, up to the exchange of geisha of equal
/// value, a player plays rounds against itself. The observed transitions between layouts make a Markov chain,
/// whose solution is the probability that the player who starts the next round wins the game. Values are
/// estimates with standard errors, for these players; they depend on the seed, not on the number of threads.
/// Rounds begin at every layout in turn, so after Ctrl-C the answer comes from the rounds played by then.
///
/// The table that comes with the program is that of `--player policy --rounds-each 60000 --seed 1`: 16 million
/// rounds, at some 13,000 a second on one core. `learned` plays 50,000 a second.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = players_help() + "\n" + EXAMPLES)]
#[command(group = ArgGroup::new("files").args(["output", "table"]).multiple(true))]
pub(crate) struct FavourArgs {
    /// Player of both seats
    #[arg(long, value_name = "PLAYER", default_value = "learned")]
    player: PlayerSpec,
    /// Rounds from each layout
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(2..=1_000_000_000))]
    rounds_each: u64,
    #[command(flatten)]
    rules: GameRulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the results to FILE, which appears only when complete
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Write the estimates with their counts to FILE too: a table for `--favour-table` of other commands and
    /// for `hanamachi table`
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Replace files that exist
    #[arg(long, requires = "files")]
    force: bool,
}

/// Runs the command.
pub(crate) fn run(args: &FavourArgs, session: &Session) -> Result<(), Failure> {
    let to = OutputArgs { json: args.json, output: args.output.clone(), force: args.force };
    let mut output = Output::open(&to)?;
    if let Some(path) = &args.table {
        if path.as_os_str() == "-" {
            let message = "a table cannot go to standard output: name a file with --table";
            return Err(Failure::Usage(message.to_owned()));
        }
        // Refuse before the work a file that could not be written after it.
        drop(NewFile::create(path, Existing::forced(args.force))?);
    }
    let seed = seed::resolve(args.seed.seed, session)?;
    let rules = args.rules.rules()?;
    if rules.rounds.is_some() {
        let message = "leave out the tag `rounds=`: games that end after one, two or three more rounds are in the table";
        return Err(Failure::Usage(message.to_owned()));
    }
    args.player.check_games(&rules)?;
    let Counted { chain, stopped } = count(args, &rules, seed, session)?;
    let object = FavourObject::new(&chain, args.player.to_string(), (args.rounds_each, seed), stopped);
    // A layout with too few rounds is left out.
    if let Some(stop) = stopped.filter(|_| object.layouts.len() < chain.layouts().len()) {
        return Err(stop.into());
    }
    match &args.table {
        Some(path) if stopped.is_none() => write(path, args, &chain, &object)?,
        Some(path) => {
            session
                .note(format_args!("{} is not written, because the table is not complete", path.display()));
        }
        None => {}
    }
    if args.json {
        output.line(&json_asked(&object))?;
    } else if args.csv {
        output.line(object.csv().trim_end())?;
    } else {
        output.line(page(&object).trim_end())?;
    }
    output.finish()?;
    Failure::after_answer(stopped)
}

/// Writes the counts and the estimates from them as a table.
fn write(path: &Path, args: &FavourArgs, chain: &Chain, object: &FavourObject) -> Result<(), Failure> {
    let runs = vec![CountedRun { seed: object.seed, rounds_each: object.rounds_each }];
    let origin = Origin { player: object.player.clone(), program: ENGINE.to_owned(), runs };
    write_table(path, Existing::forced(args.force), |writer| {
        write_favours(writer, chain).map_err(|error| unfit(path, error))?;
        Ok(Metadata { command: object.command.clone(), ..origin.metadata(chain) })
    })
}

fn count(args: &FavourArgs, rules: &Rules, seed: u64, session: &Session) -> Result<Counted, Failure> {
    let round = Game::new(*rules).valued_round(NonZeroU16::MIN, Favour::NEUTRAL);
    let rounds = NonZeroU64::new(args.rounds_each).unwrap_or(NonZeroU64::MIN);
    let move_time = seconds("10").map_err(|message| anyhow!(message))?;
    let makers = makers(std::slice::from_ref(&args.player), rules, &launcher(1, move_time, session))?;
    let make = &makers[0];
    let all = rounds.get() * Chain::new(rules).layouts().len() as u64;
    let progress = CountProgress::start("rounds", 0, all, session);
    let threads = thread_pool(args.threads.count())?;
    let players = || [make(), make()];
    let counted = threads.install(|| count_rounds(&round, rounds, seed, players, session.context(&progress)));
    drop(progress);
    counted.map_err(|why| Failure::Operation(anyhow!("{} gave up: {why}", args.player)))
}

/// A page in Markdown.
fn page(object: &FavourObject) -> String {
    let mut text = format!(
        "# What the markers are worth between rounds\n\n\
         Estimated: the probability, in per cent, that the player who starts the next round wins the game, from {} rounds \
         of `{}` against itself from each layout{} (seed {}), solved as a Markov chain; ± one standard error. `+` is a \
         geisha that favours this player, `-` one that favours the other. Layouts that differ only in which of two \
         geisha of equal value favours whom are one line.\n\n\
         Rules `{}`. {}. `{}`\n\n\
         | favour | placements | win % | ± |\n|---|---:|---:|---:|\n",
        object.rounds_played(),
        object.player,
        if object.stopped.is_some() { ", when it was interrupted" } else { "" },
        object.seed,
        object.rules,
        object.engine,
        object.command
    );
    let mut layouts: Vec<&LayoutObject> = object.layouts.iter().collect();
    layouts.sort_by(|one, other| other.win.total_cmp(&one.win));
    for LayoutObject { favour, placements, win, se, .. } in layouts {
        let _ = writeln!(text, "| `{favour}` | {placements} | {:.2} | {:.2} |", 100.0 * win, 100.0 * se);
    }
    text
}
