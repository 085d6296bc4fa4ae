//! What the gardens of a census have in common: one pass over its records, in parallel and with flat memory.
//!
//! Beyond what a [`Summary`](super::census::Summary) counts: score and winning openings together, each opening cell for itself, what gardens look like by who wins
//! them ([`Feature`]), how large their classes are, and some of the gardens that the second player wins.
//!
//! Every count is **proved** for the gardens of the file. What it says of other gardens is an estimate, and only where the
//! file holds a random sample.

mod feature;
mod joint;
mod shared;

use std::collections::BTreeMap;

use rayon::prelude::*;

pub use feature::Feature;
pub use joint::{Combination, JointCounts, JointError, JointSample};
pub use shared::{EXCEPTIONS, FEWEST, RARITY, SharedValue};

use super::census::{CensusError, CensusTable, OPENINGS, Record, StoredRecord};
use super::garden::Garden;
use super::survey::RuleTally;
use super::value::Outcome;
use hanamachi_core::game::Score;
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::estimate::Moments;

/// How many gardens won by the second player are kept.
pub const LISTED: usize = 24;

/// Chunks of records under way at a time.
const WAVE: usize = 64;

/// Counts over the records of a census. Outcomes and scores are those of x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Population {
    /// Records.
    pub gardens: u64,
    /// Outcomes, scores, endings and numbers of openings.
    pub tally: RuleTally,
    /// Best score and number of winning openings together.
    pub joint: JointCounts,
    /// For each cell of the border in order, openings there by outcome: loss, draw, win.
    pub cells: [[u64; 3]; OPENINGS],
    /// Gardens in the classes of the records by outcome: each record counts as often as its class has gardens.
    pub in_classes: [u64; 3],
    /// The features by outcome, in the order of [`Feature::ALL`].
    pub features: [[Moments; Feature::ALL.len()]; 3],
    /// The same by value: how many gardens have it.
    pub values: [[BTreeMap<usize, u64>; Feature::ALL.len()]; 3],
    /// Positions that the search of a garden expanded.
    pub nodes: Nodes,
    /// The first gardens that o wins, with x's score: at most [`LISTED`].
    pub won_by_o: Vec<(Garden, Score)>,
}

/// Positions that searches expanded: exact sums, for many more gardens than there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Nodes {
    /// In all.
    pub total: u64,
    /// For the garden that took the fewest; nothing where there is no garden.
    pub fewest: Option<u32>,
    /// For the one that took most.
    pub most: Option<u32>,
}

/// Why a pass over a census has ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum PopulationError {
    /// It was stopped.
    #[error("the pass over the records was stopped")]
    Stopped(Stop),
    /// The file is damaged.
    #[error(transparent)]
    Census(#[from] CensusError),
}

impl Nodes {
    fn add(&mut self, nodes: u32) {
        self.merge(&Self { total: nodes.into(), fewest: Some(nodes), most: Some(nodes) });
    }

    fn merge(&mut self, other: &Self) {
        self.total += other.total;
        self.fewest = self.fewest.into_iter().chain(other.fewest).min();
        self.most = self.most.max(other.most);
    }
}

impl Population {
    /// Counts a garden.
    pub fn add(&mut self, record: &Record) {
        let garden = record.garden();
        let (_, best) = record.best();
        let outcome = Outcome::of_score(best.score()) as usize;
        self.gardens += 1;
        let scores: Vec<_> = record.openings().map(|(cell, opening)| (cell, opening.score())).collect();
        self.tally.add(&scores, best.ending());
        self.joint.add(Combination::of_scores(scores.iter().map(|&(_, score)| score)));
        for (counts, (_, score)) in self.cells.iter_mut().zip(&scores) {
            counts[Outcome::of_score(*score) as usize] += 1;
        }
        self.in_classes[outcome] += garden.class_size();
        let counts = self.features[outcome].iter_mut().zip(&mut self.values[outcome]);
        for ((moments, values), feature) in counts.zip(Feature::ALL) {
            let value = feature.of(garden);
            moments.add(value);
            *values.entry(value).or_default() += 1;
        }
        self.nodes.add(record.nodes());
        if best.score() < Score::ZERO && self.won_by_o.len() < LISTED {
            self.won_by_o.push((*garden, best.score()));
        }
    }

    /// Adds the counts of the records behind these.
    pub fn merge(&mut self, other: &Self) {
        self.gardens += other.gardens;
        self.tally.merge(&other.tally);
        self.joint.merge(&other.joint);
        let cells = self.cells.as_flattened_mut().iter_mut().zip(other.cells.as_flattened());
        let classes = self.in_classes.iter_mut().zip(&other.in_classes);
        cells.chain(classes).for_each(|(sum, count)| *sum += count);
        let features = self.features.as_flattened_mut().iter_mut().zip(other.features.as_flattened());
        features.for_each(|(sum, moments)| sum.merge(moments));
        let values = self.values.as_flattened_mut().iter_mut().zip(other.values.as_flattened());
        for (sum, counts) in values {
            for (&value, count) in counts {
                *sum.entry(value).or_default() += count;
            }
        }
        self.nodes.merge(&other.nodes);
        let room = LISTED.saturating_sub(self.won_by_o.len());
        self.won_by_o.extend(other.won_by_o.iter().take(room).copied());
    }

    /// Counts every record of `table` on the current rayon pool. The result does not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// The first record that is damaged, or the reason with which `cancel` was set.
    pub fn of(table: &CensusTable<'_>, context: RunContext<'_>) -> Result<Self, PopulationError> {
        let mut population = Self::default();
        let mut first = 0;
        let mut chunks = table.chunks();
        loop {
            let mut wave: Vec<(u64, &[StoredRecord])> = Vec::with_capacity(WAVE);
            for chunk in chunks.by_ref().take(WAVE) {
                let chunk = chunk?;
                wave.push((first, chunk));
                first += chunk.len() as u64;
            }
            if wave.is_empty() {
                return Ok(population);
            }
            let parts = wave.into_par_iter().map(|(first, chunk)| {
                if let Some(reason) = context.cancel.reason() {
                    return Err(PopulationError::Stopped(reason));
                }
                let mut part = Self::default();
                for (index, stored) in (first..).zip(chunk) {
                    part.add(&table.decode(index, stored)?);
                }
                context.progress.advance(part.gardens);
                Ok(part)
            });
            for part in parts.collect::<Vec<_>>() {
                population.merge(&part?);
            }
        }
    }

    /// The feature over all gardens, whoever wins them.
    #[must_use]
    pub fn feature(&self, feature: Feature) -> Moments {
        let mut all = Moments::default();
        self.features.iter().for_each(|by_outcome| all.merge(&by_outcome[feature as usize]));
        all
    }
}
