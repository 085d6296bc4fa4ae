//! Counts by outcome, and those of all gardens: the totals of the ledger.

use std::ops::AddAssign;

use serde::ser::{Serialize, SerializeStruct, Serializer};

use crate::rules::FullBoard;
use crate::value::Outcome;
use hanamachi_core::search::strength::HasStrength;

/// Number of classes and of gardens with each outcome: **proved** counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerdictTally {
    classes: [u64; 3],
    shuffles: [u64; 3],
    /// Number of moves tried by the searches.
    pub nodes: u64,
}

impl VerdictTally {
    /// Known counts, by outcome in ascending order: losses, draws, wins.
    #[must_use]
    pub const fn new(classes: [u64; 3], shuffles: [u64; 3], nodes: u64) -> Self {
        Self { classes, shuffles, nodes }
    }

    /// Number of classes with this outcome for x.
    #[must_use]
    pub const fn classes(&self, outcome: Outcome) -> u64 {
        self.classes[outcome as usize]
    }

    /// Number of gardens in the classes with this outcome for x.
    #[must_use]
    pub const fn shuffles(&self, outcome: Outcome) -> u64 {
        self.shuffles[outcome as usize]
    }

    /// Total number of classes.
    #[must_use]
    pub fn all_classes(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// Total number of gardens.
    #[must_use]
    pub fn all_shuffles(&self) -> u64 {
        self.shuffles.iter().sum()
    }

    /// Counts a class with this many gardens.
    pub fn add(&mut self, outcome: Outcome, class_size: u64, nodes: u64) {
        self.classes[outcome as usize] += 1;
        self.shuffles[outcome as usize] += class_size;
        self.nodes += nodes;
    }
}

impl Serialize for VerdictTally {
    /// Writes `{kind, classes, shuffles, outcomes: [{outcome, classes, shuffles}], nodes}`, wins first.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct OutcomeCounts {
            outcome: &'static str,
            classes: u64,
            shuffles: u64,
        }
        let row = |outcome: Outcome| OutcomeCounts {
            outcome: outcome.word(),
            classes: self.classes(outcome),
            shuffles: self.shuffles(outcome),
        };
        let mut object = serializer.serialize_struct("VerdictTally", 5)?;
        object.serialize_field("kind", &self.strength())?;
        object.serialize_field("classes", &self.all_classes())?;
        object.serialize_field("shuffles", &self.all_shuffles())?;
        object.serialize_field("outcomes", &[Outcome::Win, Outcome::Draw, Outcome::Loss].map(row))?;
        object.serialize_field("nodes", &self.nodes)?;
        object.end()
    }
}

impl AddAssign for VerdictTally {
    /// Adds counts of other classes. Impossibly large counts saturate.
    fn add_assign(&mut self, other: Self) {
        for (sum, count) in self.classes.iter_mut().zip(other.classes) {
            *sum = sum.saturating_add(count);
        }
        for (sum, count) in self.shuffles.iter_mut().zip(other.shuffles) {
            *sum = sum.saturating_add(count);
        }
        self.nodes = self.nodes.saturating_add(other.nodes);
    }
}

/// The outcomes of all 2,270,454,064 classes and all 16! gardens for x, who moves first, with a full board
/// drawn. **Proved**: they are the sums of the lines of `results/okiya-solved/ledger.csv`, and a test
/// compares the two.
pub const ALL_GARDENS: VerdictTally = VerdictTally::new(
    [491_425, 734_348_589, 1_535_614_050],
    [4_515_399_936, 6_766_844_504_832, 14_151_429_983_232],
    23_287_967_393_584,
);

/// The number of gardens with this outcome for x under best play. **Proved.** If the last token wins on a
/// full board, x loses the gardens that are drawn otherwise.
#[must_use]
pub const fn gardens_with(outcome: Outcome, full_board: FullBoard) -> u64 {
    let gardens = ALL_GARDENS.shuffles(outcome);
    match (full_board, outcome) {
        (FullBoard::Last, Outcome::Draw) => 0,
        (FullBoard::Last, Outcome::Loss) => gardens + ALL_GARDENS.shuffles(Outcome::Draw),
        _ => gardens,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rank::GardenRank;
    use crate::symmetry::ClassNumber;

    #[test]
    fn all_classes_and_all_gardens_are_counted_by_both_rules() {
        assert_eq!(ALL_GARDENS.all_classes(), ClassNumber::COUNT);
        assert_eq!(ALL_GARDENS.all_shuffles(), (1..=16).product::<u64>());
        assert_eq!(ALL_GARDENS.all_shuffles(), GardenRank::COUNT);
        for full_board in [FullBoard::Draw, FullBoard::Last] {
            let outcomes = [Outcome::Loss, Outcome::Draw, Outcome::Win];
            let all: u64 = outcomes.into_iter().map(|outcome| gardens_with(outcome, full_board)).sum();
            assert_eq!(all, GardenRank::COUNT, "{full_board}");
        }
    }
}
