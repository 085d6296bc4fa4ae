//! What the records of a census have in common.

use super::record::{OPENINGS, OpeningValue};
use crate::cell::{Cell, CellSet};
use crate::survey::RuleTally;
use hanamachi_core::game::Score;

/// Counts over the gardens of a census: every one is **proved**, for these gardens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// Gardens.
    pub gardens: u64,
    /// Outcomes, scores, endings and openings, as a survey counts them.
    pub tally: RuleTally,
    /// Positions that the searches expanded.
    pub nodes: u64,
}

impl Summary {
    pub(super) fn add(&mut self, openings: &[OpeningValue; OPENINGS], nodes: u32) {
        let mut scores = [(Cell::from_low_bits(0), Score::ZERO); OPENINGS];
        let mut best = openings[0];
        for ((score, cell), opening) in scores.iter_mut().zip(CellSet::BORDER).zip(openings) {
            *score = (cell, opening.score());
            if opening.score() > best.score() {
                best = *opening;
            }
        }
        self.tally.add(&scores, best.ending());
        self.gardens += 1;
        self.nodes += u64::from(nodes);
    }
}
