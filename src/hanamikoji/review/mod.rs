//! `hanamikoji review`: each decision of a round or a game, with the probability of winning that it lost.

mod graded;
mod object;
mod page;
mod recorded;
mod searches;
mod series;

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use hanamachi_solver::hanamikoji::strategy_table::StrategyTable;
use hanamachi_solver::hanamikoji::{Action, Game, RecordedDecision, RoundRecord, SeatRecord};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::ThreadPool;

pub(super) use self::graded::{ERRORS, Graded, Look, Mark, Review};
pub(super) use self::object::ReviewObject;
pub(super) use self::recorded::Recorded;
pub(super) use self::searches::review;
pub(super) use self::series::Series;
use super::insight::Search;
use super::item;
use super::strategy_file::{open, unfit};
use super::worths::{FavourTableArgs, Worths};
use crate::args::{Asked, OutputArgs, SeedArgs, TextArgs, ThreadArgs, seconds};
use crate::diagnostic::in_place;
use crate::failure::{Failure, Limit, Refusal, Trouble};
use crate::interrupt;
use crate::lines::Lines;
use crate::output::{Output, Rendering, json};
use crate::progress::CountProgress;
use crate::query::Item;
use crate::seed;
use crate::session::Session;
use crate::table::FileBytes;
use crate::workers::thread_pool;

const EXAMPLE: &str = "hanamachi hanamikoji review ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F";

const EXAMPLES: &str = "\
Examples:
  # The first two turns of a round
  hanamachi hanamikoji review ....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F --seed 1

  # A game that `play` saved: this one is left at once, play yours at the keyboard
  hanamachi hanamikoji play --seed 1 --record game.txt < /dev/null
  hanamachi hanamikoji review - --seed 1 < game.txt

  # A round at a table, as the first player saw it: X is what this player never saw
  hanamachi hanamikoji review ....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F,2BC,2XX --seed 1
";

/// Mark the decisions of a round or a game that was played
///
/// Every decision is shown with the probability of winning the game after what was played and after the best action, for
/// the player who decided and by what that player knew, which stands last in the line and can be evaluated alone. A
/// decision is searched, and where something else was played than the search plays most, both are searched again, each
/// on its own. All values are estimates; their errors are those of the sample, and say nothing about what a deeper search
/// would find.
///
/// `?!` marks a loss of 2 % or more, `?` of 4 %, `??` of 8 %; a loss of less than two of its standard errors gets no mark.
/// A decision with one legal action is forced. The error rate is the probability lost for each unforced decision. No
/// single loss is below 0, so that sums are a little too high where actions are close.
///
/// Several lines are rounds of a game where each begins with the markers that the last one left; the game's totals
/// follow its last round.
///
/// A game at a real table can be reviewed from one seat: write `X` for what you never saw. That is, in the deal the card
/// removed, the other player's first hand and draws, and in the history the other player's secret and trade-off (the
/// secret may be written once the end of the round has shown it). Only your own decisions are graded then, each by what you
/// knew, with the same values as in a review of the whole record.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", item::record_for_review))]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    text: TextArgs,
    /// Iterations of each search
    #[arg(long, value_name = "N", default_value = "50000")]
    iterations: NonZeroU64,
    /// Show how likely this strategy table plays what was played
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    #[command(flatten)]
    favour_table: FavourTableArgs,
    /// Give up after so many seconds, for the whole run
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    threads: ThreadArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// Runs the command.
pub(crate) fn run(args: &ReviewArgs, session: &Session) -> Result<(), Failure> {
    let asked = args.text.asked(EXAMPLE)?;
    let text = match &asked {
        Asked::Text(text) => Some(AnyRecord::parse(text)?),
        Asked::Random | Asked::Stdin => None,
    };
    let opened = |path: &PathBuf| Ok::<_, Failure>((open(path)?, path.clone()));
    let table = args.table.as_ref().map(opened).transpose()?;
    let worths = args.favour_table.open()?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let record = match asked {
        Asked::Random => Some(AnyRecord::random(&mut seed::generator(seed))),
        Asked::Text(_) | Asked::Stdin => text,
    };
    let mut output = Output::open(&args.output)?;
    if let Some(limit) = args.time {
        interrupt::set_after(limit, session.cancel);
    }
    let mut reviewer = Reviewer {
        search: Search { iterations: args.iterations, seed },
        table,
        worths,
        threads: thread_pool(args.threads.count())?,
        session: *session,
        form: if args.output.json { Form::Json } else { Form::Page },
        game: None,
        series: None,
    };
    match record {
        Some(record) => {
            let answer = reviewer.answer_any(record)?;
            output.line(&answer)?;
            output.finish()
        }
        None => reviewer.answer_lines(output),
    }
}

/// A round record of either sort.
enum AnyRecord {
    /// All cards are face up.
    Open(RoundRecord),
    /// As one player saw it.
    OneSeat(SeatRecord),
}

