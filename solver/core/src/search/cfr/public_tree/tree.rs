//! A public tree in flat arrays.

use rustc_hash::FxHashMap;

use crate::game::{Passage, PublicTree, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// The game is over; index of the leaf.
    Leaf(u32),
    /// No choice: chance, or a player with one action in each state.
    Pass,
    /// This player decides.
    Decision(Seat),
    /// This player decides. The children have the same states as the node, and the actions do not depend on
    /// the private state.
    Answer(Seat),
}

/// A public node. Its sequences are stored in the order of its children, before the sequences of the
/// children's subtrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    first_edge: u32,
    edges: u32,
    states: [u32; 2],
    /// Start of the regrets and averages of the subtree.
    pub(super) sequences_at: usize,
    pub(super) averages_at: usize,
    /// Size of the buffer that a walk of the subtree needs.
    pub(super) scratch: usize,
}

/// Edge from a node to a child.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) child: u32,
    passages: [u32; 2],
}

pub(super) const NODE_BYTES: usize = size_of::<Node>();
pub(super) const EDGE_BYTES: usize = size_of::<Edge>();

/// The whole tree: each node before its children, and each subtree contiguous.
#[derive(Debug)]
pub(super) struct Tree<L> {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    passages: Vec<Passage>,
    leaves: Vec<L>,
    pub(super) sequences: usize,
    pub(super) averages: usize,
    pub(super) information_sets: u64,
}

impl Node {
    pub(super) const fn states(&self, seat: Seat) -> usize {
        self.states[seat.index()] as usize
    }
}

impl<L: Copy> Tree<L> {
    /// Builds the tree of a game. Stops if a solver that keeps `numbers` for each sequence would need more
    /// than `limit` bytes of memory, or if the run is canceled.
    pub(super) fn build<G: PublicTree<Leaf = L>>(
        game: &mut G,
        numbers: usize,
        limit: u64,
        cancel: &CancelToken,
    ) -> Result<Self, Unbuilt> {
        let tree = Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            passages: vec![Passage::Same],
            leaves: Vec::new(),
            sequences: 0,
            averages: 0,
            information_sets: 0,
        };
        let root = game.root();
        let limits = Limits { numbers, limit, cancel };
        let mut builder = Builder { game, tree, known: FxHashMap::default(), limits };
        builder.add(&root)?;
        builder.look_at_limits()?;
        Ok(builder.tree)
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    pub(super) fn nodes(&self) -> usize {
        self.nodes.len()
    }

    pub(super) const fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Bytes of the nodes and edges.
    pub(super) const fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES + self.edges.len() * EDGE_BYTES
    }

    pub(super) fn leaf(&self, leaf: u32) -> L {
        self.leaves[leaf as usize]
    }

    pub(super) fn edges(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    pub(super) fn passage(&self, edge: &Edge, seat: Seat) -> &Passage {
        &self.passages[edge.passages[seat.index()] as usize]
    }

    /// Number of sequences and averages of the node itself.
    pub(super) fn kept(&self, node: &Node) -> (usize, usize) {
        let (seat, is_answer) = match node.kind {
            Kind::Leaf(_) | Kind::Pass => return (0, 0),
            Kind::Decision(seat) => (seat, false),
            Kind::Answer(seat) => (seat, true),
        };
        let sequences = self.edges(node).iter().map(|edge| self.node(edge.child).states(seat)).sum();
        (sequences, if is_answer { sequences - node.states(seat) } else { sequences })
    }
}

/// Reason why the tree was not built.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unbuilt {
    /// The memory limit was reached.
    #[error("the tree needs more than the {limit} bytes of memory allowed")]
    Memory {
        /// Bytes allowed.
        limit: u64,
    },
    /// The run was stopped.
    #[error(transparent)]
    Stopped(#[from] Stop),
}

/// Limits on building a tree.
struct Limits<'a> {
    numbers: usize,
    limit: u64,
    cancel: &'a CancelToken,
}

struct Builder<'a, G: PublicTree> {
    game: &'a mut G,
    tree: Tree<G::Leaf>,
    /// Index of each known passage, by the address of its table.
    known: FxHashMap<(usize, u32), u32>,
    limits: Limits<'a>,
}

/// Nodes between two checks of the limits.
const LOOKED_AT_EVERY: usize = 256;

