//! Records of rounds with their deal and all actions, nothing hidden.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::knowledge::checks::{Contradiction, TurnFault, Turns, check_start};
use crate::knowledge::information_set::InformationSet;
use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::chance::{random_card, random_hand};
use crate::rules::deal::Deal;
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;
use crate::rules::state::{State, mover};
use crate::rules::turn::{Entry, MAX_TURNS, Played};
use hanamachi_core::game::{HiddenInformation, Seat, Turn};
use rand::Rng;

/// A round written down with all cards face up, up to some point or to its end.
///
/// Its text form is `favour deal history [rules]`, the favour from the first player's seat. A record has been
/// replayed: every card was in the hand from which it was played.
///
/// ```
/// use hanamachi_solver::game::Seat;
/// use hanamachi_solver::hanamikoji::RoundRecord;
///
/// let record: RoundRecord = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F".parse()?;
/// assert!(!record.is_complete());
/// assert_eq!(record.end().row(Seat::First).to_string(), "F");
///
/// let error = "....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,1C".parse::<RoundRecord>().unwrap_err();
/// assert_eq!((error.field(), error.column(), error.turn()), ("history", 37, Some(2)));
/// assert_eq!(error.to_string(), "turn 2: C cannot be played from the hand ABDDEFG");
/// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoundRecord {
    rules: Rules,
    round_number: NonZeroU16,
    favour: Favour,
    deal: Deal,
    history: ArrayVec<Entry, MAX_TURNS>,
    end: State,
}

/// A decision of a recorded round, and the player's information set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RecordedDecision {
    /// The turn in which it was made, from 1; an answer is made in the turn of the offer.
    pub turn: usize,
    /// The action.
    pub action: Action,
    /// The information set of the player who decided.
    pub information_set: InformationSet,
}

/// Consequence of a complete round for the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RoundOutcome {
    /// This player has won the game.
    Won(Seat),
    /// Another round follows.
    Undecided,
    /// It was the last round, and nobody has won.
    Shared,
}

/// Orders of a player's cards that are tried; some per cent of them are possible.
const MOST_ORDERS: u32 = 1_000_000;

impl RoundRecord {
    /// A round with these markers before it, by the seats of the round, this deal, and these turns.
    ///
    /// # Errors
    ///
    /// When the rules forbid it, with the turn and the reason. The deal must be valid by these rules.
    pub fn new(
        rules: Rules,
        round_number: NonZeroU16,
        favour: Favour,
        deal: Deal,
        history: impl IntoIterator<Item = Played>,
    ) -> Result<Self, Contradiction> {
        check_start(&rules, round_number, favour)?;
        let mut state = State::dealt(&rules, &deal);
        let mut turns = Turns::new(&rules);
        let mut entries = ArrayVec::new();
        for played in history {
            let mover = turns.mover();
            turns.push(played)?;
            if played.is_hidden() {
                return Err(turns.refuse(TurnFault::HiddenInRecord));
            }
            let (cards, hand) = (played.cards(), state.hand(mover));
            if !hand.contains(cards) {
                return Err(turns.refuse(TurnFault::NotInHand { cards, hand }));
            }
            let entry = Entry::pack(played);
            for action in entry.decisions() {
                play(&mut state, action, &rules, &deal);
            }
            entries.push(entry);
        }
        Ok(Self { rules, round_number, favour, deal, history: entries, end: state })
    }

