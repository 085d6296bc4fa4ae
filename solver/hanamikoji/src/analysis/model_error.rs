//! Known errors of values beyond sampling error.

use serde::Serialize;

use super::{Past, Settings};
use crate::rules::Favour;

/// Error of values that a larger sample does not reduce: their difference in the same positions from blocks of
/// other sizes, or from a solution. In probabilities of winning, and only for settings with a measurement.
///
/// A standard error tells how far more blocks like these would move a value. It knows nothing of what larger
/// trees would find, nor of errors in the model of the opponent's hand.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct ModelError {
    /// Mean difference.
    pub mean: f64,
    /// Largest difference.
    pub largest: f64,
    /// Number of positions in the measurement.
    pub n: u32,
    /// Reference of the comparison.
    pub against: Against,
}

/// Reference values with which the values of a search were compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Against {
    /// Values of the same search in blocks of other sizes.
    BlockSizes,
    /// Values of the solved endgame.
    Solution,
    /// Values of the endgame solved over nearly all pairs of hands.
    MoreHands,
}

/// From `results/hanamikoji-values/block-sizes.json`: positions of the first six turns of rounds of `learned`
/// against itself, in blocks of 2,000, 20,000 and 100,000 iterations. The difference is the largest value of
/// a position less the smallest.
const BLOCK_SIZES: ModelError =
    ModelError { mean: 0.0282, largest: 0.0774, n: 60, against: Against::BlockSizes };

/// From `results/hanamikoji-endgames/learned.json`: the last two turns against the solution, with a learned
/// past.
const LEARNED_PAST: ModelError =
    ModelError { mean: 0.0056, largest: 0.0664, n: 102, against: Against::Solution };

/// From `results/hanamikoji-endgames/uniform.json`: the same without assumptions about the past.
const UNIFORM_PAST: ModelError =
    ModelError { mean: 0.0052, largest: 0.0758, n: 102, against: Against::Solution };

/// Number of complete turns before the last two of a round.
const LAST_TWO: usize = 6;

/// Number of complete turns before the fourth.
const FOURTH: usize = 3;

const fn more_hands(n: u32, mean: f64, largest: f64) -> ModelError {
    ModelError { mean, largest, n, against: Against::MoreHands }
}

/// From `results/hanamikoji-values/`, `few-hands.json` and `fourth-turn.json` together: decisions of the fourth to
/// sixth turn in rounds of `policy` against itself, solved over less than this share of all pairs of hands.
const FEW_HANDS: [(f64, ModelError); 3] = [
    (0.1, more_hands(32, 0.0306, 0.201)),
    (0.5, more_hands(25, 0.0164, 0.0704)),
    (NEARLY_ALL, more_hands(29, 0.0022, 0.0127)),
];

/// Rollouts with neutral markers, and where markers have moved. From `fourth-turn.json` there, at decisions of the
/// fourth turn.
const ROLLOUTS_IN_FOURTH: [ModelError; 2] = [more_hands(17, 0.0161, 0.0595), more_hands(18, 0.0258, 0.2104)];
/// The same in the fifth and sixth turn, from `few-hands.json`.
const ROLLOUTS_LATER: [ModelError; 2] = [more_hands(25, 0.0168, 0.0905), more_hands(33, 0.0814, 0.4273)];

/// Share of all pairs of hands from which on values over them count as values over all hands.
pub const NEARLY_ALL: f64 = 0.9;

impl Settings {
    /// Known error of a search with these settings in the standard game, after this many complete turns of a
    /// round. `None` if it was never measured.
    #[must_use]
    pub fn model_error(&self, turns_over: usize) -> Option<ModelError> {
        let is_late = turns_over >= LAST_TWO;
        if *self == Self::ANALYSIS {
            Some(if is_late { LEARNED_PAST } else { BLOCK_SIZES })
        } else if (Self { opponent: Past::Uniform, ..Self::ANALYSIS }) == *self && is_late {
            Some(UNIFORM_PAST)
        } else {
            None
        }
    }
}

impl ModelError {
    /// Known error of rollouts of the approximate equilibrium under these markers, after this many complete turns
    /// of a round.
    pub(super) fn of_rollouts(favour: Favour, turns_over: usize) -> Option<Self> {
        let of_turn = match turns_over {
            FOURTH => ROLLOUTS_IN_FOURTH,
            4 | 5 => ROLLOUTS_LATER,
            _ => return None,
        };
        Some(of_turn[usize::from(favour != Favour::NEUTRAL)])
    }

    /// Known error of the values of a solution over this share of all pairs of hands, from the fourth turn of the
    /// standard game on. `None` for nearly all of them.
    pub(crate) fn over_share(share: f64) -> Option<Self> {
        FEW_HANDS.into_iter().find(|of| share < of.0).map(|of| of.1)
    }

    /// Whether the measured error of a solution over this share of all pairs of hands is smaller than that of rollouts
    /// under these markers, after this many complete turns of a round. Answers to offers of the third turn count as decisions
    /// of the fourth.
    pub(crate) fn is_smaller_over_share(share: f64, favour: Favour, turns_over: usize) -> bool {
        let of_rollouts = Self::of_rollouts(favour, turns_over.max(FOURTH));
        match (Self::over_share(share), of_rollouts) {
            (Some(over_share), Some(of_rollouts)) => over_share.mean < of_rollouts.mean,
            _ => true,
        }
    }

    /// Describes the error in a sentence, in percentage points.
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
            Against::MoreHands => format!(
                "The method has an error of its own: on {n} such positions its values were {mean} percentage points from those of a solution over nearly all hands on average, {largest} at most."
            ),
        }
    }
}
