//! The training run for rounds.

use super::{NetworkPolicy, RoundEncoder, Rounds};
use crate::rules::round::Round;
use hanamachi_core::search::learning::{
    BatchStatistics, COLUMNS, Network, SavedTraining, Trainer, TrainingSettings,
};

/// A [`Trainer`] of rounds. Wrapping it compiles the code, self-play included, once here instead of in each
/// program.
pub struct RoundTrainer<'a>(Trainer<'a, RoundEncoder, Rounds>);

impl<'a> RoundTrainer<'a> {
    /// A new run, for games with the rules and utilities of this round, with this number of games played at a
    /// time.
    #[must_use]
    pub fn new(
        encoder: &'a RoundEncoder,
        settings: TrainingSettings,
        seed: u64,
        round: &Round,
        at_a_time: usize,
    ) -> Self {
        let sources = (0..at_a_time).map(|_| Rounds::new(round)).collect();
        Self(Trainer::new(encoder, settings, seed, sources))
    }

    /// See [`Trainer::step`].
    pub fn step(&mut self) -> BatchStatistics {
        self.0.step()
    }

    /// Rounds played.
    #[must_use]
    pub const fn done(&self) -> u64 {
        self.0.done()
    }

    /// See [`Trainer::settings`].
    #[must_use]
    pub const fn settings(&self) -> &TrainingSettings {
        self.0.settings()
    }

    /// See [`Trainer::policy`].
    #[must_use]
    pub const fn policy(&self) -> &Network {
        self.0.policy()
    }

    /// See [`Trainer::save`].
    #[must_use]
    pub fn save(&self) -> SavedTraining {
        self.0.save()
    }

    /// See [`Trainer::columns`].
    #[must_use]
    pub fn columns(&self) -> [&[f32]; COLUMNS.len()] {
        self.0.columns()
    }

    /// See [`Trainer::restore`].
    #[must_use]
    pub fn restore(&mut self, saved: &SavedTraining, columns: &[Vec<f32>; COLUMNS.len()]) -> bool {
        self.0.restore(saved, columns)
    }

    /// Starts with this policy, and with action values whose differences follow from its probabilities, instead
    /// of random networks.
    ///
    /// # Panics
    ///
    /// If the policy is for other rules.
    #[must_use]
    pub fn with_policy(self, policy: &NetworkPolicy) -> Self {
        let (values, policy) = policy.networks();
        Self(self.0.with_networks(values, policy))
    }

    /// See [`Trainer::begin_with`].
    #[must_use]
    pub fn begin_with(&mut self, saved: &SavedTraining, columns: &[Vec<f32>; COLUMNS.len()]) -> bool {
        self.0.begin_with(saved, columns)
    }
}
