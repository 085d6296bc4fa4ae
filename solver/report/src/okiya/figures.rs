//! Statistics of many gardens: counts by property, shares, and intervals of the shares.
//!
//! `okiya census`, `ledger` and `report` share these: counts become rows, and rows become text and JSON.

use std::fmt::Write;

use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::census::Source;
use hanamachi_solver::okiya::population::GardenTally;
use hanamachi_solver::okiya::verdicts::VerdictTally;
use hanamachi_solver::okiya::{Ending, FullBoard, Outcome};
use hanamachi_solver::search::estimate::{Moments, Share};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::words;
use crate::frame::{interval, share, thousands};

/// A share or a mean, with its 95 % interval if it comes from a sample.
#[derive(Clone, Copy, Debug, serde::Serialize)]
pub struct ShareNumber {
    /// `None` if nothing was counted.
    pub value: Option<f64>,
    /// Lower end of the interval.
    pub low: Option<f64>,
    /// Upper end of the interval.
    pub high: Option<f64>,
}

impl ShareNumber {
    fn entries<M: SerializeMap>(self, value: &'static str, map: &mut M) -> Result<(), M::Error> {
        map.serialize_entry(value, &self.value)?;
        map.serialize_entry("low", &self.low)?;
        map.serialize_entry("high", &self.high)
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

/// A [`ShareNumber`] with the JSON key `share`, as in a census; in reports the key is `value`.
#[derive(Clone, Copy, Debug)]
pub struct ShareEstimate(pub ShareNumber);

impl Serialize for ShareEstimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        self.0.entries("share", &mut map)?;
        map.end()
    }
}

/// Scope of the counts: whether they say something about other gardens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountScope {
    /// Random gardens: shares of all gardens can be estimated.
    Sample,
    /// Classes in order: counts hold for exactly these classes.
    Classes,
}

impl CountScope {
    /// Returns the scope for the gardens of a source.
    pub const fn from_source(source: Source) -> Self {
        match source {
            Source::Sample { .. } => Self::Sample,
            Source::Classes => Self::Classes,
        }
    }

    /// Formats a number of items: `12 gardens`, `1 class`.
    pub fn things(self, count: u64) -> String {
        let thing = match (self, count) {
            (Self::Sample, 1) => "garden",
            (Self::Sample, _) => "gardens",
            (Self::Classes, 1) => "class",
            (Self::Classes, _) => "classes",
        };
        format!("{} {thing}", counted(count))
    }

    /// Returns the kind of the shares.
    pub const fn strength(self) -> Strength {
        match self {
            Self::Sample => Strength::Estimated,
            Self::Classes => Strength::Proved,
        }
    }

    /// Returns the share `count / of`, with Wilson's interval if it is an estimate.
    pub fn share(self, count: u64, of: u64) -> ShareNumber {
        let share = Share::new(count, of);
        let interval = share.interval_95();
        let [low, high] = self.interval([*interval.start(), *interval.end()]);
        ShareNumber { value: share.value(), low, high }
    }

    /// Returns the mean of numbers from 0 to `most`, divided by `unit`.
    pub fn mean(self, moments: &Moments, most: u64, unit: f64) -> ShareNumber {
        #[expect(clippy::cast_precision_loss, reason = "sums are far below 2⁵³")]
        let value = (moments.n > 0).then(|| moments.sum as f64 / moments.n as f64 / unit);
        let interval = moments.interval_95_within(most);
        let [low, high] = self.interval([*interval.start() / unit, *interval.end() / unit]);
        ShareNumber { value, low, high }
    }

    fn interval(self, ends: [f64; 2]) -> [Option<f64>; 2] {
        ends.map(|end| (self == Self::Sample).then_some(end))
    }

    /// Returns the row of a count of gardens, with its name.
    pub fn row(self, of: impl Into<String>, count: u64, gardens: u64) -> ShareRow {
        let (kind, number) = (self.strength(), self.share(count, gardens));
        ShareRow { property: None, of: of.into(), count, kind, number }
    }
}

/// Properties by which gardens are counted. Outcomes and scores are those of x, who moves first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Property {
    Outcome(Outcome),
    Score(Score),
    /// Ending under best play.
    Ending(Ending),
    WinningOpenings(usize),
}

impl Property {
    fn name(self) -> String {
        match self {
            Self::Outcome(outcome) => outcome_name(outcome).to_owned(),
            Self::Score(score) => score_name(score),
            Self::Ending(ending) => words::ending(ending).to_owned(),
            Self::WinningOpenings(number) => number.to_string(),
        }
    }
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

/// Number and share of the gardens with a property.
#[derive(Clone, Debug)]
pub struct ShareRow {
    /// Name of the property, if JSON has a key for it.
    property: Option<Property>,
    /// Name of the property, for people.
    pub of: String,
    /// Number of gardens.
    pub count: u64,
    kind: Strength,
    /// Their share.
    pub number: ShareNumber,
}

impl ShareRow {
    /// Returns the share; `None` if nothing was counted.
    pub const fn value(&self) -> Option<f64> {
        self.number.value
    }

    /// Formats the share in per cent, with its interval if there is one.
    pub fn percentage(&self) -> String {
        self.number.in_words()
    }

