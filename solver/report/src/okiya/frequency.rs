//! Frequency of gardens like this one: exact by outcome, otherwise estimated from the survey of a million random
//! gardens in `results/`.

use anyhow::{Context, anyhow};
use hanamachi_solver::okiya::{Outcome, Solution};
use hanamachi_solver::search::strength::Strength;
use serde::{Deserialize, Serialize};

use hanamachi_solver::okiya::objects;

use super::{rarity, words};

/// The survey in the repository, as written by `okiya census --counts --json`.
const SURVEY: &str = include_str!("survey.json");

#[derive(Deserialize)]
struct SurveyFile {
    command: String,
    gardens: u64,
    results: Vec<SurveyResults>,
}

#[derive(Deserialize)]
struct SurveyResults {
    rules: String,
    outcomes: Vec<FrequencyRow>,
    scores: Vec<FrequencyRow>,
    endings: Vec<FrequencyRow>,
    winning_openings: Vec<FrequencyRow>,
}

#[derive(Deserialize)]
struct FrequencyRow {
    outcome: Option<String>,
    score: Option<i8>,
    ending: Option<String>,
    winning_openings: Option<usize>,
    count: u64,
    share: f64,
    low: f64,
    high: f64,
}

/// Shares of gardens with the same properties: estimated, except `among_all`.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OutcomeRarity {
    /// Kind of the shares.
    pub(super) kind: Strength,
    /// The command that drew the sample.
    pub(super) command: String,
    /// Sample size.
    pub(super) gardens: u64,
    shares: Vec<Frequency>,
    /// Counts by outcome alone.
    among_all: Option<ExactShares>,
    /// Frequency of the combination of outcome, score and winning openings, from a separate sample; `None` if the last
    /// token wins on a full board.
    pub(super) combination: Option<Combined>,
}

/// Share of gardens with the same outcome, number of winning openings and score.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Combined {
    #[serde(flatten)]
    rarity: objects::Rarity,
    /// The command that drew the sample.
    pub(super) command: &'static str,
    sentence: String,
}

/// Proved share of all gardens with the same outcome.
#[derive(Clone, Debug, Serialize)]
struct ExactShares {
    #[serde(flatten)]
    among_all: objects::AmongAll,
    sentence: String,
}

impl ExactShares {
    fn from_solution(start: &Solution) -> Option<Self> {
        let among_all =
            objects::AmongAll::for_position(&start.position, start.value.outcome(), start.full_board)?;
        Some(Self { sentence: rarity::among_all(&among_all), among_all })
    }
}

impl Combined {
    fn from_solution(start: &Solution) -> Option<Self> {
        let rarity = objects::Rarity::from_solution(start)?;
        Some(Self { command: rarity.command, sentence: rarity::sentence(&rarity), rarity })
    }
}

/// Share of all gardens that have a property of this one, with its 95 % interval.
#[derive(Clone, Debug, Serialize)]
struct Frequency {
    property: &'static str,
    here: String,
    count: u64,
    share: f64,
    low: f64,
    high: f64,
}

impl OutcomeRarity {
    /// Returns the shares for the garden with this solution.
    pub(super) fn from_solution(start: &Solution) -> anyhow::Result<Self> {
        let survey: SurveyFile = serde_json::from_str(SURVEY).context("cannot read the built-in survey")?;
        let rules = start.full_board.to_string();
        let results = survey.results.iter().find(|results| results.rules == rules);
        let results = results.ok_or_else(|| anyhow!("the built-in survey has no figures for {rules}"))?;
        let (value, outcome) = (start.value, start.value.outcome());
        let winning = start.moves.iter().filter(|of| of.value.outcome() == Outcome::Win).count();
        let result = match words::winner(&start.position, outcome) {
            Some(winner) => format!("{winner} wins"),
            None => "draw".to_owned(),
        };
        let margin = format!("{result} with {} left", words::count(value.tiles_left(), "tile"));
        let mut shares = vec![
            survey.frequency("who wins", result.clone(), &results.outcomes, |row| {
                row.outcome.as_deref() == Some(outcome.word())
            }),
            survey.frequency(
                "how best play ends",
                words::ending(start.ending).to_owned(),
                &results.endings,
                |row| row.ending.as_deref() == Some(start.ending.word()),
            ),
            survey.frequency("winning openings", winning.to_string(), &results.winning_openings, |row| {
                row.winning_openings == Some(winning)
            }),
        ];
        if outcome != Outcome::Draw {
            let by_score = |row: &FrequencyRow| row.score == Some(value.score().get());
            shares.insert(1, survey.frequency("by how much", margin, &results.scores, by_score));
        }
        Ok(Self {
            kind: Strength::Estimated,
            command: survey.command,
            gardens: survey.gardens,
            shares,
            among_all: ExactShares::from_solution(start),
            combination: Combined::from_solution(start),
        })
    }
}

impl SurveyFile {
    fn frequency(
        &self,
        property: &'static str,
        here: String,
        rows: &[FrequencyRow],
        is: impl Fn(&FrequencyRow) -> bool,
    ) -> Frequency {
        let found = rows.iter().find(|row| is(row));
        // The survey has no row for a property that no garden of the sample had.
        let none = hanamachi_solver::search::estimate::Share::new(0, self.gardens).interval_95();
        let (count, share, low, high) = found
            .map_or((0, 0.0, *none.start(), *none.end()), |row| (row.count, row.share, row.low, row.high));
        Frequency { property, here, count, share, low, high }
    }
}
