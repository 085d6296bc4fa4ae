//! The features of a round: one row for each geisha and the places of her cards, rows for the actions of both
//! players by turn, and for each action the markers after it.
//!
//! Geisha of equal value are ordered only by the information about them, so that equals are treated alike.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::sync::Arc;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use crate::evaluation::View;
use crate::rules::action::{Action, Decision};
use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::round::Round;
use crate::rules::state::{answers, mover};
use crate::rules::turn::{Entry, Played};
use hanamachi_core::game::Seat;
use hanamachi_core::search::learning::{Change, Encoder, Encoding, Features, SharedChanges};

/// Slots: geisha in their order.
const SLOTS: usize = Geisha::COUNT;
/// Ways in which cards of one geisha can be part of an answered offer: five in a gift, eight in a competition.
const SHARES: usize = 13;
/// Uses of cards of one geisha in one action: 1 secret, 1 or 2 traded off, 1 to 3 given, 1 to 4 in a
/// competition.
const USES: usize = 10;

/// The features of rounds by some rules. They include the utility of the markers after an action, so rounds
/// must know the values of undecided games ([`Game::valued_round`](crate::rules::round::Game::valued_round)).
#[derive(Clone, Debug)]
pub struct RoundEncoder {
    values: [usize; SLOTS],
    /// The slots by value, in order among equals.
    by_value: ArrayVec<usize, SLOTS>,
    tables: Tables,
    views: [SlotViews; SLOTS],
    view_rows: usize,
    /// Charm points of each set of geisha.
    charms: Arc<[usize]>,
}

/// The rows of a player's view of the geisha in one slot: the same number for each marker.
#[derive(Clone, Debug, Default)]
struct SlotViews {
    start: u16,
    count: u16,
    /// Row for each combination of counts, read as a number.
    index: Arc<[u16]>,
}

/// Starts of the feature tables: those of the context and those of actions, each after the views.
#[derive(Clone, Copy, Debug)]
struct Tables {
    slots: usize,
    turns: usize,
    pairs: usize,
}

impl Tables {
    const fn new(slots: usize, turns: usize) -> Self {
        Self { slots, turns, pairs: slots * (slots + 1) / 2 }
    }

    /// The action of each turn.
    const fn kinds(self) -> usize {
        2 * self.turns * 4
    }

    /// Each slot's part of each answered offer.
    const fn shares(self, time: usize, slot: usize, share: usize) -> usize {
        self.kinds() + (time * self.slots + slot) * SHARES + share
    }

    /// The pairs of each answered competition, taken or left.
    const fn pair(self, time: usize, pair: usize, fate: Fate) -> usize {
        self.shares(2 * self.turns, 0, 0) + (time * self.pairs + pair) * 2 + fate as usize
    }

    const fn secret(self, slot: usize) -> usize {
        self.pair(2 * self.turns, 0, Fate::Left) + slot
    }

    /// The number of cards minus one.
    const fn trade_off(self, slot: usize, more: usize) -> usize {
        self.secret(self.slots) + 2 * slot + more
    }

    /// The charm points and the geisha of both players if the round ended now.
    const fn charm(self, side: usize, points: usize) -> usize {
        self.trade_off(self.slots, 0) + side * (Cards::MAX as usize + 1) + points
    }

    const fn geisha(self, side: usize, count: usize) -> usize {
        self.charm(2, 0) + side * (self.slots + 1) + count
    }

    /// The actions left to both players, by seat.
    const fn left(self, side: usize, seat: usize, left: usize) -> usize {
        self.geisha(2, 0) + (side * 2 + seat) * 16 + left
    }

    /// An open offer, by slots and by pairs.
    const fn offer(self, slot: usize, uses: usize) -> usize {
        self.left(2, 0, 0) + slot * USES + uses
    }

    const fn offered_pair(self, pair: usize) -> usize {
        self.offer(self.slots, 0) + pair
    }

    const fn context(self) -> usize {
        self.offered_pair(self.pairs)
    }

    /// For actions: the use of each slot.
    const fn uses(slot: usize, uses: usize) -> usize {
        KINDS_OF_ACTION + slot * USES + uses
    }

