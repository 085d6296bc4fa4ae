//! Counts by outcome.

use std::ops::AddAssign;

use crate::value::Outcome;

/// Number of classes and of gardens with each outcome: **proved** counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct VerdictTally {
    classes: [u64; 3],
    shuffles: [u64; 3],
    /// Moves that the searches tried.
    pub nodes: u64,
}

impl VerdictTally {
    /// Counts that are known, by outcome in ascending order: losses, draws, wins.
    #[must_use]
    pub const fn new(classes: [u64; 3], shuffles: [u64; 3], nodes: u64) -> Self {
        Self { classes, shuffles, nodes }
    }

    /// Classes with this outcome for x.
    #[must_use]
    pub const fn classes(&self, outcome: Outcome) -> u64 {
        self.classes[outcome as usize]
    }

    /// Gardens in the classes with this outcome for x.
    #[must_use]
    pub const fn shuffles(&self, outcome: Outcome) -> u64 {
        self.shuffles[outcome as usize]
    }

    /// All classes.
    #[must_use]
    pub fn all_classes(&self) -> u64 {
        self.classes.iter().sum()
    }

    /// All gardens.
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
    /// Adds up counts of different classes. Counts too large to be true stay at the largest number.
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
