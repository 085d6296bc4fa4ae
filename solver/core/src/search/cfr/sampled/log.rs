//! Logs of traversals, merged at the end of a batch.

use super::regret_table::{Named, Set, SetId};

/// Name of an information set in a [`Log`]: its number, or, beyond all numbers assigned before the batch, its
/// index in [`Log::new`](field@Log::new).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SetName(u32);

/// Index of an action in its information set.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct ActionPlace(u32);

impl ActionPlace {
    pub(super) fn new(place: usize) -> Self {
        Self(u32::try_from(place).unwrap_or(u32::MAX))
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Result of a block of traversals.
#[derive(Clone, Debug)]
pub(super) struct Log<K> {
    /// Number of numbered sets at the start of the batch.
    known: usize,
    /// Sets that had no number, with their number of actions. May contain duplicates.
    pub new: Vec<(K, u32)>,
    /// Sets of the traverser, one entry for each visit.
    pub regrets: Vec<SetName>,
    /// Sampled instantaneous regrets of their actions, concatenated.
    pub regret_values: Vec<f64>,
    /// Sets of the other player, one entry for each visit, with the weight of the visit in the average.
    pub visits: Vec<(SetName, f64)>,
    /// Sampled actions, each with the sampled value for the player who took it.
    pub lessons: Vec<(SetName, ActionPlace, f64)>,
}

impl<K: Copy> Log<K> {
    pub(super) const fn new() -> Self {
        Self {
            known: 0,
            new: Vec::new(),
            regrets: Vec::new(),
            regret_values: Vec::new(),
            visits: Vec::new(),
            lessons: Vec::new(),
        }
    }

    /// Clears the log for a batch that starts with this many numbered sets.
    #[inline]
    pub(super) fn clear(&mut self, known: usize) {
        self.known = known;
        self.new.clear();
        self.regrets.clear();
        self.regret_values.clear();
        self.visits.clear();
        self.lessons.clear();
    }

    /// Scales the contribution of the traversal by `weight`.
    pub(super) fn scale(&mut self, weight: f64) {
        self.regret_values.iter_mut().for_each(|regret| *regret *= weight);
        self.visits.iter_mut().for_each(|(_, visit)| *visit *= weight);
    }

    /// Name of a set in this log.
    #[inline]
    pub(super) fn name(&mut self, set: Option<SetId>, key: K, actions: usize) -> SetName {
        set.map_or_else(|| self.name_new(key, actions), |set| SetName(set.0))
    }

    /// Name in this log of a set without a number. Rarely called once a run is under way.
    #[cold]
    #[inline(never)]
    fn name_new(&mut self, key: K, actions: usize) -> SetName {
        let name = self.known + self.new.len();
        self.new.push((key, u32::try_from(actions).unwrap_or(u32::MAX)));
        SetName(u32::try_from(name).unwrap_or(u32::MAX))
    }

    /// Number of the set with this name, and its number of actions. `named` are the numbers of
    /// [`new`](field@Self::new).
    #[inline]
    pub(super) fn resolve(&self, name: SetName, named: &[Named], sets: &[Set]) -> (SetId, usize) {
        if let Some(place) = (name.0 as usize).checked_sub(self.known) {
            let Named { set, actions } = named[place];
            (set, actions as usize)
        } else {
            let set = SetId(name.0);
            (set, sets[set.index()].actions as usize)
        }
    }
}
