//! The arguments of the command.

use std::num::NonZeroU64;
use std::path::PathBuf;

use clap::Args;
use hanamachi_solver::hanamikoji::notation::Tags;
use hanamachi_solver::hanamikoji::training::POINTS;

use crate::args::{SeedArgs, ThreadArgs, above_0};
use crate::hanamikoji::rules_args::tags;

const EXAMPLES: &str = "\
Examples:
  # A beginner for a reduced round, and how exploitable it is
  hanamachi hana train --rules 'geisha=2,3,4 actions=1,3' --rounds 5000 --seed 1 -o small.network
  hanamachi hana exploit policy:weights=small.network --rules 'geisha=2,3,4 actions=1,3'

  # A run that may be stopped at any time; the same command continues it. This one is short
  hanamachi hana train --rounds 400 --seed 1 --threads 2 --resume run.train -o policy.network

  # A finished run, continued for as many rounds again at its last temperature
  hanamachi hana train --rounds 400 --seed 2 --threads 2 --refine run.train -o refined.network

  # The same from the network alone
  hanamachi hana train --rounds 400 --seed 3 --threads 2 --refine refined.network -o again.network

  # How it went: entropy, error, strength and exploitability over rounds, as a page
  hanamachi hana train --rules 'geisha=2,3,4 actions=1,3' --rounds 2000 --measure 5 -o run.network
  hanamachi hana report run.network --format markdown

  # A policy that plays like another player, learned from games of it, and how exploitable that one is
  hanamachi hana match ismcts:iterations=100 learned --pairs 20 --seed 1 -o games.jsonl
  hanamachi hana train --imitate games.jsonl --player ismcts:iterations=100 --seed 1 -o like.network
  hanamachi hana exploit ismcts:iterations=100 --model policy:weights=like.network --rounds 2
";

/// Learn to play by self-play, from nothing but the rules, or to imitate a player
///
/// Training learns a policy: the probability of each action at an information set. Both players play by it,
/// and it follows the gradient of their results, plus the entropy of its play times a temperature. A second
/// network, of the values of actions, makes the gradient less noisy. `policy:weights=FILE` plays the policy,
/// and `exploit` measures it. The same rounds, seed and number of threads give the same file on machines of
/// one kind, however often the run was interrupted. With --refine a run begins with the networks and the last
/// temperature of a finished run. A network file holds the policy alone, so the values are learned anew.
///
/// A run has a curve of 20 points. Each shows the entropy of play, in nats per decision, and the error of the
/// values. Some points also measure the policy: its results in 1,000 pairs of games against `random`,
/// `greedy` and `learned` (those of them that know the rules), and its exploitability. The latter is exact in
/// a small reduced round; elsewhere a local best response in 100 deals gives a lower bound, under neutral
/// markers and under those that the policy meets in games. A point takes some 11 seconds of one core in the
/// standard game, and less than one in small reduced rounds; so short runs are not measured unless --measure
/// asks for it. Deals and seeds are the same for every point of every run, and the weights are the same with
/// and without measurements. `report FILE` makes a page of the curve.
///
/// With --imitate the run learns to predict the decisions of a player in recorded games instead. In the standard game it
/// begins with the policy of the program. A tenth of the pairs of games is held out, to measure the accuracy, the
/// share of decisions in which the player takes the most probable action, and the cross-entropy, the mean of −ln of the
/// probability of that action. The same games in the same order and the same seed give the same weights.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct TrainArgs {
    /// Learn to predict a player's decisions in the games of FILE, which `match -o` wrote; repeat it for several files
    #[arg(long, value_name = "FILE", requires = "output", conflicts_with_all = BY_SELF_PLAY)]
    pub(super) imitate: Vec<PathBuf>,
    /// The player to imitate [default: the first in FILE]
    #[arg(long, value_name = "PLAYER", requires = "imitate")]
    pub(super) player: Option<String>,
    /// Rounds of self-play [default: 1000000]
    #[arg(long, value_name = "N")]
    pub(super) rounds: Option<NonZeroU64>,
    /// Number of the curve's 20 points that measure strength and exploitability, the last among them; 0 for
    /// none [default: one for each 250000 rounds, so that they take about a tenth of the time]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=i64::from(POINTS)))]
    pub(super) measure: Option<u8>,
    /// All rules as tags, for example 'geisha=2,3,4 actions=1,3 rounds=1' [default: the standard game]
    #[arg(long, value_name = "TAGS", value_parser = tags)]
    pub(super) rules: Option<Tags>,
    #[command(flatten)]
    pub(super) seed: SeedArgs,
    #[command(flatten)]
    pub(super) threads: ThreadArgs,
    /// Keep the run in FILE, and continue from FILE if it exists
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Refine the run that wrote FILE, under the same rules: a checkpoint of --resume, or a network of -o
    #[arg(long, value_name = "FILE")]
    pub(super) refine: Option<PathBuf>,
    /// Rounds between two steps of the networks. More of them keep more cores busy, and take more rounds for
    /// the same strength [default: 32]
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(1..=65_536),
        conflicts_with = "refine",
        hide_short_help = true
    )]
    pub(super) batch: Option<u32>,
    /// Factor of the step sizes, which are 0.003 at first and 0.0001 at last [default: 1 up to 160000 rounds,
    /// and less in longer runs, by the square root of their length; with --refine the first is 0.0003]
    #[arg(long, value_name = "FACTOR", value_parser = above_0, hide_short_help = true)]
    pub(super) rates: Option<f64>,
    /// Weight of the entropy of play, in utility per nat: at first, and in the last fifth of the rounds
    /// [default: 0.05,0.005; the last is 0.01 up to 160000 rounds]
    #[arg(long, value_name = "FIRST,LAST", value_parser = temperatures, conflicts_with = "refine", hide_short_help = true)]
    pub(super) temperature: Option<[f64; 2]>,
    /// Print a summary of the run as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the weights to FILE
    #[arg(short, long, value_name = "FILE", required_unless_present = "resume")]
    pub(super) output: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long)]
    pub(super) force: bool,
}

/// Arguments of runs of self-play only.
const BY_SELF_PLAY: [&str; 8] =
    ["rounds", "measure", "rules", "resume", "refine", "batch", "rates", "temperature"];

fn temperatures(text: &str) -> Result<[f64; 2], String> {
    let number = |text: &str| above_0(text.trim()).ok();
    let both = text.split_once(',').and_then(|(first, last)| Some([number(first)?, number(last)?]));
    both.ok_or_else(|| format!("`{text}` is not two numbers above 0, such as 0.05,0.01"))
}
