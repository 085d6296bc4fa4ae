//! Regrets and averages of the information sets, in flat columns.

use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::hash::Hash;
use std::num::NonZeroU32;

use rustc_hash::FxHashMap;

use super::arithmetic;
use super::log::Log;
use crate::search::budget::Stop;
use crate::search::cfr::regret_rule::{Discount, RegretRule, Variant};
use crate::search::cfr::tree::table_bytes;

/// Number of an information set: its index in the columns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SetId(pub(super) u32);

impl SetId {
    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Index of information sets. Threads may read it concurrently; adding needs exclusive access.
pub trait Index: Send + Sync {
    /// Key of an information set.
    type Key: Copy + Eq + Hash;

    /// Number of a set, if it has one.
    fn find(&self, key: &Self::Key) -> Option<SetId>;

    /// Number of a set; a new set gets the number `next`.
    fn find_or_add(&mut self, key: Self::Key, next: SetId) -> SetId;

    /// Memory in bytes with `more` sets added, including the cost of reallocation.
    fn bytes_with(&self, more: usize) -> usize;

    /// Number of actions of the sets known in advance, in the order of their numbers.
    fn known(&self) -> &[u32];
}

/// Index of sets whose keys are their numbers.
#[derive(Clone, Debug)]
pub struct Dense(Vec<u32>);

impl Dense {
    pub(super) fn new(actions: impl Iterator<Item = u32>) -> Self {
        Self(actions.collect())
    }
}

impl Index for Dense {
    type Key = u32;

    #[inline]
    fn find(&self, &key: &u32) -> Option<SetId> {
        Some(SetId(key))
    }

    #[inline]
    fn find_or_add(&mut self, key: u32, _next: SetId) -> SetId {
        SetId(key)
    }

    fn bytes_with(&self, _more: usize) -> usize {
        self.0.capacity() * size_of::<u32>()
    }

    fn known(&self) -> &[u32] {
        &self.0
    }
}

/// Index by hashing, with sets numbered in the order of their first visit.
#[derive(Clone, Debug)]
pub struct Hashed<K>(pub(super) FxHashMap<K, SetId>);

impl<K> Hashed<K> {
    pub(super) fn new() -> Self {
        Self(FxHashMap::default())
    }
}

impl<K: Copy + Eq + Hash + Send + Sync> Index for Hashed<K> {
    type Key = K;

    #[inline]
    fn find(&self, key: &K) -> Option<SetId> {
        self.0.get(key).copied()
    }

    #[inline]
    fn find_or_add(&mut self, key: K, next: SetId) -> SetId {
        match self.0.entry(key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => *place.insert(next),
        }
    }

    fn bytes_with(&self, more: usize) -> usize {
        let now = table_bytes::<(K, SetId)>(self.0.capacity());
        if self.0.len() + more <= self.0.capacity() {
            return now;
        }
        now + table_bytes::<(K, SetId)>((self.0.len() + more).max(2 * self.0.capacity()))
    }

    fn known(&self) -> &[u32] {
        &[]
    }
}

/// An information set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Set {
    /// Index of its first action in the columns.
    pub first: u32,
    pub actions: u32,
    /// Index of its sums in the current batch, counted from 1.
    pending: Option<NonZeroU32>,
}

impl Set {
    #[inline]
    pub(super) fn cells(self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + self.actions as usize
    }
}

/// Number assigned to a new set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Named {
    pub set: SetId,
    /// Number of actions at its first visit. (In a game that breaks its contract, other visits may differ.)
    pub actions: u32,
}

/// Regrets, averages and baselines of all information sets.
#[derive(Clone, Debug)]
pub(super) struct RegretTable<X> {
    pub index: X,
    pub sets: Vec<Set>,
    /// Cumulative regret of each action.
    pub regrets: Vec<f64>,
    /// Cumulative weight of each action in the average strategy.
    pub averages: Vec<f64>,
    /// Baseline of each action for the player who takes it; empty without baselines.
    pub baselines: Vec<f64>,
    keeps_baselines: bool,
    pending: Pending,
}

/// Whether actions have a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Baselines {
    /// A learned baseline.
    Learned,
    /// No baseline.
    None,
}

/// Kind of the sums of a batch for a set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Gathered {
    /// Regrets of its actions.
    Regrets,
    /// Weight of the strategy that was played there.
    Visits,
}

/// Sums of the current batch, by set.
#[derive(Clone, Debug, Default)]
struct Pending {
    values: Vec<f64>,
    /// Sets with new regrets, and their index in the values.
    regrets: Vec<(SetId, usize)>,
    /// Sets with new weights of the average, and their index in the values.
    visits: Vec<(SetId, usize)>,
    /// Numbers of the sets that the current log visited for the first time.
    named: Vec<Named>,
}

impl<X: Index> RegretTable<X> {
    pub(super) fn new(index: X, baselines: Baselines) -> Self {
        let mut book = Self {
            index,
            sets: Vec::new(),
            regrets: Vec::new(),
            averages: Vec::new(),
            baselines: Vec::new(),
            keeps_baselines: baselines == Baselines::Learned,
            pending: Pending::default(),
        };
        for place in 0..book.index.known().len() {
            let actions = book.index.known()[place];
            book.add_set(actions);
        }
        book
    }

    /// Number of columns.
    const fn columns(&self) -> usize {
        if self.keeps_baselines { 3 } else { 2 }
    }

