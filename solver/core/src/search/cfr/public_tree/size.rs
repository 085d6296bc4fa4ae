//! Size of a public tree, before it is built.

use rustc_hash::FxHashMap;

use super::tree::{EDGE_BYTES, LEAF_BYTES, NODE_BYTES, PublicNode};
use crate::game::{CountedTree, PublicTree, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};
use crate::search::cfr::RegretRule;

/// Size of a public tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// Public nodes, leaves included.
    pub nodes: u64,
    /// Public nodes where the game is over.
    pub leaves: u64,
    /// Public nodes with one child and no choice that take no memory of their own.
    pub skipped: u64,
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
    pub fn bytes(&self, rule: RegretRule) -> u64 {
        let regrets = if rule.predicts() { 2 } else { 1 };
        let numbers = self.sequences.saturating_mul(regrets).saturating_add(self.averages);
        let bytes = |number: u64, each: usize| number.saturating_mul(each as u64);
        let stored = self.nodes.saturating_sub(self.skipped);
        let fixed = bytes(stored, EDGE_BYTES)
            .saturating_add(bytes(stored.saturating_sub(self.leaves), NODE_BYTES))
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

    /// Adds the numbers of a part; tables are shared between parts.
    fn add(&mut self, part: &Self) {
        let add = |sum: &mut u64, number: u64| *sum = sum.saturating_add(number);
        add(&mut self.nodes, part.nodes);
        add(&mut self.leaves, part.leaves);
        add(&mut self.skipped, part.skipped);
        add(&mut self.information_sets, part.information_sets);
        add(&mut self.sequences, part.sequences);
        add(&mut self.averages, part.averages);
        add(&mut self.pairs, part.pairs);
    }

    /// What was added since it was this.
    const fn since(&self, before: &Self) -> Self {
        Self {
            nodes: self.nodes - before.nodes,
            leaves: self.leaves - before.leaves,
            skipped: self.skipped - before.skipped,
            information_sets: self.information_sets - before.information_sets,
            sequences: self.sequences - before.sequences,
            averages: self.averages - before.averages,
            pairs: self.pairs - before.pairs,
            shared_bytes: 0,
        }
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
    size_within(game, shapes, |_| true, cancel)
}

/// The same while `fits` holds of what was counted so far. A tree that is much too large is given up early.
///
/// # Errors
///
/// Returns an error if there are more than `shapes` shapes, if the size does not fit, or if the count is canceled.
pub fn size_within<G: CountedTree>(
    game: &G,
    shapes: usize,
    fits: impl Fn(&Size) -> bool,
    cancel: &CancelToken,
) -> Result<Size, Uncounted> {
    let known = FxHashMap::default();
    let mut counter = SizeCounter { game, known, shapes, fits, counted: Size::default(), tables: 0, cancel };
    counter.count(&game.root(), true)?;
    Ok(counter.counted)
}

/// Bytes for each private state after a passed node: passages over it are tables of their own, with some three origins of
/// each state.
const PASSED_BYTES: u64 = 16;

/// Numbers kept at a decision; 0 where each state has one action.
#[derive(Clone, Copy, Default)]
struct DecisionSize {
    states: u64,
    sequences: u64,
    averages: u64,
}

impl DecisionSize {
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

    /// Whether the actions depend on the private state.
    const fn depends_on_state(self) -> bool {
        self.sequences > 0 && self.averages == self.sequences
    }
}

struct SizeCounter<'a, G: CountedTree, F> {
    game: &'a G,
    /// Size of the subtree of each shape, and whether its root [is passed](PublicNode::is_passed).
    known: FxHashMap<G::Shape, (Size, bool)>,
    /// Limit on the number of known shapes.
    shapes: usize,
    fits: F,
    /// Everything counted so far.
    counted: Size,
    /// Bytes of the tables of the shapes so far.
    tables: u64,
    cancel: &'a CancelToken,
}

impl<G: CountedTree, F: Fn(&Size) -> bool> SizeCounter<'_, G, F> {
    /// Counts the subtree of a node, which has no place in memory if it is passed and `skips` holds.
    fn subtree(&mut self, node: &G::Node, skips: bool) -> Result<(), Uncounted> {
        let shape = self.game.shape(node);
        let is_passed = if let Some((size, is_passed)) = self.known.get(&shape) {
            self.counted.add(size);
            *is_passed
        } else {
            if self.known.len() == self.shapes {
                return Err(Uncounted::TooLarge);
            }
            self.cancel.reason().map_or(Ok(()), Err)?;
            let before = self.counted;
            let is_passed = self.count(node, false)?;
            self.known.insert(shape, (self.counted.since(&before), is_passed));
            is_passed
        };
        self.counted.skipped += u64::from(skips && is_passed);
        self.look_at_limits()
    }

    /// Counts the subtree of a node, and tells whether it is passed.
    fn count(&mut self, node: &G::Node, is_root: bool) -> Result<bool, Uncounted> {
        let here = PublicNode::new(self.game, node.clone());
        let children: &[G::Node] = if here.turn == Turn::End { &[] } else { &here.children };
        let mut own = Size { nodes: 1, ..Size::default() };
        if here.turn == Turn::End {
            own.leaves = 1;
            own.pairs = self.game.leaf_pairs(node);
        }
        let mut skips = !is_root;
        if let Turn::Player(seat) = here.turn {
            let kept = DecisionSize::new(self.game, node, children, seat);
            own.information_sets = kept.states;
            own.sequences = kept.sequences;
            own.averages = kept.averages;
            skips &= !kept.depends_on_state();
        }
        let is_passed = here.is_passed(self.game);
        self.counted.add(&own);
        self.tables += self.game.table_bytes(node, children);
        if is_passed {
            let states = Seat::BOTH.iter().map(|&seat| self.game.states(&here.children[0], seat));
            self.tables += PASSED_BYTES * states.sum::<u64>();
        }
        self.counted.shared_bytes = self.tables + self.game.shared_bytes() as u64;
        self.look_at_limits()?;
        children.iter().try_for_each(|child| self.subtree(child, skips))?;
        Ok(is_passed)
    }

    fn look_at_limits(&self) -> Result<(), Uncounted> {
        if (self.fits)(&self.counted) { Ok(()) } else { Err(Uncounted::TooLarge) }
    }
}
