//! Passes over one player's information sets, from the last decisions to the first and back, in parallel.
//!
//! Every number is computed from the same others in the same order however the work is distributed, so
//! results do not depend on the number of threads.

use std::ops::Range;

use super::{Payoffs, SequenceForm, Treeplex};
use crate::game::{HiddenInformation, Seat};

/// Multiplications below which a separate task does not pay: some tens of microseconds.
const GRAIN: usize = 1 << 14;

/// Cost of the bookkeeping of a sequence, in multiplications.
const PER_SEQUENCE: usize = 8;

/// One player's side of a game.
#[derive(Clone, Copy)]
pub(crate) struct PlayerSide<'a> {
    pub(crate) treeplex: &'a Treeplex,
    payoffs: &'a Payoffs,
}

/// Numbers for a range of sequences or information sets, or several of these.
pub(crate) trait Split: Send + Sized {
    /// Splits off this many sequences and sets at the front.
    fn split(self, sequences: usize, sets: usize) -> (Self, Self);
}

/// A number for each sequence.
pub(crate) struct BySequence<'a>(pub(crate) &'a mut [f64]);

impl Split for BySequence<'_> {
    fn split(self, sequences: usize, _sets: usize) -> (Self, Self) {
        let (before, after) = self.0.split_at_mut(sequences);
        (Self(before), Self(after))
    }
}

/// A number for each information set.
pub(crate) struct BySet<'a>(pub(crate) &'a mut [f64]);

impl Split for BySet<'_> {
    fn split(self, _sequences: usize, sets: usize) -> (Self, Self) {
        let (before, after) = self.0.split_at_mut(sets);
        (Self(before), Self(after))
    }
}

impl<A: Split, B: Split> Split for (A, B) {
    fn split(self, sequences: usize, sets: usize) -> (Self, Self) {
        let ((a, after_a), (b, after_b)) = (self.0.split(sequences, sets), self.1.split(sequences, sets));
        ((a, b), (after_a, after_b))
    }
}

/// Operation on each information set on the way up.
pub(crate) trait Visit: Split {
    /// Receives the values of the actions, and returns the value of the information set. `sequences` are
    /// those of its actions, counted from the first one of the range.
    fn visit(&mut self, sequences: Range<usize>, values: &[f64]) -> f64;
}

impl<'a> PlayerSide<'a> {
    pub(crate) const fn new<G: HiddenInformation>(form: &'a SequenceForm<G>, seat: Seat) -> Self {
        Self { treeplex: form.treeplex(seat), payoffs: form.payoffs(seat) }
    }

    /// Start of the numbers of an information set: the number of sequences and sets before it, without the
    /// empty sequence.
    fn begin(self, set: usize) -> (usize, usize) {
        (self.treeplex.first_sequence(set) - 1, set)
    }

    /// Splits numbers that begin with the set `start` at the set `at`.
    fn split<S: Split>(self, numbers: S, start: usize, at: usize) -> (S, S) {
        let ((sequence, set), (at_sequence, at_set)) = (self.begin(start), self.begin(at));
        numbers.split(at_sequence - sequence, at_set - set)
    }

    fn cost(self, sets: &Range<usize>) -> usize {
        let [start, end] = [sets.start, sets.end].map(|set| self.treeplex.first_sequence(set));
        self.payoffs.entries_before(end) - self.payoffs.entries_before(start) + PER_SEQUENCE * (end - start)
    }

    /// Calls `work` on each component, with the numbers of the component. They leave out the empty sequence.
    pub(crate) fn each_component<S: Split>(self, numbers: S, work: &(impl Fn(usize, S) + Sync)) {
        self.components(0..self.treeplex.components(), numbers, work);
    }

    fn components<S: Split>(self, range: Range<usize>, numbers: S, work: &(impl Fn(usize, S) + Sync)) {
        let middle = range.start.midpoint(range.end);
        let sets = self.treeplex.sets_of(range.clone());
        if range.len() > 1 {
            let at = self.treeplex.sets_of(middle..range.end).start;
            let (before, after) = self.split(numbers, sets.start, at);
            let first = || self.components(range.start..middle, before, work);
            let second = || self.components(middle..range.end, after, work);
            if self.cost(&sets) > GRAIN {
                rayon::join(first, second);
            } else {
                first();
                second();
            }
        } else if range.len() == 1 {
            work(range.start, numbers);
        }
    }

    /// Computes the value of each information set against these realization weights of the opponent, from the
    /// last decisions of a component to the first.
    pub(crate) fn up<V: Visit>(self, component: usize, opponent: &[f64], mut visits: V, values: &mut [f64]) {
        let sets = self.treeplex.sets_of(component..component + 1);
        for level in self.treeplex.levels_of(component).rev() {
            let (above, visit) = self.split(visits, sets.start, level.start);
            let (rest, below) = values.split_at_mut(level.end - sets.start);
            let below = Below { values: below, first: level.end };
            self.up_level(level.clone(), opponent, visit, &mut rest[level.start - sets.start..], &below);
            visits = above;
        }
    }