    /// A record that ends in this state of a round, in which a player decides or all turns are over. The order in which the
    /// cards came is drawn, each possible order of the physical cards being equally likely, and so is the order of the
    /// deck. Where `known` has a record, the cards of that player come in the order in which they came there. `None` if the state is
    /// none of this round.
    #[must_use]
    pub fn ending_in<R: Rng + ?Sized>(
        round: &Round,
        round_number: NonZeroU16,
        state: &State,
        known: Option<(Seat, &Self)>,
        rng: &mut R,
    ) -> Option<Self> {
        let rules = round.rules();
        let history: ArrayVec<Entry, MAX_TURNS> = state.open_history().collect();
        let begins = matches!(round.turn(state), Turn::Player(_)) && state.offer().is_none();
        let begun = history.len() + usize::from(begins);
        let mut all = ArrayVec::<Geisha, MAX_TURNS>::new();
        let mut hands = [Cards::EMPTY; 2];
        let mut drawn = hands.map(|_| ArrayVec::<Geisha, MAX_TURNS>::new());
        for seat in Seat::BOTH {
            let own = || (0..begun).filter(|&turn| mover(turn) == seat);
            let used = |turn: usize| history.get(turn).map_or(Cards::EMPTY, |entry| entry.cards());
            let of_seat = seat.index();
            hands[of_seat] = own().fold(state.hand(seat), |cards, turn| cards.plus(used(turn)));
            if let Some((reader, record)) = known
                && reader == seat
            {
                let turns = own().filter_map(|turn| record.deal.draws().get(turn).copied());
                drawn[of_seat].extend(turns);
                hands[of_seat] = record.deal.hand(seat);
                continue;
            }
            // Any order of the physical cards in which each turn has the cards that it uses.
            let cards = hands[of_seat];
            let is_possible = |hand: Cards, drawn: &[Geisha]| {
                let mut held = hand;
                own().zip(drawn).all(|(turn, &card)| {
                    held = held.plus(Cards::single(card));
                    let is_held = held.contains(used(turn));
                    held = if is_held { held.minus(used(turn)) } else { held };
                    is_held
                })
            };
            (0..MOST_ORDERS).find(|_| {
                hands[of_seat] = random_hand(cards, rules.first_hand(), rng);
                let mut rest = cards.minus(hands[of_seat]);
                drawn[of_seat].clear();
                while !rest.is_empty() {
                    let card = random_card(rest, rng);
                    rest = rest.minus(card);
                    drawn[of_seat].push(card.first());
                }
                is_possible(hands[of_seat], &drawn[of_seat])
            })?;
        }
        let mut deck = state.deck();
        let mut drawn = drawn.map(IntoIterator::into_iter);
        for turn in 0..rules.turns() {
            let from_deck = || {
                let card = random_card(deck, rng);
                deck = deck.minus(card);
                card.first()
            };
            all.push(drawn[mover(turn).index()].next().unwrap_or_else(from_deck));
        }
        let deal = Deal::new(rules, state.removed().first(), hands, &all).ok()?;
        let history = history.iter().filter_map(|entry| entry.unpack());
        Self::new(*rules, round_number, round.favour(), deal, history).ok()
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The number of the round in its game, from 1.
    #[must_use]
    pub const fn round_number(&self) -> NonZeroU16 {
        self.round_number
    }

    /// The markers before the round, by its seats.
    #[must_use]
    pub const fn favour(&self) -> Favour {
        self.favour
    }

    /// The deal.
    #[must_use]
    pub const fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The turns, nothing hidden.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        &self.history
    }

    /// The state after the last turn, the next card drawn if the round goes on.
    #[must_use]
    pub const fn end(&self) -> &State {
        &self.end
    }

    /// Whether the round has been played to its end.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.end.is_over()
    }

    /// The markers after the round, by its seats, if it is complete.
    #[must_use]
    pub fn favour_after(&self) -> Option<Favour> {
        let [first, second] = Seat::BOTH.map(|seat| self.end.placed(seat));
        self.is_complete().then(|| self.favour.after_round(first, second))
    }

    /// The consequence of the round for the game, if it is complete.
    #[must_use]
    pub fn outcome(&self) -> Option<RoundOutcome> {
        self.favour_after().map(|after| outcome_of(&self.rules, self.round_number, after))
    }

    /// Every decision in order, answers included.
    #[must_use]
    pub fn decisions(&self) -> Vec<RecordedDecision> {
        let mut state = State::dealt(&self.rules, &self.deal);
        let mut decisions = Vec::new();
        for (entry, turn) in self.history.iter().zip(1..) {
            for action in entry.decisions() {
                let seat = if action.kind().is_some() { state.mover() } else { !state.mover() };
                let information = state.information(seat);
                decisions.push(RecordedDecision {
                    turn,
                    action,
                    information_set: self.information_set_of(information),
                });
                play(&mut state, action, &self.rules, &self.deal);
            }
        }
        decisions
    }

    /// A player's information set at the end of the record.
    #[must_use]
    pub fn information_set(&self, seat: Seat) -> InformationSet {
        self.information_set_of(self.end.information(seat))
    }

    const fn information_set_of(&self, information: Information) -> InformationSet {
        InformationSet::trusted(self.rules, self.round_number, self.favour, information)
    }
}

/// The consequence of these markers after a round of this number for the game.
pub(crate) fn outcome_of(rules: &Rules, round_number: NonZeroU16, after: Favour) -> RoundOutcome {
    let is_last = rules.rounds.is_some_and(|rounds| round_number >= rounds);
    let (winner, otherwise) = if is_last {
        (rules.winner_at_limit(after), RoundOutcome::Shared)
    } else {
        (rules.winner(after), RoundOutcome::Undecided)
    };
    winner.map_or(otherwise, RoundOutcome::Won)
}

