//! Counts by outcome.

use std::ops::AddAssign;

use crate::value::Outcome;

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
