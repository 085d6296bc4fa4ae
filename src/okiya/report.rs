//! `okiya report`: pages to study and to print.

use std::path::Path;

use anyhow::anyhow;
use clap::{Arg, Args};
use hanamachi_report::okiya::{
    GardenReport, OkiyaGameReport, PopulationReport, SAMPLE, SEED, SolvedReport, StructureRows,
};
use hanamachi_solver::okiya::census::{CensusTable, CheckError};
use hanamachi_solver::okiya::population::{JointSample, Population};
use hanamachi_solver::okiya::study::GardenStudy;
use hanamachi_solver::okiya::verdicts::{LedgerFiles, SecondWins, Structure, StructureSample};
use hanamachi_solver::okiya::{ClassNumber, FullBoard, Game, Outcome, Solver};
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::table::disk::FileBytes;

use super::item::PositionItem;
use super::{solver, tabled};
use crate::args::{self, RulesArgs, SeedArgs, TextArgs, WorkArgs};
use crate::contents::{self, ItemArgument, Stored};
use crate::failure::{Failure, Refusal, Trouble};
use crate::output::Output;
use crate::progress::CountProgress;
use crate::query::QueryItem as _;
use crate::report::{Delivery, DeliveryArgs};
use crate::seed;
use crate::session::Session;
use crate::shell::{quoted, quoted_path};
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi okiya report 05af/b4c1/27d8/3e96 -o garden.html";

const EXAMPLES: &str = "\
Examples:
  # A sheet to study and to print: which openings win, what to reply, what to beware of
  hanamachi okiya report 05af/b4c1/27d8/3e96 -o garden.html && ls garden.*

  # A shuffled garden, on the screen
  hanamachi okiya report random --seed 7 --format markdown

  # The moves of a game, with what each of them gave away
  hanamachi okiya report 05af/b4c1/27d8/3e96 moves a2 c1 d3 c2 --format markdown

  # Who wins, how, and why: a thousand random gardens
  hanamachi okiya census --sample 1000 --seed 1 -o census.table
  hanamachi okiya report census.table --format markdown
";

/// Make a page to study or print: of a garden, of a game, of a census, or of all gardens
///
/// The page of a garden shows the value of each opening, the best replies, traps, only moves, and the rarity of such
/// gardens. The page of a game is its review, move by move. The file of a census makes a page with statistics of its gardens, the
/// folder of a ledger one about the solved game, with the outcomes of all gardens. The page is one HTML file without network access or scripts, with a Markdown and a CSV version beside it.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", subject))]
pub(crate) struct OkiyaReportArgs {
    #[command(flatten)]
    text: TextArgs,
    /// Of a ledger, also count structural properties of all gardens by winner
    ///
    /// The enumeration of the classes and a sample of four million gardens take five to six minutes on one core.
    #[arg(long, hide_short_help = true)]
    structure: bool,
    /// Of a census, print joint counts of outcome, number of winning openings and score as CSV instead of a page
    ///
    /// The program contains such counts, from a random sample under full=draw; `okiya solve` computes the rarity of a
    /// garden from them.
    #[arg(long, conflicts_with_all = ["output", "format", "json"], hide_short_help = true)]
    joint: bool,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) report: DeliveryArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Sets the help of the argument that names the subject of the page.
fn subject(argument: Arg) -> Arg {
    let help = "A garden, `random`, a record, a garden with moves, a file with one of these, or `-` for standard input; the file of a census; the folder of a ledger";
    argument.value_name("GARDEN|GAME|FILE|DIR").help(help).long_help(args::with_letters(help))
}

