//! Statistics of many gardens: counts by property, shares, and intervals of the shares.
//!
//! `okiya census`, `ledger` and `report` share these: counts become rows, and rows become text and JSON. Shares from a random
//! sample are estimates for all gardens; those of classes in order are proved for these classes, and have no interval.

use std::fmt::Write;

use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::population::GardenTally;
use hanamachi_solver::okiya::verdicts::VerdictTally;
use hanamachi_solver::okiya::{Ending, FullBoard, Outcome};
use hanamachi_solver::search::estimate::{Moments, Share};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::words;
use crate::frame::{interval, share, thousands};

/// A share or a mean, with its 95 % interval if it is an estimate.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareNumber {
    /// `None` if nothing was counted.
    pub value: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl ShareNumber {
    fn new(kind: Strength, value: Option<f64>, ends: [f64; 2]) -> Self {
        let [low, high] = ends.map(|end| (kind == Strength::Estimated).then_some(end));
        Self { value, low, high }
    }

    /// Returns the share `count / of`, with Wilson's interval.
    pub fn share(kind: Strength, count: u64, of: u64) -> Self {
        let share = Share::new(count, of);
        let interval = share.interval_95();
        Self::new(kind, share.value(), [*interval.start(), *interval.end()])
    }

    /// Returns the mean of numbers from 0 to `most`, divided by `unit`.
    pub fn mean(kind: Strength, moments: &Moments, most: u64, unit: f64) -> Self {
        #[expect(clippy::cast_precision_loss, reason = "sums are far below 2⁵³")]
        let value = (moments.n > 0).then(|| moments.sum as f64 / moments.n as f64 / unit);
        let interval = moments.interval_95_within(most);
        Self::new(kind, value, [*interval.start() / unit, *interval.end() / unit])
    }

    /// Returns the interval, if there is one.
    pub fn ends(self) -> Option<[f64; 2]> {
        self.low.zip(self.high).map(|(low, high)| [low, high])
    }

    /// Formats a share in per cent, `67.5 %`, with as many decimals as its interval supports.
    pub fn percentage(self) -> String {
        self.value.map_or("–".to_owned(), |value| format!("{} %", share(value, self.ends())))
    }

    /// Formats the interval of a share in per cent: `65.4 to 69.5`.
    pub fn interval(self) -> Option<String> {
        self.ends().map(|ends| interval(self.value.unwrap_or_default(), ends))
    }

    /// Formats a share in per cent, with its interval if there is one: `67.5 % (65.4 to 69.5)`.
    pub fn in_words(self) -> String {
        match self.interval().filter(|_| self.value.is_some()) {
            Some(interval) => format!("{} ({interval})", self.percentage()),
            None => self.percentage(),
        }
    }
}

/// Number and share of the gardens with a property, by the name of the property: a row of a report.
#[derive(Clone, Debug, Serialize)]
pub struct ShareRow {
    /// Name of the property.
    pub of: String,
    kind: Strength,
    /// Number of gardens.
    pub count: u64,
    /// Their share.
    #[serde(flatten)]
    pub number: ShareNumber,
}

impl ShareRow {
    /// Returns the row of `count` of these gardens.
    pub fn new(kind: Strength, of: impl Into<String>, count: u64, gardens: u64) -> Self {
        Self { of: of.into(), kind, count, number: ShareNumber::share(kind, count, gardens) }
    }
}

/// Number and share of the gardens with a property, by the key of the property: a row of a census.
#[derive(Clone, Debug, Serialize)]
pub struct TallyRow {
    /// Name of the property, for people.
    #[serde(skip)]
    of: String,
    #[serde(flatten)]
    property: Property,
    count: u64,
    #[serde(flatten)]
    number: ShareEstimate,
}

/// Properties by which gardens are counted. Outcomes and scores are those of x, who moves first.
#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Property {
    Outcome(&'static str),
    Score(Score),
    /// Ending under best play.
    Ending(&'static str),
    WinningOpenings(usize),
}

/// A [`ShareNumber`] with the JSON key `share`, as in a census; in reports the key is `value`.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ShareEstimate {
    /// `None` if nothing was counted.
    pub share: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

/// Returns `x wins`, `draw` or `o wins`.
pub const fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "x wins",
        Outcome::Draw => "draw",
        Outcome::Loss => "o wins",
    }
}