    /// Memory in bytes with this many sets and actions added, including the cost of reallocation.
    pub(super) fn bytes_with(&self, sets: usize, actions: usize) -> usize {
        let grown = |len: usize, capacity: usize, more: usize, size: usize| {
            let moved = if len + more > capacity { (len + more).max(2 * capacity) } else { 0 };
            (capacity + moved) * size
        };
        let column = grown(self.regrets.len(), self.regrets.capacity(), actions, size_of::<f64>());
        self.index.bytes_with(sets)
            + grown(self.sets.len(), self.sets.capacity(), sets, size_of::<Set>())
            + self.columns() * column
            + self.pending.values.capacity() * size_of::<f64>()
    }

    pub(super) fn add_set(&mut self, actions: u32) {
        // 2³² actions are 64 GiB of columns; the memory limit is far below that, see `Sampled::limit`.
        let first = u32::try_from(self.regrets.len()).unwrap_or(u32::MAX);
        self.sets.push(Set { first, actions, pending: None });
        let cells = self.regrets.len() + actions as usize;
        self.regrets.resize(cells, 0.0);
        self.averages.resize(cells, 0.0);
        if self.keeps_baselines {
            self.baselines.resize(cells, 0.0);
        }
    }

    /// Appends the current strategy of a set to `strategy`; uniform if the set is unknown.
    #[inline]
    pub(super) fn push_strategy(&self, set: Option<SetId>, actions: usize, strategy: &mut Vec<f64>) {
        let regrets = set.map_or(&[][..], |set| &self.regrets[self.sets[set.index()].cells()]);
        arithmetic::push_regret_matching(regrets, actions, strategy);
    }

    /// Number of a set with this many actions. (Sets with another number of actions, in a game that breaks
    /// its contract, are ignored.)
    #[inline]
    pub(super) fn find(&self, key: &X::Key, actions: usize) -> Option<SetId> {
        self.index
            .find(key)
            .filter(|&set| self.sets.get(set.index()).is_some_and(|set| set.actions as usize == actions))
    }

    /// Whether there is room for this many more sets and actions.
    pub(super) fn check_room(&self, sets: usize, actions: usize, limit: usize) -> Result<(), Stop> {
        if sets > 0 && self.bytes_with(sets, actions) > limit.min(MOST_BYTES) {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Number of a set with this many actions. A new set is added.
    #[inline]
    fn enter(&mut self, key: X::Key, actions: u32) -> Named {
        let next = SetId(u32::try_from(self.sets.len()).unwrap_or(u32::MAX));
        let set = self.index.find_or_add(key, next);
        if set == next {
            self.add_set(actions);
        }
        Named { set, actions }
    }

    /// Adds the contents of a log. New sets come first, in the order of their first visit. Strategies do not
    /// change before [`settle`](Self::settle).
    #[inline]
    pub(super) fn gather(&mut self, log: &Log<X::Key>, step: f64) {
        let mut named = std::mem::take(&mut self.pending.named);
        named.clear();
        named.extend(log.new.iter().map(|&(key, actions)| self.enter(key, actions)));
        let mut values = log.regret_values.as_slice();
        for &name in &log.regrets {
            let (set, actions) = log.resolve(name, &named, &self.sets);
            let (here, rest) = values.split_at(actions.min(values.len()));
            values = rest;
            let at = self.pend(set, actions, Gathered::Regrets);
            arithmetic::add(&mut self.pending.values[at..], here);
        }
        for &(name, weight) in &log.visits {
            let (set, _) = log.resolve(name, &named, &self.sets);
            let at = self.pend(set, 1, Gathered::Visits);
            self.pending.values[at] += weight;
        }
        for &(name, action, value) in &log.lessons {
            let (set, _) = log.resolve(name, &named, &self.sets);
            let first = self.sets[set.index()].first as usize;
            if let Some(baseline) = self.baselines.get_mut(first + action.index()) {
                *baseline += step * (value - *baseline);
            }
        }
        self.pending.named = named;
    }

    /// Index of the sums of a set.
    #[inline]
    fn pend(&mut self, set: SetId, numbers: usize, gathered: Gathered) -> usize {
        if let Some(place) = self.sets[set.index()].pending {
            return place.get() as usize - 1;
        }
        let at = self.pending.values.len();
        self.pending.values.resize(at + numbers, 0.0);
        self.sets[set.index()].pending = u32::try_from(at + 1).ok().and_then(NonZeroU32::new);
        let list = match gathered {
            Gathered::Regrets => &mut self.pending.regrets,
            Gathered::Visits => &mut self.pending.visits,
        };
        list.push((set, at));
        at
    }

    /// Applies the sums of the batch, which gives the strategies of the next iteration. `weight` is that of
    /// this iteration.
    pub(super) fn settle(&mut self, rule: Variant, weight: f64) {
        let mut pending = std::mem::take(&mut self.pending);
        let mut strategy = Vec::new();
        // The averages first: they use the strategies that were played.
        for &(set, at) in &pending.visits {
            let Set { actions, .. } = self.sets[set.index()];
            strategy.clear();
            self.push_strategy(Some(set), actions as usize, &mut strategy);
            let scale = weight * pending.values[at];
            let cells = self.sets[set.index()].cells();
            for (average, share) in self.averages[cells].iter_mut().zip(&strategy) {
                *average += scale * share;
            }
            self.sets[set.index()].pending = None;
        }
        for &(set, at) in &pending.regrets {
            let cells = self.sets[set.index()].cells();
            for (regret, &brought) in self.regrets[cells].iter_mut().zip(&pending.values[at..]) {
                *regret = rule.accumulate(*regret, brought, Discount::NONE);
            }
            self.sets[set.index()].pending = None;
        }
        pending.values.clear();
        pending.regrets.clear();
        pending.visits.clear();
        self.pending = pending;
    }
}

/// Upper bound on the size of a table: sets and actions are numbered with 32 bits.
const MOST_BYTES: usize = 64 << 30;
