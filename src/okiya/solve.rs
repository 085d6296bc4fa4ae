//! `okiya solve`: the proved value of a position and of every move in it.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;
use hanamachi_solver::okiya::census::{CensusTable, Record};
use hanamachi_solver::okiya::{Cell, FullBoard, MoveValue, Position, Solution, Solver, Verdict};
use hanamachi_solver::search::budget::Budget;
use serde::Serialize;

use super::item::Item;
use super::rarity::Rarity;
use super::tabled::{self, Tabled};
use super::{picture, solver, words};
use crate::args::{Asked, OutputArgs, RulesArgs, SeedArgs, TextArgs, WorkArgs};
use crate::failure::Failure;
use crate::output::{ENGINE, json};
use crate::question::{Exchange, Form, Question};
use crate::session::Session;
use crate::table::FileBytes;

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

  # From a table where it has the garden or one of its class: made once, asked often
  hanamachi okiya census --sample 200 --seed 7 -o sample.census
  hanamachi okiya solve random --seed 7 --table sample.census

  # Only who wins
  hanamachi okiya solve 05af/b4c1/27d8/3e96 --verdict
";

/// Prove the value of a position and of every move in it
///
/// Best play puts a win before a draw before a loss; the winner wants as many tiles left as possible, the
/// loser as few. Values are shown as +4 (a win with 4 tiles left), = (a draw) and -3 (a loss with 3 left),
/// for the player who makes the move.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    rules: RulesArgs,
    /// Only say whether the player to move wins, draws or loses: the fastest question
    #[arg(long, conflicts_with = "lines")]
    verdict: bool,
    /// Show best play after every move
    #[arg(long)]
    lines: bool,
    /// Take the values of gardens before the first move from FILE, written by `okiya census`, where it has them; else search
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    #[command(flatten)]
    seed: SeedArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Runs the command.
pub(crate) fn run(args: &SolveArgs, session: &Session) -> Result<(), Failure> {
    let exchange = Exchange { text: &args.text, seed: args.seed, output: &args.output, example: EXAMPLE };
    let workers = solver::workers(&args.work, session)?;
    let bytes = args.table.as_deref().map(FileBytes::open).transpose()?;
    let census = match (&args.table, &bytes) {
        (Some(path), Some(bytes)) => {
            let table = CensusTable::open(bytes.as_ref()).map_err(|error| tabled::refused(path, error))?;
            Some((path.as_path(), table))
        }
        _ => None,
    };
    let table =
        census.as_ref().map(|(path, table)| Tabled::new(path, table, args.work.memory())).transpose()?;
    let question = Solve {
        table,
        rules: args.rules,
        verdict: args.verdict,
        lines: args.lines,
        spread: Spread::choose(args)?,
        budget: solver::budget(&args.work, session),
        session: *session,
    };
    exchange.ask(&question, &workers, session)
}

/// What the threads divide among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Spread {
    /// The items of a batch.
    Items,
    /// The moves of a single position.
    Moves,
}

impl Spread {
    /// A node limit holds for an item, so its moves must be counted together.
    fn choose(args: &SolveArgs) -> Result<Self, Failure> {
        let alone = args.text.asked(EXAMPLE)? != Asked::Stdin && args.work.nodes().is_none();
        Ok(if alone { Self::Moves } else { Self::Items })
    }
}

struct Solve<'t> {
    table: Option<Tabled<'t>>,
    rules: RulesArgs,
    verdict: bool,
    lines: bool,
    spread: Spread,
    budget: Budget<'static>,
    session: Session,
}

impl Solve<'_> {
    /// What the table knows about the position, if there is a table.
    fn find(&self, position: &Position, full_board: FullBoard) -> Result<Option<Record>, Failure> {
        self.table.as_ref().map_or(Ok(None), |table| table.find(position, full_board))
    }

    fn verdict(
        &self,
        solver: &mut Solver,
        position: &Position,
        full_board: FullBoard,
        found: Option<&Record>,
    ) -> Result<Verdict, Failure> {
        Ok(match found {
            Some(record) => Verdict { outcome: record.best().1.value().outcome(), nodes: 0 },
            None => solver.verdict(position, full_board, &self.budget)?,
        })
    }

    fn solution(
        &self,
        solver: &mut Solver,
        position: &Position,
        full_board: FullBoard,
        found: Option<&Record>,
    ) -> Result<Solution, Failure> {
        if let (Some(table), Some(record)) = (&self.table, found) {
            return table.solution(record, position, solver, &self.budget);
        }
        Ok(match self.spread {
            Spread::Items => solver.solve(position, full_board, &self.budget),
            Spread::Moves => solver.solve_parallel(position, full_board, &self.budget),
        }?)
    }

    /// Where an answer came from.
    fn origin(&self, found: Option<&Record>) -> Origin<'_> {
        match (&self.table, found) {
            (Some(table), Some(_)) => Origin::Table(table.path()),
            (Some(table), None) => Origin::NotIn(table.path()),
            (None, _) => Origin::Search,
        }
    }
}

