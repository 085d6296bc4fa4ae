//! `hanamikoji evaluate`: the value and the loss of every action, and the opponent's probable cards.

mod args;
mod tabled;

pub(super) use args::{EvaluateFlags, evaluate, round_of, unsolved};

use std::time::Instant;

use clap::Args;
use hanamachi_report::terminal::hanamikoji::evaluation::{self, Told};
use hanamachi_solver::hanamikoji::objects::{EvaluationObject, ms};
use hanamachi_solver::hanamikoji::study::Evaluate;
use hanamachi_solver::hanamikoji::{Action, Game, InformationSet, Round};
use hanamachi_solver::search::budget::RunContext;

use self::tabled::{OpenedTable, TableArgs};
use super::continuation_values::{ContinuationValues, FavourTableArgs};
use super::item;
use super::play::read_action;
use crate::args::{OutputArgs, PositionSeedArgs, SeedArgs, TextArgs, ThreadArgs};
use crate::contents::{self, ItemArgument};
use crate::failure::{Failure, Refusal};
use crate::interrupt::{self, Deadline};
use crate::output::json;
use crate::progress::CountProgress;
use crate::query::{AnswerForm, Query, QueryItem, QueryRunner};
use crate::seed;
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi hanamikoji evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X'";

const EXAMPLES: &str = "\
Examples:
  # The action to play with five cards in hand, and the opponent's probable cards
  hanamachi hanamikoji evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1

  # Which pair to take
  hanamachi hanamikoji evaluate '....... 2 ABDEFG 4ACBD' --iterations 4000 --seed 1

  # Two seconds for each line of a file, for programs
  echo '....... 1 ABCDEFG -' | hanamachi hanamikoji evaluate - --time 2 --seed 1 --json

  # Three turns before the end: solved, to a hundredth of a per cent of a win
  hanamachi hanamikoji evaluate '....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X' --exploitability 0.0002

  # Why not offer A, B and F?
  hanamachi hana evaluate '....... 2 ABDF 4CEFG-FG,4DGFF-DG,2XX,1G,1X' --why 3ABF

  # A reduced game, and the baseline method
  hanamachi hanamikoji evaluate '... 1 ABC - geisha=2,3,4 actions=1,3' --seed 1
  hanamachi hanamikoji evaluate '....... 1 ABCDEFG -' --method pimc --iterations 100 --seed 1
";

/// Find the value and the loss of every legal action, and the opponent's probable cards
///
/// Values are probabilities of winning the game, not only the round, for the reader; a shared game counts
/// one half. `loses` is the difference to the best action, `frequency` the probability with which to play
/// the action, and `≈` marks actions that cannot be distinguished from the best. The estimates of `favour`
/// value undecided rounds by their markers.
///
/// Where the rest of the round is small enough, it is solved: in the standard game in the last four turns
/// and often in the turn before, over the likely hands; in reduced games and with --method exact over all
/// hands. Counterfactual regret minimization over the hands and face-down cards of both players finds
/// strategies against which best responses gain no more than --exploitability on average. The page shows
/// this gain and the frequency of each action. The probabilities of the hands are an assumption, --reach. The value of the endgame over
/// all hands is bounded: proved to lie in an interval. The value with the reader's own cards is computed,
/// for the equilibrium that was found. The value of an action is that against the opponent's strategy when
/// the reader continues with best responses. With --reach learned all values are estimated, because they
/// rest on a model of both players' past play.
///
/// `Why` says what the recommended action gains over the best action of another kind: whose geisha's markers
/// lie where after the round, who reaches a goal in it, and what the opponent takes of an offer. --why names
/// a further action. Differences within their errors are not said.
///
/// Elsewhere in the standard game the program plays out its approximate equilibrium, a policy learned by
/// self-play. It assumes that both players have followed this policy, so that the posterior of the hands
/// is exact, and that they continue with it. Values are computed for the policy, with the error of the
/// sample. Frequencies are those of the policy, improved by one step on these values. The second line of
/// the page has a lower bound on the policy's exploitability, in points: a point is 1 % of a game.
///
/// In reduced games, and with --method ismcts, information-set Monte Carlo tree search
/// estimates the values; the value of the position is that of the action the search plays most. The work is
/// cut into independent blocks, each with a tree of its own, and the standard errors come from the
/// differences between blocks. They predict the mean of more such blocks, but not the result of trees of
/// another size; the known part of that difference is the method's own error. Actions are listed by their
/// loss against the best one. The share of the search that followed an action is no advice to mix. The same
/// question has the same answer on any machine and number of threads, unless --time cuts the work short: the seed
/// of the random numbers follows from the position. Geisha of equal value with their markers in the same place are
/// interchangeable: if they are exchanged in the position, they are exchanged in the answer.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::information_set))]
pub(crate) struct EvaluateArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    seed: PositionSeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    question: EvaluateFlags,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// List at most this many actions on a page, or `all`
    #[arg(long, value_name = "N", default_value = "10", value_parser = top)]
    top: Top,
    /// Say why the recommended action is better than this one, too
    #[arg(long, value_name = "ACTION", conflicts_with = "table")]
    why: Option<String>,
}