/// Runs the command.
pub(crate) fn run(args: &OkiyaReportArgs, session: &Session) -> Result<(), Failure> {
    let stored = contents::stored(&args.text.text()?);
    let is_garden = !matches!(stored, Some(Stored::Table(_) | Stored::Folder(_)));
    let wrong = [
        (
            args.structure && !matches!(stored, Some(Stored::Folder(_))),
            "--structure is for the folder of a ledger",
        ),
        (args.joint && !matches!(stored, Some(Stored::Table(_))), "--joint is for the file of a census"),
        (
            !is_garden && (args.rules.is_given() || args.seed.seed.is_some()),
            "--full and --seed have no effect on this page: they are for gardens and games",
        ),
    ];
    if let Some((_, message)) = wrong.into_iter().find(|(is_wrong, _)| *is_wrong) {
        return Err(Failure::Usage(message.to_owned()));
    }
    match stored {
        Some(Stored::Table(path)) => return population(&path, args, session),
        Some(Stored::Folder(folder)) => return solved(&folder, args, session),
        Some(Stored::Object(_)) | None => {}
    }
    let subject = match args.text.asked(EXAMPLE)? {
        ItemArgument::Random => {
            let seed = seed::resolve(args.seed.seed, session)?;
            let item = PositionItem::random(&mut seed::generator(seed));
            ReportSubject { item, words: format!("random --seed {seed}") }
        }
        _ if args.seed.seed.is_some() => {
            let message = "--seed has no effect on this page: it applies to `random`";
            return Err(Failure::Usage(message.to_owned()));
        }
        asked => ReportSubject::read(asked, session)?,
    };
    let delivery = args.report.delivery(session)?;
    let maker = PageMaker {
        full_board: args.rules.full_board(subject.item.full_board()),
        budget: solver::budget(&args.work, session),
        workers: solver::workers(&args.work, session)?,
    };
    match subject.item.game() {
        Some(game) => maker.game(&subject, game, delivery),
        None => maker.garden(&subject, delivery),
    }
}

/// Counts a census and creates its page.
fn population(path: &Path, args: &OkiyaReportArgs, session: &Session) -> Result<(), Failure> {
    // Joint counts are printed as CSV, not as a page.
    let delivery = if args.joint { None } else { Some(args.report.delivery(session)?) };
    let bytes = FileBytes::open(path)?;
    let table = CensusTable::open(bytes.as_ref()).map_err(|error| tabled::refused(path, error))?;
    let threads = solver::threads(&args.work, session)?;
    let progress = CountProgress::start("gardens", 0, table.len(), session);
    let counted = threads.install(|| Population::count(&table, session.context(&progress)));
    drop(progress);
    let counted = counted.map_err(|error| match error {
        CheckError::Stopped(stop) => stop.into(),
        CheckError::Census(error) => tabled::refused(path, error),
    })?;
    let Some(delivery) = delivery else {
        let sample = JointSample::of_census(table.census(), counted.tally.joint).ok_or_else(|| {
            let why = "joint counts require a random sample, solved under full=draw";
            Trouble::OtherRules.in_file::<Failure>(path, why)
        })?;
        let mut output = Output::stdout();
        output.line(sample.to_string().trim_end())?;
        return output.finish();
    };
    let command = format!("hanamachi okiya report {}", quoted_path(path));
    delivery.deliver(&PopulationReport::new(table.census(), table.program(), &counted, command))
}

/// Creates the page of a ledger.
fn solved(folder: &Path, args: &OkiyaReportArgs, session: &Session) -> Result<(), Failure> {
    let delivery = args.report.delivery(session)?;
    let files = LedgerFiles::open(folder)?;
    if files.ledger.rows().len() == 0 {
        return Err(anyhow!("{} contains no ledger with a finished shard", folder.display()).into());
    }
    let structure = if args.structure { Some(structure(folder, &files, args, session)?) } else { None };
    let flag = if args.structure { " --structure" } else { "" };
    let command = format!("hanamachi okiya report {}{flag}", quoted_path(folder));
    delivery.deliver(&SolvedReport::new(&files.ledger, structure, folder.display().to_string(), command))
}

