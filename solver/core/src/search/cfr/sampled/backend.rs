//! Representations of a game for traversals: a compiled tree, or the game itself.

use std::fmt::Debug;
use std::hash::Hash;

use rand::{Rng, RngExt};

use super::regret_table::{Dense, Hashed, Index, SetId};
use super::state::{SampledRestoreError, numbered};
use crate::game::{HiddenInformation, Seat, Turn};
use crate::search::cfr::tree::{Tree, TreeNode};

/// Contents of a node for a traversal.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum NodeKind {
    /// A chance event.
    Chance,
    /// A decision of this player among this many actions.
    Decision(Seat, usize),
    /// An end of the game, with the utility of the first player.
    End(f64),
}

/// Game backend of sampled traversals: [`Compiled`] or [`Implicit`].
///
/// On a game, a random outcome of chance is drawn by [`HiddenInformation::sample_outcome`]. On a tree, it is
/// drawn in the same way as by the default of that method. So for a game that does not override the method,
/// both backends give the same results to the last bit.
pub trait GameBackend: Sync {
    /// The game.
    type Game: HiddenInformation;
    /// A position in the game.
    type Node: Clone + Send;
    /// Key of an information set.
    type Key: Copy + Eq + Hash + Debug + Send + Sync;
    /// Index from keys to set numbers.
    type Index: Index<Key = Self::Key>;
    /// Serialized form of an information set.
    type Name;
    /// The actions of a decision.
    type Moves: Default + Debug + Send;

    /// Creates an index, filled with the information sets known in advance.
    fn index(&self) -> Self::Index;

    /// Serialized sets of an index, in the order of their numbers. Empty if all are known in advance.
    fn names(&self, index: &Self::Index) -> Vec<Self::Name>;

    /// Restores the index from its serialized sets.
    fn named(&self, names: &[Self::Name]) -> Result<Self::Index, SampledRestoreError>;

    /// Start state of a traversal that updates `traverser`.
    fn root<R: Rng + ?Sized>(&self, traverser: Seat, rng: &mut R) -> Self::Node;

    /// Contents of a node; replaces `moves` by its actions.
    fn look(&self, node: &Self::Node, moves: &mut Self::Moves) -> NodeKind;

    /// Key of the information set of the player who decides here.
    fn key(&self, node: &Self::Node, seat: Seat) -> Self::Key;

    /// Key of the information set with this information state, if there is one.
    fn key_of(&self, information: &<Self::Game as HiddenInformation>::Information) -> Option<Self::Key>;

    /// Plays an action, by its index in `moves`.
    fn play(&self, node: &mut Self::Node, moves: &Self::Moves, action: usize);

    /// Applies a random outcome of chance.
    fn apply_chance<R: Rng + ?Sized>(&self, node: &mut Self::Node, rng: &mut R);
}

/// A compiled tree.
#[derive(Debug)]
pub struct Compiled<'a, G: HiddenInformation>(pub &'a Tree<G>);

impl<G: HiddenInformation> Clone for Compiled<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: HiddenInformation> Copy for Compiled<'_, G> {}

impl<G: HiddenInformation> GameBackend for Compiled<'_, G> {
    type Game = G;
    type Node = u32;
    type Key = u32;
    type Index = Dense;
    type Name = ();
    /// Index of the first child.
    type Moves = u32;

    fn index(&self) -> Dense {
        Dense::new(self.0.sets().iter().map(|set| set.actions))
    }

    fn names(&self, _index: &Dense) -> Vec<()> {
        Vec::new()
    }

    fn named(&self, names: &[()]) -> Result<Dense, SampledRestoreError> {
        if names.is_empty() { Ok(self.index()) } else { Err(SampledRestoreError::Sets) }
    }

    #[inline]
    fn root<R: Rng + ?Sized>(&self, _traverser: Seat, _rng: &mut R) -> u32 {
        0
    }

    #[inline]
    fn look(&self, &node: &u32, moves: &mut u32) -> NodeKind {
        match self.0.node(node) {
            TreeNode::Chance { .. } => NodeKind::Chance,
            TreeNode::Decision { seat, children, .. } => {
                *moves = children.start;
                NodeKind::Decision(seat, children.len())
            }
            TreeNode::End { utility } => NodeKind::End(utility),
        }
    }

    #[inline]
    fn key(&self, &node: &u32, _seat: Seat) -> u32 {
        match self.0.node(node) {
            TreeNode::Decision { set, .. } => set,
            TreeNode::Chance { .. } | TreeNode::End { .. } => 0,
        }
    }

    fn key_of(&self, information: &G::Information) -> Option<u32> {
        self.0.set_of(information)
    }

    #[expect(clippy::cast_possible_truncation, reason = "a tree numbers its nodes with 32 bits")]
    #[inline]
    fn play(&self, node: &mut u32, &first: &u32, action: usize) {
        *node = first + action as u32;
    }

    #[inline]
    fn apply_chance<R: Rng + ?Sized>(&self, node: &mut u32, rng: &mut R) {
        let TreeNode::Chance { children, probabilities } = self.0.node(*node) else { return };
        // Step by step like `HiddenInformation::sample_outcome`.
        let mut left: f64 = rng.random();
        let reached = children.clone().zip(probabilities).find(|&(_, probability)| {
            left -= probability;
            left < 0.0
        });
        *node = reached.map_or(children.end - 1, |(child, _)| child);
    }
}