/// Where an answer came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Origin<'a> {
    /// From a search; no table was given.
    Search,
    /// From a search, because this table does not have it.
    NotIn(&'a Path),
    /// From this table.
    Table(&'a Path),
}

impl Origin<'_> {
    /// The word for programs, if a table was given.
    const fn word(self) -> Option<&'static str> {
        match self {
            Self::Search => None,
            Self::NotIn(_) => Some("search"),
            Self::Table(_) => Some("table"),
        }
    }

    /// The table, if one was given.
    fn table(self) -> Option<String> {
        match self {
            Self::Search => None,
            Self::NotIn(path) | Self::Table(path) => Some(path.display().to_string()),
        }
    }

    /// Puts it behind an answer for people.
    fn behind(self, text: String, before: &str) -> String {
        match self {
            Self::Search => text,
            Self::NotIn(path) => format!("{text}{before}searched: not in {}", path.display()),
            Self::Table(path) => format!("{text}{before}from {}", path.display()),
        }
    }
}

impl Question for Solve<'_> {
    type Item = Item;
    type State = Solver;

    fn answer(&self, solver: &mut Solver, item: &Item, form: Form) -> Result<String, Failure> {
        let full_board = self.rules.full_board(item.full_board());
        let started = Instant::now();
        let position = item.position();
        let found = self.find(position, full_board)?;
        let origin = self.origin(found.as_ref());
        // Of a finished game everything is known without search.
        let is_over = position.end().is_some();
        if self.verdict && !(is_over && form == Form::Json) {
            let verdict = self.verdict(solver, position, full_board, found.as_ref())?;
            let elapsed = started.elapsed();
            return Ok(match form {
                Form::Json => {
                    json(&SolutionObject::of_verdict(position, full_board, verdict, elapsed).from(origin))
                }
                Form::Line => origin.behind(format!("{position}  {}", verdict.outcome), "  "),
                Form::Page => origin.behind(verdict_page(position, full_board, verdict), "\nValues: "),
            });
        }
        let solution = self.solution(solver, position, full_board, found.as_ref())?;
        let elapsed = started.elapsed();
        if form == Form::Page {
            self.session.detail(format_args!("{} positions expanded in {elapsed:.1?}", solution.nodes));
        }
        Ok(match form {
            Form::Json => json(&SolutionObject {
                asked: if self.verdict { "verdict" } else { "solve" },
                ..SolutionObject::of_solution(&solution, self.lines, elapsed).from(origin)
            }),
            Form::Line => origin.behind(line(&solution), "  "),
            Form::Page => origin.behind(page(&solution, self.lines), "\nValues: "),
        })
    }
}

/// `okiya.solution/1`. Outcomes and scores are for the player to move, inside a move for the one who makes it.
#[derive(Serialize)]
struct SolutionObject {
    schema: &'static str,
    engine: &'static str,
    /// How strong the answer is.
    kind: &'static str,
    /// `solve` or `verdict`: with the latter only the outcome is known.
    asked: &'static str,
    position: String,
    garden: String,
    rules: String,
    side: char,
    outcome: &'static str,
    plies_to_end: Option<usize>,
    tiles_left: Option<usize>,
    score: Option<i8>,
    ending: Option<&'static str>,
    line: Option<Vec<String>>,
    moves: Option<Vec<MoveObject>>,
    nodes: u64,
    elapsed_ms: f64,
    class: u64,
    rank: u64,
    /// How rare such gardens are: of a garden before its first move with a full board drawn, once its openings are solved.
    rarity: Option<Rarity>,
    /// `table` or `search`; absent where no table was to be asked, as the next.
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'static str>,
    /// The table that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
}

#[derive(Serialize)]
struct MoveObject {
    r#move: String,
    tile: char,
    outcome: &'static str,
    plies_to_end: usize,
    tiles_left: usize,
    score: i8,
    ending: &'static str,
    replies: usize,
    line: Option<Vec<String>>,
}

impl SolutionObject {
    fn of_verdict(position: &Position, full_board: FullBoard, verdict: Verdict, elapsed: Duration) -> Self {
        let garden = position.garden();
        Self {
            schema: "okiya.solution/1",
            engine: ENGINE,
            kind: "proved",
            asked: "verdict",
            position: position.to_string(),
            garden: garden.short().to_string(),
            rules: full_board.to_string(),
            side: position.side().letter(),
            outcome: verdict.outcome.word(),
            plies_to_end: None,
            tiles_left: None,
            score: None,
            ending: None,
            line: None,
            moves: None,
            nodes: verdict.nodes,
            elapsed_ms: milliseconds(elapsed),
            class: garden.class().get(),
            rank: garden.rank().get(),
            rarity: None,
            source: None,
            table: None,
        }
    }

