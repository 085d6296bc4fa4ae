//! What a network looks at in a round: one row for each geisha and where her cards are, rows for what was played when, by whom.
//!
//! Geisha of equal worth are put in an order that depends on nothing but what is known of them, so that equals are treated alike.

use arrayvec::ArrayVec;

use crate::rules::action::{Action, Decision};
use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Rules};
use crate::rules::round::Round;
use crate::rules::state::{State, answers, mover};
use crate::rules::turn::{Entry, Played};
use hanamachi_core::game::Seat;
use hanamachi_core::search::learning::{Change, Encoder, Encoding, Features, Part};

/// Slots: geisha in their order.
const SLOTS: usize = Geisha::COUNT;
/// Unordered pairs of slots.
const PAIRS: usize = SLOTS * (SLOTS + 1) / 2;
/// Ways in which cards of one geisha can be part of an answered offer: five in a gift, eight in a competition.
const SHARES: usize = 13;
/// What one action can do with cards of one geisha: 1 secret, 1 or 2 traded off, 1 to 3 given, 1 to 4 in a competition.
const USES: usize = 10;

/// The features of rounds by some rules.
#[derive(Clone, Debug)]
pub struct RoundEncoder {
    worths: [usize; SLOTS],
    slots: usize,
    tables: Tables,
    /// For each slot the first row of her view, and the rows of her counts.
    views: [(u16, std::sync::Arc<[u16]>); SLOTS],
    view_rows: usize,
}

/// Where the tables of features begin, those of the context and those of actions, each after the views.
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

    /// What was played at each turn.
    const fn kinds(self) -> usize {
        2 * self.turns * 4
    }

    /// Each slot's part of each answered offer.
    const fn shares(self, time: usize, slot: usize, share: usize) -> usize {
        self.kinds() + (time * self.slots + slot) * SHARES + share
    }

    /// The pairs of each answered competition: taken, or left.
    const fn pair(self, time: usize, pair: usize, fate: Fate) -> usize {
        self.shares(2 * self.turns, 0, 0) + (time * self.pairs + pair) * 2 + fate as usize
    }

    const fn secret(self, slot: usize) -> usize {
        self.pair(2 * self.turns, 0, Fate::Left) + slot
    }

    /// So many cards less one.
    const fn trade_off(self, slot: usize, more: usize) -> usize {
        self.secret(self.slots) + 2 * slot + more
    }

    /// The charm points and the geisha of both, if the round ended now.
    const fn charm(self, side: usize, points: usize) -> usize {
        self.trade_off(self.slots, 0) + side * (Cards::MAX as usize + 1) + points
    }

    const fn geisha(self, side: usize, count: usize) -> usize {
        self.charm(2, 0) + side * (self.slots + 1) + count
    }

    /// The actions that are left to both, by seat.
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

    /// Of actions: what each slot is used for.
    const fn uses(slot: usize, uses: usize) -> usize {
        KINDS_OF_ACTION + slot * USES + uses
    }

    const fn action_pair(self, table: usize, pair: usize) -> usize {
        Self::uses(self.slots, 0) + table * self.pairs + pair
    }

    const fn taken(self, gift: Gift, slot: usize) -> usize {
        self.action_pair(PairTable::ALL, 0) + gift as usize * self.slots + slot
    }

    const fn action(self) -> usize {
        self.taken(Gift::Own, self.slots)
    }
}

/// What became of a pair that was offered.
#[derive(Clone, Copy)]
enum Fate {
    Left,
    Taken,
}

/// Whose gift it is.
#[derive(Clone, Copy)]
enum Gift {
    Opponents,
    Own,
}

/// The four actions, and answers to the two offers.
const KINDS_OF_ACTION: usize = 6;

