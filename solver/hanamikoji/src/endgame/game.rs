//! The rest of a round as a public tree.

use std::sync::Arc;

use dashmap::DashMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::EndgameTree;
use super::private::{self, Layout, face_down};
use super::public::{Holding, Moment, PublicState};
use super::reach::Roots;
use super::showdown::{Kernel, Utilities, add_ends, leads, utilities};
use crate::ranges::Private;
use crate::rules::card::Cards;
use crate::rules::ends::Ends;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use hanamachi_core::game::{CountedTree, Merge, Passage, PublicTree, Seat, Turn};
use hanamachi_core::search::cfr::public_tree::OutcomeSums;

/// Layouts and tables that many nodes share.
#[derive(Debug, Default)]
struct Shared {
    layouts: FxHashMap<(Cards, Holding), Arc<Layout>>,
    draws: FxHashMap<(Cards, Holding), Arc<Merge>>,
    shown: FxHashMap<(Cards, Holding, Cards), Arc<[u32]>>,
    seen: FxHashMap<(Cards, Holding, Cards), Arc<[u32]>>,
    hidden: FxHashMap<(Cards, Holding, Kind), Arc<[u32]>>,
    kernels: FxHashMap<(Cards, Holding), u32>,
    utilities: FxHashMap<u32, u32>,
}

/// The rest of a round from one public state on, as a tree of public states.
#[derive(Debug)]
pub struct Endgame {
    round: Round,
    root: PublicState,
    roots: Roots,
    shared: Shared,
    /// The number of private states, see [`private::count`].
    counts: DashMap<(Cards, Holding), u64, FxBuildHasher>,
    kernels: Vec<Kernel>,
    utilities: Vec<Utilities>,
    /// Rows with these utilities.
    rows: Vec<[Cards; 2]>,
}

/// The end of a round: the numbers of its kernel and utilities.
#[derive(Clone, Copy, Debug)]
pub struct EndgameLeaf {
    kernel: u32,
    utilities: u32,
}

/// Everything public that determines the size of the rest of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    pool: Cards,
    left: [Kinds; 2],
    turns: u8,
    /// 0 draw, 1 act, 2 end, otherwise 2 plus the number of answers.
    moment: u8,
}

impl Shape {
    pub(super) fn of(public: &PublicState) -> Self {
        let moment = match public.moment {
            Moment::Draw => 0,
            Moment::Act => 1,
            Moment::End => 2,
            Moment::Answer(offer) => {
                let answers = crate::rules::state::answers(offer).len();
                2 + u8::try_from(answers).unwrap_or(u8::MAX - 2)
            }
        };
        Self { pool: public.pool, left: public.left, turns: public.turns, moment }
    }
}

impl Endgame {
    pub(super) fn with_roots(round: &Round, root: PublicState, roots: Roots) -> Self {
        Self {
            round: round.clone(),
            root,
            roots,
            shared: Shared::default(),
            counts: DashMap::default(),
            kernels: Vec::new(),
            utilities: Vec::new(),
            rows: Vec::new(),
        }
    }

    pub(super) fn actions(&self) -> Kinds {
        self.round.rules().actions()
    }

    fn holding(&self, node: &PublicState, seat: Seat) -> Holding {
        node.holding(self.actions(), seat)
    }

    fn layout(&mut self, node: &PublicState, seat: Seat) -> Arc<Layout> {
        let (pool, holding) = (node.pool, self.holding(node, seat));
        let new = || Arc::new(Layout::new(pool, holding));
        Arc::clone(self.shared.layouts.entry((pool, holding)).or_insert_with(new))
    }

    /// The passage to a child for the player who draws or acts.
    fn own_passage(&mut self, node: &PublicState, child: &PublicState, seat: Seat) -> Passage {
        let (pool, holding) = (node.pool, self.holding(node, seat));
        if node.moment == Moment::Draw {
            if let Some(known) = self.shared.draws.get(&(pool, holding)) {
                return Passage::Merge(Arc::clone(known));
            }
            let (from, to) = (self.layout(node, seat), self.layout(child, seat));
            let merge = Arc::new(from.drawing(&to));
            self.shared.draws.insert((pool, holding), Arc::clone(&merge));
            return Passage::Merge(merge);
        }
        let shown = node.shown_before(child);
        if shown.is_empty() {
            let Some(kind) = node.used_before(child) else { return Passage::Same };
            if let Some(known) = self.shared.hidden.get(&(pool, holding, kind)) {
                return Passage::From(Arc::clone(known));
            }
            let (from, to) = (self.layout(node, seat), self.layout(child, seat));
            let origins = from.hiding(&to, kind);
            self.shared.hidden.insert((pool, holding, kind), Arc::clone(&origins));
            return Passage::From(origins);
        }
        if self.holding(child, seat).hand == 0 {
            // The whole hand is shown: its states are contiguous.
            let from = self.layout(node, seat);
            return from.start_of(shown).map_or(Passage::Same, Passage::Slice);
        }
        if let Some(known) = self.shared.shown.get(&(pool, holding, shown)) {
            return Passage::From(Arc::clone(known));
        }
        let (from, to) = (self.layout(node, seat), self.layout(child, seat));
        let origins = from.showing(&to, shown);
        self.shared.shown.insert((pool, holding, shown), Arc::clone(&origins));
        Passage::From(origins)
    }

