//! `hanamikoji evaluate`: what every action is worth, how often to play it, and what the opponent probably holds.

mod exact;
mod method;
mod object;
mod page;
mod solved;
mod tabled;

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use clap::Args;
use hanamachi_solver::hanamikoji::{Game, InformationSet, Round, Rules};
use hanamachi_solver::search::budget::{CancelToken, Stop};

use self::exact::ExactArgs;
use self::method::{Given, Method, MethodArgs};
use self::object::EvaluationObject;
use self::solved::SolvedObject;
use self::tabled::{TableArgs, Tabled};
use super::insight::{Holdings, Ranking};
use super::item;
use super::worths::{FavourTableArgs, Worths};
use crate::args::{ItemArgs, SeedArgs, seconds};
use crate::failure::Failure;
use crate::interrupt::Deadline;
use crate::output::json;
use crate::question::{Exchange, Form, Question};
use crate::seed;
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi hanamikoji evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # What to play with five cards in hand, and what the opponent probably holds
  hanamachi hanamikoji evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1

  # Which pair to take
  hanamachi hanamikoji evaluate '....... 2 ABDEFG 4ACBD' --seed 1

  # Two seconds for each line of a file, for programs
  echo '....... 1 ABCDEFG -' | hanamachi hanamikoji evaluate - --time 2 --seed 1 --json

  # Three turns before the end: solved, to a hundredth of a per cent of a win
  hanamachi hanamikoji evaluate '....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X' --exploitability 0.0002

  # Four turns before the end, by samples
  hanamachi hanamikoji evaluate '....... 1 CDEFFG 1A,4BDEG-BD,2BC,1X' --method cfr --iterations 1000 --seed 1

  # A reduced game, and the baseline method
  hanamachi hanamikoji evaluate '... 1 ABC - geisha=2,3,4 actions=1,3' --seed 1
  hanamachi hanamikoji evaluate '....... 1 ABCDEFG -' --method pimc --iterations 100 --seed 1
";

/// Find what every legal action is worth, how often to play it, and what the opponent probably holds
///
/// Values are probabilities of winning the game, not only the round, for the reader, a shared game counting one half: an
/// undecided round is worth what `favour` found out about its markers.
///
/// Where the rest of the round is small, as in most last two turns, it is solved: counterfactual regret minimization over all
/// hands and face-down cards that both players may have finds strategies against which best replies gain no more than
/// --exploitability on average, and the page says how much they gain. How likely those hands are is an assumption, --reach. What
/// the endgame is worth over all of them is then proved to lie in an interval; what it is worth with the reader's
/// own cards is that of the equilibrium that was found. An action is worth what it wins against the opponent's strategy when the
/// reader goes on with best replies.
///
/// --method cfr solves the last four turns by external sampling, one traversal for each player an iteration, and answers with
/// the average strategies. Its errors are those of sampling: how far a block is from equilibrium they do not tell. --root says
/// what the opponent may know of the reader's cards while he learns.
///
/// Elsewhere, and wherever a flag of the search is given, values are estimates of information-set Monte Carlo tree search; the position is worth what the action is worth that the search plays most. The work is cut into independent
/// blocks, each with a tree of its own, and the standard errors come from how the blocks differ: they say how far the
/// mean of more such blocks may lie, and nothing about what trees of another size would find, which may differ by a per
/// cent or two. A seed gives the same answer on any number of threads, unless --time cuts it short.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::information_set))]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    pub(crate) item: ItemArgs,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    exact: ExactArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Iterations in all; deals, of pimc [default: 500000 of ismcts, 100000 of cfr, 300 of pimc, no
    /// limit with --time]
    #[arg(long, value_name = "N")]
    iterations: Option<NonZeroU64>,
    /// Stop after so many seconds for each item, and answer from the blocks that are done; exact is not begun where it would take
    /// longer
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Iterations of a block: those of ismcts grow one tree, those of cfr fill one table [default: 2000 of ismcts, 10000 of
    /// cfr, 10 of pimc; a tenth of --iterations if that is fewer]
    #[arg(long, value_name = "N")]
    block: Option<NonZeroU64>,
    /// List so many actions on a page [default: all]
    #[arg(long, value_name = "N")]
    top: Option<usize>,
}

/// Runs the command.
pub(crate) fn run(args: &EvaluateArgs, session: &Session) -> Result<(), Failure> {
    let ItemArgs { text, seed: seed_args, output, threads } = &args.item;
    // What is no question must not cost a seed.
    text.asked(EXAMPLE)?;
    let table = args.table.open()?;
    let worths = args.favour_table.open()?;
    let seed = seed::resolve(seed_args.seed, session)?;
    let seed_args = SeedArgs { seed: Some(seed) };
    let exchange = Exchange { text, seed: seed_args, output, example: EXAMPLE };
    exchange.ask(
        &Evaluate { args, table, worths, seed, session },
        &Workers::new(threads.count(), || None)?,
        session,
    )
}