impl Item for AnyRecord {
    /// Reads a record. An `X` in its deal says that one player wrote it.
    fn parse(text: &str) -> Result<Self, Box<Refusal>> {
        let is_blank = |c: char| c.is_whitespace() || c == '_';
        let deal = text.split(is_blank).filter(|word| !word.is_empty()).nth(1);
        if deal.is_some_and(|deal| deal.contains('/') && deal.contains(['X', 'x'])) {
            item::seat_record(text).map(Self::OneSeat)
        } else {
            RoundRecord::parse(text).map(Self::Open)
        }
    }

    fn random(generator: &mut Xoshiro256PlusPlus) -> Self {
        Self::Open(RoundRecord::random(generator))
    }
}

/// How an answer is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Page,
    Json,
}

struct Reviewer {
    search: Search,
    /// The table of `--table`, and where it came from.
    table: Option<(StrategyTable<FileBytes>, PathBuf)>,
    worths: Worths,
    threads: ThreadPool,
    session: Session,
    form: Form,
    /// The game of the last round: its tables are worth keeping.
    game: Option<Game>,
    /// The rounds that lead to this one, and it.
    series: Option<Series>,
}

impl Reviewer {
    /// Every line of standard input in its place. What was answered before a limit or Ctrl-C stands.
    fn answer_lines(&mut self, mut output: Output) -> Result<(), Failure> {
        let mut lines = Lines::of_stdin();
        let (mut answered, mut refused) = (0_u64, 0_u64);
        while let Some(line) = lines.next(&self.session)? {
            let record = match &line.text {
                Ok(text) if text.trim().is_empty() || text.trim_start().starts_with('#') => continue,
                Ok(text) => AnyRecord::parse(text),
                Err(fault) => Err(fault.refusal()),
            };
            if self.form == Form::Page {
                self.close_unless_followed(record.as_ref().ok(), &mut output)?;
                if answered > 0 {
                    output.line("")?;
                }
            }
            answered += 1;
            let rendering = Rendering::of_flag(self.form == Form::Json);
            match record.map_err(Failure::from).and_then(|record| self.answer_any(record)) {
                Err(failure)
                    if matches!(failure, Failure::Refused(_))
                        || failure.trouble() == Some(Trouble::OtherRules) =>
                {
                    refused += 1;
                    self.series = None;
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
        }
        if self.form == Form::Page {
            self.close_unless_followed(None, &mut output)?;
        }
        output.finish()?;
        if refused == 0 { Ok(()) } else { Err(Failure::LinesRefused(refused)) }
    }

    /// The totals of a game that does not go on with `next`.
    fn close_unless_followed(
        &mut self,
        next: Option<&AnyRecord>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let goes_on = |series: &Series| match next {
            Some(AnyRecord::Open(next)) => series.goes_on_with(next),
            Some(AnyRecord::OneSeat(next)) => series.goes_on_with(next),
            None => false,
        };
        match self.series.take() {
            Some(series) if goes_on(&series) => self.series = Some(series),
            Some(series) if series.rounds() > 1 => output.line(&format!("\n{}", page::game_page(&series)))?,
            _ => {}
        }
        Ok(())
    }

    fn answer_any(&mut self, record: AnyRecord) -> Result<String, Failure> {
        match record {
            AnyRecord::Open(record) => self.answer(record),
            AnyRecord::OneSeat(record) => self.answer(record),
        }
    }

    fn answer<R: Recorded>(&mut self, record: R) -> Result<String, Failure> {
        if let Some((table, path)) = &self.table {
            table.expect_rules(record.rules()).map_err(|error| unfit(path, &error))?;
        }
        self.worths.check(record.rules())?;
        let game = match self.game.take() {
            Some(game) if game.rules() == record.rules() => game,
            _ => Game::new(*record.rules()),
        };
        let decisions = record.decisions().iter().flatten().count() as u64;
        let progress = CountProgress::start("decisions", 0, decisions, &self.session);
        let context = self.session.context(&progress);
        let review = self.threads.install(|| review(record, (&game, &self.worths), self.search, context));
        drop(progress);
        self.game = Some(game);
        let mut review = review?;
        if let Some((table, _)) = &self.table {
            for graded in &mut review.decisions {
                let RecordedDecision { information_set, action, .. } = &graded.decision;
                let choices = table.lookup(information_set);
                let played =
                    |choices: Vec<(Action, f64)>| choices.into_iter().find(|choice| choice.0 == *action);
                graded.in_table = choices.and_then(played).map(|choice| choice.1);
            }
        }
        let series = match self.series.take() {
            Some(mut series) if series.goes_on_with(&review.record) => {
                series.add(&review);
                series
            }
            _ => Series::new(&review),
        };
        let answer = match self.form {
            Form::Page => page::page(&review, self.search, &self.worths),
            Form::Json => json(&ReviewObject::new(&review, &series, self.search, &self.worths)),
        };
        self.series = Some(series);
        Ok(answer)
    }
}
