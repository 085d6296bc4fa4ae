//! A public tree in flat arrays.

use std::fmt::Debug;

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
    /// This player decides, and the actions neither depend on the private state nor change it.
    Answer(Seat),
    /// The same where the game is over after each answer, and all answers have the same link.
    LastAnswer(Seat),
}

impl Kind {
    /// The player who decides, if there is a choice.
    pub(super) const fn mover(self) -> Option<Seat> {
        match self {
            Self::Pass => None,
            Self::Decision(seat) | Self::Answer(seat) | Self::LastAnswer(seat) => Some(seat),
        }
    }

    /// Whether the actions neither depend on the private state nor change it.
    pub(super) const fn is_answer(self) -> bool {
        matches!(self, Self::Answer(_) | Self::LastAnswer(_))
    }
}

/// A public node where the game goes on. Its sequences are stored in the order of its children, before the sequences of the
/// children's subtrees.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) kind: Kind,
    first_edge: u32,
    edges: u32,
    states: [u32; 2],
    /// Number of sequences of the node itself.
    own_sequences: u32,
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
    link: u32,
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
    pub(super) const fn child(self) -> Child {
        if self.child & IS_LEAF == 0 { Child::Node(self.child) } else { Child::Leaf(self.child & !IS_LEAF) }
    }
}

/// What edges between nodes with the same private states have in common.
#[derive(Debug)]
struct Link {
    passages: [Passage; 2],
    /// Number of public states between the node and the child: those that have one successor and no choice.
    skipped: u32,
}

/// The link of edges that change no private states and skip nothing.
const SAME: u32 = 0;

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
///
/// A public state with one successor and no choice has no node: the edge to it goes on to its successor.
/// Exceptions are the children of the root, which users of the tree ask about, and those of decisions whose actions
/// depend on the private state, where each state of a child stands for one action.
#[derive(Debug)]
pub(super) struct Tree<L> {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    links: Vec<Link>,
    leaves: Vec<L>,
    leaf_states: Vec<LeafStates>,
    /// Whether the game is over at the root.
    is_over: bool,
    /// Public states that have no node.
    skipped: usize,
    /// Bytes of the passages that lead over such states.
    passage_bytes: usize,
    pub(super) sequences: usize,
    pub(super) averages: usize,
    pub(super) information_sets: u64,
}

impl Node {
    pub(super) const fn states(&self, seat: Seat) -> usize {
        self.states[seat.index()] as usize
    }

