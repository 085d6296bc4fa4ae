//! Size of a public tree, before it is built.

use rustc_hash::FxHashMap;

use super::tree::{EDGE_BYTES, NODE_BYTES};
use crate::game::{CountedTree, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::cfr::RegretRule;

/// Size of a public tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Public nodes, leaves included.
    pub nodes: u64,
    /// Public nodes where the game is over.
    pub leaves: u64,
    /// Information sets: private states at decision nodes.
    pub information_sets: u64,
    /// Total number of actions of the information sets.
    pub sequences: u64,
    /// Number of actions whose average must be stored; the averages of the others follow from these.
    pub averages: u64,
    /// Number of pairs of private states evaluated at the leaves in one pass.
    pub pairs: u64,
    /// Bytes of the tables shared between nodes.
    pub shared_bytes: u64,
}

impl Size {
    /// Memory of a solver with this rule in bytes.
    #[must_use]
    pub fn bytes(&self, rule: &impl RegretRule) -> u64 {
        let regrets = if rule.predicts() { 2 } else { 1 };
        let numbers = self.sequences.saturating_mul(regrets).saturating_add(self.averages);
        let fixed = self.nodes.saturating_mul((NODE_BYTES + EDGE_BYTES) as u64);
        numbers.saturating_mul(4).saturating_add(fixed).saturating_add(self.shared_bytes)
    }

    /// Cost of one iteration, in steps of about a nanosecond.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        // One pass for each player; the constants were measured.
        self.pairs
            .saturating_mul(2)
            .saturating_add(self.sequences.saturating_mul(5))
            .saturating_add(self.nodes.saturating_mul(40))
    }

    fn add(&mut self, other: &Self) {
        let add = |one: &mut u64, other: u64| *one = one.saturating_add(other);
        add(&mut self.nodes, other.nodes);
        add(&mut self.leaves, other.leaves);
        add(&mut self.information_sets, other.information_sets);
        add(&mut self.sequences, other.sequences);
        add(&mut self.averages, other.averages);
        add(&mut self.pairs, other.pairs);
    }
}

/// Reason why a tree was not counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Uncounted {
    /// Its subtrees have too many shapes: it is too large to build.
    #[error("the tree is too large to be counted")]
    TooLarge,
    /// The count was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Size of the tree of this game, counting each shape of a subtree once.
///
/// # Errors
///
/// Returns an error if there are more than `shapes` of them, or if the count is canceled.
pub fn size_of<G: CountedTree>(game: &G, shapes: usize, cancel: &CancelToken) -> Result<Size, Uncounted> {
    let mut counter = Counter { game, known: FxHashMap::default(), shapes, shared_bytes: 0, cancel };
    let mut size = counter.subtree(&game.root())?;
    size.shared_bytes = counter.shared_bytes;
    Ok(size)
}

struct Counter<'a, G: CountedTree> {
    game: &'a G,
    known: FxHashMap<G::Shape, Size>,
    /// Limit on the number of known shapes.
    shapes: usize,
    shared_bytes: u64,
    cancel: &'a CancelToken,
}

impl<G: CountedTree> Counter<'_, G> {
    fn subtree(&mut self, node: &G::Node) -> Result<Size, Uncounted> {
        let shape = self.game.shape(node);
        if let Some(size) = self.known.get(&shape) {
            return Ok(*size);
        }
        if self.known.len() == self.shapes {
            return Err(Uncounted::TooLarge);
        }
        self.cancel.reason().map_or(Ok(()), Err)?;
        let size = self.count(node)?;
        self.known.insert(shape, size);
        Ok(size)
    }

    fn count(&mut self, node: &G::Node) -> Result<Size, Uncounted> {
        let mut size = Size { nodes: 1, ..Size::default() };
        let turn = self.game.turn(node);
        if turn == Turn::End {
            size.leaves = 1;
            size.pairs = self.game.leaf_pairs(node);
            self.shared_bytes += 2 * size.pairs;
            return Ok(size);
        }
        let states = Seat::BOTH.map(|seat| self.game.states(node, seat));
        let mut children = Vec::new();
        self.game.children(node, &mut children);
        let mut sequences = 0;
        let mut are_all_same = true;
        for child in &children {
            size.add(&self.subtree(child)?);
            for seat in Seat::BOTH {
                let of_child = self.game.states(child, seat);
                let is_same = of_child == states[seat.index()];
                let bytes = if turn == Turn::Chance { 16 } else { 4 };
                self.shared_bytes += if is_same { 0 } else { bytes * of_child };
                if turn == Turn::Player(seat) {
                    sequences += of_child;
                    are_all_same &= is_same;
                }
            }
        }
        if let Turn::Player(seat) = turn {
            let states = states[seat.index()];
            if sequences > states {
                size.information_sets += states;
                size.sequences += sequences;
                size.averages += if are_all_same { sequences - states } else { sequences };
            }
        }
        Ok(size)
    }
}
