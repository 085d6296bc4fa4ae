//! The report of the solved game: the outcomes of all gardens, from the ledger of the census.

use hanamachi_solver::okiya::verdicts::{Ledger, LedgerRow, VerdictTally};
use hanamachi_solver::okiya::{ClassNumber, FullBoard, GardenRank, Outcome};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::figures::{ShareRow, counted};
use super::population::bars;
use super::structure::{StructureRows, one_in};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates};

/// Maximum number of stretches of classes that the page compares.
const STRETCHES: usize = 20;

/// `okiya.solved_report/1`. Outcomes are those of x, who moves first.
#[derive(Serialize)]
pub struct SolvedReport {
    kind: Strength,
    shards: u64,
    /// Whether the ledger is complete; otherwise the counts cover its first classes only.
    complete: bool,
    classes_in_all: u64,
    gardens_in_all: u64,
    classes: Vec<ShareRow>,
    gardens: Vec<ShareRow>,
    /// Gardens by outcome if the last token wins on a full board.
    gardens_full_last: Vec<ShareRow>,
    /// Gardens that x wins, by stretch of shards.
    stretches: Vec<Stretch>,
    /// Structure of gardens by winner, if requested.
    structure: Option<StructureRows>,
    nodes: u64,
    folder: String,
    #[serde(skip)]
    charts: [String; 2],
    #[serde(skip)]
    command: String,
}

/// Consecutive shards.
#[derive(Serialize)]
struct Stretch {
    first_class: u64,
    /// Smallest garden of the first class.
    first_garden: String,
    x_wins: ShareRow,
    o_wins: u64,
}

impl SolvedReport {
    /// Creates the report of a ledger in `folder`; `command` reproduces it.
    pub fn new(ledger: &Ledger, structure: Option<StructureRows>, folder: String, command: String) -> Self {
        let tally = ledger.tally();
        let [lost, drawn, won] = [Outcome::Loss, Outcome::Draw, Outcome::Win];
        let rows = |count: &dyn Fn(Outcome) -> u64, all: u64| {
            [(won, "x wins"), (drawn, "draw"), (lost, "o wins")]
                .map(|(outcome, of)| ShareRow::new(Strength::Proved, of, count(outcome), all))
                .into()
        };
        let gardens: Vec<ShareRow> = rows(&|outcome| tally.shuffles(outcome), tally.all_shuffles());
        let by_last_token =
            [("x wins", tally.shuffles(won)), ("o wins", tally.shuffles(lost) + tally.shuffles(drawn))];
        let gardens_full_last = by_last_token
            .map(|(of, count)| ShareRow::new(Strength::Proved, of, count, tally.all_shuffles()))
            .into();
        let stretches = Stretch::all(ledger);
        let shown: Vec<ShareRow> = stretches.iter().map(|stretch| stretch.x_wins.clone()).collect();
        Self {
            kind: Strength::Proved,
            shards: ledger.finished_shards(),
            complete: ledger.is_complete(),
            classes_in_all: ClassNumber::COUNT,
            gardens_in_all: GardenRank::COUNT,
            classes: rows(&|outcome| tally.classes(outcome), tally.all_classes()),
            charts: [
                bars("Outcomes of all gardens", "per cent of gardens", &gardens),
                bars("Gardens that x wins, by stretch", "per cent of the gardens of a stretch", &shown),
            ],
            gardens,
            gardens_full_last,
            stretches,
            structure,
            nodes: tally.nodes,
            folder,
            command,
        }
    }

    /// Returns the headline: the number of gardens by outcome.
    fn headline(&self) -> String {
        let [won, drawn, lost] = &self.gardens[..] else { return String::new() };
        format!(
            "x, who moves first, wins {} gardens ({}), {} ({}) are drawn, and o wins {}{}",
            counted(won.count),
            won.number.in_words(),
            counted(drawn.count),
            drawn.number.in_words(),
            counted(lost.count),
            match lost.count {
                0 => String::new(),
                gardens => format!(", {}", one_in(gardens, tally_in_all(self))),
            }
        )
    }
}

fn tally_in_all(report: &SolvedReport) -> u64 {
    report.gardens.iter().map(|row| row.count).sum()
}

impl Stretch {
    /// Splits the ledger into at most [`STRETCHES`] stretches with equally many shards; the last may have fewer.
    fn all(ledger: &Ledger) -> Vec<Self> {
        let rows: Vec<_> = ledger.rows().collect();
        let length = rows.len().div_ceil(STRETCHES).max(1);
        let stretch = |part: &[&LedgerRow]| {
            let first_class = part.first().map_or(0, |row| row.first_class);
            let mut tally = VerdictTally::default();
            for row in part {
                tally += row.tally;
            }
            let garden = ClassNumber::new(first_class).map(|class| class.garden().short().to_string());
            let first_garden = garden.unwrap_or_default();
            let name = format!("from {}", first_garden.get(..9).unwrap_or_default());
            Self {
                first_class,
                x_wins: ShareRow::new(
                    Strength::Proved,
                    name,
                    tally.shuffles(Outcome::Win),
                    tally.all_shuffles(),
                ),
                o_wins: tally.shuffles(Outcome::Loss),
                first_garden,
            }
        };
        rows.chunks(length).map(stretch).collect()
    }
}

impl Report for SolvedReport {
    const SCHEMA: &'static str = "okiya.solved_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/solved.html"),
        markdown: include_str!("templates/solved.md"),
        parts: super::parts::PARTS,
    };

    fn facts(&self) -> Facts {
        let title = if self.complete { "Okiya, solved" } else { "Okiya: the census so far" };
        let rest = if self.complete {
            ": proved.".to_owned()
        } else {
            format!(
                ": proved for the {} of 2,270 shards that are finished. They are no sample of the others.",
                counted(self.shards)
            )
        };
        Facts {
            title: title.to_owned(),
            summary: format!("With best play {}{rest}", self.headline()),
            rules_in_words: super::words::rules_in_words(FullBoard::Draw).to_owned(),
            rules: FullBoard::Draw.to_string(),
            command: self.command.clone(),
            strengths: match self.structure {
                Some(_) => vec![Strength::Proved, Strength::Estimated],
                None => vec![Strength::Proved],
            },
            standing: vec![
                "Every class of gardens was solved by search to the end. Counts and shares are exact."
                    .to_owned(),
                format!(
                    "`hanamachi table verify {}/ledger.csv --shards 1` solves a shard again, compares counts, hash and list, and solves \
                     a sample by plain alpha-beta: about a minute.",
                    self.folder
                ),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("table row count share kind");
        let mut write =
            |table: &str, row: &ShareRow| sheet.row((table, &row.of, row.count, row.number.value, self.kind));
        for (table, rows) in [
            ("classes", &self.classes),
            ("gardens", &self.gardens),
            ("gardens_full_last", &self.gardens_full_last),
        ] {
            for row in rows {
                write(table, row);
            }
        }
        for stretch in &self.stretches {
            write("x_wins_by_stretch", &stretch.x_wins);
        }
        if let Some(structure) = &self.structure {
            structure.write(&mut sheet);
        }
        super::parts::with_origin(sheet, FullBoard::Draw)
    }

    fn drawings(&self) -> Drawings {
        let [outcomes, stretches] = &self.charts;
        let drawings =
            Drawings::default().with("outcomes", outcomes.clone()).with("stretches", stretches.clone());
        match &self.structure {
            Some(structure) => structure.draw(drawings),
            None => drawings,
        }
    }
}
