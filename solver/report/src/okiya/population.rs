//! The population report: statistics of the gardens of a census file.

use hanamachi_solver::okiya::census::{Census, FileRun as _, Source};
use hanamachi_solver::okiya::population::{Combination, Feature, OpeningGroup, Population};
use hanamachi_solver::okiya::{Cell, CellSet, FullBoard, Game, Garden, Outcome};
use hanamachi_solver::search::estimate::Moments;
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::drawing;
use super::figures::{OpeningRow, ShareNumber, ShareRow, TallyRows, counted, outcome_name, score_name};
use super::finding::{self, SharedRow};
use super::words;
use crate::frame::chart::{Bar, Bars};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates, share};

/// Order of outcomes in tables, best first for x.
const OUTCOMES: [Outcome; 3] = [Outcome::Win, Outcome::Draw, Outcome::Loss];

/// `okiya.population_report/1`. Outcomes and scores are those of x, who moves first.
#[derive(Serialize)]
pub struct PopulationReport {
    /// `sample` or `classes`.
    source: &'static str,
    seed: Option<u64>,
    first: u64,
    end: u64,
    /// Number of gardens in the file.
    gardens: u64,
    /// Kind of the shares: `estimated` for all gardens from a sample, or `proved` for the gardens in the file.
    kind: Strength,
    /// The command that made the file.
    census_command: String,
    /// The program that made the file.
    census_program: String,
    #[serde(flatten)]
    rows: TallyRows<ShareRow>,
    /// Joint counts of outcome, winning openings and score, best score first.
    joint: Vec<JointRow>,
    openings: Vec<OpeningRow<ShareNumber>>,
    cells: Vec<CellRow>,
    /// Gardens in the classes of the census, by outcome; `None` for a sample.
    in_classes: Option<Vec<ShareRow>>,
    features: Vec<FeatureRow>,
    /// Properties that (nearly) all gardens won by o have and that are rare elsewhere.
    shared_by_o: Vec<SharedRow>,
    remarks: Vec<&'static str>,
    /// The first gardens that o wins.
    won_by_o: Vec<WonRow>,
    /// Total number of gardens that o wins.
    n_won_by_o: u64,
    nodes: NodesRow,
    #[serde(skip)]
    charts: [String; 2],
    #[serde(skip)]
    full_board: FullBoard,
    #[serde(skip)]
    command: String,
    #[serde(skip)]
    gardens_won_by_o: Vec<Garden>,
}

/// Number of gardens with this outcome, number of winning openings and score.
#[derive(Clone, Serialize)]
struct JointRow {
    outcome: &'static str,
    winning_openings: usize,
    score: i8,
    #[serde(flatten)]
    row: ShareRow,
}

/// Values of the openings on one cell.
#[derive(Serialize)]
struct CellRow {
    cell: String,
    kind: &'static str,
    wins: u64,
    draws: u64,
    losses: u64,
    win: ShareNumber,
    draw: ShareNumber,
    loss: ShareNumber,
}

/// Mean of a feature, for all gardens and by winner.
#[derive(Serialize)]
struct FeatureRow {
    feature: &'static str,
    meaning: &'static str,
    pairs: u64,
    all: ShareNumber,
    x_wins: ShareNumber,
    draw: ShareNumber,
    o_wins: ShareNumber,
    /// In a sample, whether the intervals for all gardens and for those won by o are disjoint.
    o_differs: Option<bool>,
}

/// A garden that o wins.
#[derive(Serialize)]
struct WonRow {
    garden: String,
    long: String,
    score: i8,
    tiles_left: u8,
}

/// Search effort of the census, in nodes.
#[derive(Serialize)]
struct NodesRow {
    total: u64,
    mean: Option<f64>,
    fewest: Option<u32>,
    most: Option<u32>,
}