    /// The passage to a child for the other player.
    fn other_passage(&mut self, node: &PublicState, child: &PublicState, seat: Seat) -> Passage {
        let shown = node.shown_before(child);
        if shown.is_empty() {
            return Passage::Same;
        }
        let key = (node.pool, self.holding(node, seat), shown);
        if let Some(known) = self.shared.seen.get(&key) {
            return Passage::From(Arc::clone(known));
        }
        let (from, to) = (self.layout(node, seat), self.layout(child, seat));
        let origins = from.seeing(&to);
        self.shared.seen.insert(key, Arc::clone(&origins));
        Passage::From(origins)
    }
}

impl EndgameTree for Endgame {
    fn round(&self) -> &Round {
        &self.round
    }

    fn public(node: &PublicState) -> &PublicState {
        node
    }

    fn private_states(&self, node: &PublicState, seat: Seat) -> Vec<Private> {
        Layout::new(node.pool, self.holding(node, seat)).states().collect()
    }

    fn pairs_with(&self, cards: Cards, seat: Seat) -> Vec<f64> {
        self.roots.pairs_with(cards, seat)
    }
}

impl PublicTree for Endgame {
    type Node = PublicState;
    type Leaf = EndgameLeaf;

    fn root(&self) -> PublicState {
        self.root
    }

    fn turn(&self, node: &PublicState) -> Turn {
        node.turn()
    }

    fn states(&self, node: &PublicState, seat: Seat) -> u64 {
        let (pool, holding) = (node.pool, self.holding(node, seat));
        *self.counts.entry((pool, holding)).or_insert_with(|| private::count(pool, holding))
    }

    fn children(&self, node: &PublicState, children: &mut Vec<PublicState>) {
        node.children(self.round.rules().turns(), children);
    }

    fn passage(&mut self, node: &PublicState, child: &PublicState, seat: Seat) -> Passage {
        match node.moment {
            Moment::Answer(_) | Moment::End => Passage::Same,
            Moment::Draw if node.mover() != seat => Passage::Same,
            _ if node.mover() == seat => self.own_passage(node, child, seat),
            _ => self.other_passage(node, child, seat),
        }
    }

    fn leaf(&mut self, node: &PublicState) -> EndgameLeaf {
        let holding = self.holding(node, Seat::First);
        let (kernels, tables, rows) = (&mut self.kernels, &mut self.utilities, &mut self.rows);
        let kernel = *self.shared.kernels.entry((node.pool, holding)).or_insert_with(|| {
            kernels.push(Kernel::new(node.pool, holding));
            narrow(kernels.len() - 1)
        });
        let round = &self.round;
        let key = leads(node.rows);
        let utilities = *self.shared.utilities.entry(key).or_insert_with(|| {
            tables.push(utilities(round, node.rows));
            rows.push(node.rows);
            narrow(tables.len() - 1)
        });
        EndgameLeaf { kernel, utilities }
    }

    fn reaches(&self, seat: Seat) -> Vec<f32> {
        self.roots.reaches(seat).to_vec()
    }

    fn values(&self, leaf: EndgameLeaf, seat: Seat, opponent_reaches: &[f32], values: &mut [f32]) {
        let kernel = &self.kernels[leaf.kernel as usize];
        let utilities = &self.utilities[leaf.utilities as usize][seat.index()];
        kernel.values(utilities, self.roots.scale(), opponent_reaches, values);
    }
}

impl OutcomeSums for Endgame {
    type Sum = Ends;

    fn add_outcomes(
        &self,
        leaf: EndgameLeaf,
        seat: Seat,
        state: usize,
        opponent_reaches: &[f32],
        ends: &mut Ends,
    ) {
        let (kernel, rows) = (&self.kernels[leaf.kernel as usize], self.rows[leaf.utilities as usize]);
        let found = kernel.by_secret(state, self.roots.scale(), opponent_reaches);
        let Some((secret, weights)) = found else { return };
        add_ends(ends, &self.round, (rows, seat), secret, &weights);
    }
}

impl CountedTree for Endgame {
    type Shape = Shape;

    fn shape(&self, node: &PublicState) -> Shape {
        Shape::of(node)
    }

    fn leaf_pairs(&self, node: &PublicState) -> u64 {
        // Roughly one for each state and each secret and removed card that it leaves for the opponent.
        face_down(node.pool, self.holding(node, Seat::First)).len() as u64 * 8
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
