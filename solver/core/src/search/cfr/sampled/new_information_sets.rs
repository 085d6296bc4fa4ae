//! Information sets that a batch meets for the first time, found by all threads at a time.

use std::fmt::{self, Debug};
use std::hash::Hash;
use std::sync::atomic::{AtomicU32, Ordering};

use dashmap::DashMap;
use rustc_hash::FxBuildHasher;

use super::log::Log;
use super::regret_table::{Index, Named, RegretTable};

/// Parts of the table, each with a lock of its own: far more than threads, so that these hardly ever meet. A power of two.
const SHARDS: usize = 64;

/// The sets without a number that a batch meets. Each has a place here, given in the order in which threads come by: it
/// names the set until the batch is done, and shows in no result.
pub(super) struct NewInformationSets<K> {
    /// Places by what is known, and how many actions there are.
    places: DashMap<(K, u32), u32, FxBuildHasher>,
    next: AtomicU32,
    /// The sets by their places, when the batch is done.
    sets: Vec<Option<(K, u32)>>,
    /// What they become.
    named: Vec<Option<Named>>,
}

impl<K> Debug for NewInformationSets<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewInformationSets").field("next", &self.next).finish_non_exhaustive()
    }
}

impl<K: Copy + Eq + Hash> NewInformationSets<K> {
    pub(super) fn new() -> Self {
        Self {
            places: DashMap::with_hasher_and_shard_amount(FxBuildHasher, SHARDS),
            next: AtomicU32::new(0),
            sets: Vec::new(),
            named: Vec::new(),
        }
    }

    /// The place of a set, for all threads.
    pub(super) fn place(&self, key: K, actions: u32) -> u32 {
        // Relaxed: whoever reads the place has the shard's lock, and all threads are done before sets are counted.
        *self.places.entry((key, actions)).or_insert_with(|| self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// Ends the search: how many sets and actions were met for the first time.
    pub(super) fn close(&mut self) -> (usize, usize) {
        let count = *self.next.get_mut() as usize;
        if count == 0 {
            return (0, 0);
        }
        self.sets.resize(count, None);
        let mut actions = 0;
        for place in &self.places {
            let &(_, more) = place.key();
            actions += more as usize;
            self.sets[*place.value() as usize] = Some(*place.key());
        }
        (count, actions)
    }

    /// Enters the sets into a book, numbered in the order in which these logs, one after the other, met them.
    pub(super) fn enter<'l, X: Index<Key = K>>(
        &mut self,
        book: &mut RegretTable<X>,
        logs: impl Iterator<Item = &'l Log<K>>,
    ) where
        K: 'l,
    {
        self.named.resize(self.sets.len(), None);
        for &place in logs.flat_map(|log| &log.met) {
            let place = place as usize;
            if let (None, Some((key, actions))) = (self.named[place], self.sets[place]) {
                self.named[place] = Some(book.enter(key, actions));
            }
        }
    }

    /// What the sets have become, by their places.
    pub(super) fn named(&self) -> &[Option<Named>] {
        &self.named
    }

    /// Forgets all sets.
    pub(super) fn clear(&mut self) {
        if std::mem::take(self.next.get_mut()) > 0 {
            self.places.clear();
            self.sets.clear();
            self.named.clear();
        }
    }
}
