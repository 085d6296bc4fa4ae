//! Construction of a tree within a memory limit.

use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::{Kind, Node, Tree, TreeSet};
use crate::game::{HiddenInformation, Turn};
use crate::search::budget::{CancelToken, Stop};

/// Nodes between two checks of the cancel token.
const NODES_PER_LOOK: usize = 1 << 14;

/// Reason why a tree was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TreeError {
    /// The memory limit was reached.
    #[error(
        "the tree of the game needs more than the {limit} bytes allowed; {nodes} nodes were built so far"
    )]
    Memory {
        /// Memory limit in bytes.
        limit: usize,
        /// Number of nodes so far.
        nodes: usize,
    },
    /// The game breaks its contract: states that a player cannot tell apart differ in the player to act or in
    /// the number of actions.
    #[error("states that a player cannot tell apart differ in the player to act or in the number of actions")]
    Inconsistent,
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

impl<G: HiddenInformation> Tree<G> {
    /// Builds the tree of a game, with at most `limit` bytes in use at any time.
    pub fn build(game: &G, limit: usize, cancel: &CancelToken) -> Result<Self, TreeError> {
        let mut builder = Builder { game, limit, tree: Self::empty(), open: vec![(0, game.start())] };
        builder.add_nodes(1)?;
        let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
        let mut look = 0;
        while let Some((index, state)) = builder.open.pop() {
            if builder.tree.nodes.len() >= look {
                look = builder.tree.nodes.len() + NODES_PER_LOOK;
                cancel.reason().map_or(Ok(()), Err)?;
            }
            match game.turn(&state) {
                Turn::End => builder.end(index, game.utility(&state))?,
                Turn::Chance => {
                    game.outcomes(&state, &mut outcomes);
                    builder.chance(index, &state, &outcomes)?;
                }
                Turn::Player(seat) => {
                    game.actions(&state, &mut actions);
                    let shape = TreeSet { seat, actions: builder.fits(actions.len())? };
                    builder.decision(index, &state, shape, &actions)?;
                }
            }
        }
        Ok(builder.tree)
    }

    fn empty() -> Self {
        Self {
            nodes: Vec::new(),
            utilities: Vec::new(),
            probabilities: Vec::new(),
            sets: Vec::new(),
            ids: FxHashMap::default(),
        }
    }

    /// Memory of the tree in bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + (self.utilities.capacity() + self.probabilities.capacity()) * size_of::<f64>()
            + self.sets.capacity() * size_of::<TreeSet>()
            + table_bytes::<(G::Information, u32)>(self.ids.capacity())
    }
}

/// Memory of a hash table of this capacity: an entry and a control byte for each bucket. An eighth of the
/// buckets is kept free.
pub(crate) const fn table_bytes<T>(capacity: usize) -> usize {
    let buckets = if capacity == 0 { 0 } else { (capacity + capacity.div_ceil(7)).next_power_of_two() };
    buckets * (size_of::<T>() + 1)
}

/// A tree under construction.
struct Builder<'a, G: HiddenInformation> {
    game: &'a G,
    limit: usize,
    tree: Tree<G>,
    /// Nodes that are not filled in yet, with their states.
    open: Vec<(u32, G::State)>,
}

impl<G: HiddenInformation> Builder<'_, G> {
    const fn refusal(&self) -> TreeError {
        TreeError::Memory { limit: self.limit, nodes: self.tree.nodes.len() }
    }

    /// Converts a number to its stored form. Trees that need more than 32 bits do not fit in memory either.
    fn fits(&self, number: usize) -> Result<u32, TreeError> {
        u32::try_from(number).map_err(|_| self.refusal())
    }

    /// Checks that full vectors may double. During a reallocation the contents exist twice.
    fn check_memory(&self) -> Result<(), TreeError> {
        let tree = &self.tree;
        let open = self.open.capacity() * size_of::<(u32, G::State)>();
        let growth = [
            (tree.nodes.len() == tree.nodes.capacity(), tree.nodes.capacity() * size_of::<Node>()),
            (tree.utilities.len() == tree.utilities.capacity(), tree.utilities.capacity() * size_of::<f64>()),
            (self.open.len() == self.open.capacity(), open),
            (
                tree.ids.len() == tree.ids.capacity(),
                table_bytes::<(G::Information, u32)>(tree.ids.capacity())
                    + tree.sets.capacity() * size_of::<TreeSet>(),
            ),
        ];
        let growth: usize = growth.iter().filter(|(grows, _)| *grows).map(|(_, bytes)| 2 * bytes).sum();
        if tree.memory_bytes() + open + growth > self.limit { Err(self.refusal()) } else { Ok(()) }
    }

    /// Adds contiguous empty nodes and returns the first.
    fn add_nodes(&mut self, count: usize) -> Result<u32, TreeError> {
        let first = self.tree.nodes.len();
        self.fits(first + count)?;
        if first + count > self.tree.nodes.capacity() {
            self.check_memory()?;
        }
        self.tree.nodes.resize(first + count, Node { first: 0, children: 0, at: 0, kind: Kind::End });
        self.fits(first)
    }

    fn end(&mut self, index: u32, utility: f64) -> Result<(), TreeError> {
        if self.tree.utilities.len() == self.tree.utilities.capacity() {
            self.check_memory()?;
        }
        let at = self.fits(self.tree.utilities.len())?;
        self.tree.utilities.push(utility);
        self.tree.nodes[index as usize] = Node { first: 0, children: 0, at, kind: Kind::End };
        Ok(())
    }

    fn chance(
        &mut self,
        index: u32,
        state: &G::State,
        outcomes: &[(G::Outcome, f64)],
    ) -> Result<(), TreeError> {
        let first = self.add_nodes(outcomes.len())?;
        let at = self.fits(self.tree.probabilities.len())?;
        self.tree.probabilities.extend(outcomes.iter().map(|&(_, probability)| probability));
        let children = self.fits(outcomes.len())?;
        self.tree.nodes[index as usize] = Node { first, children, at, kind: Kind::Chance };
        for (child, &(outcome, _)) in (first..first + children).zip(outcomes).rev() {
            let mut next = state.clone();
            self.game.apply_chance(&mut next, outcome);
            self.open.push((child, next));
        }
        Ok(())
    }

    fn decision(
        &mut self,
        index: u32,
        state: &G::State,
        set: TreeSet,
        actions: &[G::Action],
    ) -> Result<(), TreeError> {
        let at = self.set(self.game.information(state, set.seat), set)?;
        let first = self.add_nodes(actions.len())?;
        let kind = Kind::Decision(set.seat);
        self.tree.nodes[index as usize] = Node { first, children: set.actions, at, kind };
        for (child, &action) in (first..first + set.actions).zip(actions).rev() {
            let mut next = state.clone();
            self.game.play(&mut next, action);
            self.open.push((child, next));
        }
        Ok(())
    }

    /// Number of an information set, which is added if it is new.
    fn set(&mut self, information: G::Information, set: TreeSet) -> Result<u32, TreeError> {
        if self.tree.ids.len() == self.tree.ids.capacity() {
            self.check_memory()?;
        }
        let next = self.fits(self.tree.sets.len())?;
        let id = match self.tree.ids.entry(information) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                self.tree.sets.push(set);
                *place.insert(next)
            }
        };
        if self.tree.sets[id as usize] == set { Ok(id) } else { Err(TreeError::Inconsistent) }
    }
}
