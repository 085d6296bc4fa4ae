//! A public tree in flat arrays.

use rustc_hash::FxHashMap;

use crate::game::{Passage, PublicTree, Seat, Turn};
use crate::search::budget::{CancelToken, Stop};

/// Kind of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// No choice: chance, or a player with one action in each state.
    Pass,
    /// This player decides.
    Decision(Seat),
    /// This player decides. The children have the same states as the node, and the actions do not depend on
    /// the private state.
    Answer(Seat),
    /// The same where the game is over after each answer, and the other player has the same states too.
    LastAnswer(Seat),
}

/// A public node where the game goes on. Its sequences are stored in the order of its children, before the sequences of the
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
    /// Index of the leaf, with this bit set, or of the node.
    child: u32,
    passages: [u32; 2],
}

const IS_LEAF: u32 = 1 << 31;

/// Where an edge leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Child {
    /// The game goes on; index of the node.
    Node(u32),
    /// The game is over; index of the leaf.
    Leaf(u32),
}

impl Edge {
    pub(super) const fn child(&self) -> Child {
        if self.child & IS_LEAF == 0 { Child::Node(self.child) } else { Child::Leaf(self.child & !IS_LEAF) }
    }
}

/// Numbers of private states at a leaf.
type LeafStates = [u32; 2];

/// Bytes of a node on a machine with 64 bits. In a browser it takes fewer, but the same trees must fit into the
/// same limits everywhere.
pub(super) const NODE_BYTES: usize = 48;
const _: () =
    assert!(if usize::BITS == 64 { size_of::<Node>() == NODE_BYTES } else { size_of::<Node>() < NODE_BYTES });
pub(super) const EDGE_BYTES: usize = size_of::<Edge>();
/// Bytes of a leaf that the game describes by two numbers.
pub(super) const LEAF_BYTES: usize = size_of::<[u32; 2]>() + size_of::<LeafStates>();

/// The whole tree. The children of a node lie side by side, since a walk looks at all of them before it goes
/// down; the sequences of a subtree are contiguous. Leaves, which are most of a tree, have places of their own.
/// The root is a node: if the game is over there, its one child is the leaf.
#[derive(Debug)]
pub(super) struct Tree<L> {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    passages: Vec<Passage>,
    leaves: Vec<L>,
    leaf_states: Vec<LeafStates>,
    /// Whether the game is over at the root.
    is_over: bool,
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
            leaf_states: Vec::new(),
            is_over: false,
            sequences: 0,
            averages: 0,
            information_sets: 0,
        };
        let root = game.root();
        let limits = Limits { numbers, limit, cancel };
        let mut builder = Builder { game, tree, known: FxHashMap::default(), limits };
        let place = builder.reserve();
        builder.add(place, &root)?;
        builder.tree.is_over = builder.game.turn(&root) == Turn::End;
        builder.look_at_limits()?;
        Ok(builder.tree)
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Number of public nodes, leaves included.
    pub(super) fn nodes(&self) -> usize {
        self.nodes.len() + self.leaves.len() - usize::from(self.is_over)
    }

    pub(super) const fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Bytes of the nodes, edges and leaves.
    pub(super) const fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES
            + self.edges.len() * EDGE_BYTES
            + self.leaves.len() * (size_of::<L>() + size_of::<LeafStates>())
    }

    pub(super) fn leaf(&self, leaf: u32) -> L {
        self.leaves[leaf as usize]
    }

    /// The leaves after the last answer of a game, in order.
    pub(super) fn leaves_of(&self, node: &Node) -> &[L] {
        match self.edges(node).first().map(Edge::child) {
            Some(Child::Leaf(first)) => &self.leaves[first as usize..][..node.edges as usize],
            _ => &[],
        }
    }

    /// Number of private states of a player at the child.
    pub(super) fn states_at(&self, edge: &Edge, seat: Seat) -> usize {
        match edge.child() {
            Child::Node(node) => self.node(node).states(seat),
            Child::Leaf(leaf) => self.leaf_states[leaf as usize][seat.index()] as usize,
        }
    }

    /// Size of the buffer that a walk of the subtree of the child needs.
    pub(super) fn scratch_at(&self, edge: &Edge) -> usize {
        match edge.child() {
            Child::Node(node) => self.node(node).scratch,
            Child::Leaf(_) => 0,
        }
    }

    /// Places where the sequences and averages of the first subtree below these edges begin; `None` if there
    /// are only leaves.
    pub(super) fn first_below(&self, edges: &[Edge]) -> Option<(usize, usize)> {
        edges.iter().find_map(|edge| match edge.child() {
            Child::Node(node) => {
                let node = self.node(node);
                Some((node.sequences_at, node.averages_at))
            }
            Child::Leaf(_) => None,
        })
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
            Kind::Pass => return (0, 0),
            Kind::Decision(seat) => (seat, false),
            Kind::Answer(seat) | Kind::LastAnswer(seat) => (seat, true),
        };
        let sequences = self.edges(node).iter().map(|edge| self.states_at(edge, seat)).sum();
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