/// Enumerates all classes, and solves a sample.
fn structure(
    folder: &Path,
    files: &LedgerFiles,
    args: &OkiyaReportArgs,
    session: &Session,
) -> Result<StructureRows, Failure> {
    if !files.ledger.is_complete() {
        let why = "--structure needs all classes: the ledger is not complete";
        return Err(Failure::Usage(why.to_owned()));
    }
    let threads = solver::threads(&args.work, session)?;
    let list = SecondWins::new(files.second_wins.clone(), ClassNumber::COUNT);
    let progress = CountProgress::start("classes", 0, ClassNumber::COUNT, session);
    let found = threads.install(|| Structure::count(&list, session.context(&progress)))?;
    drop(progress);
    let (all, tally) = (found.all(), files.ledger.tally());
    let counted = (all.gardens, all.won_classes, all.won_gardens);
    if counted != (tally.all_shuffles(), tally.classes(Outcome::Loss), tally.shuffles(Outcome::Loss)) {
        let why = "the counts from the classes and the list differ from those of the ledger";
        return Err(Trouble::Unverified.in_file(folder, why));
    }
    let progress = CountProgress::start("gardens", 0, SAMPLE, session);
    let context = session.context(&progress);
    let sample = threads.install(|| StructureSample::draw(SAMPLE, SEED, context))?;
    drop(progress);
    Ok(StructureRows::new(&found, &sample, &tally))
}

/// Subject of a page, and the arguments that reproduce it.
struct ReportSubject {
    item: PositionItem,
    words: String,
}

impl ReportSubject {
    /// Reads the item in the arguments, a file or standard input. Of several, as of a match, it is the last one.
    fn read(asked: ItemArgument, session: &Session) -> Result<Self, Failure> {
        let entries = contents::read(asked)?.unwrap_or_default();
        let [.., entry] = entries.as_slice() else {
            return Err(Refusal::whole("no_text", "the input holds no garden and no game", "").into());
        };
        if entries.len() > 1 {
            session.note(format_args!(
                "The input holds {} games: the page is about the last one, which begins on line {}. Pass the text of \
                 another one for its page.",
                entries.len(),
                entry.line
            ));
        }
        let refused =
            |refusal| Failure::from(contents::missing_file(&entry.text, refusal)).of_item_at(entry.line);
        let item = PositionItem::parse(&entry.text).map_err(refused)?;
        if let Some(reading) = item.reading(&entry.text) {
            session.note(reading);
        }
        if item.game().is_none() && item.position().last().is_some() {
            let message = "a position alone has no page: give its garden, or the garden with `moves`; \
                           `hanamachi okiya solve` solves the position";
            return Err(Refusal::whole("no_page", message, &*entry.text).about("position").into());
        }
        let words = match item.game() {
            Some(_) => item.one_line(),
            None => item.position().garden().short().to_string(),
        };
        Ok(Self { words: quoted(&words), item })
    }
}

/// Solves positions for a page and delivers it.
struct PageMaker {
    full_board: FullBoard,
    budget: Budget<'static>,
    workers: Workers<Solver>,
}

impl PageMaker {
    fn garden(&self, subject: &ReportSubject, delivery: Delivery) -> Result<(), Failure> {
        let command = self.command(subject);
        let garden = subject.item.position().garden();
        let solve = |solver: &mut Solver| GardenStudy::solve(garden, self.full_board, solver, &self.budget);
        delivery.deliver(&GardenReport::new(self.workers.one(solve)?, command)?)
    }

    fn game(&self, subject: &ReportSubject, game: &Game, delivery: Delivery) -> Result<(), Failure> {
        let command = self.command(subject);
        let resigned_to = subject.item.winner_by_resignation();
        let graded = solver::grade(game, resigned_to, self.full_board, &self.workers, &self.budget)?;
        let last =
            self.workers.one(|solver| solver.solve(&game.position(), self.full_board, &self.budget))?;
        delivery.deliver(&OkiyaGameReport::new(graded, last, subject.item.described(), command)?)
    }

    /// Returns the command that reproduces the page.
    fn command(&self, subject: &ReportSubject) -> String {
        format!("hanamachi okiya report {} --full {}", subject.words, self.full_board.word())
    }
}
