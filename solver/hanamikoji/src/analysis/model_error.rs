//! What is known of the error of the searches beyond that of sampling.

use serde::Serialize;

use super::{Opponent, Settings};

/// How far the values of a search are off however many blocks it has: what blocks of another size, or the solution, say of the same
/// positions. Measured, for the settings that were measured; in probabilities of winning.
///
/// A standard error says how far more blocks like these would move a value. It knows nothing of what larger trees would find, nor of
/// how well the hands of the opponent are guessed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ModelError {
    /// The mean difference.
    pub mean: f64,
    /// The largest.
    pub largest: f64,
    /// How many positions were looked at.
    pub n: u32,
    /// What the values differ from.
    pub against: Against,
}

/// What the values of a search were compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Those of the same search in larger blocks.
    BlockSizes,
    /// Those of the solved endgame.
    Solution,
}

/// Of `results/hanamikoji-model-error.json`: positions of the first six turns of rounds of `learned` against itself, in blocks of 2,000, 20,000 and
/// 100,000 iterations; the largest value of a position less the smallest.
const BLOCK_SIZES: ModelError =
    ModelError { mean: 0.0282, largest: 0.0774, n: 60, against: Against::BlockSizes };

/// Of `results/hanamikoji-endgames/learned.json`: the last two turns against the solution with a learned past.
const LEARNED_PAST: ModelError =
    ModelError { mean: 0.0056, largest: 0.0664, n: 102, against: Against::Solution };

/// Of `results/hanamikoji-endgames/uniform.json`: the same where nothing is assumed of the past.
const UNIFORM_PAST: ModelError =
    ModelError { mean: 0.0052, largest: 0.0758, n: 102, against: Against::Solution };

/// Complete turns with which the last two of a round begin.
const LAST_TWO: usize = 6;

impl Settings {
    /// What is known of the error of a search by these settings in the standard game after so many complete turns of a round. `None` where
    /// nobody has measured it.
    #[must_use]
    pub fn model_error(&self, turns_over: usize) -> Option<ModelError> {
        let is_late = turns_over >= LAST_TWO;
        if *self == Self::ANALYSIS {
            Some(if is_late { LEARNED_PAST } else { BLOCK_SIZES })
        } else if (Self { opponent: Opponent::Uniform, ..Self::ANALYSIS }) == *self && is_late {
            Some(UNIFORM_PAST)
        } else {
            None
        }
    }
}

impl ModelError {
    /// The same in a sentence, in percentage points.
    #[must_use]
    pub fn sentence(&self) -> String {
        let Self { mean, largest, n, against } = self;
        let [mean, largest] = [mean, largest].map(|error| format!("{:.1}", 100.0 * error));
        match against {
            Against::BlockSizes => format!(
                "The method's own error is larger than that of sampling: on {n} positions of the first six turns the size of its blocks alone \
                 moved its values by {mean} percentage points on average, {largest} at most."
            ),
            Against::Solution => format!(
                "The method's own error is larger than that of sampling: on {n} positions of the last two turns its values were {mean} percentage \
                 points from the solution on average, {largest} at most."
            ),
        }
    }
}
