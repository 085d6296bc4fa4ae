//! Statistics of random gardens under both rules, as JSON and as a Markdown page.

use std::num::NonZeroU64;

use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::census::{BLOCK_SIZE, Source};
use hanamachi_solver::okiya::population::OpeningGroup;
use hanamachi_solver::okiya::survey::{Survey, SurveyTally};
use hanamachi_solver::okiya::{FullBoard, Outcome};
use hanamachi_solver::search::budget::Stop;
use hanamachi_solver::search::estimate::{Mean, Moments};
use hanamachi_solver::search::strength::Strength;
use serde::Serialize;

use super::figures::{OpeningRow, ShareEstimate, TallyRow, TallyRows, outcomes};
use crate::frame::text;

/// `okiya.survey/1`. Outcomes and scores are those of x, who moves first.
#[derive(Debug, Serialize)]
pub struct SurveyFigures {
    schema: &'static str,
    engine: &'static str,
    /// Kind of the shares: estimates, from proved values.
    kind: Strength,
    /// Command that reproduces the figures.
    command: String,
    seed: u64,
    block_size: NonZeroU64,
    gardens: u64,
    rules: Vec<String>,
    /// Figures under each full-board rule.
    results: Vec<RuleFigures>,
    /// Size of the sample that was asked for.
    sample: u64,
    /// `time` or `interrupted` if a limit or Ctrl-C ended the survey early.
    stopped: Option<&'static str>,
}

/// Figures under one rule.
#[derive(Debug, Serialize)]
struct RuleFigures {
    rules: String,
    #[serde(flatten)]
    rows: TallyRows<TallyRow>,
    openings: Vec<OpeningRow<ShareEstimate>>,
}

impl SurveyFigures {
    /// Returns the figures of the counted gardens of this seed, of which `sample` were asked for.
    ///
    /// # Errors
    ///
    /// Fails if a sample does not have so many gardens.
    pub fn new(seed: u64, sample: u64, tally: &SurveyTally, stopped: Option<Stop>) -> anyhow::Result<Self> {
        let rules = [FullBoard::Draw, FullBoard::Last];
        let kind = Source::Sample { seed }.strength();
        let figures = |rule: FullBoard| RuleFigures {
            rules: rule.to_string(),
            rows: TallyRows::new(kind, rule, tally.under(rule)),
            openings: OpeningGroup::ALL
                .into_iter()
                .zip(&tally.under(rule).openings)
                .map(|(group, counts)| opening_row(group, counts, rule))
                .collect(),
        };
        Ok(Self {
            schema: "okiya.survey/1",
            engine: ENGINE,
            kind,
            command: Survey::new(seed, tally.gardens())?.command(),
            seed,
            block_size: BLOCK_SIZE,
            gardens: tally.gardens(),
            rules: rules.iter().map(FullBoard::to_string).collect(),
            results: rules.map(figures).into(),
            sample,
            stopped: stopped.map(Stop::word),
        })
    }

    /// Returns the figures as a Markdown page.
    pub fn page(&self) -> anyhow::Result<String> {
        text("survey.md", include_str!("templates/survey.md"), self)
    }
}

/// Returns the shares of a group of openings. Their intervals come from the variance of the number per garden, since the
/// openings of a garden are not independent.
fn opening_row(
    group: OpeningGroup,
    counts: &[Moments; 3],
    full_board: FullBoard,
) -> OpeningRow<ShareEstimate> {
    let estimate = |outcome: Outcome| {
        let share = counts[outcome as usize].mean().map(|mean| mean.per(f64::from(group.size())));
        let interval = share.map_or(0.0..=1.0, Mean::interval_95);
        let [low, high] = [interval.start().max(0.0), interval.end().min(1.0)].map(Some);
        ShareEstimate { share: share.map(|share| share.value), low, high }
    };
    OpeningRow {
        openings: group.word(),
        win: estimate(Outcome::Win),
        draw: outcomes(full_board).contains(&Outcome::Draw).then(|| estimate(Outcome::Draw)),
        loss: estimate(Outcome::Loss),
    }
}