    /// Returns the full name: `4: x wins with 3 tiles left`.
    pub fn long_name(&self) -> String {
        let Some(Property::Score(score)) = self.property else { return self.of.clone() };
        let result = outcome_name(Outcome::of_score(score));
        match score.get().unsigned_abs() {
            0 => format!("0: {result}"),
            above => {
                let left = words::count(usize::from(above - 1), "tile");
                format!("{}: {result} with {left} left", score.get())
            }
        }
    }

    /// Converts to the form of reports, which has the name only.
    fn named(self) -> Self {
        Self { property: None, ..self }
    }
}

impl Serialize for ShareRow {
    /// Writes `{of, count, kind, value, low, high}`, or with the key of the property, such as
    /// `{outcome, count, share, low, high}`.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.property {
            None => {
                map.serialize_entry("of", &self.of)?;
                map.serialize_entry("kind", &self.kind)?;
            }
            Some(Property::Outcome(outcome)) => map.serialize_entry("outcome", outcome.word())?,
            Some(Property::Score(score)) => map.serialize_entry("score", &score.get())?,
            Some(Property::Ending(ending)) => map.serialize_entry("ending", ending.word())?,
            Some(Property::WinningOpenings(number)) => map.serialize_entry("winning_openings", &number)?,
        }
        map.serialize_entry("count", &self.count)?;
        self.number.entries(if self.property.is_none() { "value" } else { "share" }, &mut map)?;
        map.end()
    }
}

/// Statistics of openings: a row for each outcome, score, ending and number of winning openings.
#[derive(Clone, Debug, serde::Serialize)]
pub struct TallyRows {
    /// Best outcome first.
    pub outcomes: Vec<ShareRow>,
    /// Best score first.
    pub scores: Vec<ShareRow>,
    /// How best play ends.
    pub endings: Vec<ShareRow>,
    /// By number, from 0.
    pub winning_openings: Vec<ShareRow>,
}

impl TallyRows {
    /// Returns the rows of a tally of gardens solved under this rule.
    pub fn new(standing: CountScope, full_board: FullBoard, tally: &GardenTally) -> Self {
        let gardens = tally.gardens();
        let row = |(property, count): (Property, u64)| ShareRow {
            property: Some(property),
            ..standing.row(property.name(), count, gardens)
        };
        let by_outcome = tally.outcomes();
        let by_outcome =
            outcomes(full_board).iter().map(|&of| (Property::Outcome(of), by_outcome[of as usize]));
        let by_score = tally.scores().into_iter().rev().map(|(score, count)| (Property::Score(score), count));
        let by_ending = Ending::ALL.into_iter().map(Property::Ending).zip(tally.endings);
        let by_number = (0..).map(Property::WinningOpenings).zip(tally.winning_openings());
        Self {
            outcomes: by_outcome.map(row).collect(),
            scores: by_score.map(row).collect(),
            endings: by_ending.map(row).collect(),
            winning_openings: by_number.map(row).collect(),
        }
    }

    /// Converts the rows to the form of reports, which has the names only.
    #[must_use]
    pub fn named(self) -> Self {
        let named = |rows: Vec<ShareRow>| rows.into_iter().map(ShareRow::named).collect();
        Self {
            outcomes: named(self.outcomes),
            scores: named(self.scores),
            endings: named(self.endings),
            winning_openings: named(self.winning_openings),
        }
    }
}

/// Outcomes of a group of openings, for x.
#[derive(Debug, serde::Serialize)]
pub struct OpeningRow<ShareNumber> {
    /// Name of the group.
    pub openings: &'static str,
    /// Share of wins.
    pub win: ShareNumber,
    /// `null` in a survey under a rule without draws.
    pub draw: Option<ShareNumber>,
    /// Share of losses.
    pub loss: ShareNumber,
}

/// Proved numbers of classes, and of the gardens in them, by outcome for x.
#[derive(Debug, serde::Serialize)]
pub struct VerdictRows {
    kind: Strength,
    /// All of them.
    pub classes: u64,
    /// Gardens in these classes.
    pub shuffles: u64,
    outcomes: [VerdictRow; 3],
    /// Positions that the search expanded.
    pub nodes: u64,
}

#[derive(Debug, serde::Serialize)]
struct VerdictRow {
    outcome: &'static str,
    classes: u64,
    shuffles: u64,
}

impl VerdictRows {
    /// Returns the rows of a tally.
    pub fn new(tally: &VerdictTally) -> Self {
        let row = |outcome: Outcome| VerdictRow {
            outcome: outcome.word(),
            classes: tally.classes(outcome),
            shuffles: tally.shuffles(outcome),
        };
        Self {
            kind: tally.strength(),
            classes: tally.all_classes(),
            shuffles: tally.all_shuffles(),
            outcomes: [Outcome::Win, Outcome::Draw, Outcome::Loss].map(row),
            nodes: tally.nodes,
        }
    }

    /// Returns the rows as text for people, with a heading.
    pub fn table(&self) -> String {
        let mut text = format!("  {:<14} {:>15} {:>22}\n", "", "classes", "gardens");
        for (VerdictRow { classes, shuffles, .. }, name) in
            self.outcomes.iter().zip(["x, first, wins", "draw", "o wins"])
        {
            let [classes, shuffles] = [classes, shuffles].map(|count| counted(*count));
            let _ = writeln!(text, "  {name:<14} {classes:>15} {shuffles:>22}");
        }
        text
    }
}

/// Formats a count in groups of three digits.
pub fn counted(count: u64) -> String {
    thousands(i64::try_from(count).unwrap_or(i64::MAX))
}