    // Six parameters: parts of buffers that are split again at every level.
    fn up_level<V: Visit>(
        self,
        sets: Range<usize>,
        opponent: &[f64],
        mut visits: V,
        values: &mut [f64],
        below: &Below<'_>,
    ) {
        if sets.len() > 1 && self.cost(&sets) > GRAIN {
            let middle = sets.start.midpoint(sets.end);
            let (before, after) = self.split(visits, sets.start, middle);
            let (values_before, values_after) = values.split_at_mut(middle - sets.start);
            rayon::join(
                || self.up_level(sets.start..middle, opponent, before, values_before, below),
                || self.up_level(middle..sets.end, opponent, after, values_after, below),
            );
            return;
        }
        let start = self.treeplex.first_sequence(sets.start);
        let mut of_actions = Vec::new();
        for (set, value) in sets.zip(values) {
            let sequences = self.treeplex.sequences_of(set);
            of_actions.clear();
            of_actions.extend(sequences.clone().map(|sequence| {
                self.payoffs.against(sequence, opponent) + below.behind(self.treeplex, sequence)
            }));
            *value = visits.visit(sequences.start - start..sequences.end - start, &of_actions);
        }
    }

    /// Value of the game for this player, from the values of the information sets.
    pub(crate) fn total(self, opponent: &[f64], values: &[f64]) -> f64 {
        self.payoffs.against(0, opponent) + Below { values, first: 0 }.behind(self.treeplex, 0)
    }

    /// Value of these realization weights of the two players.
    pub(crate) fn value(self, own: &[f64], opponent: &[f64]) -> f64 {
        own.iter().enumerate().map(|(row, weight)| weight * self.payoffs.against(row, opponent)).sum()
    }

    /// Computes the realization weights of the sequences of a component from the probabilities of the
    /// actions, from the first decisions to the last. Both leave out the empty sequence.
    pub(crate) fn down(self, component: usize, behavior: &[f64], realization: &mut [f64]) {
        let first = self.begin(self.treeplex.sets_of(component..component + 1).start).0;
        for level in self.treeplex.levels_of(component) {
            let (start, end) = (self.begin(level.start).0 - first, self.begin(level.end).0 - first);
            let (above, rest) = realization.split_at_mut(start);
            let above = Above { realization: above, first: first + 1 };
            self.down_level(level, &behavior[start..end], &mut rest[..end - start], &above);
        }
    }

    fn down_level(self, sets: Range<usize>, behavior: &[f64], realization: &mut [f64], above: &Above<'_>) {
        let start = self.treeplex.first_sequence(sets.start);
        if sets.len() > 1 && PER_SEQUENCE * behavior.len() > GRAIN {
            let middle = sets.start.midpoint(sets.end);
            let at = self.treeplex.first_sequence(middle) - start;
            let (behavior, behavior_after) = behavior.split_at(at);
            let (before, after) = realization.split_at_mut(at);
            rayon::join(
                || self.down_level(sets.start..middle, behavior, before, above),
                || self.down_level(middle..sets.end, behavior_after, after, above),
            );
            return;
        }
        for set in sets {
            let reach = above.reach(self.treeplex, set);
            let sequences = self.treeplex.sequences_of(set);
            let sequences = sequences.start - start..sequences.end - start;
            for (weight, probability) in realization[sequences.clone()].iter_mut().zip(&behavior[sequences]) {
                *weight = reach * probability;
            }
        }
    }

    /// Realization weights of a whole strategy.
    pub(crate) fn realize(self, behavior: &[f64]) -> Vec<f64> {
        let mut realization = vec![1.0; behavior.len()];
        let mut own = behavior[1..].to_vec();
        self.each_component(
            (BySequence(&mut own), BySequence(&mut realization[1..])),
            &|component, (own, weights)| {
                self.down(component, own.0, weights.0);
            },
        );
        realization
    }
}

/// Values of the information sets of the levels below.
struct Below<'a> {
    values: &'a [f64],
    /// Index of the first of these sets.
    first: usize,
}

impl Below<'_> {
    /// Value of the information sets that follow a sequence.
    #[inline]
    fn behind(&self, treeplex: &Treeplex, sequence: usize) -> f64 {
        let children = treeplex.children.links_from(sequence).iter();
        children.map(|&(set, share)| share * self.values[set as usize - self.first]).sum()
    }
}

/// Realization weights of the levels above.
struct Above<'a> {
    realization: &'a [f64],
    /// Index of the first of these sequences.
    first: usize,
}

impl Above<'_> {
    /// Reach probability of an information set under the player's own decisions.
    #[inline]
    fn reach(&self, treeplex: &Treeplex, set: usize) -> f64 {
        let weight = |sequence: u32| match (sequence as usize).checked_sub(self.first) {
            Some(sequence) => self.realization[sequence],
            // Only the empty sequence is outside the component.
            None => 1.0,
        };
        treeplex.parents.links_from(set).iter().map(|&(sequence, share)| share * weight(sequence)).sum()
    }
}