    /// Number of sequences and averages of the node itself.
    pub(super) const fn kept(&self) -> (usize, usize) {
        let sequences = self.own_sequences as usize;
        match self.kind {
            Kind::Pass => (0, 0),
            Kind::Decision(_) => (sequences, sequences),
            Kind::Answer(seat) | Kind::LastAnswer(seat) => (sequences, sequences - self.states(seat)),
        }
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
            links: vec![Link { passages: [Passage::Same, Passage::Same], skipped: 0 }],
            leaves: Vec::new(),
            leaf_states: Vec::new(),
            is_over: false,
            skipped: 0,
            passage_bytes: 0,
            sequences: 0,
            averages: 0,
            information_sets: 0,
        };
        let root = PublicNode::new(game, game.root());
        let limits = BuildLimits { numbers, limit, cancel };
        let (known, joined) = (FxHashMap::default(), FxHashMap::default());
        let mut builder = TreeBuilder { game, tree, known, joined, limits };
        builder.tree.is_over = root.turn == Turn::End;
        let place = builder.reserve();
        builder.add(place, root)?;
        builder.look_at_limits()?;
        Ok(builder.tree)
    }

    pub(super) fn node(&self, node: u32) -> &Node {
        &self.nodes[node as usize]
    }

    /// Number of public states, leaves included.
    pub(super) fn public_states(&self) -> usize {
        self.nodes.len() + self.skipped + self.leaves.len() - usize::from(self.is_over)
    }

    /// Number of public states that have no node.
    pub(super) const fn skipped(&self) -> usize {
        self.skipped
    }

    pub(super) const fn leaves(&self) -> usize {
        self.leaves.len()
    }

    /// Bytes of the passages that lead over public states without a node.
    pub(super) const fn passage_bytes(&self) -> usize {
        self.passage_bytes
    }

    /// Bytes of the nodes, edges, leaves, and passages of its own.
    pub(super) const fn bytes(&self) -> usize {
        self.nodes.len() * NODE_BYTES
            + self.edges.len() * EDGE_BYTES
            + self.leaves.len() * (size_of::<L>() + size_of::<LeafStates>())
            + self.passage_bytes
    }

    pub(super) fn leaf(&self, leaf: u32) -> L {
        self.leaves[leaf as usize]
    }

    /// The leaves after the last answer of a game, in order.
    pub(super) fn leaves_of(&self, node: &Node) -> &[L] {
        match self.edges(node).first().map(|edge| edge.child()) {
            Some(Child::Leaf(first)) => &self.leaves[first as usize..][..node.edges as usize],
            _ => &[],
        }
    }

    /// Number of private states of a player at the child.
    pub(super) fn states_at(&self, edge: Edge, seat: Seat) -> usize {
        match edge.child() {
            Child::Node(node) => self.node(node).states(seat),
            Child::Leaf(leaf) => self.leaf_states[leaf as usize][seat.index()] as usize,
        }
    }

    /// Size of the buffer that a walk of the subtree of the child needs.
    pub(super) fn scratch_at(&self, edge: Edge) -> usize {
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

    /// Whether there are at least so many sequences below a node, the last subtree apart: enough to process its children
    /// in parallel.
    pub(super) fn is_wide(&self, node: &Node, sequences: usize) -> bool {
        let last = self.edges(node).iter().rev().find_map(|edge| match edge.child() {
            Child::Node(node) => Some(self.node(node)),
            Child::Leaf(_) => None,
        });
        last.is_some_and(|last| last.sequences_at - node.sequences_at >= sequences)
    }

    pub(super) fn edges(&self, node: &Node) -> &[Edge] {
        &self.edges[node.first_edge as usize..][..node.edges as usize]
    }

    pub(super) fn passage(&self, edge: Edge, seat: Seat) -> &Passage {
        &self.links[edge.link as usize].passages[seat.index()]
    }

    /// Number of public states between a node and the child.
    pub(super) fn skipped_by(&self, edge: Edge) -> usize {
        self.links[edge.link as usize].skipped as usize
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
struct BuildLimits<'a> {
    numbers: usize,
    limit: u64,
    cancel: &'a CancelToken,
}

/// Number of a passage in the tables of a game: the address of its table, and what tells it from others there.
type PassageKey = (usize, u32);

struct TreeBuilder<'a, G: PublicTree> {
    game: &'a mut G,
    tree: Tree<G::Leaf>,
    /// Links over single edges.
    known: FxHashMap<[PassageKey; 2], u32>,
    /// Links that join two others.
    joined: FxHashMap<(u32, u32), u32>,
    limits: BuildLimits<'a>,
}

/// A public state with its successors; where the game is over the state itself, as a leaf.
pub(super) struct PublicNode<N> {
    pub(super) public: N,
    pub(super) turn: Turn,
    pub(super) children: Vec<N>,
}

impl<N: Clone + Debug> PublicNode<N> {
    pub(super) fn new<G: PublicTree<Node = N>>(game: &G, public: N) -> Self {
        let turn = game.turn(&public);
        let mut children = Vec::new();
        if turn == Turn::End {
            children.push(public.clone());
        } else {
            game.children(&public, &mut children);
        }
        Self { public, turn, children }
    }

    /// Whether there is one successor and no choice.
    pub(super) fn is_passed<G: PublicTree<Node = N>>(&self, game: &G) -> bool {
        let [child] = &*self.children else { return false };
        match self.turn {
            Turn::End => false,
            Turn::Chance => true,
            Turn::Player(seat) => game.states(child, seat) <= game.states(&self.public, seat),
        }
    }
}

