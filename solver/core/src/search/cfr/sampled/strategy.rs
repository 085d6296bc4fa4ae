//! The average and the current strategy of a run.

use super::backend::GameBackend;
use super::regret_table::RegretTable;
use crate::game::HiddenInformation;
use crate::search::cfr::Strategy;

/// The average strategy of a run, which approaches an equilibrium.
#[derive(Debug)]
pub struct SampledAverage<'a, F: GameBackend> {
    field: &'a F,
    book: &'a RegretTable<F::Index>,
}

/// The current strategy of a run, which need not converge.
#[derive(Debug)]
pub struct SampledCurrent<'a, F: GameBackend> {
    field: &'a F,
    book: &'a RegretTable<F::Index>,
}

impl<'a, F: GameBackend> SampledAverage<'a, F> {
    pub(super) const fn new(field: &'a F, book: &'a RegretTable<F::Index>) -> Self {
        Self { field, book }
    }
}

impl<'a, F: GameBackend> SampledCurrent<'a, F> {
    pub(super) const fn new(field: &'a F, book: &'a RegretTable<F::Index>) -> Self {
        Self { field, book }
    }
}

impl<G: HiddenInformation, F: GameBackend<Game = G>> Strategy<G> for SampledAverage<'_, F> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        let set = self.field.key_of(information).and_then(|key| self.book.find(&key, actions));
        if let Some(set) = set {
            let cells = self.book.sets[set.index()].cells();
            probabilities.extend_from_slice(&self.book.averages[cells]);
        }
        normalize(actions, probabilities);
    }
}

impl<G: HiddenInformation, F: GameBackend<Game = G>> Strategy<G> for SampledCurrent<'_, F> {
    fn probabilities(&self, information: &G::Information, actions: usize, probabilities: &mut Vec<f64>) {
        probabilities.clear();
        let set = self.field.key_of(information).and_then(|key| self.book.find(&key, actions));
        self.book.push_strategy(set, actions, probabilities);
    }
}

/// Scales weights to sum to 1; uniform if they are all 0.
#[expect(clippy::cast_precision_loss, reason = "a few hundred at most")]
pub(super) fn normalize(actions: usize, weights: &mut Vec<f64>) {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        for weight in weights {
            *weight /= sum;
        }
    } else {
        weights.clear();
        weights.resize(actions, 1.0 / actions as f64);
    }
}
