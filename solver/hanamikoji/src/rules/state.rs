//! The complete state of a round, hidden cards included.

use arrayvec::ArrayVec;

use crate::rules::action::{Action, letter};
use crate::rules::card::Cards;
use crate::rules::deal::Deal;
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds, Rules};
use crate::rules::turn::{Entries, Entry, MAX_TURNS, Phase};
use hanamachi_core::game::Seat;

/// A round in progress with all cards face up. It is copied, never undone.
///
/// Only [`Round`](crate::Round) makes and changes states, so that there are no illegal ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct State {
    pub(crate) hands: [Cards; 2],
    /// Cards that lie open before the players and count for them.
    pub(crate) rows: [Cards; 2],
    pub(crate) secrets: [Cards; 2],
    pub(crate) trade_offs: [Cards; 2],
    /// The cards to be drawn, unordered.
    pub(crate) deck: Cards,
    pub(crate) removed: Cards,
    /// The turns as known to each player.
    pub(crate) seen: [Entries; 2],
    /// Actions that each player still has to use.
    pub(crate) left: [Kinds; 2],
    /// Completed turns.
    pub(crate) turns: u8,
    pub(crate) phase: Phase,
}

impl State {
    /// The state before the deal.
    pub(crate) const fn new(pack: Cards, actions: Kinds) -> Self {
        Self {
            hands: [Cards::EMPTY; 2],
            rows: [Cards::EMPTY; 2],
            secrets: [Cards::EMPTY; 2],
            trade_offs: [Cards::EMPTY; 2],
            deck: pack,
            removed: Cards::EMPTY,
            seen: [[Entry::NONE; MAX_TURNS]; 2],
            left: [actions; 2],
            turns: 0,
            phase: Phase::Remove,
        }
    }

    /// The state after this deal and its first draw, at the first player's first decision.
    pub(crate) fn dealt(rules: &Rules, deal: &Deal) -> Self {
        let mut state = Self::before_draws(rules, deal);
        state.draw_from(deal);
        state
    }

    /// The state after this deal, before its first draw.
    pub(crate) fn before_draws(rules: &Rules, deal: &Deal) -> Self {
        let mut state = Self::new(rules.pack(), rules.actions());
        state.removed = Cards::single(deal.removed());
        state.hands = Seat::BOTH.map(|seat| deal.hand(seat));
        state.deck = state.deck.minus(state.removed).minus(state.hands[0]).minus(state.hands[1]);
        state.phase = Phase::Draw;
        state
    }

    /// Draws the deal's next card if the state waits for one.
    pub(crate) fn draw_from(&mut self, deal: &Deal) {
        if self.phase == Phase::Draw
            && let Some(&card) = deal.draws().get(self.turns())
            && self.deck.count(card) > 0
        {
            self.draw(Cards::single(card));
        }
    }

    /// The cards that a player holds.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// The cards that lie open before a player.
    #[must_use]
    pub const fn row(&self, seat: Seat) -> Cards {
        self.rows[seat.index()]
    }

    /// The card that a player has kept as a secret, if any.
    #[must_use]
    pub const fn secret(&self, seat: Seat) -> Cards {
        self.secrets[seat.index()]
    }

    /// The cards that a player has discarded, if any.
    #[must_use]
    pub const fn trade_off(&self, seat: Seat) -> Cards {
        self.trade_offs[seat.index()]
    }

    /// The cards that count for a player when the round ends: the open ones and the secret.
    #[must_use]
    pub const fn placed(&self, seat: Seat) -> Cards {
        self.row(seat).plus(self.secret(seat))
    }

    /// The cards that are still to be drawn.
    #[must_use]
    pub const fn deck(&self) -> Cards {
        self.deck
    }

    /// The card that was removed.
    #[must_use]
    pub const fn removed(&self) -> Cards {
        self.removed
    }

    /// The actions that a player still has to use.
    #[must_use]
    pub const fn left(&self, seat: Seat) -> Kinds {
        self.left[seat.index()]
    }

    /// Number of completed turns; an offer without an answer is not complete.
    #[must_use]
    pub const fn turns(&self) -> usize {
        self.turns as usize
    }

    /// The turns so far as a player knows them, an open offer included.
    #[must_use]
    pub fn history(&self, seat: Seat) -> &[Entry] {
        let open = usize::from(self.phase == Phase::Answer);
        &self.seen[seat.index()][..self.turns() + open]
    }

