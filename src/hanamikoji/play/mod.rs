//! `hanamikoji play`: a person against a player, line by line in a plain terminal.
//!
//! | file | contents |
//! |---|---|
//! | `table` | the game: its turns, its messages, its end |
//! | `sitting` | one round of it |
//! | `opponent` | the player on the other side |
//! | `prompt`, `input` | the person's input: commands, and decisions |
//! | `messages` | events, in words |
//! | `record_file` | the file of `--record` |

mod input;
mod messages;
mod opponent;
mod prompt;
mod record_file;
mod round;
mod table;

pub(super) use self::input::read as read_action;

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::analysis::Past;
use hanamachi_solver::hanamikoji::arena::Deals;
use hanamachi_solver::hanamikoji::notation::rules_text;
use hanamachi_solver::hanamikoji::objects::LastGame;
use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, RoundRecord, Rules};
use hanamachi_solver::search::parallel::Streams;
use rand::Rng;

use self::opponent::Opponent;
use self::record_file::RecordFile;
use self::table::{Table, Undo};
use super::continuation_values::FavourTableArgs;
use super::players::{PlayerSpec, players_help};
use super::rules_args::GameRulesArgs;
use crate::args::{SeedArgs, ThreadArgs, seconds};
use crate::failure::Failure;
use crate::lines::Lines;
use crate::output::{ENGINE, Output};
use crate::seed;
use crate::session::Session;
use crate::shell::{quoted, quoted_path};
use crate::workers::thread_pool;

const EXAMPLES: &str = "\
Examples:
  # A game against a good player; type `help` at the prompt
  hanamachi hanamikoji play

  # You start, against a weaker player, with advice before every decision
  hanamachi hanamikoji play --level weak --seat first --hints

  # Three rounds at most, saved for `hana review`
  hanamachi hanamikoji play --rules rounds=3 --record evening.txt
";

/// Play a game against any of the players
///
/// Rounds are played until the game is won; the markers stay from round to round, and the other player
/// starts. At the prompt type an action or an answer as in the notation, cards in any order: 1E, 2BC, 3BCC,
/// 4ACBD, C, BD; or: hint, beliefs, show, legal, undo, record, help, quit. The opponent sees only what its
/// seat knows.
///
/// A decision stands at once, because what follows shows you a card or a decision of the opponent. With
/// --undo ask it waits for Enter, and until then `undo` takes it back. The record holds one round per line,
/// as `hana review -` reads it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = players_help() + "\n" + EXAMPLES)]
pub(crate) struct PlayArgs {
    /// Player against you, such as `policy` or `best:time=5`; --help lists all [default: best, and in reduced
    /// games ismcts:iterations=10000]
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<PlayerSpec>,
    /// Strength of the opponent, instead of a player by name
    #[arg(long, value_enum, conflicts_with = "opponent")]
    level: Option<LevelArg>,
    /// Your seat in the first round
    #[arg(long, value_enum, default_value_t = SeatArg::Random)]
    seat: SeatArg,
    /// Choose whether a decision waits for Enter, so that you can take it back
    #[arg(long, value_enum, default_value_t = Undo::Never)]
    undo: Undo,
    /// Show a hint before each of your decisions
    #[arg(long)]
    hints: bool,
    /// Iterations behind a hint
    #[arg(long, value_name = "N", default_value = "20000", hide_short_help = true)]
    hint_iterations: NonZeroU64,
    /// Append every round, finished or not, to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Time limit for a decision of an outside program, which loses the game beyond it
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10")]
    move_time: Duration,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    #[command(flatten)]
    rules: GameRulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
}

/// Players by strength, for the standard game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LevelArg {
    /// `greedy`: looks one action ahead
    Weak,
    /// `learned`: plays by the value of positions
    Medium,
    /// `policy`: the approximate equilibrium
    Strong,
    /// `best`: the equilibrium, improved before each decision
    Best,
}

