//! The rarity of a garden: of its outcome among all gardens, exactly; of outcome, best score and number of winning openings together, from the
//! sample in the library.

use crate::population::{Combination, JointSample};
use crate::verdicts::gardens_with;
use crate::{FullBoard, GardenRank, Outcome, Position, Solution};
use hanamachi_core::search::strength::{HasStrength, Strength};
use serde::Serialize;

/// Number of gardens with the outcome, score and number of winning openings of this one. Estimated.
#[derive(Clone, Debug, Serialize)]
pub struct Rarity {
    /// Kind of the share.
    pub kind: Strength,
    /// Outcome for x, like the next two.
    pub outcome: &'static str,
    /// Number of winning openings.
    pub winning_openings: usize,
    /// Value of the garden.
    pub score: i8,
    /// Gardens of the sample that have all three.
    pub count: u64,
    /// Gardens of the sample.
    pub of: u64,
    /// `count` divided by the total.
    pub share: Option<f64>,
    /// The 95 % interval of the share.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
    /// Seed of the sample.
    pub seed: u64,
    /// Command and program of the sample.
    #[serde(skip)]
    pub command: &'static str,
    /// The three properties together.
    #[serde(skip)]
    pub combination: Combination,
}

impl Rarity {
    /// Rarity of a garden solved before its first move under full=draw; unknown for other positions.
    #[must_use]
    pub fn from_solution(solution: &Solution) -> Option<Self> {
        let combination = Combination::from_solution(solution)?;
        let sample = JointSample::kept();
        let found = sample.share(combination);
        let interval = found.interval_95();
        Some(Self {
            kind: found.strength(),
            outcome: combination.outcome().word(),
            winning_openings: combination.winning_openings(),
            score: combination.score().get(),
            count: found.hits(),
            of: found.n(),
            share: found.value(),
            low: *interval.start(),
            high: *interval.end(),
            seed: sample.seed(),
            command: sample.command(),
            combination,
        })
    }
}

/// The number of gardens with the outcome of this one, among all 16!. Proved.
#[derive(Clone, Debug, Serialize)]
pub struct AmongAll {
    /// Kind of the count and the share.
    pub kind: Strength,
    /// Outcome for x.
    pub outcome: &'static str,
    /// Gardens with this outcome.
    pub gardens: u64,
    /// All gardens.
    pub of: u64,
    /// `count` divided by the total.
    pub share: f64,
}

impl AmongAll {
    /// Share for a garden before its first move, with this outcome; `None` for other positions.
    #[must_use]
    pub fn for_position(position: &Position, outcome: Outcome, full_board: FullBoard) -> Option<Self> {
        if position.last().is_some() {
            return None;
        }
        let gardens = gardens_with(outcome, full_board);
        #[expect(clippy::cast_precision_loss, reason = "a share")]
        let share = gardens as f64 / GardenRank::COUNT as f64;
        Some(Self { kind: Strength::Proved, outcome: outcome.word(), gardens, of: GardenRank::COUNT, share })
    }
}
