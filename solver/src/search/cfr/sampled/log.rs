//! What traversals have seen, written down until everybody is done.

use super::book::Set;

/// What a block of traversals brings. Information sets are named by their numbers; those that had none when the batch
/// began come behind all that had one, in the order of `new`.
#[derive(Clone, Debug)]
pub(super) struct Log<K> {
    /// How many sets had a number.
    pub known: usize,
    /// Sets that had none, with their actions. One may be there several times.
    pub new: Vec<(K, u32)>,
    /// The numbers that these get.
    pub numbers: Vec<u32>,
    /// Sets of the traverser, one for each visit.
    pub regrets: Vec<u32>,
    /// The sampled instantaneous regrets of their actions, in a row.
    pub regret_values: Vec<f64>,
    /// Sets of the other player, one for each visit, and what the visit weighs in the average.
    pub visits: Vec<(u32, f64)>,
    /// Actions that were sampled, and what they turned out to be worth to the player who took them.
    pub lessons: Vec<(u32, u32, f64)>,
}

impl<K> Log<K> {
    pub(super) const fn new() -> Self {
        Self {
            known: 0,
            new: Vec::new(),
            numbers: Vec::new(),
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
        self.numbers.clear();
        self.regrets.clear();
        self.regret_values.clear();
        self.visits.clear();
        self.lessons.clear();
    }

    /// How a set is named here.
    pub(super) fn name(&mut self, set: Option<u32>, key: K, actions: usize) -> u32 {
        set.unwrap_or_else(|| {
            let name = self.known + self.new.len();
            self.new.push((key, u32::try_from(actions).unwrap_or(u32::MAX)));
            u32::try_from(name).unwrap_or(u32::MAX)
        })
    }

    /// The number of a set that is named so, and how many actions it has here.
    pub(super) fn resolve(&self, name: u32, sets: &[Set]) -> (u32, usize) {
        match (name as usize).checked_sub(self.known) {
            Some(place) => (self.numbers[place], self.new[place].1 as usize),
            None => (name, sets[name as usize].actions as usize),
        }
    }
}
