//! `hanamikoji review`: each decision of a round or a game, with its loss of winning probability.

mod page;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hanamachi_solver::hanamikoji::objects::ReviewObject;
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::hanamikoji::study::{Evaluate, GradedGame, GradedRound};
use hanamachi_solver::hanamikoji::{Action, Game, RecordedDecision, RecordedRound};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::table::disk::FileBytes;
use rayon::ThreadPool;

use super::continuation_values::{ContinuationValues, FavourTableArgs};
use super::item;
use super::replay::Replay;
use super::strategy_file::{open, unfit};
use crate::args::{OutputArgs, PositionSeedArgs, SeedArgs, TextArgs, ThreadArgs, seconds};
use crate::diagnostic::in_place;
use crate::failure::{Failure, Limit, Trouble};
use crate::interrupt;
use crate::items::Items;
use crate::output::{Output, Rendering, json};
use crate::progress::CountProgress;
use crate::query::{self, QueryItem, QueryRunner};
use crate::seed;
use crate::session::Session;
use crate::workers::{Workers, thread_pool};

const EXAMPLE: &str = "hanamachi hanamikoji review ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F";

const EXAMPLES: &str = "\
Examples:
  # The first two turns of a round
  hanamachi hanamikoji review ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F --seed 1

  # A game that `play` saved: this one is left at once, play yours at the keyboard
  hanamachi hanamikoji play --seed 1 --record game.txt < /dev/null
  hanamachi hanamikoji review - --seed 1 < game.txt

  # A round at a table, as the first player saw it: X is what this player never saw
  hanamachi hanamikoji review ....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC,2XX --iterations 1000

  # Only the score of a round that was played at random, and what each player knew at every decision
  hanamachi hanamikoji review random --seed 1 --score
";

/// Review a round or a game and mark its mistakes
///
/// The review shows for every decision the probability of winning the game after the action that was
/// played and after the best action, for the player who decided and by that player's knowledge. The
/// information set at the end of the line holds this knowledge: `evaluate` with as many
/// iterations finds the same values for it. Ends of rounds are solved. Elsewhere in the standard game the
/// approximate equilibrium computes the values, and the page states its exploitability. By other rules the
/// values are estimates of a search, and a deeper search may find others. Errors are those of the sample;
/// `about` means that the sample is too small to show one.
///
/// `?!` marks a loss of at least 2 %, `?` of 4 %, `??` of 8 %; a loss of less than two of its standard errors
/// gets no mark. A decision with one legal action is forced. The error rate is the mean loss of probability
/// over the unforced decisions. Below a marked decision stands why the best action is better, where the
/// values come from the ends of the round: whose markers lie where after it, who reaches a goal, what the
/// opponent takes of an offer. No single loss is below 0, so that sums are a little too high where actions
/// are close.
///
/// Several lines are rounds of one game if each begins with the markers that the last one left; the totals of
/// the game follow its last round.
///
/// A game at a real table can be reviewed from one seat: write `X` for the cards that you never saw. These
/// are, in the deal, the removed card and the other player's first hand and draws, and in the history the
/// other player's secret and trade-off (you may write the secret once the end of the round has shown it).
/// Then only your own decisions are graded, each by your knowledge at the time, with the same values as in a
/// review of the whole record.
///
/// --score plays the round without grading it. It shows the cards that count for both players, secrets included, the markers
/// afterwards, and each player's information set at every decision. A record may stop before the round is complete; then it has
/// no outcome. An illegal record is refused with the turn and the reason.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::record))]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    text: TextArgs,
    /// Iterations of each search; ends of rounds are solved with as much effort, by default some three seconds
    /// of one core for each decision
    #[arg(long, value_name = "N", default_value = "10000")]
    iterations: NonZeroU64,
    /// Show the probability of each played action in this strategy table
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Only play the round and score it, without grading the decisions
    #[arg(long, conflicts_with_all = ["iterations", "table", "favour_table", "time"])]
    score: bool,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Stop the whole run after this many seconds, with the decisions graded by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    seed: PositionSeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ReviewArgs, session: &Session) -> Result<(), Failure> {
    if args.score {
        let seed = SeedArgs { seed: args.seed.given() };
        let runner = QueryRunner { text: &args.text, seed, output: &args.output, example: EXAMPLE };
        return runner.ask(&Replay, &Workers::new(args.threads.count(), || ())?, session);
    }
    let seed = seed::of_positions(args.seed, session)?;
    let drawn = || seed::resolve(seed, session);
    let named = query::named(args.text.asked(EXAMPLE)?, drawn, args.output.json, session)?;
    let opened = |path: &PathBuf| Ok::<_, Failure>((open(path)?, path.clone()));
    let table = args.table.as_ref().map(opened).transpose()?;
    let continuation = args.favour_table.open()?;
    let mut output = Output::open(&args.output)?;
    if let Some(limit) = args.time {
        interrupt::set_after(limit, session.cancel);
    }
    let mut reviewer = Reviewer {
        iterations: args.iterations,
        seed: named.as_ref().ok().and_then(|(_, drawn)| *drawn).or(seed),
        table,
        continuation,
        threads: thread_pool(args.threads.count())?,
        session: *session,
        form: if args.output.json { ReviewForm::Json } else { ReviewForm::Page },
        rules_game: None,
        game: None,
    };
    let record = match named {
        Ok((record, _)) => record,
        Err(items) => return reviewer.answer_items(items, output),
    };
    let answer = reviewer.answer(record)?;
    output.line(&answer)?;
    output.finish()?;
    Failure::after_answer(reviewer.stopped())
}