    const fn action_pair(self, table: usize, pair: usize) -> usize {
        Self::uses(self.slots, 0) + table * self.pairs + pair
    }

    /// A card of a gift is taken: of the opponent's, or of the player's own.
    const fn taken(self, is_own: bool, slot: usize) -> usize {
        self.action_pair(PairTable::ALL, 0) + is_own as usize * self.slots + slot
    }

    /// For actions: a player's charm points and geisha if the round ended after it.
    const fn end(self, side: usize, charm: usize, geisha: usize) -> usize {
        let sides = self.taken(true, self.slots);
        sides + (side * (Cards::MAX as usize + 1) + charm) * (self.slots + 1) + geisha
    }

    /// The value of that end.
    const fn worth(self, bin: usize) -> usize {
        self.end(2, 0, 0) + bin
    }

    const fn action(self) -> usize {
        self.worth(WORTHS as usize)
    }
}

/// Bins for the value of the markers after an action, from −1 to 1.
const WORTHS: u8 = 33;

/// Fate of an offered pair.
#[derive(Clone, Copy)]
enum Fate {
    Left,
    Taken,
}

/// The four actions, and the answers to the two offers.
const KINDS_OF_ACTION: usize = 6;

/// One player's information about a round, by slots.
struct KnownSlots {
    slot_of: [usize; SLOTS],
    /// Counts of cards: mine, theirs, in hand, unseen.
    counts: [[u32; 4]; SLOTS],
    markers: [u16; SLOTS],
}

fn pair(one: usize, other: usize) -> usize {
    let (low, high) = if one <= other { (one, other) } else { (other, one) };
    high * (high + 1) / 2 + low
}

fn share(kind: Kind, offered: u32, taken: u32) -> usize {
    let place = if kind == Kind::Gift {
        [[0, 0, 0], [0, 1, 0], [2, 3, 0], [0, 4, 0]][offered.min(3) as usize][taken.min(2) as usize]
    } else {
        5 + [[0, 0, 0], [0, 1, 0], [2, 3, 4], [0, 5, 6], [0, 0, 7]][offered.min(4) as usize]
            [taken.min(2) as usize]
    };
    debug_assert!(place < SHARES);
    place
}

fn uses(kind: Kind, count: u32) -> usize {
    [0, 1, 3, 6][kind.index()] + count as usize - 1
}

impl RoundEncoder {
    /// The features of rounds by these rules.
    #[must_use]
    pub fn new(rules: &Rules) -> Option<Self> {
        let mut values = [0; SLOTS];
        let mut views: [SlotViews; SLOTS] = Default::default();
        let mut rows = 0;
        for geisha in rules.geisha() {
            let value = rules.value(geisha) as usize;
            values[geisha.index()] = value;
            let base = value + 1;
            let mut index = vec![u16::MAX; base.pow(4)];
            let mut count = 0_u16;
            for (code, row) in index.iter_mut().enumerate() {
                let sum = code % base + code / base % base + code / base.pow(2) % base + code / base.pow(3);
                if sum <= value {
                    *row = count;
                    count = count.checked_add(1)?;
                }
            }
            views[geisha.index()] =
                SlotViews { start: u16::try_from(rows).ok()?, count, index: index.into() };
            rows += 3 * usize::from(count);
        }
        let slots = rules.geisha_count();
        let mut by_value: ArrayVec<usize, SLOTS> = (0..slots).collect();
        by_value.sort_by_key(|&slot| values[slot]);
        let tables = Tables::new(slots, rules.turns());
        let fits = rows + tables.context().max(tables.action()) < Features::MAX;
        let charm = |geisha: usize| (0..SLOTS).map(|slot| values[slot] * (geisha >> slot & 1)).sum();
        let charms = (0..1 << SLOTS).map(charm).collect();
        fits.then_some(Self { values, by_value, tables, views, view_rows: rows, charms })
    }

