//! The population report: what the gardens of a census file have in common.

use hanamachi_solver::okiya::census::{Census, Source};
use hanamachi_solver::okiya::population::{Combination, Feature, Population};
use hanamachi_solver::okiya::survey::OpeningGroup;
use hanamachi_solver::okiya::{Cell, CellSet, Ending, FullBoard, Game, Garden, Outcome};
use hanamachi_solver::search::estimate::{Moments, Share};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::drawing;
use super::finding::{self, SharedRow};
use crate::okiya::words;
use crate::report::chart::{Bar, Bars};
use crate::report::{Drawings, Facts, Report, Sheet, Templates, interval, share, thousands};

/// `okiya.population_report/1`. Outcomes and scores are those of x, who moves first.
#[derive(Serialize)]
pub(super) struct PopulationReport {
    /// `sample` or `classes`.
    source: &'static str,
    seed: Option<u64>,
    first: u64,
    end: u64,
    /// How many gardens are in the file.
    gardens: u64,
    /// What the shares are: `estimated` shares of all gardens from a sample, or `proved` shares of the gardens in the file.
    kind: Strength,
    /// The command that made the file.
    census_command: String,
    /// The program that made the file.
    census_program: String,
    outcomes: Vec<ShareRow>,
    scores: Vec<ShareRow>,
    endings: Vec<ShareRow>,
    winning_openings: Vec<ShareRow>,
    /// Outcome, winning openings and score together, best score first.
    joint: Vec<JointRow>,
    openings: Vec<OpeningRow>,
    cells: Vec<CellRow>,
    /// Of a census of classes, all the gardens that are in them.
    in_classes: Option<Vec<ShareRow>>,
    features: Vec<FeatureRow>,
    /// What all gardens that o wins have in common, and few others.
    shared_by_o: Vec<SharedRow>,
    remarks: Vec<&'static str>,
    /// The first of those that o wins.
    won_by_o: Vec<WonRow>,
    /// How many there are in all.
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

/// How many gardens have a property, and which share of all of them.
#[derive(Clone, Serialize)]
struct ShareRow {
    of: String,
    count: u64,
    kind: Strength,
    #[serde(flatten)]
    number: Number,
}

/// How many gardens have this outcome, this number of winning openings and this score.
#[derive(Clone, Serialize)]
struct JointRow {
    outcome: &'static str,
    winning_openings: usize,
    score: i8,
    #[serde(flatten)]
    row: ShareRow,
}

/// A share or a mean; of a sample with its 95 % interval.
#[derive(Clone, Copy, Serialize)]
pub(super) struct Number {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// What the openings of a group are worth.
#[derive(Serialize)]
struct OpeningRow {
    openings: &'static str,
    win: Number,
    draw: Number,
    loss: Number,
}

/// What the openings on one cell are worth.
#[derive(Serialize)]
struct CellRow {
    cell: String,
    kind: &'static str,
    wins: u64,
    draws: u64,
    losses: u64,
    win: Number,
    draw: Number,
    loss: Number,
}

/// The mean of a feature, for all gardens and by who wins.
#[derive(Serialize)]
struct FeatureRow {
    feature: &'static str,
    meaning: &'static str,
    pairs: u64,
    all: Number,
    x_wins: Number,
    draw: Number,
    o_wins: Number,
    /// Of a sample: whether the intervals of all gardens and of those won by o do not meet.
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

/// The work that the file took.
#[derive(Serialize)]
struct NodesRow {
    total: u64,
    mean: Option<f64>,
    fewest: Option<u32>,
    most: Option<u32>,
}

/// What the file lets one say of gardens that are not in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// Random gardens: shares of all gardens can be estimated.
    Sample,
    /// Classes in order: what is counted holds for them.
    Classes,
}

impl Number {
    /// The interval, where it has one.
    fn ends(self) -> Option<[f64; 2]> {
        self.low.zip(self.high).map(|(low, high)| [low, high])
    }

    /// A share in per cent, with its interval where it has one: `67.5 % (65.4 to 69.5)`.
    pub(super) fn in_words(self) -> String {
        let Some(value) = self.value else { return "–".to_owned() };
        let within = self.ends().map(|ends| format!(" ({})", interval(value, ends)));
        format!("{} %{}", share(value, self.ends()), within.unwrap_or_default())
    }
}

/// A count in groups of three digits.
pub(super) fn counted(count: u64) -> String {
    thousands(i64::try_from(count).unwrap_or(i64::MAX))
}

impl Standing {
    /// So many of what the file holds.
    pub(super) fn things(self, count: u64) -> String {
        let thing = match (self, count) {
            (Self::Sample, 1) => "garden",
            (Self::Sample, _) => "gardens",
            (Self::Classes, 1) => "class",
            (Self::Classes, _) => "classes",
        };
        format!("{} {thing}", counted(count))
    }