/// Format of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReviewForm {
    Page,
    Json,
}

struct Reviewer {
    iterations: NonZeroU64,
    /// Seed of all decisions, if one was asked for.
    seed: Option<u64>,
    /// Table of `--table`, and its path.
    table: Option<(StrategyTable<FileBytes>, PathBuf)>,
    continuation: ContinuationValues,
    threads: ThreadPool,
    session: Session,
    form: ReviewForm,
    /// Game by the rules of the last round: its tables are worth keeping.
    rules_game: Option<Game>,
    /// The rounds of the current game up to this one.
    game: Option<GradedGame>,
}

impl Reviewer {
    /// Answers every item in its order. Answers from before a limit or Ctrl-C stand.
    fn answer_items(&mut self, mut lines: Items, mut output: Output) -> Result<(), Failure> {
        let (mut answered, mut refused) = (0_u64, 0_u64);
        while let Some(line) = lines.next(&self.session)? {
            let record = match &line.text {
                Ok(text) => RecordedRound::parse(text),
                Err(fault) => Err(fault.refusal()),
            };
            if self.form == ReviewForm::Page {
                self.close_unless_followed(record.as_ref().ok(), &mut output)?;
                if answered > 0 {
                    output.line("")?;
                }
            }
            answered += 1;
            let rendering = Rendering::of_flag(self.form == ReviewForm::Json);
            match record.map_err(Failure::from).and_then(|record| self.answer(record)) {
                Err(failure)
                    if matches!(failure, Failure::Refused(_))
                        || failure.trouble() == Some(Trouble::OtherRules) =>
                {
                    refused += 1;
                    self.game = None;
                    output.line(&in_place(failure, line.number, rendering))?;
                }
                Err(failure @ Failure::Limit(Limit::Time)) => {
                    output.line(&in_place(failure, line.number, rendering))?;
                    output.flush()?;
                    return Err(Failure::BatchTimedOut);
                }
                answer => output.line(&answer?)?,
            }
            output.flush()?;
            if self.stopped().is_some() {
                break;
            }
        }
        let stopped = self.stopped();
        if self.form == ReviewForm::Page {
            self.close_unless_followed(None, &mut output)?;
        }
        output.finish()?;
        Failure::after_answer(stopped)?;
        if stopped.is_some() && !lines.have_ended()? {
            return Err(Failure::BatchTimedOut);
        }
        if refused == 0 { Ok(()) } else { Err(Failure::LinesRefused(refused)) }
    }

    /// Prints the totals of the current game unless `next` continues it.
    fn close_unless_followed(
        &mut self,
        next: Option<&RecordedRound>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match self.game.take() {
            Some(game) if next.is_some_and(|next| game.goes_on_with(next)) => self.game = Some(game),
            Some(game) if game.count() > 1 => output.line(&format!("\n{}", page::game_page(&game)))?,
            _ => {}
        }
        Ok(())
    }

    fn answer(&mut self, record: RecordedRound) -> Result<String, Failure> {
        let rules = *record.rules();
        self.continuation.check(&rules)?;
        let rules_game = match self.rules_game.take() {
            Some(game) if *game.rules() == rules => game,
            _ => Game::new(rules),
        };
        let round = self.continuation.round(&rules_game, record.round_number(), record.favour());
        self.rules_game = Some(rules_game);
        if let Some((table, path)) = &self.table {
            table.expect_round(&round).map_err(|error| unfit(path, &error))?;
        }
        let decisions = record.decisions().iter().flatten().count() as u64;
        let progress = CountProgress::start("decisions", 0, decisions, &self.session);
        let context = self.session.context(&progress);
        let question = Evaluate::usual(Some(self.iterations), self.seed);
        let graded = self.threads.install(|| GradedRound::grade_in_time(record, &round, &question, context));
        drop(progress);
        let graded = graded?;
        if let Some(stop) = graded.stopped().filter(|_| graded.assessed() == 0) {
            return Err(stop.into());
        }
        let in_table = self.in_table(&graded);
        let game = match self.game.take() {
            Some(mut game) if game.goes_on_with(&graded.record) => {
                game.push(graded);
                game
            }
            _ => GradedGame::new(graded),
        };
        let answer = match self.form {
            ReviewForm::Page => page::page(game.last(), &in_table, &question, &self.continuation),
            ReviewForm::Json => {
                json(&ReviewObject::new(&game, &in_table, &question, self.continuation.path()))
            }
        };
        self.game = Some(game);
        Ok(answer)
    }

    /// Reason for which decisions of the last round are not graded, if any are.
    fn stopped(&self) -> Option<Stop> {
        self.game.as_ref().and_then(|game| game.last().stopped())
    }

    /// Probability of each played action in the table of `--table`; `None` if the table has no entry, and
    /// empty without a table.
    fn in_table(&self, graded: &GradedRound) -> Vec<Option<f64>> {
        let Some((table, _)) = &self.table else { return Vec::new() };
        let probability = |decision: &RecordedDecision| {
            let played =
                |choices: Vec<(Action, f64)>| choices.into_iter().find(|choice| choice.0 == decision.action);
            table.lookup(&decision.information_set).and_then(played).map(|choice| choice.1)
        };
        graded.decisions.iter().map(|graded| probability(&graded.decision)).collect()
    }
}
