//! The rest of a round over live hands only: the private states that the ranges make likely.
//!
//! A range has thousands of hands, but an effective size of some forty to three hundred (the exponential of
//! its entropy), while the tree over [all of them](super::Endgame) grows with their number. Here each node
//! has a list of private states for each player, derived from those at the root by the actions of both; equal
//! lists are stored once. A [`Cut`] drops hands at the root only and never drops actions: leaving out actions
//! that a policy hardly plays costs as much as the policy loses.
//!
//! At every node each private state of one player is compatible with at least one of the other. So the player
//! to decide has an action in each state, and a best response has a value in each.

mod hands;
mod kernel;
mod list;

use std::mem::size_of_val;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

pub use self::hands::{Cut, LiveHands, StudyCut};

use self::hands::weight_of_pairs;
use self::kernel::{Kernel, OfSeat};
use self::list::{HandList, narrow};
use super::EndgameTree;
use super::game::Shape;
use super::public::{Moment, PublicState, offers};
use super::reach::LEAST_REACH;
use super::showdown::{Utilities, add_ends, leads, utilities};
use crate::ranges::{Private, orders};
use crate::rules::action_lists::subsets;
use crate::rules::card::Cards;
use crate::rules::ends::Ends;
use crate::rules::parameters::Kind;
use crate::rules::round::Round;
use crate::rules::state::answers;
use hanamachi_core::game::{CountedTree, Merge, Passage, PublicTree, Seat, Turn};
use hanamachi_core::search::cfr::public_tree::OutcomeSums;

type Hands = Arc<HandList>;

/// A public state with the live private states of both players.
#[derive(Clone, Debug)]
pub struct LiveNode {
    public: PublicState,
    hands: [Hands; 2],
    /// The passages from the private states of the parent node to these.
    passages: [Passage; 2],
}

/// Private states with the passage that leads to them.
type Passed = (Hands, Passage);

/// The sets of cards that can be shown, in ascending order, each with the private states and the passage that
/// follow.
type Ways = Arc<[(Cards, Hands, Passage)]>;

/// Lists and passages that many nodes share.
#[derive(Debug, Default)]
struct Shared {
    lists: FxHashMap<Box<[Private]>, Hands>,
    draws: FxHashMap<(u32, u32, Cards), Passed>,
    hidden: FxHashMap<(u32, Kind), Passed>,
    shown: FxHashMap<(u32, u32), Ways>,
    seen: FxHashMap<(u32, u32, Cards), Passed>,
    bytes: usize,
}

/// The rest of a round from one public state on, over live hands.
#[derive(Debug)]
pub struct LiveEndgame {
    round: Round,
    root: LiveNode,
    reaches: [Vec<f32>; 2],
    /// The reciprocal of the total weight of all pairs at the root.
    scale: f64,
    kept: [f64; 2],
    pairs: f64,
    shared: Mutex<Shared>,
    kernels: Vec<Kernel>,
    bytes_of_kernels: usize,
    kernel_of: FxHashMap<(u32, u32, Cards), u32>,
    utilities: Vec<Utilities>,
    /// Rows with these utilities.
    rows: Vec<[Cards; 2]>,
    utilities_of: FxHashMap<u32, u32>,
}

/// The end of a round: the numbers of its kernel and utilities.
#[derive(Clone, Copy, Debug)]
pub struct LiveLeaf {
    kernel: u32,
    utilities: u32,
}

