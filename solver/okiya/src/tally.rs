//! Counts over the values of all openings, common to survey, census and population.

use std::collections::BTreeMap;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::cell::Cell;
use crate::census::{OPENINGS, OpeningValue};
use crate::combination::{Combination, JointCounts};
use crate::rules::Ending;
use crate::value::Outcome;
use hanamachi_core::game::Score;
use hanamachi_core::search::estimate::Moments;

/// A group of openings.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OpeningGroup {
    /// The four corners.
    Corners,
    /// The eight other cells of the border.
    Edges,
    /// All twelve openings.
    All,
}

impl OpeningGroup {
    /// Every group.
    pub const ALL: [Self; 3] = [Self::Corners, Self::Edges, Self::All];

    /// Whether the group contains an opening.
    #[must_use]
    pub const fn contains(self, opening: Cell) -> bool {
        match self {
            Self::Corners => opening.is_corner(),
            Self::Edges => !opening.is_corner(),
            Self::All => true,
        }
    }

    /// Number of openings of the group in a garden.
    #[must_use]
    pub const fn size(self) -> u32 {
        match self {
            Self::Corners => 4,
            Self::Edges => 8,
            Self::All => 12,
        }
    }

    /// `corners`, `edges` or `all`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Corners => "corners",
            Self::Edges => "edges",
            Self::All => "all",
        }
    }
}

/// Counts of gardens by the values of their openings under one rule, **proved** for these gardens. Outcomes
/// and scores are those of x, who moves first.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct GardenTally {
    /// Joint counts of best score and number of winning openings: outcomes, scores and winning openings are
    /// sums over it.
    pub joint: JointCounts,
    /// Gardens by ending under best play, in the order of [`Ending::ALL`].
    pub endings: [u64; 6],
    /// For each [`OpeningGroup`], and for loss, draw and win: the number of such openings in a garden. The
    /// openings of one garden depend on one another, so the unit of the statistics is the garden.
    pub openings: [[Moments; 3]; 3],
    /// Moves that the searches tried.
    pub nodes: u64,
}

impl GardenTally {
    /// Counts a garden with these openings and this ending under best play, after a search of this many
    /// moves.
    pub(crate) fn add(&mut self, openings: &[(Cell, Score)], ending: Ending, nodes: u64) {
        self.joint.add(Combination::of_scores(openings.iter().map(|&(_, score)| score)));
        if let Some(index) = Ending::ALL.iter().position(|&other| other == ending) {
            self.endings[index] += 1;
        }
        for group in OpeningGroup::ALL {
            for (outcome, moments) in self.openings[group as usize].iter_mut().enumerate() {
                let counted = |(cell, score): &&(Cell, Score)| {
                    group.contains(*cell) && Outcome::of_score(*score) as usize == outcome
                };
                moments.add(openings.iter().filter(counted).count());
            }
        }
        self.nodes += nodes;
    }

    /// Counts a garden with these openings; the first of the best ones is played.
    pub(crate) fn add_values(
        &mut self,
        openings: impl Iterator<Item = (Cell, OpeningValue)> + Clone,
        nodes: u32,
    ) {
        let better =
            |best: OpeningValue, next: OpeningValue| if next.score() > best.score() { next } else { best };
        let best = openings.clone().map(|(_, opening)| opening).reduce(better);
        let scores: ArrayVec<_, OPENINGS> = openings.map(|(cell, opening)| (cell, opening.score())).collect();
        if let Some(best) = best {
            self.add(&scores, best.ending(), nodes.into());
        }
    }

    /// Adds the counts of other gardens.
    pub fn merge(&mut self, other: &Self) {
        self.joint.merge(&other.joint);
        self.endings.iter_mut().zip(other.endings).for_each(|(sum, count)| *sum += count);
        let moments = self.openings.as_flattened_mut().iter_mut();
        moments.zip(other.openings.as_flattened()).for_each(|(sum, moments)| sum.merge(moments));
        self.nodes += other.nodes;
    }

    /// Total number of gardens.
    #[must_use]
    pub fn gardens(&self) -> u64 {
        self.joint.gardens()
    }

    /// Gardens by outcome: loss, draw, win.
    #[must_use]
    pub fn outcomes(&self) -> [u64; 3] {
        let mut outcomes = [0; 3];
        self.joint.iter().for_each(|(of, count)| outcomes[of.outcome() as usize] += count);
        outcomes
    }

    /// Gardens by score; scores without gardens are omitted.
    #[must_use]
    pub fn scores(&self) -> BTreeMap<Score, u64> {
        let mut scores = BTreeMap::new();
        self.joint.iter().for_each(|(of, count)| *scores.entry(of.score()).or_default() += count);
        scores
    }

    /// Gardens by number of winning openings, 0 to 12.
    #[must_use]
    pub fn winning_openings(&self) -> [u64; OPENINGS + 1] {
        let mut numbers = [0; OPENINGS + 1];
        self.joint.iter().for_each(|(of, count)| numbers[of.winning_openings()] += count);
        numbers
    }

    /// Whether the counts are consistent and possible. For counts read from a file.
    #[must_use]
    pub fn is_consistent(&self) -> bool {
        let gardens = self.joint.iter().map(|(_, count)| count).try_fold(0, u64::checked_add);
        gardens.is_some()
            && gardens == self.endings.into_iter().try_fold(0, u64::checked_add)
            && self.openings.as_flattened().iter().all(|moments| Some(moments.n) == gardens)
            && self
                .joint
                .iter()
                .all(|(of, _)| Combination::new(of.score(), of.winning_openings()) == Some(of))
    }
}