    /// The turns so far, nothing hidden.
    pub fn open_history(&self) -> impl Iterator<Item = Entry> {
        let of_mover = |(turn, &entry): (usize, &Entry)| {
            if mover(turn) == Seat::First { entry } else { self.seen[1][turn] }
        };
        self.history(Seat::First).iter().enumerate().map(of_mover)
    }

    /// The player whose turn it is; an offer belongs to the turn of the player who makes it.
    #[must_use]
    pub const fn mover(&self) -> Seat {
        mover(self.turns())
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn offer(&self) -> Option<Entry> {
        (self.phase == Phase::Answer).then(|| self.seen[0][self.turns()])
    }

    /// Whether the round is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.phase == Phase::End
    }

    /// The information of this player.
    #[must_use]
    pub const fn information(&self, seat: Seat) -> Information {
        Information { seat, phase: self.phase, hand: self.hand(seat), history: self.seen[seat.index()] }
    }

    pub(crate) const fn remove(&mut self, card: Cards) {
        self.removed = card;
        self.deck = self.deck.minus(card);
        self.phase = Phase::Deal(Seat::First);
    }

    pub(crate) const fn deal(&mut self, seat: Seat, hand: Cards) {
        self.hands[seat.index()] = hand;
        self.deck = self.deck.minus(hand);
        self.phase = match seat {
            Seat::First => Phase::Deal(Seat::Second),
            Seat::Second => Phase::Draw,
        };
    }

    pub(crate) const fn draw(&mut self, card: Cards) {
        let mover = self.mover().index();
        self.deck = self.deck.minus(card);
        self.hands[mover] = self.hands[mover].plus(card);
        self.phase = Phase::Act;
    }

    pub(crate) fn act(&mut self, kind: Kind, action: Action, turns_in_round: usize) {
        let (mover, turn) = (self.mover(), self.turns());
        let (me, other) = (mover.index(), (!mover).index());
        let cards = action.cards();
        self.hands[me] = self.hands[me].minus(cards);
        self.left[me] = self.left[me].without(Kinds::NONE.with(kind));
        let entry = Entry::from_action(action);
        self.seen[me][turn] = entry;
        self.seen[other][turn] = entry.hidden();
        match kind {
            Kind::Secret => self.secrets[me] = cards,
            Kind::TradeOff => self.trade_offs[me] = cards,
            Kind::Gift | Kind::Competition => {
                self.phase = Phase::Answer;
                return;
            }
        }
        self.end_turn(turns_in_round);
    }

    pub(crate) fn answer(&mut self, answer: Action, turns_in_round: usize) {
        let (mover, turn) = (self.mover(), self.turns());
        let entry = self.seen[0][turn];
        let taken = answer.cards();
        let rest = entry.cards().minus(taken);
        let (me, other) = (mover.index(), (!mover).index());
        self.rows[me] = self.rows[me].plus(rest);
        self.rows[other] = self.rows[other].plus(taken);
        let entry = entry.answered(answer);
        self.seen[0][turn] = entry;
        self.seen[1][turn] = entry;
        self.end_turn(turns_in_round);
    }

    const fn end_turn(&mut self, turns_in_round: usize) {
        self.turns += 1;
        self.phase = if self.turns() == turns_in_round { Phase::End } else { Phase::Draw };
    }
}

/// The player of this turn, counted from 0.
pub(crate) const fn mover(turn: usize) -> Seat {
    if turn.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

/// The answers to an offer, in ascending order: equal cards, and equal pairs, are one answer.
pub(crate) fn answers(offer: Entry) -> ArrayVec<Action, 3> {
    let mut answers = ArrayVec::new();
    // Cards and pairs of an offer are in order, so equal ones are neighbours.
    let [a, b, c, d] = [0, 1, 2, 3].map(|place| letter(offer.bits(), place));
    match offer.kind().filter(|_| offer.is_open()) {
        Some(Kind::Gift) => {
            answers.push(Action::take_card(a));
            if b != a {
                answers.push(Action::take_card(b));
            }
            if c != b {
                answers.push(Action::take_card(c));
            }
        }
        Some(Kind::Competition) => {
            answers.push(Action::take_pair([a, b]));
            if [c, d] != [a, b] {
                answers.push(Action::take_pair([c, d]));
            }
        }
        _ => {}
    }
    answers
}