    fn from(self, origin: Origin<'_>) -> Self {
        Self { source: origin.word(), table: origin.table(), ..self }
    }

    fn of_solution(solution: &Solution, lines: bool, elapsed: Duration) -> Self {
        let value = solution.value;
        let verdict = Verdict { outcome: value.outcome(), nodes: solution.nodes };
        let object = |m| MoveObject::new(&solution.position, m, lines);
        Self {
            asked: "solve",
            plies_to_end: Some(value.plies_to_end()),
            tiles_left: Some(value.tiles_left()),
            score: Some(value.score().get()),
            ending: Some(solution.ending.word()),
            line: Some(names(&solution.line)),
            moves: Some(solution.moves.iter().map(object).collect()),
            rarity: Rarity::of(solution),
            ..Self::of_verdict(&solution.position, solution.full_board, verdict, elapsed)
        }
    }
}

impl MoveObject {
    fn new(position: &Position, m: &MoveValue, lines: bool) -> Self {
        Self {
            r#move: m.cell.to_string(),
            tile: position.garden().tile(m.cell).hex_digit(),
            outcome: m.value.outcome().word(),
            plies_to_end: m.value.plies_to_end(),
            tiles_left: m.value.tiles_left(),
            score: m.value.score().get(),
            ending: m.ending.word(),
            replies: m.replies,
            line: lines.then(|| names(&m.line)),
        }
    }
}

/// Milliseconds to the microsecond.
pub(crate) fn milliseconds(elapsed: Duration) -> f64 {
    (elapsed.as_secs_f64() * 1e6).round() / 1e3
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(Cell::to_string).collect()
}

/// An answer on one line: the position, its value, how the game ends and the line that shows it.
fn line(solution: &Solution) -> String {
    let value = solution.value;
    format!(
        "{}  {} {} {}  {}",
        solution.position,
        words::named(value),
        value.plies_to_end(),
        solution.ending,
        names(&solution.line).join(" ")
    )
    .trim_end()
    .to_owned()
}

fn verdict_page(position: &Position, full_board: FullBoard, verdict: Verdict) -> String {
    let result = match words::winner(position, verdict.outcome) {
        Some(winner) => format!("{winner} wins."),
        None => "Nobody wins: a draw.".to_owned(),
    };
    let style = words::outcome_style(verdict.outcome);
    let result = words::paint(style, result);
    format!("{result}\n{} to move. Rules: {full_board}. Proved.", position.side())
}

/// An answer for a person.
fn page(solution: &Solution, lines: bool) -> String {
    let mut text = picture::with_values(solution);
    text += "\n\n";
    if !solution.moves.is_empty() {
        text += &move_table(solution, lines);
        text += "\nBest play\n";
        text += &best_play(&solution.position, &solution.line);
        text.push('\n');
    }
    text += &words::paint(words::BOLD, words::solution(solution));
    text.push('\n');
    text += &words::standing(solution.full_board);
    if let Some(rarity) = Rarity::of(solution) {
        let _ = write!(text, "\nRarity: {}", rarity.sentence);
    }
    text
}

fn move_table(solution: &Solution, lines: bool) -> String {
    let mut text =
        words::paint(words::BOLD, "move  tile  outcome  tokens to end  tiles left  ending      replies");
    text.push('\n');
    for m in &solution.moves {
        let outcome = format!("{:<4} {:<2}", m.value.outcome().word(), words::sign(m.value));
        let _ = write!(
            text,
            " {}    {}   {}  {:>13}  {:>10}  {:<10}  {:>7}",
            m.cell,
            solution.position.garden().tile(m.cell),
            words::paint(words::outcome_style(m.value.outcome()), outcome),
            m.value.plies_to_end(),
            m.value.tiles_left(),
            m.ending.word(),
            m.replies
        );
        if lines {
            let _ = write!(text, "  {}", names(&m.line).join(" "));
        }
        text.push('\n');
    }
    text
}

/// A line of play, one numbered move a line, with what was taken and what it shares with the tile before.
fn best_play(position: &Position, line: &[Cell]) -> String {
    let mut text = String::new();
    let mut position = *position;
    for &cell in line {
        let tile = position.garden().tile(cell);
        let ply = 17 - position.tiles_left();
        let _ = write!(text, "{ply:>3}. {}  {cell}  {tile}  {:<20}", position.side(), words::tile(tile));
        if let Some(last) = position.last() {
            let _ = write!(text, "  same {}", words::shared(position.garden().tile(last), tile));
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
        // A line of the solver is legal; if it were not, showing its beginning is all that can be done.
        let Ok(next) = position.play(cell) else { break };
        position = next;
    }
    text
}
