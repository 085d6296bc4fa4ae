//! Statistics of the gardens of a census: one pass over its records, in parallel and with constant memory.
//!
//! Besides the values of openings, which a [`GardenTally`] counts: the outcomes of each opening cell, the
//! [`Feature`]s of gardens by outcome, the sizes of their classes, and some of the gardens that the
//! second player wins.
//!
//! Every count is **proved** for the gardens of the file. Conclusions about other gardens are estimates, and
//! valid only if the file holds a random sample.

mod feature;
mod joint;
mod shared;

use std::collections::BTreeMap;
use std::num::NonZeroU64;

pub use crate::combination::{Combination, JointCounts};
pub use crate::tally::{GardenTally, OpeningGroup};
pub use feature::Feature;
pub use joint::{JointError, JointSample};
pub use shared::{EXCEPTIONS, FEWEST, RARITY, SharedValue};

use super::census::{CensusRecord, CensusTable, CheckError, OPENINGS};
use super::garden::Garden;
use super::value::Outcome;
use hanamachi_core::game::Score;
use hanamachi_core::search::budget::RunContext;
use hanamachi_core::search::estimate::Moments;
use hanamachi_core::search::parallel::{Block, Plan, fold_blocks};

/// Number of kept gardens that the second player wins.
pub const LISTED: usize = 24;

/// Counts over the records of a census. Outcomes and scores are those of x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Population {
    /// The values of openings.
    pub tally: GardenTally,
    /// For each cell of the border in order, openings there by outcome: loss, draw, win.
    pub cells: [[u64; 3]; OPENINGS],
    /// Gardens in the classes of the records by outcome: each record counts as many times as its class has
    /// gardens.
    pub in_classes: [u64; 3],
    /// For each outcome and each of [`Feature::ALL`]: the number of gardens with each value.
    pub values: [[BTreeMap<usize, u64>; Feature::ALL.len()]; 3],
    /// Fewest moves tried for a garden; `None` without gardens.
    pub fewest_nodes: Option<u32>,
    /// Most moves tried for a garden.
    pub most_nodes: Option<u32>,
    /// The first gardens that o wins, with x's score: at most [`LISTED`].
    pub won_by_o: Vec<(Garden, Score)>,
}

impl Population {
    /// Counts a garden.
    pub fn add(&mut self, record: &CensusRecord) {
        let garden = record.garden();
        let (_, best) = record.best();
        let outcome = Outcome::of_score(best.score()) as usize;
        self.tally.add_values(record.openings(), record.nodes());
        for (counts, (_, opening)) in self.cells.iter_mut().zip(record.openings()) {
            counts[Outcome::of_score(opening.score()) as usize] += 1;
        }
        self.in_classes[outcome] += garden.class_size();
        for (values, feature) in self.values[outcome].iter_mut().zip(Feature::ALL) {
            *values.entry(feature.value(garden)).or_default() += 1;
        }
        self.add_nodes(Some(record.nodes()), Some(record.nodes()));
        if best.score() < Score::ZERO && self.won_by_o.len() < LISTED {
            self.won_by_o.push((*garden, best.score()));
        }
    }

    fn add_nodes(&mut self, fewest: Option<u32>, most: Option<u32>) {
        self.fewest_nodes = self.fewest_nodes.into_iter().chain(fewest).min();
        self.most_nodes = self.most_nodes.max(most);
    }

    /// Adds the counts of the records that follow these.
    pub fn merge(&mut self, other: &Self) {
        self.tally.merge(&other.tally);
        let cells = self.cells.as_flattened_mut().iter_mut().zip(other.cells.as_flattened());
        let classes = self.in_classes.iter_mut().zip(&other.in_classes);
        cells.chain(classes).for_each(|(sum, count)| *sum += count);
        let values = self.values.as_flattened_mut().iter_mut().zip(other.values.as_flattened());
        for (sum, counts) in values {
            for (&value, count) in counts {
                *sum.entry(value).or_default() += count;
            }
        }
        self.add_nodes(other.fewest_nodes, other.most_nodes);
        let room = LISTED.saturating_sub(self.won_by_o.len());
        self.won_by_o.extend(other.won_by_o.iter().take(room).copied());
    }

    /// Counts every record of `table` on the current rayon pool. The result does not depend on the number of
    /// threads.
    ///
    /// # Errors
    ///
    /// Returns the error of the first damaged record, or the reason with which `cancel` was set.
    pub fn count(table: &CensusTable<'_>, context: RunContext<'_>) -> Result<Self, CheckError> {
        let count = |(): &mut (), block: Block| {
            let mut part = Self::default();
            for chunk in block.items {
                for record in table.records_of_chunk(chunk) {
                    part.add(&record?);
                }
            }
            context.progress.advance(part.tally.gardens());
            Ok::<_, CheckError>(part)
        };
        let plan = Plan { items: table.n_chunks(), block_size: NonZeroU64::MIN, seed: 0, blocks_done: 0 };
        let mut population = Self::default();
        fold_blocks(&plan, RunContext::silent(context.cancel), || (), count, |part| population.merge(&part))?;
        Ok(population)
    }

    /// Moments of a feature over the gardens with one of these outcomes.
    #[must_use]
    pub fn feature(&self, feature: Feature, outcomes: &[Outcome]) -> Moments {
        let mut moments = Moments::default();
        for (&value, &gardens) in outcomes.iter().flat_map(|&of| &self.values[of as usize][feature as usize])
        {
            moments.add_many(value, gardens);
        }
        moments
    }
}