impl LiveEndgame {
    /// The rest of a round from this public state on; `None` if a player has no live state.
    pub(super) fn new(round: &Round, root: PublicState, live: LiveHands) -> Option<Self> {
        let LiveHands { pool, states, kept, pairs } = live;
        if states.iter().any(Vec::is_empty) {
            return None;
        }
        let reaches = states.each_ref().map(|states| {
            let largest = states.iter().map(|state| state.1).fold(f64::MIN_POSITIVE, f64::max);
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            let reach = |state: &(Private, f64)| (state.1 / largest).max(LEAST_REACH) as f32;
            states.iter().map(reach).collect::<Vec<f32>>()
        });
        let mut shared = Shared::default();
        let hands = states.map(|states| shared.list(states.into_iter().map(|state| state.0).collect()));
        let root = LiveNode { public: root, hands, passages: [Passage::Same, Passage::Same] };
        let mut game = Self {
            round: round.clone(),
            root,
            reaches,
            scale: 1.0,
            kept,
            pairs,
            shared: Mutex::new(shared),
            kernels: Vec::new(),
            bytes_of_kernels: 0,
            kernel_of: FxHashMap::default(),
            utilities: Vec::new(),
            rows: Vec::new(),
            utilities_of: FxHashMap::default(),
        };
        let [first, second] = Seat::BOTH.map(|seat| game.weighted(seat));
        game.scale = 1.0 / weight_of_pairs(pool, &first, &second);
        Some(game)
    }

    /// The private states of a player at the root with their reaches.
    fn weighted(&self, seat: Seat) -> Vec<(Private, f64)> {
        let reaches = self.reaches[seat.index()].iter().map(|&reach| f64::from(reach));
        self.root.hands[seat.index()].states.iter().copied().zip(reaches).collect()
    }

    /// The live share of a player's range.
    #[must_use]
    pub const fn kept(&self, seat: Seat) -> f64 {
        self.kept[seat.index()]
    }