impl PopulationReport {
    /// Creates the report of a counted census, which `program` wrote; `command` reproduces the report.
    pub fn new(census: &Census, program: &str, counted: &Population, command: String) -> Self {
        let source = census.span().source();
        let (kind, gardens) = (source.strength(), counted.tally.gardens());
        let in_classes: u64 = counted.in_classes.iter().sum();
        let of_classes =
            |of: Outcome| ShareRow::new(kind, outcome_name(of), counted.in_classes[of as usize], in_classes);
        let rows = TallyRows::new(kind, census.full_board(), &counted.tally).named(kind);
        let span = census.span().numbers();
        let shared_by_o = SharedRow::all(kind, counted);
        Self {
            source: source.word(),
            seed: source.seed(),
            first: span.start,
            end: span.end,
            gardens,
            kind,
            census_command: census.command(),
            census_program: program.to_owned(),
            charts: [
                bars("By how much", "per cent of gardens, by result", &rows.scores),
                bars("Winning openings", "per cent of gardens, by winning openings", &rows.winning_openings),
            ],
            rows,
            joint: counted
                .tally
                .joint
                .iter()
                .rev()
                .map(|(of, count)| JointRow::new(kind, of, count, gardens))
                .collect(),
            openings: OpeningGroup::ALL
                .into_iter()
                .zip(&counted.tally.openings)
                .map(|(group, counts)| opening_row(kind, group, counts))
                .collect(),
            cells: CellSet::BORDER
                .into_iter()
                .zip(&counted.cells)
                .map(|(cell, counts)| CellRow::new(kind, cell, counts))
                .collect(),
            in_classes: (source == Source::Classes).then(|| OUTCOMES.map(of_classes).into()),
            features: Feature::ALL
                .into_iter()
                .map(|feature| FeatureRow::new(kind, feature, counted))
                .collect(),
            remarks: finding::remarks(&shared_by_o),
            shared_by_o,
            won_by_o: counted
                .won_by_o
                .iter()
                .map(|(garden, score)| WonRow::new(garden, score.get()))
                .collect(),
            n_won_by_o: counted.tally.outcomes()[Outcome::Loss as usize],
            gardens_won_by_o: counted.won_by_o.iter().map(|(garden, _)| *garden).collect(),
            nodes: NodesRow::new(counted),
            full_board: census.full_board(),
            command,
        }
    }
}

impl JointRow {
    fn new(kind: Strength, of: Combination, count: u64, gardens: u64) -> Self {
        let winning_openings = of.winning_openings();
        let openings = words::count(winning_openings, "winning opening");
        let row = ShareRow::new(kind, format!("{}, {openings}", score_name(of.score())), count, gardens);
        Self { outcome: of.outcome().word(), winning_openings, score: of.score().get(), row }
    }
}

fn opening_row(kind: Strength, group: OpeningGroup, counts: &[Moments; 3]) -> OpeningRow<ShareNumber> {
    let size = group.size();
    let of = |outcome: Outcome| ShareNumber::mean(kind, &counts[outcome as usize], size.into(), size.into());
    let [win, draw, loss] = OUTCOMES.map(of);
    OpeningRow { openings: group.word(), win, draw: Some(draw), loss }
}

impl CellRow {
    fn new(kind: Strength, cell: Cell, counts: &[u64; 3]) -> Self {
        let of = |outcome: Outcome| ShareNumber::share(kind, counts[outcome as usize], counts.iter().sum());
        Self {
            cell: cell.to_string(),
            kind: if cell.is_corner() { "corner" } else { "edge" },
            wins: counts[Outcome::Win as usize],
            draws: counts[Outcome::Draw as usize],
            losses: counts[Outcome::Loss as usize],
            win: of(Outcome::Win),
            draw: of(Outcome::Draw),
            loss: of(Outcome::Loss),
        }
    }
}

impl FeatureRow {
    fn new(kind: Strength, feature: Feature, counted: &Population) -> Self {
        let of = |outcomes: &[Outcome]| {
            ShareNumber::mean(kind, &counted.feature(feature, outcomes), feature.pairs(), 1.0)
        };
        let [all, x_wins, draw, o_wins] =
            [&OUTCOMES[..], &OUTCOMES[..1], &OUTCOMES[1..2], &OUTCOMES[2..]].map(of);
        let ends = all.ends().zip(o_wins.ends());
        let apart = ends.map(|([low, high], [o_low, o_high])| o_low > high || o_high < low);
        Self {
            feature: feature.word(),
            meaning: feature.meaning(),
            pairs: feature.pairs(),
            all,
            x_wins,
            draw,
            o_wins,
            o_differs: apart.filter(|_| o_wins.value.is_some()),
        }
    }
}

impl WonRow {
    fn new(garden: &Garden, score: i8) -> Self {
        Self {
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            score,
            tiles_left: score.unsigned_abs().saturating_sub(1),
        }
    }
}

impl NodesRow {
    fn new(counted: &Population) -> Self {
        let (total, gardens) = (counted.tally.nodes, counted.tally.gardens());
        #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
        let mean = (gardens > 0).then(|| total as f64 / gardens as f64);
        Self { total, mean, fewest: counted.fewest_nodes, most: counted.most_nodes }
    }
}

/// Draws a bar chart of shares, in per cent.
pub(super) fn bars(title: &str, axis: &str, rows: &[ShareRow]) -> String {
    let most = rows.iter().max_by(|one, other| one.count.cmp(&other.count));
    let finding = most.map(|row| format!(": most often {}, {}", row.of, row.number.in_words()));
    let bar = |row: &ShareRow| Bar {
        name: row.of.clone(),
        value: row.number.value.unwrap_or(0.0),
        interval: row.number.ends(),
    };
    let bars = Bars {
        title: format!("{title}{}", finding.unwrap_or_default()),
        axis: axis.to_owned(),
        shown: rows.iter().map(bar).collect(),
        label: |bar| share(bar.value, bar.interval),
    };
    bars.svg()
}

