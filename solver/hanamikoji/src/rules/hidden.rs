//! Cards that a player cannot see: their identity, their possible places, and random placements of them.

use rand::Rng;

use crate::rules::card::Cards;
use crate::rules::chance::random_hand;
use crate::rules::information::Information;
use crate::rules::parameters::Kind;
use crate::rules::round::Round;
use crate::rules::state::{State, mover};
use crate::rules::turn::{Entry, Phase};
use hanamachi_core::game::{HiddenInformation, Seat};

/// The unseen cards of an information state and the places where they lie.
#[derive(Clone, Debug)]
pub struct Hidden {
    /// The known part of the state, without the unseen cards.
    known: State,
    unseen: Cards,
    opponent: Seat,
    /// Cards in the opponent's hand.
    hand: u32,
    /// Number of removed cards: 0 before the deal.
    removed: u32,
    /// The turn of the opponent's secret and of the trade-off, if played.
    secret: Option<usize>,
    trade_off: Option<usize>,
}

/// A place where unseen cards lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Place {
    /// The opponent's hand.
    Hand,
    /// The opponent's secret.
    Secret,
    /// The opponent's trade-off.
    TradeOff,
    /// The cards to be drawn.
    Deck,
    /// The card that was removed.
    Removed,
}

impl Round {
    /// The cards hidden from a player with this information, and the places where they may lie.
    #[must_use]
    pub fn hidden(&self, information: &Information) -> Hidden {
        Hidden::new(self, information)
    }
}

impl Place {
    /// All places.
    pub const ALL: [Self; 5] = [Self::Hand, Self::Secret, Self::TradeOff, Self::Deck, Self::Removed];
}

impl Hidden {
    /// Takes the information as given; [`InformationSet`](crate::InformationSet) checks it.
    pub(crate) fn new(round: &Round, information: &Information) -> Self {
        let rules = round.rules();
        let Information { seat, hand, .. } = *information;
        let opponent = !seat;
        let mut known = round.start();
        known.phase = information.phase;
        let (mut secret, mut trade_off) = (None, None);
        let mut unseen = rules.pack().minus(hand);
        let mut held = match information.phase {
            Phase::Remove | Phase::Deal(Seat::First) => 0,
            Phase::Deal(Seat::Second) if opponent == Seat::Second => 0,
            _ => rules.first_hand(),
        };
        for (turn, &entry) in information.history().iter().enumerate() {
            let mover = mover(turn);
            let Some(kind) = entry.kind() else { break };
            let cards = entry.cards();
            unseen = unseen.minus(cards);
            known.left[mover.index()] = known.left[mover.index()].without([kind].into_iter().collect());
            if mover == opponent {
                held += 1;
                held -= u32::from(kind.number());
            }
            known.seen[seat.index()][turn] = entry;
            known.seen[opponent.index()][turn] = if mover == seat { entry.hidden() } else { entry };
            match kind {
                Kind::Secret if mover == seat => known.secrets[seat.index()] = cards,
                Kind::Secret => secret = Some(turn),
                Kind::TradeOff if mover == seat => known.trade_offs[seat.index()] = cards,
                Kind::TradeOff => trade_off = Some(turn),
                Kind::Gift | Kind::Competition => {
                    if entry.is_open() {
                        break;
                    }
                    let taken = entry.taken();
                    let rows = &mut known.rows;
                    rows[(!mover).index()] = rows[(!mover).index()].plus(taken);
                    rows[mover.index()] = rows[mover.index()].plus(cards.minus(taken));
                }
            }
            known.turns += 1;
        }
        if known.phase == Phase::Act && known.mover() == opponent {
            held += 1;
        }
        let removed = u32::from(known.phase != Phase::Remove);
        known.hands[seat.index()] = hand;
        known.deck = Cards::EMPTY;
        Self { known, unseen, opponent, hand: held, removed, secret, trade_off }
    }

    /// The cards that the player has not seen.
    #[must_use]
    pub const fn unseen(&self) -> Cards {
        self.unseen
    }

    /// The part of the state that the player sees: a state without the unseen cards.
    #[must_use]
    pub const fn known(&self) -> &State {
        &self.known
    }

    /// Number of unseen cards in this place.
    #[must_use]
    pub fn size(&self, place: Place) -> u32 {
        match place {
            Place::Hand => self.hand,
            Place::Secret => u32::from(self.secret.is_some()),
            Place::TradeOff => 2 * u32::from(self.trade_off.is_some()),
            Place::Removed => self.removed,
            Place::Deck => {
                self.unseen.len()
                    - self.hand
                    - self.size(Place::Secret)
                    - self.size(Place::TradeOff)
                    - self.removed
            }
        }
    }

    /// The state with the unseen cards placed like this; the rest goes to the deck. The caller ensures the
    /// sizes.
    pub(crate) fn fill(&self, hand: Cards, secret: Cards, trade_off: Cards, removed: Cards) -> State {
        let mut state = self.known;
        let opponent = self.opponent.index();
        state.hands[opponent] = hand;
        state.secrets[opponent] = secret;
        state.trade_offs[opponent] = trade_off;
        state.removed = removed;
        state.deck = self.unseen.minus(hand).minus(secret).minus(trade_off).minus(removed);
        if let Some(turn) = self.secret {
            state.seen[opponent][turn] = Entry::of_cards(Kind::Secret, secret);
        }
        if let Some(turn) = self.trade_off {
            state.seen[opponent][turn] = Entry::of_cards(Kind::TradeOff, trade_off);
        }
        state
    }

    /// A state with the unseen cards shuffled, each placement of the physical cards equally likely.
    pub fn sample<R: Rng + ?Sized>(&self, rng: &mut R) -> State {
        let mut rest = self.unseen;
        let mut take = |size: u32| {
            let taken = random_hand(rest, size, rng);
            rest = rest.minus(taken);
            taken
        };
        let removed = take(self.removed);
        let secret = take(self.size(Place::Secret));
        let trade_off = take(self.size(Place::TradeOff));
        let hand = take(self.hand);
        self.fill(hand, secret, trade_off, removed)
    }

    /// Number of ways to place the unseen physical cards, ignoring order within a place: the equally likely
    /// cases.
    #[must_use]
    pub fn placements(&self) -> u128 {
        let factorial = |n: u32| (1..=u128::from(n)).product::<u128>();
        let within: u128 = Place::ALL.iter().map(|&place| factorial(self.size(place))).product();
        factorial(self.unseen.len()) / within
    }
}