/// Nodes between two checks of the limits.
const LOOKED_AT_EVERY: u32 = 256;

/// Converts to 32 bits. Numbers that are too large cannot occur: the size of the tree is checked before.
fn narrow(number: impl TryInto<u32>) -> u32 {
    number.try_into().unwrap_or(u32::MAX)
}

impl<G: PublicTree> TreeBuilder<'_, G> {
    /// Reserves the place of a node.
    fn reserve(&mut self) -> u32 {
        self.tree.nodes.push(Node {
            kind: Kind::Pass,
            first_edge: 0,
            edges: 0,
            states: [0; 2],
            own_sequences: 0,
            sequences_at: 0,
            averages_at: 0,
            scratch: 0,
        });
        narrow(self.tree.nodes.len() - 1)
    }

    /// Adds the subtree of this node at its place.
    fn add(&mut self, place: u32, here: PublicNode<G::Node>) -> Result<(), Unbuilt> {
        if place.is_multiple_of(LOOKED_AT_EVERY) {
            self.look_at_limits()?;
        }
        let place = place as usize;
        let links = self.links_to_children(&here);
        let first = self.tree.edges.len();
        self.tree.nodes[place] = Node {
            kind: Kind::Pass,
            first_edge: narrow(first),
            edges: narrow(here.children.len()),
            states: self.states(&here.public),
            own_sequences: 0,
            sequences_at: self.tree.sequences,
            averages_at: self.tree.averages,
            scratch: 0,
        };
        self.decide(place, &here, &links);
        let skips = place > 0 && !matches!(self.tree.nodes[place].kind, Kind::Decision(_));
        let mut below = Vec::new();
        for (child, mut link) in here.children.into_iter().zip(links) {
            let mut child = PublicNode::new(self.game, child);
            while skips
                && child.is_passed(self.game)
                && let Some(next) = child.children.pop()
            {
                let step = self.link(&child.public, &next);
                link = self.join(link, step, &next);
                child = PublicNode::new(self.game, next);
                self.tree.skipped += 1;
            }
            let index = if child.turn == Turn::End {
                self.add_leaf(&child.public)
            } else {
                let index = self.reserve();
                below.push((index, child));
                index
            };
            self.tree.edges.push(Edge { child: index, link });
        }
        self.look_for_last_answer(place);
        let mut deepest = 0;
        for (index, child) in below {
            self.add(index, child)?;
            deepest = deepest.max(self.tree.node(index).scratch);
        }
        self.tree.nodes[place].scratch = self.own_scratch(place) + deepest;
        Ok(())
    }

    fn links_to_children(&mut self, here: &PublicNode<G::Node>) -> Vec<u32> {
        if here.turn == Turn::End {
            return vec![SAME];
        }
        here.children.iter().map(|child| self.link(&here.public, child)).collect()
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
        let BuildLimits { numbers, limit, cancel } = self.limits;
        if let Some(reason) = cancel.reason() {
            return Err(reason.into());
        }
        let numbers = self.tree.sequences * numbers + self.tree.averages;
        let bytes = self.tree.bytes() + numbers * size_of::<f32>() + self.game.shared_bytes();
        // Nodes, edges and leaves are numbered with 31 bits.
        let is_numbered = self.tree.edges.len() < IS_LEAF as usize;
        if is_numbered && bytes as u64 <= limit { Ok(()) } else { Err(Unbuilt::Memory { limit }) }
    }

    /// Determines the kind of the node, given the links to its successors, and reserves space for its data.
    fn decide(&mut self, place: usize, here: &PublicNode<G::Node>, links: &[u32]) {
        let Turn::Player(seat) = here.turn else { return };
        let states = self.tree.nodes[place].states(seat);
        let of_children = here.children.iter().map(|child| self.game.states(child, seat));
        let sequences: usize = of_children.map(|states| narrow(states) as usize).sum();
        if sequences <= states {
            return;
        }
        let passage = |link: &u32| &self.tree.links[*link as usize].passages[seat.index()];
        let is_answer = links.iter().all(|link| *passage(link) == Passage::Same);
        let node = &mut self.tree.nodes[place];
        node.kind = if is_answer { Kind::Answer(seat) } else { Kind::Decision(seat) };
        node.own_sequences = narrow(sequences);
        self.tree.sequences += sequences;
        self.tree.averages += if is_answer { sequences - states } else { sequences };
        self.tree.information_sets += states as u64;
    }

    /// Tells whether the edges of an answer all lead to the end of the game in the same way.
    fn look_for_last_answer(&mut self, place: usize) {
        let node = self.tree.nodes[place];
        let Kind::Answer(seat) = node.kind else { return };
        let edges = self.tree.edges(&node);
        let is_last = |edge: &Edge| matches!(edge.child(), Child::Leaf(_)) && edge.link == edges[0].link;
        if edges.iter().all(is_last) {
            self.tree.nodes[place].kind = Kind::LastAnswer(seat);
        }
    }

    /// The link from a public state to a child.
    fn link(&mut self, public: &G::Node, child: &G::Node) -> u32 {
        let passages = Seat::BOTH.map(|seat| self.game.passage(public, child, seat));
        let key = passages.each_ref().map(|passage| match passage {
            Passage::Same => (0, 0),
            Passage::Slice(start) => (1, *start),
            Passage::From(origins) => (origins.as_ptr() as usize, u32::MAX),
            Passage::Merge(merge) => (std::sync::Arc::as_ptr(merge) as usize, u32::MAX),
        });
        if key == [(0, 0); 2] {
            return SAME;
        }
        // A table kept here is never freed, so no other table can get its address.
        *self.known.entry(key).or_insert_with(|| {
            self.tree.links.push(Link { passages, skipped: 0 });
            narrow(self.tree.links.len() - 1)
        })
    }

    /// The link over the end of one link and the beginning of the next, which leads to this child.
    fn join(&mut self, first: u32, next: u32, child: &G::Node) -> u32 {
        if let Some(&known) = self.joined.get(&(first, next)) {
            return known;
        }
        let states = self.states(child);
        let (first_link, next_link) = (&self.tree.links[first as usize], &self.tree.links[next as usize]);
        let passages = Seat::BOTH.map(|seat| {
            let [first, next] = [first_link, next_link].map(|link| &link.passages[seat.index()]);
            first.then(next, states[seat.index()] as usize)
        });
        let skipped = first_link.skipped + 1 + next_link.skipped;
        let is_new = |seat: &Seat| {
            [first_link, next_link].iter().all(|link| link.passages[seat.index()] != Passage::Same)
        };
        let new = Seat::BOTH.into_iter().filter(is_new);
        self.tree.passage_bytes += new.map(|seat| passages[seat.index()].bytes()).sum::<usize>();
        self.tree.links.push(Link { passages, skipped });
        let joined = narrow(self.tree.links.len() - 1);
        self.joined.insert((first, next), joined);
        joined
    }

    fn own_scratch(&self, place: usize) -> usize {
        let node = &self.tree.nodes[place];
        let edges = self.tree.edges(node);
        let largest =
            |seat: Seat| edges.iter().map(|&edge| self.tree.states_at(edge, seat)).max().unwrap_or_default();
        let both = largest(Seat::First) + largest(Seat::Second);
        let sequences = node.own_sequences as usize;
        match node.kind {
            // The value of the averages needs the reaches and the values of both players at a child.
            Kind::Pass => 2 * both,
            Kind::Decision(seat) => 2 * both.max(node.states(seat)) + both + 2 * sequences,
            Kind::Answer(seat) => 2 * (both + sequences + node.states(seat)),
            // All leaves are looked at together.
            Kind::LastAnswer(seat) => 2 * (edges.len() * both + sequences + node.states(seat)),
        }
    }
}