impl Report for PopulationReport {
    const SCHEMA: &'static str = "okiya.population_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/population.html"),
        markdown: include_str!("templates/population.md"),
        parts: super::parts::PARTS,
    };

    fn facts(&self) -> Facts {
        let share = |row: &ShareRow| format!("{} {}", row.of, row.number.in_words());
        let found: Vec<String> = self.rows.outcomes.iter().filter(|row| row.count > 0).map(share).collect();
        let (what, known, standing) = match self.kind {
            Strength::Estimated => (
                if self.gardens == 1 { "random garden" } else { "random gardens" },
                "estimated, with 95 % intervals",
                "Each garden of the file was solved exactly. Shares and means are estimates for all gardens, with 95 % intervals \
                 (Wilson's for shares of gardens): 95 % of such intervals contain the true number. Openings of one garden depend on one \
                 another, so their shares come from the counts per garden.",
            ),
            _ => (
                if self.gardens == 1 { "class of gardens" } else { "classes of gardens" },
                "proved for these classes",
                "Each garden of the file is the smallest of its class, and was solved exactly; counts and shares are proved for the \
                 classes in the file and say nothing of others. Where gardens are counted instead, each class counts as often as it \
                 has gardens.",
            ),
        };
        Facts {
            title: format!("Okiya: {} {what}", counted(self.gardens)),
            summary: if found.is_empty() {
                "The file holds no garden.".to_owned()
            } else {
                format!("{}: {known}.", found.join(", "))
            },
            rules_in_words: words::rules_in_words(self.full_board).to_owned(),
            rules: self.full_board.to_string(),
            command: self.command.clone(),
            strengths: match self.kind {
                Strength::Estimated => vec![Strength::Proved, Strength::Estimated],
                _ => vec![Strength::Proved],
            },
            standing: vec![
                standing.to_owned(),
                format!("The file was made by {}: {} -o FILE.", self.census_program, self.census_command),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let mut sheet = Sheet::new("table row of count value low_95 high_95 kind");
        let mut write = |table: &str, row: &str, of: &str, count: Option<u64>, number: ShareNumber| {
            let ShareNumber { value, low, high } = number;
            sheet.row((table, row, of, count, value, low, high, self.kind));
        };
        let empty = Vec::new();
        for (table, rows) in [
            ("outcome", &self.rows.outcomes),
            ("score", &self.rows.scores),
            ("ending", &self.rows.endings),
            ("winning_openings", &self.rows.winning_openings),
            ("gardens_in_classes", self.in_classes.as_ref().unwrap_or(&empty)),
        ] {
            for row in rows {
                // The spelling of endings in every other output.
                let of = if table == "ending" { row.of.replace(' ', "_") } else { row.of.clone() };
                write(table, &of, "gardens", Some(row.count), row.number);
            }
        }
        for JointRow { row, .. } in &self.joint {
            write("joint", &row.of, "gardens", Some(row.count), row.number);
        }
        for row in &self.openings {
            for (of, number) in [("win", Some(row.win)), ("draw", row.draw), ("loss", Some(row.loss))] {
                if let Some(number) = number {
                    write("openings", row.openings, of, None, number);
                }
            }
        }
        for row in &self.cells {
            for (of, count, number) in
                [("win", row.wins, row.win), ("draw", row.draws, row.draw), ("loss", row.losses, row.loss)]
            {
                write("cell", &row.cell, of, Some(count), number);
            }
        }
        for row in &self.features {
            for (of, number) in
                [("all", row.all), ("x_wins", row.x_wins), ("draw", row.draw), ("o_wins", row.o_wins)]
            {
                write("feature", row.feature, of, None, number);
            }
        }
        for row in &self.shared_by_o {
            let of = format!("shared by all that o wins: {}", row.pairs);
            write("feature_value", row.feature, &of, Some(row.gardens), row.share);
        }
        super::parts::with_origin(sheet, self.full_board)
    }

    fn drawings(&self) -> Drawings {
        let [scores, winning] = &self.charts;
        let shares = self
            .cells
            .iter()
            .map(|row| [row.win, row.draw, row.loss].map(|number| number.value.unwrap_or(0.0)));
        let mut drawings = Drawings::default()
            .with("scores", scores.clone())
            .with("winning", winning.clone())
            .with("cells", drawing::cell_map(&shares.collect::<Vec<_>>()));
        for (index, garden) in self.gardens_won_by_o.iter().take(DRAWN).enumerate() {
            drawings = drawings.with(
                format!("won-{index}"),
                drawing::board(&Game::new(*garden), 0, &format!("A garden that o wins: {}", garden.long())),
            );
        }
        drawings
    }
}

/// Maximum number of gardens won by o that are drawn; the others are listed.
const DRAWN: usize = 4;