/// Start states of traversals of the game itself.
pub trait Roots<G: HiddenInformation>: Sync {
    /// Draws a start state for a traversal that updates `traverser`.
    fn draw<R: Rng + ?Sized>(&self, game: &G, traverser: Seat, rng: &mut R) -> G::State;
}

/// Start state of the whole game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Start;

impl<G: HiddenInformation> Roots<G> for Start {
    #[inline]
    fn draw<R: Rng + ?Sized>(&self, game: &G, _traverser: Seat, _rng: &mut R) -> G::State {
        game.start()
    }
}

/// The game itself. Information sets are found by hashing the information state. (The information state of a
/// player to act determines who is to act; this holds for a compiled tree too.)
#[derive(Debug)]
pub struct Implicit<'a, G, D = Start> {
    /// The game.
    pub game: &'a G,
    /// Start states of traversals.
    pub roots: D,
}

impl<'a, G> Implicit<'a, G> {
    /// Traversals of the whole game.
    pub const fn new(game: &'a G) -> Self {
        Self { game, roots: Start }
    }
}

impl<G: HiddenInformation, D: Roots<G>> GameBackend for Implicit<'_, G, D> {
    type Game = G;
    type Node = G::State;
    type Key = G::Information;
    type Index = Hashed<G::Information>;
    type Name = G::Information;
    type Moves = Vec<G::Action>;

    fn index(&self) -> Hashed<G::Information> {
        Hashed::new()
    }

    fn names(&self, index: &Hashed<G::Information>) -> Vec<G::Information> {
        let mut names: Vec<(SetId, G::Information)> = index.0.iter().map(|(&key, &set)| (set, key)).collect();
        names.sort_unstable_by_key(|&(set, _)| set);
        names.into_iter().map(|(_, name)| name).collect()
    }

    fn named(&self, names: &[G::Information]) -> Result<Hashed<G::Information>, SampledRestoreError> {
        numbered(names)
    }

    #[inline]
    fn root<R: Rng + ?Sized>(&self, traverser: Seat, rng: &mut R) -> G::State {
        self.roots.draw(self.game, traverser, rng)
    }

    #[inline]
    fn look(&self, node: &G::State, moves: &mut Vec<G::Action>) -> NodeKind {
        match self.game.turn(node) {
            Turn::Chance => NodeKind::Chance,
            Turn::Player(seat) => {
                self.game.actions(node, moves);
                NodeKind::Decision(seat, moves.len())
            }
            Turn::End => NodeKind::End(self.game.utility(node)),
        }
    }

    #[inline]
    fn key(&self, node: &G::State, seat: Seat) -> G::Information {
        self.game.information(node, seat)
    }

    fn key_of(&self, information: &G::Information) -> Option<G::Information> {
        Some(*information)
    }

    #[inline]
    fn play(&self, node: &mut G::State, moves: &Vec<G::Action>, action: usize) {
        self.game.play(node, moves[action]);
    }

    #[inline]
    fn apply_chance<R: Rng + ?Sized>(&self, node: &mut G::State, rng: &mut R) {
        self.game.sample_outcome(node, rng);
    }
}
