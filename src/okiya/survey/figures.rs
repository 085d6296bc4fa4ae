//! The figures of a survey: counts, the shares estimated from them, and their intervals.

use std::num::NonZeroU64;

use hanamachi_solver::game::Score;
use hanamachi_solver::okiya::survey::{OpeningGroup, RuleTally, SurveyTally};
use hanamachi_solver::okiya::{Ending, FullBoard, Outcome};
use hanamachi_solver::search::estimate::{Moments, Share};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use crate::okiya::words;
use crate::output::ENGINE;

/// The outcomes that a rule knows, best first, as tables list them.
const fn outcomes(full_board: FullBoard) -> &'static [Outcome] {
    match full_board {
        FullBoard::Draw => &[Outcome::Win, Outcome::Draw, Outcome::Loss],
        FullBoard::Last => &[Outcome::Win, Outcome::Loss],
    }
}

/// `okiya.survey/1`. Outcomes and scores are those of x, who moves first.
#[derive(Debug, Serialize)]
pub(super) struct SurveyFigures {
    schema: &'static str,
    pub(super) engine: &'static str,
    /// Shares are estimates; the values that were counted are proved.
    kind: Strength,
    /// The command that finds the same figures.
    pub(super) command: String,
    pub(super) seed: u64,
    pub(super) block_size: NonZeroU64,
    pub(super) gardens: u64,
    rules: Vec<String>,
    /// One for each of the rules.
    pub(super) results: Vec<RuleFigures>,
}

/// The figures under one rule.
#[derive(Debug, Serialize)]
pub(super) struct RuleFigures {
    pub(super) rules: String,
    pub(super) outcomes: Vec<SurveyRow<ByOutcome>>,
    pub(super) scores: Vec<SurveyRow<ByScore>>,
    pub(super) endings: Vec<SurveyRow<ByEnding>>,
    pub(super) winning_openings: Vec<SurveyRow<ByWinningOpenings>>,
    pub(super) openings: Vec<OpeningFigures>,
}

/// Gardens of this outcome.
#[derive(Debug, Serialize)]
pub(super) struct ByOutcome {
    pub(super) outcome: &'static str,
}

/// Gardens of this score.
#[derive(Debug, Serialize)]
pub(super) struct ByScore {
    pub(super) score: i8,
}

/// Gardens where best play ends so.
#[derive(Debug, Serialize)]
pub(super) struct ByEnding {
    pub(super) ending: &'static str,
}

/// Gardens with this number of winning openings.
#[derive(Debug, Serialize)]
pub(super) struct ByWinningOpenings {
    pub(super) winning_openings: usize,
}

/// How many gardens have a property, and the share of all gardens that is estimated from it.
#[derive(Debug, Serialize)]
pub(super) struct SurveyRow<Key> {
    #[serde(flatten)]
    pub(super) key: Key,
    pub(super) count: u64,
    #[serde(flatten)]
    pub(super) share: Estimate,
}

/// An estimated share with its 95 % interval.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Estimate {
    pub(super) share: Option<f64>,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// The shares of a group of openings. The interval allows for the openings of a garden depending on one
/// another: it comes from the spread of the number a garden.
#[derive(Debug, Serialize)]
pub(super) struct OpeningFigures {
    pub(super) openings: &'static str,
    pub(super) win: Estimate,
    /// `null` under a rule that knows no draw.
    pub(super) draw: Option<Estimate>,
    pub(super) loss: Estimate,
}

impl SurveyFigures {
    /// The figures of a sample of `seed`, drawn in blocks of this size.
    pub(super) fn new(seed: u64, block_size: NonZeroU64, tally: &SurveyTally) -> Self {
        let rules = [FullBoard::Draw, FullBoard::Last];
        Self {
            schema: "okiya.survey/1",
            engine: ENGINE,
            kind: Strength::Estimated,
            command: format!("hanamachi okiya survey --sample {} --seed {seed}", tally.gardens),
            seed,
            block_size,
            gardens: tally.gardens,
            rules: rules.iter().map(FullBoard::to_string).collect(),
            results: rules.map(|rule| RuleFigures::new(rule, tally.under(rule), tally.gardens)).into(),
        }
    }
}

impl RuleFigures {
    fn new(full_board: FullBoard, tally: &RuleTally, gardens: u64) -> Self {
        let row_of_outcome = |&outcome: &Outcome| {
            SurveyRow::new(ByOutcome { outcome: outcome.word() }, tally.outcomes[outcome as usize], gardens)
        };
        let row_of_score =
            |(score, &count): (&Score, _)| SurveyRow::new(ByScore { score: score.get() }, count, gardens);
        let row_of_ending = |(ending, count): (&Ending, _)| {
            SurveyRow::new(ByEnding { ending: ending.word() }, count, gardens)
        };
        let row_of_number =
            |(number, count)| SurveyRow::new(ByWinningOpenings { winning_openings: number }, count, gardens);
        let openings = OpeningGroup::ALL.iter().zip(&tally.openings);
        Self {
            rules: full_board.to_string(),
            outcomes: outcomes(full_board).iter().map(row_of_outcome).collect(),
            scores: tally.scores.iter().rev().map(row_of_score).collect(),
            endings: Ending::ALL.iter().zip(tally.endings).map(row_of_ending).collect(),
            winning_openings: (0..).zip(tally.winning_openings).map(row_of_number).collect(),
            openings: openings
                .map(|(&group, counts)| OpeningFigures::new(group, counts, full_board))
                .collect(),
        }
    }
}

impl<Key> SurveyRow<Key> {
    fn new(key: Key, count: u64, gardens: u64) -> Self {
        let share = Share::new(count, gardens);
        let interval = share.interval_95();
        let share = Estimate { share: share.value(), low: *interval.start(), high: *interval.end() };
        Self { key, count, share }
    }
}

impl OpeningFigures {
    fn new(group: OpeningGroup, counts: &[Moments; 3], full_board: FullBoard) -> Self {
        let estimate = |outcome: Outcome| {
            let Some(mean) = counts[outcome as usize].mean() else {
                return Estimate { share: None, low: 0.0, high: 1.0 };
            };
            let share = mean.per(f64::from(group.size()));
            let interval = share.interval_95();
            Estimate {
                share: Some(share.value),
                low: interval.start().max(0.0),
                high: interval.end().min(1.0),
            }
        };
        Self {
            openings: group.word(),
            win: estimate(Outcome::Win),
            draw: outcomes(full_board).contains(&Outcome::Draw).then(|| estimate(Outcome::Draw)),
            loss: estimate(Outcome::Loss),
        }
    }
}

/// x's score in words.
pub(super) fn score_in_words(score: i8) -> String {
    let tiles = words::count(usize::from(score.unsigned_abs().saturating_sub(1)), "tile");
    match score {
        1.. => format!("x wins with {tiles} left"),
        0 => "draw".to_owned(),
        _ => format!("o wins with {tiles} left"),
    }
}