    fn view(&self, slot: usize, counts: [u32; 4], marker: u16) -> u16 {
        let base = self.values[slot] + 1;
        let code = counts.iter().rev().fold(0, |code, &count| code * base + count as usize);
        let SlotViews { start, count, index } = &self.views[slot];
        start + index[code] + marker * count
    }

    /// The order of the geisha, and the information about each.
    fn know(&self, information: &Information, view: &View) -> KnownSlots {
        let marker = |geisha: Geisha| match view.favour.owner(geisha) {
            None => 0,
            Some(Seat::First) => 1,
            Some(Seat::Second) => 2,
        };
        let mut keys =
            Geisha::ALL.map(|geisha| u64::from(marker(geisha)) << 3 | u64::from(view.hand.count(geisha)));
        for entry in information.history() {
            let [cards, taken] = [entry.cards().counts(), entry.taken().counts()];
            for (key, (cards, taken)) in keys.iter_mut().zip(cards.into_iter().zip(taken)) {
                *key = *key << 5 | u64::from(cards) << 2 | u64::from(taken);
            }
        }
        let geisha = || Geisha::ALL.into_iter().take(self.tables.slots);
        let mut order: ArrayVec<(Geisha, u64), SLOTS> = geisha().zip(keys).collect();
        // Values take precedence: equal ones may stand apart, so each keeps the slots of its value.
        order.sort_by_key(|&(geisha, key)| (self.values[geisha.index()], Reverse(key)));
        let mut known = KnownSlots { slot_of: [0; SLOTS], counts: [[0; 4]; SLOTS], markers: [0; SLOTS] };
        for (&(geisha, _), &slot) in order.iter().zip(&self.by_value) {
            known.slot_of[geisha.index()] = slot;
            known.counts[slot] =
                [view.mine, view.theirs, view.hand, view.unseen].map(|cards| cards.count(geisha));
            known.markers[slot] = marker(geisha);
        }
        known
    }

    /// The action of each turn.
    fn push_history(&self, information: &Information, known: &KnownSlots, encoding: &mut Encoding) {
        let (seat, tables) = (information.seat, self.tables);
        for (turn, played) in information.history().iter().filter_map(|entry| entry.unpack()).enumerate() {
            let time = 2 * turn + usize::from(mover(turn) == seat);
            let kind = played.kind();
            self.push_context(encoding, (seat.index() * tables.turns + turn) * 4 + kind.index());
            for (card, count) in played.cards().kinds() {
                let slot = known.slot_of[card.index()];
                let place = match kind {
                    Kind::Secret => tables.secret(slot),
                    Kind::TradeOff => tables.trade_off(slot, usize::from(count > 1)),
                    _ if played.is_open() => tables.offer(slot, uses(kind, count)),
                    _ => tables.shares(time, slot, share(kind, count, played.taken().count(card))),
                };
                self.push_context(encoding, place);
            }
            if let Played::Competition(pairs, taken) = played {
                for cards in pairs {
                    let [one, other] = cards.map(|card| known.slot_of[card.index()]);
                    let pair = pair(one, other);
                    let place = match taken {
                        None => tables.offered_pair(pair),
                        Some(taken) if taken == cards => tables.pair(time, pair, Fate::Taken),
                        Some(_) => tables.pair(time, pair, Fate::Left),
                    };
                    self.push_context(encoding, place);
                }
            }
        }
    }

    fn push_context(&self, encoding: &mut Encoding, place: usize) {
        encoding.push_context(u16::try_from(self.view_rows + place).unwrap_or_default());
    }

    fn action(&self, place: usize) -> Change {
        Change::comes(u16::try_from(self.view_rows + place).unwrap_or_default())
    }

    /// The change of a slot's view.
    fn moved(&self, known: &KnownSlots, slot: usize, to: [u32; 4]) -> impl Iterator<Item = Change> {
        let marker = known.markers[slot];
        let from = known.counts[slot];
        let rows = [Change::goes(self.view(slot, from, marker)), Change::comes(self.view(slot, to, marker))];
        rows.into_iter().filter(move |_| from != to)
    }
}

