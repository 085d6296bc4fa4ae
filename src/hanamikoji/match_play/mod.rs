//! `hanamikoji match`: players against each other, over pairs of games with the same deals.

mod object;

use std::num::{NonZeroU16, NonZeroU64};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::anyhow;
use clap::Args;
use hanamachi_report::terminal::hanamikoji::played_match::page;
use hanamachi_solver::exec::{Clock, Timed};
use hanamachi_solver::hanamikoji::arena::{
    Hashes, Keep, Leg, MOST_ROUNDS, MakePlayer, MatchFigures, MatchHeader, MatchRecords, MatchTable,
    PlayerFacts, Schedule, Standings,
};
use hanamachi_solver::hanamikoji::notation::{Tags, rules_text};
use hanamachi_solver::hanamikoji::players::Player;
use hanamachi_solver::hanamikoji::{Game, Rules};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::strength::Strength;
use hanamachi_solver::table::disk::Existing;

use self::object::PlayedMatch;
use super::continuation_values::{ContinuationValues, FavourTableArgs};
use super::players::{PlayerSpec, launcher, makers, players_help};
use super::rules_args::GameRulesArgs;
use crate::args::{SeedArgs, ThreadArgs, seconds};
use crate::failure::Failure;
use crate::output::{ENGINE, Output, json};
use crate::progress::CountProgress;
use crate::resume::ResumeArgs;
use crate::seed;
use crate::session::Session;
use crate::shell::{quoted, quoted_path};
use crate::workers::thread_pool;

const EXAMPLES: &str = "\
Examples:
  # How often does a rule of thumb beat random play?
  hanamachi hanamikoji match greedy random --pairs 1000 --seed 1

  # Three players, all against all, for programs
  hanamachi hanamikoji match random greedy pimc:deals=20 --pairs 20 --seed 1 --json

  # Keep every game; when the run is cut short, the same command goes on where it was
  hanamachi hanamikoji match random random --pairs 500 --seed 7 --resume games.jsonl
";

/// Play matches between players and estimate which is stronger
///
/// Every sequence of deals is played twice, with the players' parts exchanged, and such pairs of games
/// give the error estimate. Scores are estimates with 95 % intervals; a shared game counts one half. They
/// depend on the seed, not on the number of threads nor on interruptions. More than two players meet in
/// pairs, on the same deals.
/// Ctrl-C ends a match early, with the figures of the pairs played so far.
///
/// `without luck` is the same score, ± one standard error, with luck removed: that of deals and draws, and of
/// the decisions of players that state their probabilities. It has the same mean and a smaller error.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, after_long_help = players_help() + "\n" + EXAMPLES)]
pub(crate) struct MatchArgs {
    /// Two players or more, such as `greedy`, `policy` or `ismcts:iterations=1000`; --help lists all
    #[arg(value_name = "PLAYER", required = true)]
    players: Vec<PlayerSpec>,
    /// Pairs of games for every two players
    #[arg(long, value_name = "N", default_value = "100")]
    pairs: NonZeroU64,
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
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write every game to FILE, one a line, as they are played
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, requires = "output", conflicts_with = "resume")]
    force: bool,
    #[command(flatten)]
    resume: ResumeArgs,
}

/// Runs the command.
pub(crate) fn run(args: &MatchArgs, session: &Session) -> Result<(), Failure> {
    if args.players.len() < 2 {
        let message =
            "a match has two players or more; for example: hanamachi hanamikoji match greedy random";
        return Err(Failure::Usage(message.to_owned()));
    }
    if args.resume.is_given() && args.seed.seed.is_none() {
        return Err(Failure::Usage("--resume needs the --seed of the match that was begun".to_owned()));
    }
    let rules = args.rules.rules()?;
    args.players.iter().try_for_each(|player| player.check_games(&rules))?;
    let continuation = args.favour_table.open()?;
    continuation.check(&rules)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let PlayedGames { standings, pairs, known, stopped } = play(args, rules, &continuation, seed, session)?;
    let object = PlayedMatch {
        schema: if known.len() > 2 { "hanamikoji.round_robin/1" } else { "hanamikoji.match/1" },
        engine: ENGINE,
        kind: Strength::Estimated,
        command: command(args, pairs, &rules, &continuation, seed),
        rules: rules_text(&rules),
        seed,
        favour_table: continuation.object(&rules),
        move_time_ms: u64::try_from(args.move_time.as_millis()).unwrap_or(u64::MAX),
        max_rounds: MOST_ROUNDS.get(),
        pairs,
        stopped: stopped.map(|_| "interrupted"),
        figures: MatchFigures::new(known, &standings),
    };
    let mut output = Output::stdout();
    if args.json {
        output.line(&json(&object))?;
    } else {
        let own_rules = Tags { rules, round: NonZeroU16::MIN }.to_string();
        let page = page(&object.figures, pairs, &own_rules, seed, stopped.is_some());
        output.line(page.trim_end())?;
    }
    output.finish()?;
    Failure::after_answer(stopped)
}