/// Formats a score of x for an axis: `x +3` is a win of x with three tiles left.
pub fn score_name(score: Score) -> String {
    let tiles = score.get().unsigned_abs().saturating_sub(1);
    match score.get() {
        1.. => format!("x +{tiles}"),
        0 => "draw".to_owned(),
        _ => format!("o +{tiles}"),
    }
}

/// Returns the possible outcomes under a rule, best first, the order of the tables.
pub const fn outcomes(full_board: FullBoard) -> &'static [Outcome] {
    match full_board {
        FullBoard::Draw => &[Outcome::Win, Outcome::Draw, Outcome::Loss],
        FullBoard::Last => &[Outcome::Win, Outcome::Loss],
    }
}

/// Statistics of openings: a row for each outcome, score, ending and number of winning openings.
#[derive(Clone, Debug, Serialize)]
pub struct TallyRows<Row> {
    /// Best outcome first.
    pub outcomes: Vec<Row>,
    /// Best score first.
    pub scores: Vec<Row>,
    /// How best play ends.
    pub endings: Vec<Row>,
    /// By number, from 0.
    pub winning_openings: Vec<Row>,
}

impl TallyRows<TallyRow> {
    /// Returns the rows of a tally of gardens solved under this rule.
    pub fn new(kind: Strength, full_board: FullBoard, tally: &GardenTally) -> Self {
        let gardens = tally.gardens();
        let row = |(of, property, count): (String, Property, u64)| {
            let ShareNumber { value: share, low, high } = ShareNumber::share(kind, count, gardens);
            TallyRow { of, property, count, number: ShareEstimate { share, low, high } }
        };
        let counts = tally.outcomes();
        let by_outcome = outcomes(full_board)
            .iter()
            .map(|&of| (outcome_name(of).to_owned(), Property::Outcome(of.word()), counts[of as usize]));
        let by_score = tally.scores().into_iter().rev();
        let by_score = by_score.map(|(score, count)| (score_name(score), Property::Score(score), count));
        let by_ending = Ending::ALL.into_iter().zip(tally.endings);
        let by_ending = by_ending.map(|(ending, count)| {
            (words::ending(ending).to_owned(), Property::Ending(ending.word()), count)
        });
        let by_number = (0..).zip(tally.winning_openings());
        let by_number =
            by_number.map(|(number, count)| (number.to_string(), Property::WinningOpenings(number), count));
        Self {
            outcomes: by_outcome.map(row).collect(),
            scores: by_score.map(row).collect(),
            endings: by_ending.map(row).collect(),
            winning_openings: by_number.map(row).collect(),
        }
    }

    /// Converts the rows to those of a report.
    pub fn named(&self, kind: Strength) -> TallyRows<ShareRow> {
        let row = |TallyRow { of, count, number, .. }: &TallyRow| {
            let &ShareEstimate { share: value, low, high } = number;
            ShareRow { of: of.clone(), kind, count: *count, number: ShareNumber { value, low, high } }
        };
        let named = |rows: &[TallyRow]| rows.iter().map(row).collect();
        TallyRows {
            outcomes: named(&self.outcomes),
            scores: named(&self.scores),
            endings: named(&self.endings),
            winning_openings: named(&self.winning_openings),
        }
    }
}

/// Outcomes of a group of openings, for x.
#[derive(Debug, Serialize)]
pub struct OpeningRow<Number> {
    /// Name of the group.
    pub openings: &'static str,
    /// Share of wins.
    pub win: Number,
    /// `null` in a survey under a rule without draws.
    pub draw: Option<Number>,
    /// Share of losses.
    pub loss: Number,
}

/// Formats counts of classes and gardens by outcome for x as a table, with a heading.
pub fn verdict_table(tally: &VerdictTally) -> String {
    let mut text = format!("  {:<14} {:>15} {:>22}\n", "", "classes", "gardens");
    for (outcome, name) in
        [(Outcome::Win, "x (first) wins"), (Outcome::Draw, "draw"), (Outcome::Loss, "o wins")]
    {
        let [classes, shuffles] = [tally.classes(outcome), tally.shuffles(outcome)].map(counted);
        let _ = writeln!(text, "  {name:<14} {classes:>15} {shuffles:>22}");
    }
    text
}

/// Formats a count in groups of three digits.
pub fn counted(count: u64) -> String {
    thousands(i64::try_from(count).unwrap_or(i64::MAX))
}