/// Parts by the layout of the markers after the action. The table is large and only a few layouts occur, so it is kept for the next
/// decision, and only the places that were used are emptied.
struct ByLayout {
    parts: Box<[Option<SharedChanges>]>,
    used: Vec<usize>,
}

impl ByLayout {
    fn new() -> Self {
        Self { parts: vec![None; Favour::LAYOUTS].into(), used: Vec::new() }
    }

    fn get_or_insert_with(&mut self, favour: Favour, part: impl FnOnce() -> SharedChanges) -> SharedChanges {
        let place = favour.index();
        *self.parts[place].get_or_insert_with(|| {
            self.used.push(place);
            part()
        })
    }

    fn clear(&mut self) {
        for place in self.used.drain(..) {
            self.parts[place] = None;
        }
    }
}

/// The bin of a first player's utility, from this seat.
fn worth(utility: f64, seat: Seat) -> usize {
    let own = if seat == Seat::First { utility } else { -utility };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the last bin")]
    let bin = (f64::midpoint(own, 1.0) * f64::from(WORTHS - 1)).round() as u8;
    bin.min(WORTHS - 1).into()
}

/// The role of a pair of cards.
#[derive(Clone, Copy, PartialEq)]
enum PairTable {
    Traded,
    /// In the player's own competition: the pair that the opponent takes, and the pair that is kept.
    Given,
    Kept,
    /// In the opponent's competition: the pair that the player takes, and the pair that is left.
    Taken,
    Left,
}

impl PairTable {
    const ALL: usize = 5;
}

/// The ways to use some actions with a hand: what their encoding owes neither to the turns so far nor to the markers.
struct ActionWays {
    /// What the parts stand for, in order.
    pieces: Vec<Piece>,
    /// The actions. The second part of each branch, that of the markers after it, is still missing.
    actions: Encoding,
    /// For each branch, the pieces that place cards.
    placing: Vec<ArrayVec<u16, 4>>,
}

/// What a part of an action stands for.
#[derive(Clone, Copy, PartialEq)]
enum Piece {
    /// The kind of the action.
    Kind(Kind),
    /// So many cards of a geisha are used, of which the opponent takes the given.
    Used {
        kind: Kind,
        geisha: Geisha,
        count: u32,
        given: u32,
    },
    Pair(PairTable, [Geisha; 2]),
    /// The opponent takes this card of a gift.
    Taken(Geisha),
}

/// Number of hands whose ways a thread remembers: some ten megabytes.
const MOST_WAYS: usize = 1 << 13;

/// Place of the part of the markers in a branch.
const MARKERS: usize = 1;

impl ActionWays {
    /// The ways of these actions, none of which is an answer.
    fn new(actions: &[Action]) -> Self {
        let mut ways = Self { pieces: Vec::new(), actions: Encoding::default(), placing: Vec::new() };
        for &action in actions {
            let cards = action.cards();
            match action.unpack() {
                Decision::Secret(_) => ways.branch(Kind::Secret, cards, Cards::EMPTY, &[]),
                Decision::TradeOff(pair) => {
                    ways.branch(Kind::TradeOff, cards, Cards::EMPTY, &[Piece::Pair(PairTable::Traded, pair)]);
                }
                _ => {}
            }
            for answer in answers(Entry::from_action(action)) {
                match (action.unpack(), answer.unpack()) {
                    (Decision::Competition(pairs), Decision::TakePair(pair)) => {
                        let kept = if pairs[0] == pair { pairs[1] } else { pairs[0] };
                        let pairs = [Piece::Pair(PairTable::Given, pair), Piece::Pair(PairTable::Kept, kept)];
                        ways.branch(Kind::Competition, cards, answer.cards(), &pairs);
                    }
                    (_, Decision::TakeCard(card)) => {
                        ways.branch(Kind::Gift, cards, answer.cards(), &[Piece::Taken(card)]);
                    }
                    _ => {}
                }
            }
            ways.actions.end_action();
        }
        ways
    }