/// The games played, and facts about the players.
struct PlayedGames {
    standings: Standings,
    /// Pairs of games of each pairing.
    pairs: u64,
    known: Vec<PlayerFacts>,
    /// Why they are fewer pairs than asked for.
    stopped: Option<Stop>,
}

/// Plays the remaining games.
fn play(
    args: &MatchArgs,
    rules: Rules,
    continuation: &ContinuationValues,
    seed: u64,
    session: &Session,
) -> Result<PlayedGames, Failure> {
    let mut standings = Standings::new(args.players.len());
    let players = args.players.iter().map(ToString::to_string).collect();
    let tables = args.players.iter().map(PlayerSpec::table_hash).collect();
    let hashes = Hashes::new(tables, continuation.hash().map(str::to_owned));
    let header = MatchHeader::new(players, rules_text(&rules), seed, hashes);
    let (mut records, pairs_done) = open(args, &header, &mut standings, session)?;
    let pairs = args.pairs.get();
    if pairs_done > pairs {
        return Err(Failure::Usage(format!("the file holds {pairs_done} pairs, more than --pairs {pairs}")));
    }
    let launcher = launcher(args.players.len(), args.move_time, session);
    let players = makers(&args.players, &rules, &launcher)?;
    let clocks: Vec<Arc<Clock>> = args.players.iter().map(|_| Arc::default()).collect();
    let timed = players
        .iter()
        .zip(&clocks)
        .map(|(make, clock)| move || -> Box<dyn Player> { Box::new(Timed::new(make(), Arc::clone(clock))) });
    let timed: Vec<_> = timed.collect();
    let makers: Vec<&MakePlayer<'_>> = timed.iter().map(|make| make as &MakePlayer<'_>).collect();

    let keep = if records.is_some() { Keep::Rounds } else { Keep::Ending };
    let schedule = Schedule { pairs, pairs_done, seed, keep };
    let table = MatchTable::with_estimates(&Game::new(rules), continuation.estimates());
    let progress = CountProgress::start("pairs", pairs_done, pairs, session);
    let mut unwritten = None;
    let mut played = pairs_done;
    let fold = |leg: Leg| {
        if unwritten.is_some() {
            return;
        }
        match records.as_mut().map_or(Ok(()), |records| records.add(&leg)) {
            Ok(()) => {
                standings.add(&leg);
                played += 1;
            }
            Err(error) => {
                unwritten = Some(error);
                // Playing on is useless; the code below tells this from Ctrl-C.
                session.cancel.cancel(Stop::Interrupted);
            }
        }
    };
    let threads = thread_pool(args.threads.count())?;
    let ended = threads.install(|| schedule.play(&table, &makers, session.context(&progress), fold));
    drop(progress);
    if let Some(error) = unwritten {
        return Err(error.into());
    }
    records.map_or(Ok(()), MatchRecords::finish)?;
    if let Some(why) = launcher.hopeless() {
        return Err(anyhow!("{why}").into());
    }
    let stopped = ended.err();
    if let Some(stop) = stopped.filter(|_| played == 0) {
        return Err(stop.into());
    }
    let known = args.players.iter().zip(&clocks).enumerate().map(|(place, (player, clock))| {
        let introduction = launcher.introduction(place);
        PlayerFacts {
            player: player.to_string(),
            table_hash: player.table_hash(),
            name: introduction.name,
            version: introduction.version,
            ms_per_move: clock.ms_per_move(),
        }
    });
    let known = known.collect();
    Ok(PlayedGames { standings, pairs: played, known, stopped })
}

/// Opens the records of the match with this header, if they are kept, and returns the number of pairs they hold already.
fn open(
    args: &MatchArgs,
    header: &MatchHeader,
    standings: &mut Standings,
    session: &Session,
) -> Result<(Option<MatchRecords>, u64), Failure> {
    let file = args.resume.file(args.output.as_deref(), session)?;
    let Some(path) = file else { return Ok((None, 0)) };
    let existing = (Existing::forced(args.force), args.resume.is_given());
    let (records, pairs) = MatchRecords::open(path, existing, header, standings, &session.notes())?;
    Ok((Some(records), pairs))
}

/// Command that reproduces the figures.
fn command(
    args: &MatchArgs,
    pairs: u64,
    rules: &Rules,
    continuation: &ContinuationValues,
    seed: u64,
) -> String {
    let mut words = vec!["hanamachi hanamikoji match".to_owned()];
    words.extend(args.players.iter().map(|player| quoted(&player.to_string())));
    words.push(format!("--pairs {pairs} --seed {seed}"));
    if *rules != Rules::STANDARD {
        words.push(format!("--rules {}", quoted(&rules_text(rules))));
    }
    if let Some(path) = continuation.path() {
        words.push(format!("--favour-table {}", quoted_path(path)));
    }
    words.join(" ")
}