    /// How strong the shares are.
    const fn strength(self) -> Strength {
        match self {
            Self::Sample => Strength::Estimated,
            Self::Classes => Strength::Proved,
        }
    }

    pub(super) fn share(self, count: u64, of: u64) -> Number {
        let share = Share::new(count, of);
        let interval = share.interval_95();
        let [low, high] = self.interval([*interval.start(), *interval.end()]);
        Number { value: share.value(), low, high }
    }

    /// The mean of numbers from 0 to `most`, in units of `unit`.
    fn mean(self, moments: &Moments, most: u64, unit: f64) -> Number {
        #[expect(clippy::cast_precision_loss, reason = "sums are far below 2⁵³")]
        let value = (moments.n > 0).then(|| moments.sum as f64 / moments.n as f64 / unit);
        let interval = moments.interval_95_within(most);
        let [low, high] = self.interval([*interval.start() / unit, *interval.end() / unit]);
        Number { value, low, high }
    }

    fn interval(self, ends: [f64; 2]) -> [Option<f64>; 2] {
        ends.map(|end| (self == Self::Sample).then_some(end))
    }

    fn row(self, of: impl Into<String>, count: u64, gardens: u64) -> ShareRow {
        ShareRow { of: of.into(), count, kind: self.strength(), number: self.share(count, gardens) }
    }
}

/// Loss, draw and win of x as rows name them, best first for x.
const OUTCOMES: [(Outcome, &str); 3] =
    [(Outcome::Win, "x wins"), (Outcome::Draw, "draw"), (Outcome::Loss, "o wins")];

impl PopulationReport {
    /// The report of a counted census, which `program` made; `command` makes the report again.
    pub(super) fn new(census: &Census, program: &str, counted: &Population, command: String) -> Self {
        let (standing, seed) = match census.span().source() {
            Source::Sample { seed } => (Standing::Sample, Some(seed)),
            Source::Classes => (Standing::Classes, None),
        };
        let (gardens, tally) = (counted.gardens, &counted.tally);
        let row = |of: String, count: u64| standing.row(of, count, gardens);
        let in_classes: u64 = counted.in_classes.iter().sum();
        let scores = tally.scores.iter().rev().map(|(score, &count)| row(score_in_words(score.get()), count));
        let scores: Vec<ShareRow> = scores.collect();
        let winning = (0..)
            .zip(tally.winning_openings)
            .map(|(number, count): (usize, _)| row(number.to_string(), count));
        let winning: Vec<ShareRow> = winning.collect();
        let span = census.span().numbers();
        let shared_by_o = SharedRow::all(standing, counted);
        Self {
            source: census.span().source().word(),
            seed,
            first: span.start,
            end: span.end,
            gardens,
            kind: standing.strength(),
            census_command: census.command(),
            census_program: program.to_owned(),
            outcomes: OUTCOMES
                .iter()
                .filter(|(outcome, _)| census.full_board() == FullBoard::Draw || *outcome != Outcome::Draw)
                .map(|&(outcome, of)| row(of.to_owned(), tally.outcomes[outcome as usize]))
                .collect(),
            charts: [
                bars("By how much", "per cent of gardens, by result", &scores),
                bars("Winning openings", "per cent of gardens, by winning openings", &winning),
            ],
            scores,
            endings: Ending::ALL
                .into_iter()
                .zip(tally.endings)
                .map(|(ending, count)| row(words::ending(ending).to_owned(), count))
                .collect(),
            winning_openings: winning,
            joint: counted
                .joint
                .iter()
                .rev()
                .map(|(of, count)| JointRow::new(standing, of, count, gardens))
                .collect(),
            openings: OpeningGroup::ALL
                .into_iter()
                .zip(&tally.openings)
                .map(|(group, counts)| OpeningRow::new(standing, group, counts))
                .collect(),
            cells: CellSet::BORDER
                .into_iter()
                .zip(&counted.cells)
                .map(|(cell, counts)| CellRow::new(standing, cell, counts))
                .collect(),
            in_classes: (standing == Standing::Classes).then(|| {
                let row = |&(outcome, of): &(Outcome, &str)| {
                    standing.row(of, counted.in_classes[outcome as usize], in_classes)
                };
                OUTCOMES.iter().map(row).collect()
            }),
            features: Feature::ALL
                .into_iter()
                .map(|feature| FeatureRow::new(standing, feature, counted))
                .collect(),
            remarks: finding::remarks(&shared_by_o),
            shared_by_o,
            won_by_o: counted
                .won_by_o
                .iter()
                .map(|(garden, score)| WonRow::new(garden, score.get()))
                .collect(),
            n_won_by_o: counted.tally.outcomes[Outcome::Loss as usize],
            gardens_won_by_o: counted.won_by_o.iter().map(|(garden, _)| *garden).collect(),
            nodes: NodesRow::new(counted),
            full_board: census.full_board(),
            command,
        }
    }
}

impl JointRow {
    fn new(standing: Standing, of: Combination, count: u64, gardens: u64) -> Self {
        let (winning_openings, score) = (of.winning_openings(), of.score().get());
        let openings = words::count(winning_openings, "winning opening");
        let row = standing.row(format!("{}, {openings}", score_in_words(score)), count, gardens);
        Self { outcome: of.outcome().word(), winning_openings, score, row }
    }
}

impl OpeningRow {
    fn new(standing: Standing, group: OpeningGroup, counts: &[Moments; 3]) -> Self {
        let size = group.size();
        let of = |outcome: Outcome| standing.mean(&counts[outcome as usize], size.into(), size.into());
        Self {
            openings: group.word(),
            win: of(Outcome::Win),
            draw: of(Outcome::Draw),
            loss: of(Outcome::Loss),
        }
    }
}

impl CellRow {
    fn new(standing: Standing, cell: Cell, counts: &[u64; 3]) -> Self {
        let of = |outcome: Outcome| standing.share(counts[outcome as usize], counts.iter().sum());
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
    fn new(standing: Standing, feature: Feature, counted: &Population) -> Self {
        let mean = |moments: &Moments| standing.mean(moments, feature.pairs(), 1.0);
        let of = |outcome: Outcome| mean(&counted.features[outcome as usize][feature as usize]);
        let (all, o_wins) = (mean(&counted.feature(feature)), of(Outcome::Loss));
        let apart = match (all.low, all.high, o_wins.low, o_wins.high) {
            (Some(low), Some(high), Some(o_low), Some(o_high)) => Some(o_low > high || o_high < low),
            _ => None,
        };
        Self {
            feature: feature.word(),
            meaning: feature.meaning(),
            pairs: feature.pairs(),
            all,
            x_wins: of(Outcome::Win),
            draw: of(Outcome::Draw),
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
        let nodes = &counted.nodes;
        #[expect(clippy::cast_precision_loss, reason = "a mean for people")]
        let mean = (counted.gardens > 0).then(|| nodes.total as f64 / counted.gardens as f64);
        Self { total: nodes.total, mean, fewest: nodes.fewest, most: nodes.most }
    }
}

/// x's score, short enough for an axis.
fn score_in_words(score: i8) -> String {
    let tiles = score.unsigned_abs().saturating_sub(1);
    match score {
        1.. => format!("x +{tiles}"),
        0 => "draw".to_owned(),
        _ => format!("o +{tiles}"),
    }
}

/// The chart of some shares, in per cent.
fn bars(title: &str, axis: &str, rows: &[ShareRow]) -> String {
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
        parts: super::PARTS,
    };

    fn facts(&self) -> Facts {
        let share = |row: &ShareRow| format!("{} {}", row.of, row.number.in_words());
        let found: Vec<String> = self.outcomes.iter().filter(|row| row.count > 0).map(share).collect();
        let (what, known, standing) = match self.kind {
            Strength::Estimated => (
                if self.gardens == 1 { "random garden" } else { "random gardens" },
                "estimated, with 95 % intervals",
                "Each garden of the file was solved exactly. Shares and means are estimates for all gardens, with 95 % intervals \
                 (Wilson's for shares of gardens): so many of them would hold the true number. Openings of one garden depend on one \
                 another, so their shares come from the number a garden.",
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
        let mut sheet = Sheet::new(&["table", "row", "of", "count", "value", "low_95", "high_95", "kind"]);
        let text = |value: Option<f64>| value.map(|value| value.to_string()).unwrap_or_default();
        let mut write = |table: &str, row: &str, of: &str, count: Option<u64>, number: Number| {
            let kind = self.kind.word().to_owned();
            let count = count.map(|count| count.to_string()).unwrap_or_default();
            let Number { value, low, high } = number;
            sheet.row([
                table.to_owned(),
                row.to_owned(),
                of.to_owned(),
                count,
                text(value),
                text(low),
                text(high),
                kind,
            ]);
        };
        let empty = Vec::new();
        for (table, rows) in [
            ("outcome", &self.outcomes),
            ("score", &self.scores),
            ("ending", &self.endings),
            ("winning_openings", &self.winning_openings),
            ("gardens_in_classes", self.in_classes.as_ref().unwrap_or(&empty)),
        ] {
            for row in rows {
                // As every other output names an ending.
                let of = if table == "ending" { row.of.replace(' ', "_") } else { row.of.clone() };
                write(table, &of, "gardens", Some(row.count), row.number);
            }
        }
        for JointRow { row, .. } in &self.joint {
            write("joint", &row.of, "gardens", Some(row.count), row.number);
        }
        for row in &self.openings {
            for (of, number) in [("win", row.win), ("draw", row.draw), ("loss", row.loss)] {
                write("openings", row.openings, of, None, number);
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
        super::with_origin(sheet, self.full_board)
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

/// How many of the gardens won by o are drawn; the others are listed.
const DRAWN: usize = 4;
