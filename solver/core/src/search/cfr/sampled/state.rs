//! State of a run, for saving and resuming.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::regret_table::{Baselines, Hashed, RegretTable, SetId};
use super::walk::baselines;
use super::{Batch, GameBackend, Sampled, SampledRule, Sampling};
use crate::search::budget::{CancelToken, Stop};
use crate::search::cfr::{RegretRule, Variant};
use crate::search::parallel::Streams;

/// Blocks between two checks of the cancel token.
const BLOCKS_PER_LOOK: u64 = 1 << 16;

/// Complete state of a run, for resuming. `K` is the information state of a set, or `()` for a tree, whose
/// sets are numbers.
///
/// The sets are in the order of their first visit (for a tree, in that of the tree), so that the form of a
/// state is unique: a run that was stopped, saved, loaded and continued comes to the same bytes as an
/// uninterrupted one.
///
/// The caller must make sure that the game is the same; everything else is checked by [`Sampled::restore`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct State<K> {
    /// Description of the sampling scheme.
    sampling: String,
    /// Whether negative regrets were set to 0.
    clips: bool,
    seed: u64,
    blocks: NonZeroU32,
    traversals: NonZeroU32,
    /// Number of finished batches, two per iteration.
    batches: u64,
    /// Information state of each set, in the order of their numbers; empty for a tree.
    pub(super) keys: Vec<K>,
    /// Number of actions of each set.
    pub(super) actions: Vec<u32>,
    /// Values by set, then by action.
    pub(super) regrets: Vec<f64>,
    pub(super) averages: Vec<f64>,
    /// Empty without a baseline.
    pub(super) baselines: Vec<f64>,
}

/// Reason why a state was not restored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SampledRestoreError {
    /// The state belongs to another algorithm.
    #[error("the state belongs to another algorithm")]
    Algorithm,
    /// The state belongs to another game.
    #[error("the information sets of the state differ from those of the game")]
    Sets,
    /// An information set occurs twice.
    #[error("an information set occurs twice in the state")]
    Twice,
    /// The numbers of sets, actions and values do not match.
    #[error("the state and the game disagree on a number of actions")]
    Shape,
    /// A number is impossible.
    #[error("the state has impossible regrets or weights")]
    Number,
    /// The memory limit was reached.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl<F: GameBackend, S: Sampling> Sampled<F, S> {
    /// State of the run.
    #[must_use]
    pub fn state(&self) -> State<F::Name> {
        State {
            sampling: self.sampling.to_string(),
            clips: self.rule.clips(),
            seed: self.seed,
            blocks: self.batch.blocks,
            traversals: self.batch.traversals,
            batches: self.batches,
            keys: self.field.names(&self.book.index),
            actions: self.book.sets.iter().map(|set| set.actions).collect(),
            regrets: self.book.regrets.clone(),
            averages: self.book.averages.clone(),
            baselines: self.book.baselines.clone(),
        }
    }

    /// Resumes a run on this backend. Restoring the random streams takes half a microsecond for each finished
    /// block.
    // Six parameters: those of a new run, with the state in place of the seed, and a token to cancel
    // restoring the streams.
    pub fn restore(
        field: F,
        sampling: S,
        rule: SampledRule,
        limit: usize,
        state: State<F::Name>,
        cancel: &CancelToken,
    ) -> Result<Self, SampledRestoreError> {
        let rule = rule.variant();
        if state.sampling != sampling.to_string() || state.clips != rule.clips() {
            return Err(SampledRestoreError::Algorithm);
        }
        let cells = state.cells(baselines::<S::Baseline>())?;
        state.check_numbers(rule)?;
        let index = field.named(&state.keys)?;
        let mut book = RegretTable::new(index, baselines::<S::Baseline>());
        let known = book.sets.len();
        if known + state.keys.len() != state.actions.len() {
            return Err(SampledRestoreError::Sets);
        }
        if book.bytes_with(state.keys.len(), cells) > limit {
            return Err(Stop::Memory.into());
        }
        for &actions in state.actions.iter().skip(known) {
            book.add_set(actions);
        }
        if !book.sets.iter().map(|set| set.actions).eq(state.actions.iter().copied()) {
            return Err(SampledRestoreError::Sets);
        }
        book.regrets = state.regrets;
        book.averages = state.averages;
        book.baselines = state.baselines;
        let mut streams = Streams::new(state.seed);
        let done = state.batches.saturating_mul(state.blocks.get().into());
        for (block, _) in (0..done).zip(streams.by_ref()) {
            if block.is_multiple_of(BLOCKS_PER_LOOK) {
                cancel.reason().map_or(Ok(()), Err)?;
            }
        }
        Ok(Self {
            field,
            sampling,
            rule,
            batch: Batch { blocks: state.blocks, traversals: state.traversals },
            seed: state.seed,
            limit,
            book,
            batches: state.batches,
            streams,
            blocks: Vec::new(),
            met: rustc_hash::FxHashSet::default(),
        })
    }
}

impl<K> State<K> {
    /// Total number of actions, if it matches all columns.
    fn cells(&self, baselines: Baselines) -> Result<usize, SampledRestoreError> {
        let cells = self.actions.iter().try_fold(0_usize, |sum, &actions| sum.checked_add(actions as usize));
        let cells = cells.filter(|&cells| u32::try_from(cells).is_ok()).ok_or(SampledRestoreError::Shape)?;
        let baselines = if baselines == Baselines::Learned { cells } else { 0 };
        let lengths = [self.regrets.len(), self.averages.len(), self.baselines.len()];
        if lengths == [cells, cells, baselines] { Ok(cells) } else { Err(SampledRestoreError::Shape) }
    }

    fn check_numbers(&self, rule: Variant) -> Result<(), SampledRestoreError> {
        let number = |&number: &f64| number.is_finite();
        let positive = |&number: &f64| number.is_finite() && number >= 0.0;
        let regrets =
            if rule.clips() { self.regrets.iter().all(positive) } else { self.regrets.iter().all(number) };
        let sound = regrets && self.averages.iter().all(positive) && self.baselines.iter().all(number);
        if sound { Ok(()) } else { Err(SampledRestoreError::Number) }
    }
}

/// Index of the keys, numbered by position.
pub(super) fn numbered<K: Copy + Eq + Hash>(keys: &[K]) -> Result<Hashed<K>, SampledRestoreError> {
    let mut index = Hashed(rustc_hash::FxHashMap::default());
    for (&key, set) in keys.iter().zip((0..).map(SetId)) {
        match index.0.entry(key) {
            Entry::Occupied(_) => return Err(SampledRestoreError::Twice),
            Entry::Vacant(place) => place.insert(set),
        };
    }
    Ok(index)
}