/// Plays a decision that has been checked, and draws for the next turn.
fn play(state: &mut State, action: Action, rules: &Rules, deal: &Deal) {
    match action.kind() {
        Some(kind) => state.act(kind, action, rules.turns()),
        None => state.answer(action, rules.turns()),
    }
    state.draw_from(deal);
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::FIRST_ROUND;
    use crate::rules::Game;
    use hanamachi_core::search::parallel::Streams;

    /// A record of a state has that state, and its order of the cards is each that is possible, as often as any other.
    #[test]
    fn the_order_of_the_cards_is_any_that_is_possible() {
        let mut rng = Streams::new(3).first();
        for rules in ["", "geisha=2,3,4 actions=1,3"] {
            let rules = rules.parse::<crate::notation::Tags>().unwrap().rules;
            let round = Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
            for _ in 0..50 {
                let mut state = round.deal_random(&mut rng);
                loop {
                    match round.turn(&state) {
                        Turn::Chance => round.sample_outcome(&mut state, &mut rng),
                        Turn::Player(seat) => {
                            let record =
                                RoundRecord::ending_in(&round, FIRST_ROUND, &state, None, &mut rng).unwrap();
                            assert_eq!(*record.end(), state);
                            let known = Some((seat, &record));
                            let other =
                                RoundRecord::ending_in(&round, FIRST_ROUND, &state, known, &mut rng).unwrap();
                            assert_eq!(
                                (other.end(), other.deal().hand(seat)),
                                (&state, record.deal().hand(seat))
                            );
                            round.play_random(&mut state, &mut rng);
                        }
                        Turn::End => break,
                    }
                }
                assert_eq!(
                    *RoundRecord::ending_in(&round, FIRST_ROUND, &state, None, &mut rng).unwrap().end(),
                    state
                );
            }
        }
    }

    /// Every order of the physical cards that leads to a state is as likely as any other.
    #[test]
    fn possible_orders_are_equally_likely() {
        let record: RoundRecord =
            "... C/B/C/ACBC 1B,1C,2AB rounds=1 geisha=1,2,4 actions=1,2".parse().unwrap();
        let rules = *record.rules();
        let round = Game::new(rules).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
        // All orders, by enumeration.
        let pack: Vec<Geisha> = rules.pack().iter().collect();
        let mut possible: BTreeMap<String, u32> = BTreeMap::new();
        let mut orders = vec![Vec::new()];
        for _ in 0..pack.len() {
            let longer = |order: &Vec<usize>| -> Vec<Vec<usize>> {
                let next = (0..pack.len()).filter(|card| !order.contains(card));
                next.map(|card| order.iter().copied().chain([card]).collect()).collect()
            };
            orders = orders.iter().flat_map(longer).collect();
        }
        for order in orders {
            let cards: Vec<Geisha> = order.into_iter().map(|card| pack[card]).collect();
            let hands = [[cards[1]].into_iter().collect(), [cards[2]].into_iter().collect()];
            let deal = Deal::new(&rules, cards[0], hands, &cards[3..]).unwrap();
            let history = record.history.iter().filter_map(|entry| entry.unpack());
            let other = RoundRecord::new(rules, FIRST_ROUND, Favour::NEUTRAL, deal, history);
            if let Some(other) = other.ok().filter(|other| other.end == record.end) {
                *possible.entry(other.deal.to_string()).or_default() += 1;
            }
        }
        assert!(possible.len() == 3, "{possible:?}");
        let all: u32 = possible.values().sum();
        let (mut seen, mut rng) = (BTreeMap::<String, u32>::new(), Streams::new(5).first());
        for _ in 0..10_000 {
            let drawn = RoundRecord::ending_in(&round, FIRST_ROUND, &record.end, None, &mut rng).unwrap();
            *seen.entry(drawn.deal.to_string()).or_default() += 1;
        }
        assert!(seen.keys().eq(possible.keys()), "{seen:?} {possible:?}");
        for (deal, &orders) in &possible {
            let expected = 10_000.0 * f64::from(orders) / f64::from(all);
            let off = (f64::from(seen[deal]) - expected).abs();
            assert!(off < 4.5 * expected.sqrt(), "{deal}: {} instead of {expected}", seen[deal]);
        }
    }
}
