//! `okiya solve --show class` and `--show rarity`: the class of a garden under symmetry and renaming, the symmetry that maps the
//! garden to it, and its rarity.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use hanamachi_report::okiya::rarity;
use hanamachi_report::thousands;
use hanamachi_solver::okiya::objects::{AmongAll, ClassObject, Rarity, TileFeature, board_words};
use hanamachi_solver::okiya::verdicts::{ALL_GARDENS, LedgerFiles};
use hanamachi_solver::okiya::{
    Cell, ClassNumber, FullBoard, Garden, GardenRank, Outcome, Plant, Position, Solver, Symbol, Symmetry,
};
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::item::PositionItem;
use super::second_wins;
use super::words;
use crate::failure::Failure;
use crate::output::json;
use crate::query::{AnswerForm, Query};

/// The query for the class of a garden.
pub(super) struct Class {
    /// Whether to solve the garden, for its rarity.
    solve: bool,
    ledger: Option<ProvedClasses>,
    budget: Budget<'static>,
}

/// Parses the number of a class.
pub(super) fn class_number(text: &str) -> Result<ClassNumber, String> {
    let number = text.parse().ok().and_then(ClassNumber::new);
    number.ok_or_else(|| format!("`{text}` is not a number from 0 to {}", ClassNumber::COUNT - 1))
}

impl Query for Class {
    type Item = PositionItem;
    /// Created on first use.
    type State = Option<Solver>;

    fn answer(
        &self,
        solver: &mut Option<Solver>,
        item: &PositionItem,
        form: AnswerForm,
    ) -> Result<String, Failure> {
        self.about(solver, item.position().garden(), form)
    }
}

impl Class {
    /// The query, with the ledger in the folder `ledger` if there is one.
    pub(super) fn new(solve: bool, ledger: Option<&Path>, budget: Budget<'static>) -> Result<Self, Failure> {
        Ok(Self { solve, ledger: ledger.map(ProvedClasses::open).transpose()?, budget })
    }

    /// Answers about a garden.
    pub(super) fn about(
        &self,
        solver: &mut Option<Solver>,
        garden: &Garden,
        form: AnswerForm,
    ) -> Result<String, Failure> {
        let (smallest, there) = garden.canonical();
        let (mut rarity, mut among_all) = (None, None);
        if self.solve {
            let solver = solver.get_or_insert_with(Solver::new);
            let solution = solver.solve(&Position::start(*garden), FullBoard::Draw, &self.budget)?;
            rarity = Rarity::from_solution(&solution);
            among_all = AmongAll::for_position(&solution.position, solution.value.outcome(), FullBoard::Draw);
        }
        if form == AnswerForm::Line {
            let mut line = format!("{}  {}  {}", garden.short(), smallest.rank(), smallest.short());
            if let Some(all) = &among_all {
                let _ = write!(line, "  {}", all.outcome);
            }
            if let Some(ledger) = &self.ledger {
                let number = smallest.class_number();
                let _ = write!(
                    line,
                    "  {}",
                    ledger.about(number).words(number).lines().next().unwrap_or_default()
                );
            }
            return Ok(line);
        }
        let number = smallest.class_number();
        let proved = self.ledger.as_ref().map(|ledger| ledger.about(number));
        if form == AnswerForm::Json {
            let mut object =
                ClassObject::new(garden, (&smallest, there), number, second_wins::contains(number));
            (object.rarity, object.ledger) = (rarity, proved);
            object.among_all_gardens = among_all;
            return Ok(json(&object));
        }
        Ok(page((garden, there), (&smallest, number), &ClassStanding { among_all, rarity, proved }))
    }
}

/// Facts about a class that require a search or a ledger.
struct ClassStanding {
    among_all: Option<AmongAll>,
    rarity: Option<Rarity>,
    proved: Option<LedgerObject>,
}

/// Proved outcomes of a ledger.
struct ProvedClasses {
    folder: PathBuf,
    files: LedgerFiles,
    /// Numbers of the classes that the second player wins.
    second_wins: HashSet<u64>,
}

impl ProvedClasses {
    fn open(folder: &Path) -> Result<Self, Failure> {
        let files = LedgerFiles::open(folder)?;
        if files.ledger.rows().len() == 0 {
            return Err(anyhow!("{} contains no ledger with a finished shard", folder.display()).into());
        }
        let second_wins = files.second_wins.iter().copied().collect();
        Ok(Self { folder: folder.to_owned(), files, second_wins })
    }