/// The children of a node in the tree: those of the game, or where it is over the node itself, as a leaf.
pub(super) fn children_of<G: PublicTree>(game: &G, public: &G::Node) -> Vec<G::Node> {
    let mut children = Vec::new();
    if game.turn(public) == Turn::End {
        children.push(public.clone());
    } else {
        game.children(public, &mut children);
    }
    children
}

/// Nodes between two checks of the limits.
const LOOKED_AT_EVERY: u32 = 256;

/// Converts to 32 bits. Numbers that are too large cannot occur: the size of the tree is checked before.
fn narrow(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

impl<G: PublicTree> Builder<'_, G> {
    /// Reserves the place of a node.
    fn reserve(&mut self) -> u32 {
        self.tree.nodes.push(Node {
            kind: Kind::Pass,
            first_edge: 0,
            edges: 0,
            states: [0; 2],
            sequences_at: 0,
            averages_at: 0,
            scratch: 0,
        });
        narrow(self.tree.nodes.len() - 1)
    }

    /// Adds the subtree of this node at its place.
    fn add(&mut self, place: u32, public: &G::Node) -> Result<(), Unbuilt> {
        if place.is_multiple_of(LOOKED_AT_EVERY) {
            self.look_at_limits()?;
        }
        let place = place as usize;
        let turn = self.game.turn(public);
        let children = children_of(self.game, public);
        let first = self.tree.edges.len();
        self.tree.nodes[place] = Node {
            kind: Kind::Pass,
            first_edge: narrow(first),
            edges: narrow(children.len()),
            states: self.states(public),
            sequences_at: self.tree.sequences,
            averages_at: self.tree.averages,
            scratch: 0,
        };
        for child in &children {
            let passages = if turn == Turn::End {
                [0; 2]
            } else {
                Seat::BOTH.map(|seat| {
                    let passage = self.game.passage(public, child, seat);
                    self.intern(passage)
                })
            };
            let is_leaf = self.game.turn(child) == Turn::End;
            let child = if is_leaf { self.add_leaf(child) } else { self.reserve() };
            self.tree.edges.push(Edge { child, passages });
        }
        self.decide(place, turn, &children);
        let mut deepest = 0;
        for (edge, child) in (first..).zip(&children) {
            if let Child::Node(below) = self.tree.edges[edge].child() {
                self.add(below, child)?;
                deepest = deepest.max(self.tree.node(below).scratch);
            }
        }
        self.tree.nodes[place].scratch = self.own_scratch(place) + deepest;
        Ok(())
    }

    fn add_leaf(&mut self, public: &G::Node) -> u32 {
        let leaf = self.game.leaf(public);
        self.tree.leaves.push(leaf);
        self.tree.leaf_states.push(self.states(public));
        narrow(self.tree.leaves.len() - 1) | IS_LEAF
    }

    fn states(&self, public: &G::Node) -> [u32; 2] {
        Seat::BOTH.map(|seat| narrow(self.game.states(public, seat)))
    }

    fn look_at_limits(&self) -> Result<(), Unbuilt> {
        let Limits { numbers, limit, cancel } = self.limits;
        if let Some(reason) = cancel.reason() {
            return Err(reason.into());
        }
        let numbers = self.tree.sequences * numbers + self.tree.averages;
        let bytes = self.tree.bytes() + numbers * size_of::<f32>() + self.game.shared_bytes();
        // Nodes, edges and leaves are numbered with 31 bits.
        let is_numbered = self.tree.edges.len() < IS_LEAF as usize;
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
        let is_last = |edge: &Edge| matches!(edge.child(), Child::Leaf(_)) && edge.passages == [0; 2];
        self.tree.nodes[place].kind = match is_answer {
            true if self.tree.edges(&node).iter().all(is_last) => Kind::LastAnswer(seat),
            true => Kind::Answer(seat),
            false => Kind::Decision(seat),
        };
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
        let of_children =
            |seat: Seat| self.tree.edges(node).iter().map(move |edge| self.tree.states_at(edge, seat));
        let largest = |seat: Seat| of_children(seat).max().unwrap_or_default();
        let both = largest(Seat::First) + largest(Seat::Second);
        match node.kind {
            // The value of the averages needs the reaches and the values of both players at a child.
            Kind::Pass => 2 * both,
            Kind::Decision(seat) | Kind::Answer(seat) | Kind::LastAnswer(seat) => {
                let sequences: usize = of_children(seat).sum();
                2 * both.max(node.states(seat)) + both + 2 * sequences + node.edges as usize
            }
        }
    }
}