/// Number of actions that a page lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Top(usize);

/// Reads `--top`.
fn top(text: &str) -> Result<Top, String> {
    let all = (text == "all").then_some(usize::MAX);
    let number = all.or_else(|| text.parse().ok().filter(|number| *number > 0)).map(Top);
    number.ok_or_else(|| format!("`{text}` is neither a number above 0 nor `all`"))
}

/// Reads the action of `--why`.
fn action_of_why(text: &str, round: &Round, set: &InformationSet) -> Result<Action, Failure> {
    if set.to_decide() != Some(set.seat()) {
        return Err(Refusal::whole("not_to_decide", "it is not for you to decide here", text)
            .about("why")
            .into());
    }
    let read = read_action(text, round, set.key());
    read.map_err(|message| Refusal::whole("illegal_action", message, text).about("why").into())
}

/// Runs the command.
pub(crate) fn run(args: &EvaluateArgs, session: &Session) -> Result<(), Failure> {
    let EvaluateArgs { text, output, threads, .. } = args;
    // Refuse malformed items before drawing a seed.
    let asked = text.asked(EXAMPLE)?;
    if let ItemArgument::Text(text) = &asked {
        <InformationSet as QueryItem>::parse(text)
            .map_err(|refusal| contents::missing_file(text, refusal))?;
    }
    let is_batch = match &asked {
        ItemArgument::Stdin => true,
        ItemArgument::File(items) => items.len() > 1,
        ItemArgument::Text(_) | ItemArgument::Random => false,
    };
    let table = args.table.open()?;
    let continuation = args.favour_table.open()?;
    let seed = seed::of_positions(args.seed, session)?;
    let question = args.question.question(seed, session)?;
    let exchange = QueryRunner { text, seed: SeedArgs { seed }, output, example: EXAMPLE };
    let query = Evaluations { args, question, table, continuation, is_batch, session };
    exchange.ask(&query, &Workers::new(threads.count(), || None)?, session)?;
    // Every item has its answer, the last ones from the work done before Ctrl-C.
    if interrupt::was_asked() { Err(Failure::CutShort) } else { Ok(()) }
}

struct Evaluations<'a> {
    args: &'a EvaluateArgs,
    question: Evaluate,
    table: Option<OpenedTable>,
    continuation: ContinuationValues,
    /// Whether there may be many items.
    is_batch: bool,
    session: &'a Session,
}

impl Query for Evaluations<'_> {
    type Item = InformationSet;
    /// The game of the last item: its tables are worth keeping.
    type State = Option<Game>;

    fn answer(
        &self,
        game: &mut Option<Game>,
        set: &InformationSet,
        form: AnswerForm,
    ) -> Result<String, Failure> {
        let question = &self.question;
        let started = Instant::now();
        let continuation = &self.continuation;
        continuation.check(set.rules())?;
        let round = round_of(game, set, continuation);
        if let Some(table) = &self.table
            && let Some(answer) = table.answer(&round, set, form)?
        {
            return Ok(answer);
        }
        let deadline = question.time.map(|limit| Deadline::start(limit, self.session.cancel));
        let cancel = deadline.as_ref().map_or(self.session.cancel, Deadline::token);
        let progress =
            if self.is_batch { CountProgress::Nothing } else { args::progress(question, set, self.session) };
        let context = RunContext { cancel, progress: &progress };
        let asked = self.args.why.as_ref().map(|text| action_of_why(text, &round, set)).transpose()?;
        let study = evaluate(question, (&round, set), &[], (context, self.session.cancel));
        drop(progress);
        let (study, elapsed) = (study?, started.elapsed());
        let Top(top) = self.args.top;
        if form == AnswerForm::Json {
            let object = EvaluationObject::new(&study, continuation.path());
            let why = study.why(asked.as_slice());
            return Ok(json(&EvaluationObject { elapsed_ms: Some(ms(elapsed)), why, ..object }));
        }
        if form == AnswerForm::Line {
            return Ok(evaluation::line(&study));
        }
        let told = Told { favours: continuation.path(), elapsed, top, asked };
        Ok(evaluation::page(&study, &told))
    }
}