    /// The share of the weight of all pairs of private states that pairs of live ones have.
    #[must_use]
    pub const fn pairs(&self) -> f64 {
        self.pairs
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl EndgameTree for LiveEndgame {
    fn round(&self) -> &Round {
        &self.round
    }

    fn public(node: &LiveNode) -> &PublicState {
        &node.public
    }

    fn private_states(&self, node: &LiveNode, seat: Seat) -> Vec<Private> {
        node.hands[seat.index()].states.to_vec()
    }

    fn pairs_with(&self, cards: Cards, seat: Seat) -> Vec<f64> {
        let rest = self.root.public.pool.minus(cards);
        let weight = |&held: &Cards| rest.checked_minus(held).map_or(0.0, |left| orders(left) * self.scale);
        self.root.hands[seat.index()].cards.iter().map(weight).collect()
    }
}

impl PublicTree for LiveEndgame {
    type Node = LiveNode;
    type Leaf = LiveLeaf;

    fn root(&self) -> LiveNode {
        self.root.clone()
    }

    fn turn(&self, node: &LiveNode) -> Turn {
        node.public.turn()
    }

    fn states(&self, node: &LiveNode, seat: Seat) -> u64 {
        node.hands[seat.index()].states.len() as u64
    }

    fn children(&self, node: &LiveNode, children: &mut Vec<LiveNode>) {
        children.clear();
        let turns = self.round.rules().turns();
        match node.public.moment {
            Moment::End => {}
            Moment::Draw => children.push(self.shared().draw(node)),
            Moment::Answer(offer) => {
                children.extend(answers(offer).into_iter().map(|answer| LiveNode {
                    public: node.public.answered(offer, answer, turns),
                    passages: [Passage::Same, Passage::Same],
                    ..node.clone()
                }));
            }
            Moment::Act => {
                let mut shared = self.shared();
                for kind in node.public.left[node.public.mover().index()].iter() {
                    match kind {
                        Kind::Secret | Kind::TradeOff => children.push(shared.hide(node, kind, turns)),
                        Kind::Gift | Kind::Competition => shared.offer(node, kind, children),
                    }
                }
            }
        }
    }

    fn passage(&mut self, _node: &LiveNode, child: &LiveNode, seat: Seat) -> Passage {
        child.passages[seat.index()].clone()
    }

    fn leaf(&mut self, node: &LiveNode) -> LiveLeaf {
        let [first, second] = &node.hands;
        let (kernels, bytes) = (&mut self.kernels, &mut self.bytes_of_kernels);
        let kernel =
            *self.kernel_of.entry((first.number, second.number, node.public.pool)).or_insert_with(|| {
                let kernel = Kernel::new(node.public.pool, [first, second]);
                *bytes += kernel.bytes();
                kernels.push(kernel);
                narrow(kernels.len() - 1)
            });
        let (round, tables, rows) = (&self.round, &mut self.utilities, &mut self.rows);
        let utilities = *self.utilities_of.entry(leads(node.public.rows)).or_insert_with(|| {
            tables.push(utilities(round, node.public.rows));
            rows.push(node.public.rows);
            narrow(tables.len() - 1)
        });
        LiveLeaf { kernel, utilities }
    }

    fn shared_bytes(&self) -> usize {
        self.shared().bytes + self.bytes_of_kernels + size_of_val(&*self.utilities) + size_of_val(&*self.rows)
    }

    fn reaches(&self, seat: Seat) -> Vec<f32> {
        self.reaches[seat.index()].clone()
    }

    fn values(&self, leaf: LiveLeaf, seat: Seat, opponent_reaches: &[f32], values: &mut [f32]) {
        self.values_of_each(&[leaf], seat, opponent_reaches, values);
    }

    fn values_of_each(&self, leaves: &[LiveLeaf], seat: Seat, opponent_reaches: &[f32], values: &mut [f32]) {
        match *leaves {
            [one] => self.at([one], seat).set_each(opponent_reaches, values),
            [one, two] => self.at([one, two], seat).set_each(opponent_reaches, values),
            [one, two, three] => self.at([one, two, three], seat).set_each(opponent_reaches, values),
            _ => debug_assert!(leaves.is_empty(), "an offer has three answers at most"),
        }
    }

    fn add_values(
        &self,
        leaves: &[LiveLeaf],
        seat: Seat,
        opponent_reaches: &[f32],
        values: &mut [f32],
        _buffer: &mut [f32],
    ) {
        match *leaves {
            [one] => self.at([one], seat).add(opponent_reaches, values),
            [one, two] => self.at([one, two], seat).add(opponent_reaches, values),
            [one, two, three] => self.at([one, two, three], seat).add(opponent_reaches, values),
            _ => debug_assert!(leaves.is_empty(), "an offer has three answers at most"),
        }
    }
}

impl OutcomeSums for LiveEndgame {
    type Sum = Ends;

    fn add_outcomes(
        &self,
        leaf: LiveLeaf,
        seat: Seat,
        state: usize,
        opponent_reaches: &[f32],
        ends: &mut Ends,
    ) {
        let (kernel, rows) = (&self.kernels[leaf.kernel as usize], self.rows[leaf.utilities as usize]);
        let Some((secret, others)) = kernel.by_secret(seat, state, opponent_reaches) else { return };
        add_ends(ends, &self.round, (rows, seat), secret, &others.map(|weight| self.scale * weight));
    }
}

impl CountedTree for LiveEndgame {
    /// The public shape with the numbers of both players' lists.
    type Shape = (Shape, [u32; 2]);

    fn shape(&self, node: &LiveNode) -> Self::Shape {
        (Shape::of(&node.public), node.hands.each_ref().map(|hands| hands.number))
    }

    fn leaf_pairs(&self, node: &LiveNode) -> u64 {
        Kernel::partners(node.public.pool, node.hands.each_ref().map(|hands| &**hands))
    }

    fn table_bytes(&self, node: &LiveNode, _children: &[LiveNode]) -> u64 {
        // The tables of passages are made with the children.
        match node.public.moment {
            Moment::End => {
                let states = Seat::BOTH.iter().map(|&seat| self.states(node, seat)).sum();
                Kernel::most_bytes(self.leaf_pairs(node), states)
            }
            _ => 0,
        }
    }
}

impl LiveEndgame {
    /// The values at some leaves with the same hands and pool, as after the answers to one offer.
    fn at<const LEAVES: usize>(&self, leaves: [LiveLeaf; LEAVES], seat: Seat) -> OfSeat<'_, LEAVES> {
        debug_assert!(leaves.iter().all(|leaf| leaf.kernel == leaves[0].kernel));
        let kernel = &self.kernels[leaves[0].kernel as usize];
        let utilities = leaves.map(|leaf| &self.utilities[leaf.utilities as usize][seat.index()]);
        #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
        kernel.of_seat(seat, utilities, self.scale as f32)
    }
}

impl LiveNode {
    /// The private states of a player, in ascending order.
    pub(super) fn states(&self, seat: Seat) -> &[Private] {
        &self.hands[seat.index()].states
    }

