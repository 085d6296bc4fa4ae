//! `okiya solve`: the proved value of a position and of every move in it.

mod query;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hanamachi_solver::okiya::census::CensusTable;
use hanamachi_solver::okiya::objects::Detail;
use hanamachi_solver::okiya::{ClassNumber, Method};
use hanamachi_solver::table::disk::FileBytes;

use self::query::Solve;
use super::class::{Class, class_number};
use super::show::PositionQuery;
use super::solver;
use super::tabled::{self, CensusLookup};
use crate::args::{OutputArgs, RulesArgs, SeedArgs, TextArgs, WorkArgs, one_of};
use crate::contents::ItemArgument;
use crate::failure::Failure;
use crate::output::Output;
use crate::query::{AnswerForm, QueryRunner};
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi okiya solve random --seed 7";

const EXAMPLES: &str = "\
Examples:
  # A random garden: which openings win, by how much, and how
  hanamachi okiya solve random --seed 7

  # Your garden, then the same after two moves
  hanamachi okiya solve 05af/b4c1/27d8/3e96
  hanamachi okiya solve 05af/b4c1/27d8/3e96 moves a2 c1

  # A position with tokens in it: x and o, numbers for runs of tiles, the last token, who is to move
  hanamachi okiya solve 05af/b4c1/27d8/3e96 2o1/x3/4/4 c1 x

  # Many gardens, one object a line
  hanamachi okiya random --count 5 --seed 1 | hanamachi okiya solve - --json

  # From a table, if it has the garden or one of its class
  hanamachi okiya census --sample 200 --seed 7 -o sample.census
  hanamachi okiya solve random --seed 7 --table sample.census

  # By the other search, which finds the same values
  hanamachi okiya solve random --seed 7 --method bit-sliced

  # The outcome only
  hanamachi okiya solve 05af/b4c1/27d8/3e96 --verdict

  # Not solved: the position drawn, with the player to move and the tiles that may be taken
  hanamachi okiya solve 05af/b4c1/27d8/3e96 moves a2 c1 --show position

  # The class of a garden, and how rare its outcome, score and number of winning openings are together
  hanamachi okiya solve 05af/b4c1/27d8/3e96 --show rarity
";

/// Prove the value of a position and of every move in it
///
/// Best play prefers a win to a draw to a loss; the winner maximizes the tiles left, the loser minimizes
/// them. Values are written +4 (a win with 4 tiles left), = (a draw) and -3 (a loss with 3 left), for the
/// player who makes the move.
///
/// --show class shows all gardens equal to this one. Turning or mirroring a garden, renaming its plants, renaming its
/// symbols, and swapping plants with symbols do not change the game. The class of a garden is the rank of the smallest garden
/// that these 9,216 symmetries reach. The class number is the position of the class among the 2,270,454,064 classes in that
/// order, counted from 0; computing it takes some milliseconds, so a batch shows it only with --json. Of a position or a game,
/// only the garden matters. The program contains the list of all classes that the second player wins: it looks up every class
/// there, without search. --show rarity also solves the garden under full=draw. It prints the exact number of gardens with the
/// same outcome, and the rarity of gardens with the same outcome, score and number of winning openings: an estimate from a
/// random sample, with its 95 % interval.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// Print only the outcome for the player to move: the fastest query
    #[arg(long, conflicts_with = "lines")]
    verdict: bool,
    /// Print best play after every move
    #[arg(long)]
    lines: bool,
    /// Look up gardens before the first move in FILE, written by `okiya census`; search those not in it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Search method: alpha-beta, one position at a time, or bit-sliced, hundreds at once. The values are the same
    /// [default: alpha-beta for a few, bit-sliced for many]
    #[arg(long, value_name = "NAME", value_parser = one_of(&METHODS), conflicts_with = "table")]
    method: Option<Method>,
    /// Show something other than the values: the position, without solving it; the class of the garden; or the class with its
    /// rarity
    #[arg(long, value_name = "WHAT", value_enum, conflicts_with_all = ["verdict", "lines", "table", "method"])]
    show: Option<Shown>,
    /// With --show class, show class number N, by its smallest garden, instead of a text
    #[arg(long, value_name = "N", value_parser = class_number, requires = "show", conflicts_with_all = ["words", "seed"], hide_short_help = true)]
    number: Option<ClassNumber>,
    /// With --show class, print the proved outcome of the class from the ledger in DIR
    #[arg(long, value_name = "DIR", requires = "show", hide_short_help = true)]
    ledger: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The search methods.
const METHODS: [(&str, Method); 2] =
    [(Method::AlphaBeta.word(), Method::AlphaBeta), (Method::BitSliced.word(), Method::BitSliced)];

/// What to show instead of the values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Shown {
    Position,
    Class,
    Rarity,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, session: &Session) -> Result<(), Failure> {
    let exchange = QueryRunner { text: &args.text, seed: args.seed, output: &args.output, example: EXAMPLE };
    if let Some(shown) = args.show {
        return show(shown, args, &exchange, session);
    }
    let workers = solver::workers(&args.work, session)?;
    let bytes = args.table.as_deref().map(FileBytes::open).transpose()?;
    let census = match (&args.table, &bytes) {
        (Some(path), Some(bytes)) => {
            let table = CensusTable::open(bytes.as_ref()).map_err(|error| tabled::refused(path, error))?;
            Some((path.as_path(), table))
        }
        _ => None,
    };
    let table = census
        .as_ref()
        .map(|(path, table)| CensusLookup::new(path, table, args.work.memory()))
        .transpose()?;
    let query = Solve {
        table,
        rules: args.rules,
        verdict: args.verdict,
        detail: if args.lines { Detail::Lines } else { Detail::Values },
        method: args.method,
        spreads_moves: spreads_moves(args)?,
        budget: solver::budget(&args.work, session),
        session: *session,
    };
    exchange.ask(&query, &workers, session)
}

/// Shows something other than the values.
fn show(
    shown: Shown,
    args: &SolveArgs,
    exchange: &QueryRunner<'_>,
    session: &Session,
) -> Result<(), Failure> {
    if shown == Shown::Position {
        if args.number.is_some() || args.ledger.is_some() {
            return Err(Failure::Usage("--number and --ledger are for --show class".to_owned()));
        }
        let workers = Workers::on(solver::threads(&args.work, session)?, || ());
        return exchange.ask(&PositionQuery { rules: args.rules }, &workers, session);
    }
    if args.rules.is_given() {
        return Err(Failure::Usage("a class has no --full: its outcome is that under full=draw".to_owned()));
    }
    let budget = solver::budget(&args.work, session);
    let query = Class::new(shown == Shown::Rarity, args.ledger.as_deref(), budget)?;
    let workers = Workers::on(solver::threads(&args.work, session)?, || None);
    let Some(number) = args.number else { return exchange.ask(&query, &workers, session) };
    let mut output = Output::open(&args.output)?;
    let form = if args.output.json { AnswerForm::Json } else { AnswerForm::Page };
    output.line(&workers.one(|solver| query.about(solver, &number.garden(), form))?)?;
    output.finish()
}

/// Whether the moves of a single position are divided among the threads. A node limit applies to an item, so its moves must be
/// counted together.
fn spreads_moves(solve: &SolveArgs) -> Result<bool, Failure> {
    let is_alone = match solve.text.asked(EXAMPLE)? {
        ItemArgument::Stdin => false,
        ItemArgument::File(items) => items.len() == 1,
        ItemArgument::Text(_) | ItemArgument::Random => true,
    };
    Ok(is_alone && solve.work.nodes().is_none())
}