    /// Adds a branch: these cards are used, the opponent takes `taken` of them, and `last` are further pieces.
    fn branch(&mut self, kind: Kind, cards: Cards, taken: Cards, last: &[Piece]) {
        let used = |(geisha, count)| Piece::Used { kind, geisha, count, given: taken.count(geisha) };
        let used: ArrayVec<Piece, 4> = cards.kinds().map(used).collect();
        let place = |piece: Piece, pieces: &mut Vec<Piece>, parts: &mut Encoding| {
            let known = pieces.iter().position(|&known| known == piece);
            let place = known.unwrap_or_else(|| {
                pieces.push(piece);
                pieces.len() - 1
            });
            parts.push(SharedChanges::new(place));
            u16::try_from(place).unwrap_or_default()
        };
        let Self { pieces, actions, placing } = self;
        // The second time in place of the markers.
        place(Piece::Kind(kind), pieces, actions);
        place(Piece::Kind(kind), pieces, actions);
        placing.push(used.into_iter().map(|piece| place(piece, pieces, actions)).collect());
        for &piece in last {
            place(piece, pieces, actions);
        }
        actions.end_branch();
    }
}

/// Writes the features of actions in an information set.
struct ActionWriter<'a> {
    encoder: &'a RoundEncoder,
    round: &'a Round,
    view: &'a View,
    known: &'a KnownSlots,
    encoding: &'a mut Encoding,
}

impl ActionWriter<'_> {
    fn rows<const N: usize>(&mut self, places: [usize; N]) -> SharedChanges {
        self.encoding.part(places.map(|place| self.encoder.action(place)))
    }

    /// Cards of a slot move, and `uses` is the row of their use.
    fn moves(&mut self, slot: usize, to: [u32; 4], uses: Option<usize>) -> SharedChanges {
        let uses = uses.map(|place| self.encoder.action(place));
        self.encoding.part(self.encoder.moved(self.known, slot, to).chain(uses))
    }

    /// The markers, if the round ended with these, from the player's seat.
    fn end(&mut self, favour: Favour) -> SharedChanges {
        let Self { encoder, round, view, .. } = self;
        let of_side = |(place, side)| {
            let geisha = favour.bits_of(side);
            let charm = encoder.charms[usize::from(geisha)];
            encoder.tables.end(place, charm, geisha.count_ones() as usize)
        };
        let [mine, theirs] = [(0, Seat::First), (1, Seat::Second)].map(of_side);
        let worth = encoder.tables.worth(worth(round.utility_of(favour.seen_from(view.seat)), view.seat));
        self.rows([mine, theirs, worth])
    }

    /// One of the four actions.
    fn own(&mut self, ways: &ActionWays, after: &mut ByLayout) {
        let (view, known, tables) = (self.view, self.known, self.encoder.tables);
        // How each piece changes the bits of the markers.
        let mut changes = Vec::with_capacity(ways.pieces.len());
        for &piece in &ways.pieces {
            let mut change = 0;
            match piece {
                Piece::Kind(kind) => self.rows([kind.index()]),
                Piece::Used { kind, geisha, count, given } => {
                    let slot = known.slot_of[geisha.index()];
                    let [mine, theirs, hand, unseen] = known.counts[slot];
                    let kept = if kind == Kind::TradeOff { 0 } else { count - given };
                    let marker = |mine, theirs| view.favour.bits_after(geisha, mine, theirs);
                    change = marker(mine + kept, theirs + given).wrapping_sub(marker(mine, theirs));
                    let to = [mine + kept, theirs + given, hand - count, unseen];
                    self.moves(slot, to, Some(Tables::uses(slot, uses(kind, count))))
                }
                Piece::Pair(table, cards) => {
                    let [one, other] = cards.map(|card| known.slot_of[card.index()]);
                    self.rows([tables.action_pair(table as usize, pair(one, other))])
                }
                Piece::Taken(card) => self.rows([tables.taken(true, known.slot_of[card.index()])]),
            };
            changes.push(change);
        }
        let now = view.favour.after_round(view.mine, view.theirs).bits();
        let mut ends = Vec::with_capacity(ways.placing.len());
        for pieces in &ways.placing {
            let bits = pieces.iter().fold(now, |bits, &piece| bits.wrapping_add(changes[usize::from(piece)]));
            let favour = Favour::from_bits(bits);
            ends.push(after.get_or_insert_with(favour, || self.end(favour)));
        }
        after.clear();
        self.encoding.copy_actions(&ways.actions, MARKERS, &ends);
    }

    /// An answer to this offer.
    fn answer(&mut self, offer: Cards, answer: Action) {
        let (view, known, tables) = (self.view, self.known, self.encoder.tables);
        let taken = answer.cards();
        let left = offer.minus(taken);
        let (is_card, after) = (
            matches!(answer.unpack(), Decision::TakeCard(_)),
            view.favour.after_round(view.mine.plus(taken), view.theirs.plus(left)),
        );
        let kind = self.rows([if is_card { 4 } else { 5 }]);
        let end = self.end(after);
        self.encoding.push(kind);
        self.encoding.push(end);
        for (geisha, offered) in offer.kinds() {
            let slot = known.slot_of[geisha.index()];
            let [mine, theirs, hand, unseen] = known.counts[slot];
            let own = taken.count(geisha);
            let part = self.moves(slot, [mine + own, theirs + offered - own, hand, unseen - offered], None);
            self.encoding.push(part);
        }
        let slots = |cards: Cards| {
            cards.iter().map(|card| known.slot_of[card.index()]).collect::<ArrayVec<usize, 4>>()
        };
        let mut last = |place| {
            let part = self.rows([place]);
            self.encoding.push(part);
        };
        match (&slots(taken)[..], &slots(left)[..]) {
            (&[card], _) => last(tables.taken(false, card)),
            (&[one, other], left) => {
                last(tables.action_pair(PairTable::Taken as usize, pair(one, other)));
                if let &[one, other] = left {
                    last(tables.action_pair(PairTable::Left as usize, pair(one, other)));
                }
            }
            _ => {}
        }
        self.encoding.end_branch();
        self.encoding.end_action();
    }
}