    /// The child with this public state, which `mover` brought about, with these private states of the mover
    /// and of the other player.
    fn child(&self, public: PublicState, mover: Seat, own: Passed, other: Passed) -> Self {
        let (mut hands, mut passages) = (self.hands.clone(), self.passages.clone());
        for (seat, (list, passage)) in [(mover, own), (!mover, other)] {
            hands[seat.index()] = list;
            passages[seat.index()] = passage;
        }
        Self { public, hands, passages }
    }

    fn same(&self, seat: Seat) -> Passed {
        (Arc::clone(&self.hands[seat.index()]), Passage::Same)
    }
}

impl Shared {
    fn list(&mut self, states: Box<[Private]>) -> Hands {
        if let Some(known) = self.lists.get(&states) {
            return Arc::clone(known);
        }
        debug_assert!(states.is_sorted());
        let cards = states.iter().map(Private::cards).collect();
        let list = Arc::new(HandList { number: narrow(self.lists.len()), states: states.clone(), cards });
        self.bytes += 2 * size_of_val(&*list.states) + size_of_val(&*list.cards);
        self.lists.insert(states, Arc::clone(&list));
        list
    }

    /// Sorts these states, each of which comes with the place of its origin.
    fn passed(&mut self, mut states: Vec<(Private, u32)>) -> Passed {
        states.sort_unstable();
        let origins: Arc<[u32]> = states.iter().map(|state| state.1).collect();
        self.bytes += size_of_val(&*origins);
        (self.list(states.into_iter().map(|state| state.0).collect()), Passage::From(origins))
    }

    /// The mover draws a card.
    fn draw(&mut self, node: &LiveNode) -> LiveNode {
        let mover = node.public.mover();
        let public = PublicState { moment: Moment::Act, ..node.public };
        let (own, other) = (&node.hands[mover.index()], &node.hands[(!mover).index()]);
        let (pool, key) = (node.public.pool, (own.number, other.number, node.public.pool));
        let drawn = if let Some(known) = self.draws.get(&key) {
            known.clone()
        } else {
            let drawn = self.drawn(own, other, pool);
            self.draws.insert(key, drawn.clone());
            drawn
        };
        node.child(public, mover, drawn, node.same(!mover))
    }

    fn drawn(&mut self, own: &HandList, other: &HandList, pool: Cards) -> Passed {
        let mut all: Vec<(Private, u32)> = Vec::new();
        for (origin, (private, &cards)) in (0..).zip(own.states.iter().zip(&own.cards)) {
            for (card, _) in pool.minus(cards).kinds() {
                all.push((Private { hand: private.hand.plus(Cards::single(card)), ..*private }, origin));
            }
        }
        all.sort_unstable();
        let (mut merge, mut states) = (Merge::default(), Vec::new());
        for same in all.chunk_by(|one, other| one.0 == other.0) {
            let rest = pool.minus(same[0].0.cards());
            if other.cards.iter().any(|&cards| rest.contains(cards)) {
                states.push(same[0].0);
                merge.push(same.iter().map(|state| state.1));
            }
        }
        self.bytes += size_of::<u32>() * (merge.len() + merge.pairs());
        (self.list(states.into()), Passage::Merge(Arc::new(merge)))
    }

