//! Size of a public tree, before it is built.

use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustc_hash::FxHashMap;

use super::tree::{EDGE_BYTES, LEAF_BYTES, NODE_BYTES};
use crate::game::{CountedTree, PublicTree, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::cfr::RegretRule;
use crate::search::parallel::Streams;

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
        let bytes = |number: u64, each: usize| number.saturating_mul(each as u64);
        let fixed = bytes(self.nodes, EDGE_BYTES)
            .saturating_add(bytes(self.nodes.saturating_sub(self.leaves), NODE_BYTES))
            .saturating_add(bytes(self.leaves, LEAF_BYTES));
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

/// Random paths through a tree, by which its size is estimated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probes {
    /// Number of paths, at least one.
    pub paths: u32,
    /// Seed of the choice of paths.
    pub seed: u64,
}

impl Probes {
    /// Whether a solver with this rule for this game, whose tree cannot be counted, is estimated to need at
    /// most this much memory.
    ///
    /// Where a node has fewer children than paths lead to it, each child gets its share; else some children
    /// at even distances stand for the others (D. E. Knuth, "Estimating the Efficiency of Backtrack
    /// Programs", Mathematics of Computation 29, 1975). The estimate is unbiased, but for the tables that the
    /// game shares between the nodes: it includes those on the paths alone. A tree that is much too large
    /// takes few paths.
    ///
    /// # Errors
    ///
    /// The reason with which `cancel` was set.
    pub fn fit<G: PublicTree>(
        self,
        game: &G,
        rule: &impl RegretRule,
        bytes: u64,
        cancel: &CancelToken,
    ) -> Result<bool, Stop> {
        let rng = Streams::new(self.seed).first();
        let is_over = |size: &Size| size.bytes(rule) > bytes;
        let mut probe = Probe { game, rng, sums: [0.0; 5], is_over, cancel };
        probe.subtree(&game.root(), self.paths.max(1), 1.0)?;
        Ok(!(probe.is_over)(&probe.size()))
    }
}

struct Probe<'a, G, F> {
    game: &'a G,
    rng: Xoshiro256PlusPlus,
    /// Nodes, leaves, information sets, sequences and averages.
    sums: [f64; 5],
    /// Whether a size is too large.
    is_over: F,
    cancel: &'a CancelToken,
}

impl<G: PublicTree, F: Fn(&Size) -> bool> Probe<'_, G, F> {
    /// The size that the paths so far stand for.
    fn size(&self) -> Size {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "rough, and not negative"
        )]
        let [nodes, leaves, information_sets, sequences, averages] = self.sums.map(|sum| sum as u64);
        let shared_bytes = self.game.shared_bytes() as u64;
        Size { nodes, leaves, information_sets, sequences, averages, pairs: 0, shared_bytes }
    }

    /// Follows `paths` paths into the subtree of this node, which stands for `weight` nodes, until the size is
    /// too large.
    fn subtree(&mut self, node: &G::Node, paths: u32, weight: f64) -> Result<(), Stop> {
        self.cancel.reason().map_or(Ok(()), Err)?;
        if (self.is_over)(&self.size()) {
            return Ok(());
        }
        let turn = self.game.turn(node);
        self.sums[0] += weight;
        if turn == Turn::End {
            self.sums[1] += weight;
            return Ok(());
        }
        let mut children = Vec::new();
        self.game.children(node, &mut children);
        if let Turn::Player(seat) = turn {
            let kept = Decision::new(self.game, node, &children, seat);
            for (sum, number) in self.sums[2..].iter_mut().zip([kept.states, kept.sequences, kept.averages]) {
                #[expect(clippy::cast_precision_loss, reason = "at one node")]
                let number = number as f64;
                *sum += weight * number;
            }
        }
        let count = u32::try_from(children.len()).unwrap_or(u32::MAX);
        if paths >= count {
            for (place, child) in (0..).zip(&children) {
                let share = paths / count + u32::from(place < paths % count);
                self.subtree(child, share, weight)?;
            }
            return Ok(());
        }
        let step = f64::from(count) / f64::from(paths);
        let start = self.rng.random_range(0.0..step);
        for path in 0..paths {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a place in the list"
            )]
            let place = step.mul_add(f64::from(path), start) as usize;
            if let Some(child) = children.get(place) {
                self.subtree(child, 1, weight * step)?;
            }
        }
        Ok(())
    }
}

/// Numbers kept at a decision; 0 where each state has one action.
#[derive(Clone, Copy, Default)]
struct Decision {
    states: u64,
    sequences: u64,
    averages: u64,
}

impl Decision {
    /// The decision of `seat` at this node.
    fn new<G: PublicTree>(game: &G, node: &G::Node, children: &[G::Node], seat: Seat) -> Self {
        let states = game.states(node, seat);
        let of_children = children.iter().map(|child| game.states(child, seat));
        let sequences: u64 = of_children.clone().sum();
        if sequences <= states {
            return Self::default();
        }
        let is_answer = of_children.clone().all(|of_child| of_child == states);
        Self { states, sequences, averages: if is_answer { sequences - states } else { sequences } }
    }
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
        for child in &children {
            size.add(&self.subtree(child)?);
            for seat in Seat::BOTH {
                let of_child = self.game.states(child, seat);
                let is_same = of_child == states[seat.index()];
                let bytes = if turn == Turn::Chance { 16 } else { 4 };
                self.shared_bytes += if is_same { 0 } else { bytes * of_child };
            }
        }
        if let Turn::Player(seat) = turn {
            let kept = Decision::new(self.game, node, &children, seat);
            size.information_sets += kept.states;
            size.sequences += kept.sequences;
            size.averages += kept.averages;
        }
        Ok(size)
    }
}