impl Encoder<Round> for RoundEncoder {
    fn features(&self) -> Features {
        Features {
            context: self.view_rows + self.tables.context(),
            action: self.view_rows + self.tables.action(),
            buckets: 2 * self.tables.turns,
        }
    }

    fn encode(&self, round: &Round, information: &Information, actions: &[Action], encoding: &mut Encoding) {
        let view = View::with(round, information);
        let known = self.know(information, &view);
        let tables = self.tables;
        let offer = information.open_offer();
        let turn = information.turns_over().min(tables.turns - 1);
        encoding.set_bucket(u16::try_from(2 * turn + usize::from(offer.is_some())).unwrap_or_default());
        for slot in 0..tables.slots {
            encoding.push_context(self.view(slot, known.counts[slot], known.markers[slot]));
        }
        self.push_history(information, &known, encoding);
        // The value of the markers if the round ended now.
        let now = view.favour.after_round(view.mine, view.theirs);
        for (place, side) in Seat::BOTH.into_iter().enumerate() {
            let geisha = now.bits_of(side);
            self.push_context(encoding, tables.charm(place, self.charms[usize::from(geisha)]));
            self.push_context(encoding, tables.geisha(place, geisha.count_ones() as usize));
        }
        for (place, left) in [view.left, view.opponent_left].into_iter().enumerate() {
            self.push_context(encoding, tables.left(place, view.seat.index(), left.bits()));
        }
        let mut writer = ActionWriter { encoder: self, round, view: &view, known: &known, encoding };
        if let Some(offer) = offer {
            for &action in actions {
                writer.answer(offer.cards(), action);
            }
            return;
        }
        thread_local! {
            static WAYS: RefCell<FxHashMap<(Cards, Kinds), ActionWays>> = RefCell::default();
            static AFTER: RefCell<ByLayout> = RefCell::new(ByLayout::new());
        }
        WAYS.with_borrow_mut(|ways| {
            if ways.len() >= MOST_WAYS {
                ways.clear();
            }
            let ways = ways.entry((view.hand, view.left)).or_insert_with(|| ActionWays::new(actions));
            AFTER.with_borrow_mut(|after| writer.own(ways, after));
        });
    }
}