impl LevelArg {
    /// The player by name.
    const fn player(self) -> &'static str {
        match self {
            Self::Weak => "greedy",
            Self::Medium => "learned",
            Self::Strong => "policy",
            Self::Best => "best",
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SeatArg {
    First,
    Second,
    Random,
}

/// Runs the command.
pub(crate) fn run(args: &PlayArgs, session: &Session) -> Result<(), Failure> {
    let rules = args.rules.rules()?;
    let level = args.level.map(|level| level.player().parse::<PlayerSpec>()).transpose();
    let asked = args.opponent.clone().or(level.map_err(anyhow::Error::new)?);
    if let Some(opponent) = &asked {
        opponent.check_games(&rules)?;
    }
    let continuation = args.favour_table.open()?;
    continuation.check(&rules)?;
    let record = RecordFile::open(args.record.clone())?;
    let seed = seed::resolve(args.seed.seed, session)?;
    // The deals, the opponent and the seat draw from independent random streams.
    let mut streams = Streams::new(seed);
    let mut stream = || streams.next().ok_or_else(|| anyhow!("there are no random numbers"));
    let (deals, opponents, mut seats) = (stream()?, stream()?, stream()?);
    let spec = asked.map_or_else(|| default_opponent(&rules), Ok)?;
    let person = match args.seat {
        SeatArg::First => Seat::First,
        SeatArg::Second => Seat::Second,
        SeatArg::Random => Seat::BOTH[usize::from(seats.next_u64() >> 63 == 1)],
    };
    let rules_text = rules_text(&rules);
    record.comment(&format!("{ENGINE}: a game against {spec}, seed {seed}, {rules_text}"))?;
    let mut table = Table {
        session: *session,
        output: Output::stdout(),
        input: Lines::of_stdin(),
        game: Game::new(rules),
        continuation,
        deals: Deals::new(rules, deals),
        opponent: Opponent::new(&spec, &rules, opponents, args.move_time, session)?,
        record,
        rounds: Vec::new(),
        undo: args.undo,
        hints: args.hints,
        iterations: args.hint_iterations,
        threads: thread_pool(args.threads.count())?,
        last: LastGame::default(),
    };
    table.say(&format!("You play against {spec}; `help` lists what you can type."))?;
    // The opponent may think for seconds before the first move.
    table.output.flush()?;
    let first = table.continuation.round(&table.game, FIRST_ROUND, Favour::NEUTRAL);
    if let Some(note) = table.continuation.note(&rules, first.continuation()) {
        table.say(&note)?;
    }
    let played = table.play(person);
    played?;
    let review = review_command(&table.rounds, args.record.as_deref());
    table.output.finish()?;
    if let Some(command) = review {
        session.note(format_args!("\nWhat each decision was worth:\n  {command}"));
    }
    Ok(())
}

/// Command that reviews these rounds, if anything was played in them.
fn review_command(rounds: &[RoundRecord], file: Option<&Path>) -> Option<String> {
    let played: Vec<String> = rounds
        .iter()
        .filter(|record| !record.history().is_empty())
        .map(|record| quoted(&record.to_string()))
        .collect();
    match (file, &played[..]) {
        (_, []) => None,
        (Some(file), _) => Some(format!("hanamachi hana review - < {}", quoted_path(file))),
        (None, [round]) => Some(format!("hanamachi hana review {round}")),
        (None, rounds) => Some(format!("printf '%s\\n' {} | hanamachi hana review -", rounds.join(" "))),
    }
}

/// A good player of the game by these rules.
fn default_opponent(rules: &Rules) -> Result<PlayerSpec, Failure> {
    let name = match Past::for_rules(rules) {
        Past::Equilibrium => "best",
        Past::Uniform | Past::Learned => "ismcts:iterations=10000,guide=none",
    };
    let spec = name.parse::<PlayerSpec>();
    Ok(spec.map_err(anyhow::Error::new)?)
}
