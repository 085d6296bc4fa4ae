//! `hanamikoji favour`: values of the markers between rounds.

use std::fmt::Write;
use std::num::{NonZeroU16, NonZeroU64};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::anyhow;
use clap::{ArgGroup, Args};
use hanamachi_solver::hanamikoji::notation::FavourText;
use hanamachi_solver::hanamikoji::{
    Chain, Counted, CountedRun, Favour, FavourTable, Game, Origin, Rules, Tiebreak, count_rounds,
    write_favours,
};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::Metadata;
use hanamachi_solver::table::disk::{Existing, NewFile, write_table};
use serde::Serialize;

use super::continuation_values::unfit;
use super::players::exec::{Errors, Launcher};
use super::players::{PlayerSpec, makers, players_help};
use super::rules_args::{GameRulesArgs, rules_text};
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

/// `hanamikoji.favour/1`.
#[derive(Serialize)]
struct FavourObject {
    schema: &'static str,
    engine: &'static str,
    rules: String,
    kind: Strength,
    method: &'static str,
    player: String,
    rounds_each: u64,
    seed: u64,
    command: String,
    layouts: Vec<LayoutObject>,
    /// `interrupted` if Ctrl-C ended it; `n` says how many rounds were played from each layout. Otherwise
    /// absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<&'static str>,
}

/// A layout, from the seat of the player who starts the next round.
#[derive(Serialize)]
struct LayoutObject {
    favour: String,
    /// Number of equivalent placements of the markers.
    placements: usize,
    /// Probability that this player wins the game.
    win: f64,
    se: f64,
    n: u64,
    /// The same if the game ends after one, two or three more rounds, with undecided games decided by charm
    /// points.
    win_within_charm: [f64; 3],
    /// The same with undecided games shared.
    win_within_none: [f64; 3],
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
    let object = FavourObject::new(args, &chain, seed, stopped);
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
        output.line(object.page().trim_end())?;
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
    let errors = if session.is_verbose() { Errors::Shown } else { Errors::Dropped };
    let move_time = seconds("10").map_err(|message| anyhow!(message))?;
    let launcher = Arc::new(Launcher::new(1, move_time, errors, session.cancel));
    let makers = makers(std::slice::from_ref(&args.player), rules, &launcher)?;
    let make = &makers[0];
    let all = rounds.get() * Chain::new(rules).layouts().len() as u64;
    let progress = CountProgress::start("rounds", 0, all, session);
    let threads = thread_pool(args.threads.count())?;
    let players = || [make(), make()];
    let counted = threads.install(|| count_rounds(&round, rounds, seed, players, session.context(&progress)));
    drop(progress);
    counted.map_err(|why| Failure::Operation(anyhow!("{} gave up: {why}", args.player)))
}

impl FavourObject {
    fn new(args: &FavourArgs, chain: &Chain, seed: u64, stopped: Option<Stop>) -> Self {
        let rules = chain.rules();
        let within = |tiebreak| [1, 2, 3].map(|rounds| chain.win_within(rounds, tiebreak));
        let (charm, none) = (within(Tiebreak::Charm), within(Tiebreak::None));
        let alike = FavourTable::placements(rules);
        let layouts =
            chain.layouts().iter().zip(chain.win()).enumerate().filter_map(|(number, (layout, win))| {
                let win = win?;
                Some(LayoutObject {
                    favour: FavourText::new(layout.favour(), rules).to_string(),
                    placements: alike.get(layout).copied().unwrap_or_default(),
                    win: win.value,
                    se: win.standard_error,
                    n: win.n,
                    win_within_charm: [0, 1, 2].map(|rounds: usize| charm[rounds][number]),
                    win_within_none: [0, 1, 2].map(|rounds: usize| none[rounds][number]),
                })
            });
        let layouts = layouts.collect();
        let mut command = format!(
            "hanamachi hanamikoji favour --player {} --rounds-each {} --seed {seed}",
            args.player, args.rounds_each
        );
        if !rules.is_standard_round() {
            let _ = write!(command, " --rules '{}'", rules_text(rules));
        }
        Self {
            schema: "hanamikoji.favour/1",
            engine: ENGINE,
            rules: rules_text(rules),
            kind: Strength::Estimated,
            method: "markov_chain",
            player: args.player.to_string(),
            rounds_each: args.rounds_each,
            seed,
            command,
            layouts,
            stopped: stopped.map(Stop::word),
        }
    }

    fn csv(&self) -> String {
        let mut text = format!("# {}\n# by {}\n", self.command, self.engine);
        if let Some(stopped) = self.stopped {
            let _ = writeln!(text, "# {stopped}");
        }
        text += "favour,placements,win,se,n,win_1_charm,win_2_charm,win_3_charm,win_1_none,win_2_none,win_3_none\n";
        for layout in &self.layouts {
            let LayoutObject { favour, placements, win, se, n, win_within_charm, win_within_none } = layout;
            let _ = write!(text, "{favour},{placements},{win:.5},{se:.5},{n}");
            for win in win_within_charm.iter().chain(win_within_none) {
                let _ = write!(text, ",{win:.5}");
            }
            text.push('\n');
        }
        text
    }

    /// Rounds played from each layout, at least.
    fn rounds_played(&self) -> u64 {
        self.layouts.iter().map(|layout| layout.n).min().unwrap_or_default()
    }

    /// A page in Markdown.
    fn page(&self) -> String {
        let mut text = format!(
            "# What the markers are worth between rounds\n\n\
             Estimated: the probability, in per cent, that the player who starts the next round wins the game, from {} rounds \
             of `{}` against itself from each layout{} (seed {}), solved as a Markov chain; ± one standard error. `+` is a \
             geisha that favours this player, `-` one that favours the other. Layouts that differ only in which of two \
             geisha of equal value favours whom are one line.\n\n\
             Rules `{}`. {}. `{}`\n\n\
             | favour | placements | win % | ± |\n|---|---:|---:|---:|\n",
            self.rounds_played(),
            self.player,
            if self.stopped.is_some() { ", when it was interrupted" } else { "" },
            self.seed,
            self.rules,
            self.engine,
            self.command
        );
        let mut layouts: Vec<&LayoutObject> = self.layouts.iter().collect();
        layouts.sort_by(|one, other| other.win.total_cmp(&one.win));
        for LayoutObject { favour, placements, win, se, .. } in layouts {
            let _ = writeln!(text, "| `{favour}` | {placements} | {:.2} | {:.2} |", 100.0 * win, 100.0 * se);
        }
        text
    }
}