/// Converts to 32 bits. Numbers that are too large cannot occur: the size of the tree is checked before.
fn narrow(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

impl<G: PublicTree> Builder<'_, G> {
    /// Adds the subtree of this node.
    fn add(&mut self, public: &G::Node) -> Result<u32, Unbuilt> {
        let place = self.tree.nodes.len();
        if place.is_multiple_of(LOOKED_AT_EVERY) {
            self.look_at_limits()?;
        }
        let states = Seat::BOTH.map(|seat| narrow(self.game.states(public, seat)));
        let turn = self.game.turn(public);
        self.tree.nodes.push(Node {
            kind: Kind::Pass,
            first_edge: narrow(self.tree.edges.len()),
            edges: 0,
            states,
            sequences_at: self.tree.sequences,
            averages_at: self.tree.averages,
            scratch: 0,
        });
        if turn == Turn::End {
            self.tree.nodes[place].kind = Kind::Leaf(narrow(self.tree.leaves.len()));
            let leaf = self.game.leaf(public);
            self.tree.leaves.push(leaf);
            return Ok(narrow(place));
        }
        let mut children = Vec::new();
        self.game.children(public, &mut children);
        let first = self.tree.edges.len();
        for child in &children {
            let passages = Seat::BOTH.map(|seat| {
                let passage = self.game.passage(public, child, seat);
                self.intern(passage)
            });
            self.tree.edges.push(Edge { child: 0, passages });
        }
        self.tree.nodes[place].edges = narrow(children.len());
        self.decide(place, turn, &children);
        let mut deepest = 0;
        for (edge, child) in children.iter().enumerate() {
            let id = self.add(child)?;
            self.tree.edges[first + edge].child = id;
            deepest = deepest.max(self.tree.nodes[id as usize].scratch);
        }
        self.tree.nodes[place].scratch = self.own_scratch(place) + deepest;
        Ok(narrow(place))
    }

    fn look_at_limits(&self) -> Result<(), Unbuilt> {
        let Limits { numbers, limit, cancel } = self.limits;
        if let Some(reason) = cancel.reason() {
            return Err(reason.into());
        }
        let numbers = self.tree.sequences * numbers + self.tree.averages;
        let bytes = self.tree.bytes() + numbers * size_of::<f32>() + self.game.shared_bytes();
        // Nodes and edges are numbered with 32 bits.
        let is_numbered = self.tree.edges.len().max(self.tree.nodes.len()) < u32::MAX as usize / 2;
        if is_numbered && bytes as u64 <= limit { Ok(()) } else { Err(Unbuilt::Memory { limit }) }
    }

    /// Determines the kind of the node and reserves space for its data.
    fn decide(&mut self, place: usize, turn: Turn, children: &[G::Node]) {
        let Turn::Player(seat) = turn else { return };
        let states = self.tree.nodes[place].states(seat);
        let of_children = children.iter().map(|child| self.game.states(child, seat));
        let sequences: usize = of_children.map(|states| narrow(states) as usize).sum();
        if sequences <= states {
            return;
        }
        let node = self.tree.nodes[place];
        let is_answer = self.tree.edges(&node).iter().all(|edge| edge.passages[seat.index()] == 0);
        self.tree.nodes[place].kind = if is_answer { Kind::Answer(seat) } else { Kind::Decision(seat) };
        self.tree.sequences += sequences;
        self.tree.averages += if is_answer { sequences - states } else { sequences };
        self.tree.information_sets += states as u64;
    }

    fn intern(&mut self, passage: Passage) -> u32 {
        let key = match &passage {
            Passage::Same => return 0,
            Passage::Slice(start) => (0, *start),
            Passage::From(origins) => (origins.as_ptr() as usize, u32::MAX),
            Passage::Merge(merge) => (std::sync::Arc::as_ptr(merge) as usize, u32::MAX),
        };
        // A table kept here is never freed, so no other table can get its address.
        *self.known.entry(key).or_insert_with(|| {
            self.tree.passages.push(passage);
            narrow(self.tree.passages.len() - 1)
        })
    }

    fn own_scratch(&self, place: usize) -> usize {
        let node = &self.tree.nodes[place];
        let of_children = |seat: Seat| {
            self.tree.edges(node).iter().map(move |edge| self.tree.node(edge.child).states(seat))
        };
        let largest = |seat: Seat| of_children(seat).max().unwrap_or_default();
        let both = largest(Seat::First) + largest(Seat::Second);
        match node.kind {
            Kind::Leaf(_) => 0,
            // The value of the averages needs the reaches and the values of both players at a child.
            Kind::Pass => 2 * both,
            Kind::Decision(seat) | Kind::Answer(seat) => {
                2 * both.max(node.states(seat)) + both + of_children(seat).sum::<usize>()
            }
        }
    }
}