    fn about(&self, class: ClassNumber) -> LedgerObject {
        let ledger = &self.files.ledger;
        let is_covered = ledger.row_of(class.get()).is_some();
        let tally = ledger.tally();
        LedgerObject {
            folder: self.folder.display().to_string(),
            rules: FullBoard::Draw.to_string(),
            kind: ledger.tally().strength(),
            covers_class: is_covered,
            second_player_wins: is_covered.then(|| self.second_wins.contains(&class.get())),
            complete: ledger.is_complete(),
            gardens_by_outcome: ledger.is_complete().then(|| ByOutcome {
                win: tally.shuffles(Outcome::Win),
                draw: tally.shuffles(Outcome::Draw),
                loss: tally.shuffles(Outcome::Loss),
            }),
        }
    }
}

/// Entry of a class in a ledger.
#[derive(Serialize)]
struct LedgerObject {
    folder: String,
    rules: String,
    /// Kind of all values.
    kind: Strength,
    /// Whether the shard that contains the class is finished.
    covers_class: bool,
    /// `None` if the shard of the class is not finished.
    second_player_wins: Option<bool>,
    /// Whether all shards are finished.
    complete: bool,
    /// Counts of all gardens; `None` until the ledger is complete, since its finished part is not a random sample.
    gardens_by_outcome: Option<ByOutcome>,
}

/// Numbers of gardens by outcome for x.
#[derive(Serialize)]
struct ByOutcome {
    win: u64,
    draw: u64,
    loss: u64,
}

impl LedgerObject {
    fn words(&self, number: ClassNumber) -> String {
        let folder = &self.folder;
        let mut text = match self.second_player_wins {
            Some(true) => format!("o wins: class {} is listed (proved; {folder})", grouped(number.get())),
            Some(false) => format!("o does not win (proved; {folder})"),
            None => format!("class {} is in no finished shard of {folder}", grouped(number.get())),
        };
        if let Some(ByOutcome { win, draw, loss }) = &self.gardens_by_outcome {
            let [win, draw, loss, all] = [*win, *draw, *loss, GardenRank::COUNT].map(grouped);
            let _ = write!(
                text,
                "\n              of all {all} gardens x wins {win}, {draw} are drawn, o wins {loss} (proved)"
            );
        }
        text
    }
}

fn grouped(number: u64) -> String {
    thousands(i64::try_from(number).unwrap_or(i64::MAX))
}

/// Returns the page of a garden. `there` is the symmetry that maps it to `smallest`, the smallest garden of its class.
fn page(
    (garden, there): (&Garden, Symmetry),
    (smallest, number): (&Garden, ClassNumber),
    facts: &ClassStanding,
) -> String {
    let mut text = format!(
        "garden        {}  {}\nrank          {}\nclass         {}\nclass number  {number} of {}, counted from 0\nclass garden  {}  {}\n",
        garden.long(),
        garden.short(),
        garden.rank(),
        smallest.rank(),
        ClassNumber::COUNT,
        smallest.long(),
        smallest.short(),
    );
    let verb = if second_wins::contains(number) { "wins" } else { "does not win" };
    let _ = writeln!(
        text,
        "second player {verb} with a full board drawn, by the list of all {} such classes (proved)",
        grouped(ALL_GARDENS.classes(Outcome::Loss))
    );
    if let Some(all) = &facts.among_all {
        let _ = writeln!(text, "all gardens   {}", rarity::among_all(all));
    }
    if let Some(rarity) = &facts.rarity {
        let _ = writeln!(text, "rarity        {}", rarity::sentence(rarity));
    }
    if let Some(proved) = &facts.proved {
        let _ = writeln!(text, "ledger        {}", proved.words(number));
    }
    let ways = [
        way("From the garden to its class", there),
        way("From the class back to the garden", there.inverse()),
    ];
    let _ = write!(text, "\n{}", ways.join("\n\n"));
    text
}

fn way(title: &str, symmetry: Symmetry) -> String {
    let mut text = words::paint(words::BOLD, title);
    let _ = write!(text, "\n  board    {}", board_words(symmetry.board));
    if symmetry.tiles.exchanges_kinds() {
        text += ", plants and symbols swapped";
    }
    let plants = Plant::ALL.map(|p| format!("{} → {}", p.name(), TileFeature::of_plant(symmetry, p).name()));
    let symbols =
        Symbol::ALL.map(|s| format!("{} → {}", s.name(), TileFeature::of_symbol(symmetry, s).name()));
    let _ = write!(text, "\n  plants   {}", plants.join(", "));
    let _ = write!(text, "\n  symbols  {}", symbols.join(", "));
    let cells: Vec<String> = Cell::all().map(|cell| format!("{cell} → {}", symmetry.cell(cell))).collect();
    for (row, cells) in cells.chunks(4).enumerate() {
        let label = if row == 0 { "cells  " } else { "" };
        let _ = write!(text, "\n  {label:<7}  {}", cells.join("  "));
    }
    text
}