/// What one player knows of a round, by slots.
struct Known {
    slot_of: [usize; SLOTS],
    /// Mine, theirs, in hand, unseen.
    counts: [[u32; 4]; SLOTS],
    markers: [usize; SLOTS],
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
        let mut worths = [0; SLOTS];
        let mut views = std::array::from_fn(|_| (0, std::sync::Arc::from([])));
        let mut rows = 0;
        let mut slots = 0;
        for geisha in rules.geisha() {
            let worth = rules.worth(geisha) as usize;
            worths[geisha.index()] = worth;
            let base = worth + 1;
            let mut index = vec![u16::MAX; base.pow(4)];
            let mut count = 0_u16;
            for (code, row) in index.iter_mut().enumerate() {
                let sum = code % base + code / base % base + code / base.pow(2) % base + code / base.pow(3);
                if sum <= worth {
                    *row = count;
                    count = count.checked_add(1)?;
                }
            }
            views[geisha.index()] = (u16::try_from(rows).ok()?, index.into());
            rows += 3 * usize::from(count);
            slots += 1;
        }
        let tables = Tables::new(slots, rules.turns());
        (rows + tables.context().max(tables.action()) < Features::MAX).then_some(Self {
            worths,
            slots,
            tables,
            views,
            view_rows: rows,
        })
    }

    fn view(&self, slot: usize, counts: [u32; 4], marker: usize) -> u16 {
        let base = self.worths[slot] + 1;
        let code = counts.iter().rev().fold(0, |code, &count| code * base + count as usize);
        let (start, index) = &self.views[slot];
        // Each marker has a copy of the rows.
        start + index[code] + u16::try_from(marker).unwrap_or(0) * self.copies(slot)
    }

    fn copies(&self, slot: usize) -> u16 {
        // The last code of all is that of the worth in the last place.
        let w = self.worths[slot];
        u16::try_from((w + 1) * (w + 2) * (w + 3) * (w + 4) / 24).unwrap_or(u16::MAX)
    }

    /// The order of the geisha, and what is known of each.
    fn know(&self, round: &Round, information: &Information, known: &State) -> Known {
        let seat = information.seat;
        let favour: Favour = if seat == Seat::First { round.favour() } else { round.favour().flipped() };
        let mine = known.placed(seat);
        let theirs = known.row(!seat);
        let hand = information.hand;
        let unseen = round.rules().pack().minus(mine).minus(theirs).minus(hand).minus(known.trade_off(seat));
        let marker = |geisha: Geisha| match favour.owner(geisha) {
            None => 0_u64,
            Some(Seat::First) => 1,
            Some(Seat::Second) => 2,
        };
        let mut keys = [0_u64; SLOTS];
        for (index, key) in keys.iter_mut().enumerate().take(self.slots) {
            let geisha = Geisha::ALL[index];
            *key = marker(geisha) << 3 | u64::from(hand.count(geisha));
        }
        for &entry in information.history() {
            let (cards, taken) = (entry.cards(), entry.taken());
            for (index, key) in keys.iter_mut().enumerate().take(self.slots) {
                let geisha = Geisha::ALL[index];
                *key = *key << 5 | u64::from(cards.count(geisha)) << 2 | u64::from(taken.count(geisha));
            }
        }
        let mut order: ArrayVec<usize, SLOTS> = (0..self.slots).collect();
        // Stable, and worths decide first: equal ones may stand apart, so each keeps the slots of its worth.
        let mut slot_of = [0; SLOTS];
        order.sort_by_key(|&index| (self.worths[index], std::cmp::Reverse(keys[index])));
        let mut by_worth: ArrayVec<usize, SLOTS> = (0..self.slots).collect();
        by_worth.sort_by_key(|&index| self.worths[index]);
        for (&geisha, &slot) in order.iter().zip(&by_worth) {
            slot_of[geisha] = slot;
        }
        let mut counts = [[0; 4]; SLOTS];
        let mut markers = [0; SLOTS];
        for (geisha, &slot) in Geisha::ALL.into_iter().zip(&slot_of).take(self.slots) {
            counts[slot] =
                [mine.count(geisha), theirs.count(geisha), hand.count(geisha), unseen.count(geisha)];
            #[expect(clippy::cast_possible_truncation, reason = "0 to 2")]
            {
                markers[slot] = marker(geisha) as usize;
            }
        }
        Known { slot_of, counts, markers }
    }

    fn action(&self, place: usize) -> Change {
        Change::comes(u16::try_from(self.view_rows + place).unwrap_or_default())
    }

    /// How a slot's view changes.
    fn moved(&self, known: &Known, slot: usize, to: [u32; 4]) -> impl Iterator<Item = Change> {
        let marker = known.markers[slot];
        let from = known.counts[slot];
        let rows = [Change::goes(self.view(slot, from, marker)), Change::comes(self.view(slot, to, marker))];
        rows.into_iter().filter(move |_| from != to)
    }
}