    /// The mover puts cards face down.
    fn hide(&mut self, node: &LiveNode, kind: Kind, turns: usize) -> LiveNode {
        let mover = node.public.mover();
        let public = node.public.without(kind).end_turn(turns);
        let own = &node.hands[mover.index()];
        let key = (own.number, kind);
        let hidden = if let Some(known) = self.hidden.get(&key) {
            known.clone()
        } else {
            let mut all = Vec::new();
            for (origin, private) in (0..).zip(&own.states) {
                for cards in exactly(private.hand, u32::from(kind.number())) {
                    let hand = private.hand.minus(cards);
                    let after = match kind {
                        Kind::Secret => Private { hand, secret: cards, ..*private },
                        _ => Private { hand, trade_off: cards, ..*private },
                    };
                    all.push((after, origin));
                }
            }
            let hidden = self.passed(all);
            self.hidden.insert(key, hidden.clone());
            hidden
        };
        node.child(public, mover, hidden, node.same(!mover))
    }

    /// The mover offers cards.
    fn offer(&mut self, node: &LiveNode, kind: Kind, children: &mut Vec<LiveNode>) {
        let mover = node.public.mover();
        let public = node.public.without(kind);
        let other = &node.hands[(!mover).index()];
        let ways = self.showing(&node.hands[mover.index()], u32::from(kind.number()));
        for (cards, own, passage) in &*ways {
            let seen = self.seeing(other, own, node.public.pool.minus(*cards));
            for offer in offers(kind, *cards) {
                children.push(node.child(
                    public.offering(offer),
                    mover,
                    (Arc::clone(own), passage.clone()),
                    seen.clone(),
                ));
            }
        }
    }

    fn showing(&mut self, own: &HandList, size: u32) -> Ways {
        if let Some(known) = self.shown.get(&(own.number, size)) {
            return Arc::clone(known);
        }
        let mut all: Vec<(Cards, Private, u32)> = Vec::new();
        for (origin, private) in (0..).zip(&own.states) {
            for cards in exactly(private.hand, size) {
                all.push((cards, Private { hand: private.hand.minus(cards), ..*private }, origin));
            }
        }
        all.sort_unstable();
        let mut ways = Vec::new();
        for same in all.chunk_by(|one, other| one.0 == other.0) {
            let (list, passage) = self.passed(same.iter().map(|of| (of.1, of.2)).collect());
            ways.push((same[0].0, list, passage));
        }
        let ways: Ways = ways.into();
        self.shown.insert((own.number, size), Arc::clone(&ways));
        ways
    }

    /// The other player's possible states when nobody has shown the cards of `pool` and the mover holds one
    /// of `own`.
    fn seeing(&mut self, other: &Hands, own: &HandList, pool: Cards) -> Passed {
        let key = (other.number, own.number, pool);
        if let Some(known) = self.seen.get(&key) {
            return known.clone();
        }
        let fits = |cards: Cards| {
            pool.checked_minus(cards)
                .is_some_and(|rest| own.cards.iter().any(|&beside| rest.contains(beside)))
        };
        let states = (0..).zip(&other.states).zip(&other.cards).filter(|(_, cards)| fits(**cards));
        let states: Vec<(Private, u32)> = states.map(|((origin, private), _)| (*private, origin)).collect();
        let seen = if states.len() == other.states.len() {
            (Arc::clone(other), Passage::Same)
        } else {
            self.passed(states)
        };
        self.seen.insert(key, seen.clone());
        seen
    }
}

/// The subsets of these cards of exactly this size.
fn exactly(cards: Cards, size: u32) -> impl Iterator<Item = Cards> {
    subsets(cards, size).into_iter().filter(move |set| set.len() == size)
}
