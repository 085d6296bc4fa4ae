//! Statistics of random gardens: counts over a uniform sample under both rules, from which shares are
//! estimated.
//!
//! All counted values are proved; only the extrapolation from the sample to all gardens is an estimate.

use serde::{Deserialize, Serialize};

use hanamachi_core::search::budget::{Budget, Stop};
use hanamachi_core::search::parallel::{Block, Plan};

use super::cell::Cell;
use super::census::{BLOCK_SIZE, Run, Source, Span, SpanError, Walker};
use super::garden::Garden;
use super::population::GardenTally;
use super::position::Position;
use super::rules::{Ending, FullBoard, Player};
use super::solve::{Solution, solve_many};
use hanamachi_core::game::Score;

/// Counts over gardens, under both rules.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SurveyTally {
    /// Counts if a full board is a draw.
    pub draw: GardenTally,
    /// Counts if the last token wins on a full board. Nodes are those of the additional searches that this
    /// rule needs.
    pub last: GardenTally,
}

impl SurveyTally {
    /// Counts these gardens, solved side by side on one thread: a hundred or more keep it busy.
    ///
    /// # Errors
    ///
    /// See [`solve_many`].
    pub fn from_gardens(gardens: &[Garden], budget: &Budget<'_>) -> Result<Self, Stop> {
        let starts: Vec<Position> = gardens.iter().copied().map(Position::start).collect();
        let drawn = solve_many(&starts, FullBoard::Draw, budget)?;
        let to_the_last: Vec<Position> = drawn.iter().filter(|s| !is_same(s)).map(|s| s.position).collect();
        let mut last = solve_many(&to_the_last, FullBoard::Last, budget)?.into_iter();
        let mut tally = Self::default();
        for solution in &drawn {
            let scores_under = |rule: FullBoard| -> Vec<(Cell, Score)> {
                solution.moves.iter().map(|m| (m.cell, rule.score(m.value.score(), Player::X))).collect()
            };
            tally.draw.add(&scores_under(FullBoard::Draw), solution.ending, solution.nodes);
            let (ending, nodes) = if is_same(solution) {
                (solution.ending, 0)
            } else {
                last.next().map_or((Ending::FullBoard, 0), |other| (other.ending, other.nodes))
            };
            tally.last.add(&scores_under(FullBoard::Last), ending, nodes);
        }
        Ok(tally)
    }

    /// Gardens in the sample.
    #[must_use]
    pub fn gardens(&self) -> u64 {
        self.draw.gardens()
    }

    /// Adds the counts of other gardens.
    pub fn merge(&mut self, other: &Self) {
        self.draw.merge(&other.draw);
        self.last.merge(&other.last);
    }

    /// Whether the counts are consistent. For counts read from a file.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        self.draw.is_consistent() && self.last.is_consistent() && self.draw.gardens() == self.last.gardens()
    }

    /// The counts under one rule.
    #[must_use]
    pub const fn under(&self, full_board: FullBoard) -> &GardenTally {
        match full_board {
            FullBoard::Draw => &self.draw,
            FullBoard::Last => &self.last,
        }
    }
}

/// Whether best play ends in the same way under the other rule. If tiles are left at the end, the searches
/// under both rules ask the same questions all along the line, so they find the same line.
const fn is_same(drawn: &Solution) -> bool {
    drawn.value.tiles_left() > 0
}

/// The first gardens of a random sample, of which only counts are kept: a [`SurveyTally`] for each block of
/// [`BLOCK_SIZE`] gardens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Survey(Span);

impl Survey {
    /// The survey of this many gardens from the sample with this seed.
    ///
    /// # Errors
    ///
    /// Returns an error if the sample has fewer gardens.
    pub const fn new(seed: u64, gardens: u64) -> Result<Self, SpanError> {
        match Span::new(Source::Sample { seed }, 0..gardens) {
            Ok(span) => Ok(Self(span)),
            Err(error) => Err(error),
        }
    }
}

impl Survey {
    /// The command that makes the survey.
    #[must_use]
    pub fn command(&self) -> String {
        let (sample, seed) = (self.0.len(), self.0.source().seed().unwrap_or_default());
        format!("hanamachi okiya census --counts --sample {sample} --seed {seed}")
    }
}

impl Run for Survey {
    type Record = SurveyTally;

    fn rest_after(&self, done: u64) -> Self {
        Self(self.0.rest_after(done.saturating_mul(BLOCK_SIZE.get())))
    }

    fn plan(&self) -> Plan {
        self.0.plan(BLOCK_SIZE)
    }

    fn solve(
        &self,
        walker: &mut Walker,
        block: Block,
        budget: &Budget<'_>,
    ) -> Result<(Vec<SurveyTally>, u64), Stop> {
        let gardens = walker.gardens(&self.0, block).1;
        Ok((vec![SurveyTally::from_gardens(&gardens, budget)?], gardens.len() as u64))
    }
}