/// Writes actions: parts that several of them share are written once.
struct ActionWriter<'a> {
    encoder: &'a RoundEncoder,
    known: &'a Known,
    encoding: &'a mut Encoding,
    kinds: [Option<Part>; 6],
    /// For each slot and action so many cards used, of which so many go to the opponent.
    used: [[Option<Part>; USED]; SLOTS],
    pairs: [[Option<Part>; PAIRS]; PairTable::ALL],
    taken: [[Option<Part>; SLOTS]; 2],
}

/// Ways to use up to four cards of one geisha by one of four actions, of which the opponent takes up to two.
const USED: usize = 4 * 5 * 3;

/// What a pair of cards is.
#[derive(Clone, Copy)]
enum PairTable {
    Traded,
    /// Of the own competition: what the opponent takes, what is kept.
    Given,
    Kept,
    /// Of the opponent's: what the player takes, what is left.
    Taken,
    Left,
}

impl PairTable {
    const ALL: usize = 5;
}

impl<'a> ActionWriter<'a> {
    fn new(encoder: &'a RoundEncoder, known: &'a Known, encoding: &'a mut Encoding) -> Self {
        Self {
            encoder,
            known,
            encoding,
            kinds: [None; 6],
            used: [[None; USED]; SLOTS],
            pairs: [[None; PAIRS]; PairTable::ALL],
            taken: [[None; SLOTS]; 2],
        }
    }

    fn kind(&mut self, place: usize) {
        let part = *self.kinds[place].get_or_insert_with(|| self.encoding.part([self.encoder.action(place)]));
        self.encoding.push(part);
    }

    /// The own action uses these cards; the opponent takes `taken` of them, and the rest counts for the player unless it is
    /// traded off.
    fn own(&mut self, kind: Kind, cards: Cards, taken: Cards) {
        self.kind(kind.index());
        let Self { encoder, known, encoding, used, .. } = self;
        for (geisha, count) in cards.kinds() {
            let slot = known.slot_of[geisha.index()];
            let given = taken.count(geisha);
            let place = (kind.index() * 5 + count as usize) * 3 + given as usize;
            let part = *used[slot][place].get_or_insert_with(|| {
                let [mine, theirs, hand, unseen] = known.counts[slot];
                let kept = if kind == Kind::TradeOff { 0 } else { count - given };
                let to = [mine + kept, theirs + given, hand - count, unseen];
                let uses = encoder.action(Tables::uses(slot, uses(kind, count)));
                encoding.part(encoder.moved(known, slot, to).chain([uses]))
            });
            encoding.push(part);
        }
    }

    fn pair(&mut self, table: PairTable, cards: [Geisha; 2]) {
        let [one, other] = cards.map(|card| self.known.slot_of[card.index()]);
        let pair = pair(one, other);
        let part = *self.pairs[table as usize][pair].get_or_insert_with(|| {
            let row = self.encoder.tables.action_pair(table as usize, pair);
            self.encoding.part([self.encoder.action(row)])
        });
        self.encoding.push(part);
    }

    /// A card of a gift is taken: of the own gift, or of the opponent's.
    fn card(&mut self, gift: Gift, card: Geisha) {
        let slot = self.known.slot_of[card.index()];
        let part = *self.taken[gift as usize][slot].get_or_insert_with(|| {
            self.encoding.part([self.encoder.action(self.encoder.tables.taken(gift, slot))])
        });
        self.encoding.push(part);
    }

    /// The opponent's offer is answered.
    fn answer(&mut self, place: usize, offer: Cards, taken: Cards) {
        self.kind(place);
        for (geisha, offered) in offer.kinds() {
            let slot = self.known.slot_of[geisha.index()];
            let [mine, theirs, hand, unseen] = self.known.counts[slot];
            let own = taken.count(geisha);
            let to = [mine + own, theirs + offered - own, hand, unseen - offered];
            let part = self.encoding.part(self.encoder.moved(self.known, slot, to));
            self.encoding.push(part);
        }
    }

