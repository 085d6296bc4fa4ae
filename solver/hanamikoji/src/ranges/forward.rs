//! Forward pass through the observed actions of a player, over all hands that the player may have held.

use std::collections::hash_map::Entry as Place;

use arrayvec::ArrayVec;
use rustc_hash::FxHashMap;

use super::private::{Private, factorials};
use crate::policy::Policy;
use crate::rules::action::Action;
use crate::rules::action_lists::subsets;
use crate::rules::card::{Cards, Geisha};
use crate::rules::information::Information;
use crate::rules::parameters::{Kind, Kinds};
use crate::rules::round::Round;
use crate::rules::state::{answers, mover};
use crate::rules::turn::{Entries, Entry, MAX_TURNS, Phase};
use hanamachi_core::game::Seat;
use hanamachi_core::search::budget::RunContext;

/// Private states with their weights.
type States = Vec<(Private, f64)>;

/// One player's way through a round, as others see it.
pub(super) struct Forward<'a> {
    round: &'a Round,
    policy: &'a dyn Policy,
    seat: Seat,
    /// The turns with face-down cards hidden, an open offer included.
    public: Entries,
    turns: usize,
    phase: Phase,
    may_hold: Cards,
    /// The player's offers: the turn and the cards.
    offers: ArrayVec<(usize, Cards), MAX_TURNS>,
    /// Once its token is set the policy is no longer asked, and no private state remains. Its progress counts decisions.
    context: RunContext<'a>,
    // Reusable buffers.
    actions: Vec<Action>,
    probabilities: Vec<f64>,
}

/// Sums of weights by private state.
#[derive(Default)]
struct Sums {
    places: FxHashMap<Private, usize>,
    states: States,
}

impl Sums {
    fn add(&mut self, private: Private, weight: f64) {
        if weight <= 0.0 {
            return;
        }
        match self.places.entry(private) {
            Place::Occupied(place) => self.states[*place.get()].1 += weight,
            Place::Vacant(place) => {
                place.insert(self.states.len());
                self.states.push((private, weight));
            }
        }
    }
}

impl<'a> Forward<'a> {
    pub(super) fn new(
        round: &'a Round,
        information: &Information,
        seat: Seat,
        may_hold: Cards,
        policy: &'a dyn Policy,
        context: RunContext<'a>,
    ) -> Self {
        let mut public = [Entry::NONE; MAX_TURNS];
        let mut offers = ArrayVec::new();
        let history = information.history();
        for (turn, (to, entry)) in public.iter_mut().zip(history).enumerate() {
            *to = entry.hidden();
            if let Some(offer) = entry.offer().filter(|_| mover(turn) == seat) {
                offers.push((turn, offer.cards()));
            }
        }
        Self {
            round,
            policy,
            seat,
            public,
            turns: history.len(),
            phase: information.phase,
            may_hold,
            offers,
            context,
            actions: Vec::new(),
            probabilities: Vec::new(),
        }
    }

    /// All private states that are possible now. Before the player's cards are dealt there is only the empty
    /// one.
    pub(super) fn run(&mut self) -> States {
        let is_dealt = match self.phase {
            Phase::Remove | Phase::Deal(Seat::First) => false,
            Phase::Deal(Seat::Second) => self.seat == Seat::First,
            _ => true,
        };
        if !is_dealt {
            return vec![(Private::default(), 1.0)];
        }
        let mut states = self.first_hands();
        let (mut left, mut held) = (self.round.rules().actions(), Cards::EMPTY);
        for turn in 0..self.turns {
            let entry = self.public[turn];
            let Some(kind) = entry.kind() else { break };
            if mover(turn) != self.seat {
                if !entry.is_open() && entry.offer().is_some() {
                    self.answer(&mut states, turn, entry);
                }
                continue;
            }
            let drawn = self.draw(&states, turn, held);
            states = self.act(drawn, turn, left, entry, kind);
            left = left.without(Kinds::NONE.with(kind));
            // Face-down cards are part of the private state.
            held = held.plus(entry.cards());
        }
        if self.phase == Phase::Act && mover(self.turns) == self.seat {
            states = self.draw(&states, self.turns, held);
        }
        states
    }

    fn first_hands(&self) -> States {
        let size = self.round.rules().first_hand();
        let hands = subsets(self.may_hold, size).into_iter().filter(|hand| hand.len() == size);
        hands
            .filter(|&hand| self.can_show(hand, 0, 1))
            .map(|hand| (Private { hand, ..Private::default() }, 1.0 / factorials(hand)))
            .collect()
    }