/// Blocks of a search, at least, where there are iterations enough.
const FEWEST_BLOCKS: u64 = 10;

struct Evaluate<'a> {
    args: &'a EvaluateArgs,
    table: Option<Tabled>,
    worths: Worths,
    seed: u64,
    session: &'a Session,
}

impl Evaluate<'_> {
    fn effort(&self, method: &Method) -> (u64, NonZeroU64) {
        let default = method.defaults();
        let iterations = match (self.args.iterations, self.args.time) {
            (Some(iterations), _) => Some(iterations),
            (None, Some(_)) => None,
            (None, None) => Some(default.iterations),
        };
        // Few iterations are cut finer, so that there are blocks enough to tell the error.
        let finest =
            iterations.and_then(|iterations| NonZeroU64::new(iterations.get().div_ceil(FEWEST_BLOCKS)));
        let block = finest.map_or(default.block, |finest| default.block.min(finest));
        (iterations.map_or(u64::MAX, NonZeroU64::get), self.args.block.unwrap_or(block))
    }
}

impl Evaluate<'_> {
    /// The answer of the exact method, where it is wanted.
    fn solve(
        &self,
        round: &Round,
        set: &InformationSet,
        form: Form,
        started: Instant,
        cancel: &CancelToken,
    ) -> Result<Option<String>, Failure> {
        let args = self.args;
        let has_effort = args.iterations.is_some() || args.block.is_some();
        let has_effort = if has_effort { Given::Yes } else { Given::No };
        let Some(wish) = args.method.wish(has_effort, &args.exact)? else { return Ok(None) };
        let exact = args.exact.exact(wish, args.time, self.seed);
        let Some(solved) = exact.solve(round, set, cancel)? else { return Ok(None) };
        let object = SolvedObject {
            set,
            exact: &exact,
            solved: &solved,
            holdings: &Holdings::new(round, set.key(), exact.opponent(), self.seed),
            worths: &self.worths,
            elapsed: started.elapsed(),
            top: args.top.unwrap_or(usize::MAX),
        };
        Ok(Some(match form {
            Form::Json => json(&object.fields(round)),
            Form::Line => object.line(),
            Form::Page => object.page(round),
        }))
    }
}

impl Question for Evaluate<'_> {
    type Item = InformationSet;
    /// The game that was asked about last: its tables are worth keeping.
    type State = Option<Game>;

    fn answer(&self, game: &mut Option<Game>, set: &InformationSet, form: Form) -> Result<String, Failure> {
        if let Some(table) = &self.table
            && let Some(answer) = table.answer(set, form)?
        {
            return Ok(answer);
        }
        let started = Instant::now();
        self.worths.check(set.rules())?;
        let game = game_of(game, set.rules());
        let round = self.worths.round(game, set.round_number(), set.favour_of_first());
        let deadline = self.args.time.map(|limit| Deadline::start(limit, self.session.cancel));
        let cancel = deadline.as_ref().map_or(self.session.cancel, Deadline::token);
        if let Some(answer) = self.solve(&round, set, form, started, cancel)? {
            return Ok(answer);
        }
        let method = self.args.method.method(set.rules())?;
        method.check_turns(set.rules().turns() - set.history().len())?;
        let (iterations, block) = self.effort(&method);
        let answer = method.run(&round, set.key(), iterations, block, self.seed, cancel)?;
        if let Some(stop) = answer.stopped
            && stop != Stop::Time
        {
            return Err(stop.into());
        }
        let holdings = Holdings::new(&round, set.key(), method.opponent(), self.seed);
        let ranking = Ranking::new(&answer);
        let reader = set.to_decide() == Some(set.seat());
        let ranking = if reader { ranking.by_worth() } else { ranking.by_share() };
        let object = EvaluationObject {
            set,
            method: &method,
            iterations_asked: self.args.iterations.map(NonZeroU64::get),
            time: self.args.time,
            block: block.get(),
            seed: self.seed,
            answer: &answer,
            value: method.value(&answer, &ranking, reader),
            ranking: &ranking,
            holdings: &holdings,
            worths: &self.worths,
            elapsed: started.elapsed(),
            top: self.args.top.unwrap_or(usize::MAX),
        };
        Ok(match form {
            Form::Json => json(&object.fields(&round)),
            Form::Line => page::line(&object),
            Form::Page => page::page(&object, &round),
        })
    }
}

fn game_of<'a>(last: &'a mut Option<Game>, rules: &Rules) -> &'a Game {
    if last.as_ref().is_some_and(|game| game.rules() != rules) {
        *last = None;
    }
    last.get_or_insert_with(|| Game::new(*rules))
}