    fn write(&mut self, action: Action, offer: Option<Entry>) {
        let cards = action.cards();
        match action.unpack() {
            Decision::Secret(_) => {
                self.own(Kind::Secret, cards, Cards::EMPTY);
                self.encoding.end_branch();
            }
            Decision::TradeOff(pair) => {
                self.own(Kind::TradeOff, cards, Cards::EMPTY);
                self.pair(PairTable::Traded, pair);
                self.encoding.end_branch();
            }
            Decision::Gift(_) => {
                for answer in answers(Entry::of(action)) {
                    self.own(Kind::Gift, cards, answer.cards());
                    if let Decision::TakeCard(card) = answer.unpack() {
                        self.card(Gift::Own, card);
                    }
                    self.encoding.end_branch();
                }
            }
            Decision::Competition(pairs) => {
                for answer in answers(Entry::of(action)) {
                    self.own(Kind::Competition, cards, answer.cards());
                    if let Decision::TakePair(pair) = answer.unpack() {
                        self.pair(PairTable::Given, pair);
                        self.pair(PairTable::Kept, if pairs[0] == pair { pairs[1] } else { pairs[0] });
                    }
                    self.encoding.end_branch();
                }
            }
            Decision::TakeCard(card) => {
                self.answer(4, offer.map_or(cards, Entry::cards), cards);
                self.card(Gift::Opponents, card);
                self.encoding.end_branch();
            }
            Decision::TakePair(pair) => {
                let offered = offer.map_or(cards, Entry::cards);
                self.answer(5, offered, cards);
                self.pair(PairTable::Taken, pair);
                let left: ArrayVec<Geisha, 4> = offered.minus(cards).iter().take(4).collect();
                if let [one, other] = left[..] {
                    self.pair(PairTable::Left, [one, other]);
                }
                self.encoding.end_branch();
            }
        }
        self.encoding.end_action();
    }
}

impl Encoder<Round> for RoundEncoder {
    fn features(&self) -> Features {
        Features {
            context: self.view_rows + self.tables.context(),
            action: self.view_rows + self.tables.action(),
        }
    }

    fn encode(&self, round: &Round, information: &Information, actions: &[Action], encoding: &mut Encoding) {
        let hidden = round.hidden(information);
        let state = hidden.known();
        let seat = information.seat;
        let known = self.know(round, information, state);
        let tables = self.tables;
        let context = |place: usize| u16::try_from(self.view_rows + place).unwrap_or_default();
        for slot in 0..self.slots {
            encoding.push_context(self.view(slot, known.counts[slot], known.markers[slot]));
        }
        for (turn, &entry) in information.history().iter().enumerate() {
            let Some(played) = entry.unpack() else { break };
            let is_own = usize::from(mover(turn) == seat);
            let time = 2 * turn + is_own;
            encoding.push_context(context((seat.index() * tables.turns + turn) * 4 + played.kind().index()));
            match played {
                Played::Secret(card) => {
                    if let Some(card) = card {
                        encoding.push_context(context(tables.secret(known.slot_of[card.index()])));
                    }
                }
                Played::TradeOff(pair) => {
                    for (card, count) in pair.into_iter().flatten().collect::<Cards>().kinds() {
                        let slot = known.slot_of[card.index()];
                        encoding.push_context(context(tables.trade_off(slot, usize::from(count > 1))));
                    }
                }
                Played::Gift(..) | Played::Competition(..) => {
                    let (kind, cards, taken) = (played.kind(), played.cards(), played.taken());
                    for (card, count) in cards.kinds() {
                        let slot = known.slot_of[card.index()];
                        encoding.push_context(context(if played.is_open() {
                            tables.offer(slot, uses(kind, count))
                        } else {
                            tables.shares(time, slot, share(kind, count, taken.count(card)))
                        }));
                    }
                    if let Played::Competition(pairs, taken) = played {
                        for cards in pairs {
                            let [one, other] = cards.map(|card| known.slot_of[card.index()]);
                            let pair = pair(one, other);
                            encoding.push_context(context(match taken {
                                None => tables.offered_pair(pair),
                                Some(taken) => tables.pair(
                                    time,
                                    pair,
                                    if taken == cards { Fate::Taken } else { Fate::Left },
                                ),
                            }));
                        }
                    }
                }
            }
        }
        // What the markers would be worth if the round ended now.
        let favour = if seat == Seat::First { round.favour() } else { round.favour().flipped() };
        let now = favour.after(state.placed(seat), state.row(!seat));
        for (place, side) in Seat::BOTH.into_iter().enumerate() {
            let geisha = now.of(side);
            encoding.push_context(context(tables.charm(place, round.rules().charm(geisha) as usize)));
            encoding.push_context(context(tables.geisha(place, geisha.count_ones() as usize)));
        }
        for (place, side) in [seat, !seat].into_iter().enumerate() {
            encoding.push_context(context(tables.left(place, seat.index(), state.left(side).bits())));
        }
        let offer = information.history().last().copied().filter(|entry| entry.is_open());
        let mut writer = ActionWriter::new(self, &known, encoding);
        for &action in actions {
            writer.write(action, offer);
        }
    }
}