    /// Whether this hand can lead to all cards that the player shows in turn `from` and later, when `more`
    /// cards are drawn for the player's first turn from there on, and one for each later turn.
    fn can_show(&self, hand: Cards, from: usize, more: usize) -> bool {
        // The number of the player's turns before the next one.
        let next = if self.seat == Seat::First { from.div_ceil(2) } else { from / 2 };
        let mut shown = Cards::EMPTY;
        self.offers.iter().filter(|&&(turn, _)| turn >= from).all(|&(turn, cards)| {
            shown = shown.plus(cards);
            missing(shown, hand) as usize <= more + turn / 2 - next
        })
    }

    /// The private states after the player has drawn for a turn; `shown` are the cards that the player has
    /// shown before.
    fn draw(&self, states: &States, turn: usize, shown: Cards) -> States {
        let mut sums = Sums::default();
        let may_hold = self.may_hold.minus(shown);
        for &(private, weight) in states {
            for (card, _) in may_hold.minus(private.cards()).kinds() {
                let hand = private.hand.plus(Cards::single(card));
                if self.can_show(hand, turn, 0) {
                    sums.add(Private { hand, ..private }, weight);
                }
            }
        }
        sums.states
    }

    /// The private states after the player has used an action in a turn.
    fn act(&mut self, states: States, turn: usize, left: Kinds, entry: Entry, kind: Kind) -> States {
        let mut sums = Sums::default();
        let offer = entry.offer();
        for (private, weight) in states {
            self.round.actions_of(private.hand, left, &mut self.actions);
            self.ask(private, turn, Phase::Act);
            for (&action, &probability) in self.actions.iter().zip(&self.probabilities) {
                let cards = action.cards();
                let after = match kind {
                    _ if probability <= 0.0 => continue,
                    Kind::Secret if action.kind() == Some(kind) => Private { secret: cards, ..private },
                    Kind::TradeOff if action.kind() == Some(kind) => Private { trade_off: cards, ..private },
                    _ if offer == Some(action) => private,
                    _ => continue,
                };
                let hand = private.hand.minus(cards);
                if self.can_show(hand, turn + 1, 1) {
                    sums.add(Private { hand, ..after }, weight * probability);
                }
            }
        }
        sums.states
    }

    /// Reweights the private states after the player has answered the offer of a turn.
    fn answer(&mut self, states: &mut States, turn: usize, entry: Entry) {
        let offer = entry.without_answer();
        let answers = answers(offer);
        if answers.len() == 1 {
            return;
        }
        let place = answers.iter().position(|&answer| offer.answered(answer) == entry);
        self.actions.clear();
        self.actions.extend_from_slice(&answers);
        let place = place.unwrap_or_default();
        states.retain_mut(|(private, weight)| {
            self.ask(*private, turn, Phase::Answer);
            *weight *= self.probabilities.get(place).copied().unwrap_or_default();
            *weight > 0.0
        });
    }

    /// Asks the policy for the probabilities of the actions in this private state, in this turn.
    fn ask(&mut self, private: Private, turn: usize, phase: Phase) {
        if self.context.cancel.reason().is_some() {
            self.probabilities.clear();
            return;
        }
        let Private { hand, secret, trade_off } = private;
        let mut history = [Entry::NONE; MAX_TURNS];
        for (place, &entry) in self.public[..turn].iter().enumerate() {
            history[place] = match entry.kind() {
                Some(kind @ Kind::Secret) if mover(place) == self.seat => Entry::of_cards(kind, secret),
                Some(kind @ Kind::TradeOff) if mover(place) == self.seat => Entry::of_cards(kind, trade_off),
                _ => entry,
            };
        }
        if phase == Phase::Answer {
            history[turn] = self.public[turn].without_answer();
        }
        let information = Information { seat: self.seat, phase, hand, history };
        self.policy.probabilities(self.round, &information, &self.actions, &mut self.probabilities);
        self.context.progress.advance(1);
    }
}

/// The number of these cards that a hand lacks.
fn missing(cards: Cards, hand: Cards) -> u32 {
    Geisha::ALL.iter().map(|&geisha| cards.count(geisha).saturating_sub(hand.count(geisha))).sum()
}
