//! What traversals have seen, written down until everybody is done.

use std::hash::Hash;

use super::new_information_sets::NewInformationSets;
use super::regret_table::{Named, Set};

/// What a block of traversals brings. Information sets are named by their numbers; those that had none when the batch
/// began come behind all that had one: by their places in [`NewInformationSets`] if several threads are at work, in the order of `new`
/// in a traversal alone.
#[derive(Clone, Debug)]
pub(super) struct Log<K> {
    /// How many sets had a number.
    pub known: usize,
    /// Sets that had none, with their actions. One may be there several times.
    pub new: Vec<(K, u32)>,
    /// The same by their places in [`NewInformationSets`].
    pub met: Vec<u32>,
    /// Sets of the traverser, one for each visit.
    pub regrets: Vec<u32>,
    /// The sampled instantaneous regrets of their actions, in a row.
    pub regret_values: Vec<f64>,
    /// Sets of the other player, one for each visit, and what the visit weighs in the average.
    pub visits: Vec<(u32, f64)>,
    /// Actions that were sampled, and what they turned out to be worth to the player who took them.
    pub lessons: Vec<(u32, u32, f64)>,
}

impl<K: Copy + Eq + Hash> Log<K> {
    pub(super) const fn new() -> Self {
        Self {
            known: 0,
            new: Vec::new(),
            met: Vec::new(),
            regrets: Vec::new(),
            regret_values: Vec::new(),
            visits: Vec::new(),
            lessons: Vec::new(),
        }
    }

    /// Empties it, for a batch at whose beginning so many sets have a number.
    pub(super) fn clear(&mut self, known: usize) {
        self.known = known;
        self.new.clear();
        self.met.clear();
        self.regrets.clear();
        self.regret_values.clear();
        self.visits.clear();
        self.lessons.clear();
    }

    /// Lets the traversal count as `weight` of one.
    pub(super) fn scale(&mut self, weight: f64) {
        self.regret_values.iter_mut().for_each(|regret| *regret *= weight);
        self.visits.iter_mut().for_each(|(_, visit)| *visit *= weight);
    }

    /// How a set is named here.
    pub(super) fn name(
        &mut self,
        set: Option<u32>,
        key: K,
        actions: usize,
        fresh: Option<&NewInformationSets<K>>,
    ) -> u32 {
        set.unwrap_or_else(|| self.name_new(key, actions, fresh))
    }

    /// How a set without a number is named here: hardly ever called once a run is under way.
    #[cold]
    #[inline(never)]
    fn name_new(&mut self, key: K, actions: usize, fresh: Option<&NewInformationSets<K>>) -> u32 {
        let actions = u32::try_from(actions).unwrap_or(u32::MAX);
        let place = if let Some(fresh) = fresh {
            let place = fresh.place(key, actions);
            self.met.push(place);
            place as usize
        } else {
            self.new.push((key, actions));
            self.new.len() - 1
        };
        u32::try_from(self.known + place).unwrap_or(u32::MAX)
    }

    /// The number of a set that is named so, and how many actions it has here. `named` are those that had no number.
    pub(super) fn resolve(&self, name: u32, named: &[Option<Named>], sets: &[Set]) -> Option<(u32, usize)> {
        match (name as usize).checked_sub(self.known) {
            Some(place) => named[place].map(|Named { set, actions }| (set, actions as usize)),
            None => Some((name, sets[name as usize].actions as usize)),
        }
    }
}
