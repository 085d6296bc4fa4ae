//! A turn of a round's history, as one player knows it.

use std::fmt::{self, Write};

use crate::rules::action::{
    Action, COMPETITION, GIFT, SECRET, TAG_SHIFT, TRADE_OFF, cards, letter, letters, write_all,
};
use crate::rules::card::{Cards, Geisha};
use crate::rules::parameters::Kind;
use hanamachi_core::game::Seat;

/// Turns in a round, at most: four for each player.
pub const MAX_TURNS: usize = 8;

/// The turns of a round, including those that have not come yet.
pub(crate) type Entries = [Entry; MAX_TURNS];

/// The next event of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// A card is removed.
    Remove,
    /// This player's first hand is dealt.
    Deal(Seat),
    /// The player whose turn it is draws.
    Draw,
    /// The player whose turn it is uses an action.
    Act,
    /// The other player answers the offer.
    Answer,
    /// The round is over.
    End,
}

/// One turn, packed like an [`Action`] with more tags. [`unpack`](Self::unpack) returns its contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Entry(u16);

/// One turn, unpacked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Played {
    /// A secret; `None` if the reader has not seen it.
    Secret(Option<Geisha>),
    /// A trade-off; `None` if the reader has not seen it.
    TradeOff(Option<[Geisha; 2]>),
    /// A gift and the card taken; `None` before the answer.
    Gift([Geisha; 3], Option<Geisha>),
    /// A competition and the pair taken; `None` before the answer.
    Competition([[Geisha; 2]; 2], Option<[Geisha; 2]>),
}

impl Played {
    /// The kind of action used.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Self::Secret(_) => Kind::Secret,
            Self::TradeOff(_) => Kind::TradeOff,
            Self::Gift(..) => Kind::Gift,
            Self::Competition(..) => Kind::Competition,
        }
    }

    /// The cards used, as far as they are known.
    #[must_use]
    pub fn cards(self) -> Cards {
        match self {
            Self::Secret(card) => card.into_iter().collect(),
            Self::TradeOff(pair) => pair.into_iter().flatten().collect(),
            Self::Gift(cards, _) => cards.into_iter().collect(),
            Self::Competition(pairs, _) => pairs.into_iter().flatten().collect(),
        }
    }

    /// The cards that went to the opponent of the player who used the action.
    #[must_use]
    pub fn taken(self) -> Cards {
        match self {
            Self::Gift(_, card) => card.into_iter().collect(),
            Self::Competition(_, pair) => pair.into_iter().flatten().collect(),
            Self::Secret(_) | Self::TradeOff(_) => Cards::EMPTY,
        }
    }

    /// Whether it is an offer without an answer.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Gift(_, None) | Self::Competition(_, None))
    }

    /// Whether the reader has not seen its cards.
    #[must_use]
    pub const fn is_hidden(self) -> bool {
        matches!(self, Self::Secret(None) | Self::TradeOff(None))
    }

    /// Whether the card or pair taken, if any, is part of the offer.
    #[must_use]
    pub fn is_answered_from_its_offer(self) -> bool {
        let sorted = |[a, b]: [Geisha; 2]| [a.min(b), a.max(b)];
        match self {
            Self::Gift(cards, Some(card)) => cards.contains(&card),
            Self::Competition(pairs, Some(pair)) => pairs.map(sorted).contains(&sorted(pair)),
            _ => true,
        }
    }
}

/// Answered gifts: this tag and the place of the card taken, the first of equal ones.
const GIFT_TAKEN: u16 = 5;
/// Answered competitions: this tag and the place of the pair taken, the first of equal ones.
const PAIR_TAKEN: u16 = 8;
const HIDDEN_SECRET: u16 = 10;
const HIDDEN_TRADE_OFF: u16 = 11;

impl Entry {
    /// Not played yet.
    pub(crate) const NONE: Self = Self(0);

    /// The turn that uses one of the four actions, as the acting player knows it.
    pub(crate) const fn from_action(action: Action) -> Self {
        Self(action.code())
    }

    /// The same turn as the opponent knows it.
    pub(crate) const fn hidden(self) -> Self {
        match self.0 >> TAG_SHIFT {
            SECRET => Self(HIDDEN_SECRET << TAG_SHIFT),
            TRADE_OFF => Self(HIDDEN_TRADE_OFF << TAG_SHIFT),
            _ => self,
        }
    }

    /// An offer and the answer that takes these cards of it.
    pub(crate) fn answered(self, answer: Action) -> Self {
        let base = self.0 & ((1 << TAG_SHIFT) - 1);
        let tag = if self.0 >> TAG_SHIFT == GIFT {
            let taken = letter(answer.code(), 0);
            GIFT_TAKEN
                + if letter(base, 0) == taken {
                    0
                } else if letter(base, 1) == taken {
                    1
                } else {
                    2
                }
        } else {
            PAIR_TAKEN + u16::from(base >> 6 != answer.code() >> 6 & 0x3f)
        };
        Self(tag << TAG_SHIFT | base)
    }

    /// The packed form of a turn. The cards taken must be part of the offer.
    pub(crate) fn pack(played: Played) -> Self {
        match played {
            Played::Secret(None) => Self(HIDDEN_SECRET << TAG_SHIFT),
            Played::TradeOff(None) => Self(HIDDEN_TRADE_OFF << TAG_SHIFT),
            Played::Secret(Some(card)) => Self(SECRET << TAG_SHIFT | letters(&[card])),
            Played::TradeOff(Some(cards)) => Self::from_action(Action::trade_off(cards)),
            Played::Gift(offer, taken) => {
                let offered = Self::from_action(Action::gift(offer));
                taken.map_or(offered, |card| offered.answered(Action::take_card(card)))
            }
            Played::Competition(offer, taken) => {
                let offered = Self::from_action(Action::competition(offer));
                taken.map_or(offered, |pair| offered.answered(Action::take_pair(pair)))
            }
        }
    }

    /// A secret or a trade-off of these cards.
    pub(crate) fn of_cards(kind: Kind, cards: Cards) -> Self {
        let tag = if kind == Kind::Secret { SECRET } else { TRADE_OFF };
        let letters = cards.iter().zip([9, 6]).fold(0, |code, (card, shift)| code | card.bits() << shift);
        Self(tag << TAG_SHIFT | letters)
    }

    /// The decisions of the turn: its action, and its answer if there is one. None for a turn that the reader
    /// has not seen.
    pub fn decisions(self) -> impl Iterator<Item = Action> {
        let [action, answer] = match self.unpack() {
            Some(Played::Secret(card)) => [card.map(Action::secret), None],
            Some(Played::TradeOff(pair)) => [pair.map(Action::trade_off), None],
            Some(Played::Gift(offer, taken)) => [Some(Action::gift(offer)), taken.map(Action::take_card)],
            Some(Played::Competition(offer, taken)) => {
                [Some(Action::competition(offer)), taken.map(Action::take_pair)]
            }
            None => [None, None],
        };
        action.into_iter().chain(answer)
    }

    /// The turn of a packed code, which must hold geisha in all places; `None` for one that has not come yet.
    pub(crate) const fn from_bits(bits: u16) -> Option<Self> {
        match bits >> TAG_SHIFT {
            SECRET..=HIDDEN_TRADE_OFF => Some(Self(bits)),
            _ => None,
        }
    }

    /// The packed code, 0 for a turn that has not come yet.
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// The turn, unpacked; `None` for a turn that has not come yet.
    #[must_use]
    pub const fn unpack(self) -> Option<Played> {
        let tag = self.0 >> TAG_SHIFT;
        let (a, b) = (letter(self.0, 0), letter(self.0, 1));
        let gift = [a, b, letter(self.0, 2)];
        let pairs = match tag {
            COMPETITION | PAIR_TAKEN | 9 => [[a, b], [letter(self.0, 2), letter(self.0, 3)]],
            _ => [[a, b], [a, b]],
        };
        Some(match tag {
            SECRET => Played::Secret(Some(a)),
            HIDDEN_SECRET => Played::Secret(None),
            TRADE_OFF => Played::TradeOff(Some([a, b])),
            HIDDEN_TRADE_OFF => Played::TradeOff(None),
            GIFT => Played::Gift(gift, None),
            GIFT_TAKEN..PAIR_TAKEN => Played::Gift(gift, Some(gift[(tag - GIFT_TAKEN) as usize])),
            COMPETITION => Played::Competition(pairs, None),
            PAIR_TAKEN | 9 => Played::Competition(pairs, Some(pairs[(tag - PAIR_TAKEN) as usize])),
            _ => return None,
        })
    }

    /// The kind of action used; `None` for a turn that has not come yet.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self.0 >> TAG_SHIFT {
            SECRET | HIDDEN_SECRET => Some(Kind::Secret),
            TRADE_OFF | HIDDEN_TRADE_OFF => Some(Kind::TradeOff),
            GIFT | GIFT_TAKEN..PAIR_TAKEN => Some(Kind::Gift),
            COMPETITION | PAIR_TAKEN | 9 => Some(Kind::Competition),
            _ => None,
        }
    }

    /// Whether it is an offer without an answer.
    #[must_use]
    pub const fn is_open(self) -> bool {
        matches!(self.0 >> TAG_SHIFT, GIFT | COMPETITION)
    }

    /// The offer before its answer.
    #[must_use]
    pub(crate) const fn without_answer(self) -> Self {
        let cards = self.0 & ((1 << TAG_SHIFT) - 1);
        match self.kind() {
            Some(Kind::Gift) => Self(GIFT << TAG_SHIFT | cards),
            Some(Kind::Competition) => Self(COMPETITION << TAG_SHIFT | cards),
            _ => self,
        }
    }

    /// The action that made the offer; `None` for a turn without one.
    #[must_use]
    pub(crate) fn offer(self) -> Option<Action> {
        match self.unpack() {
            Some(Played::Gift(cards, _)) => Some(Action::gift(cards)),
            Some(Played::Competition(pairs, _)) => Some(Action::competition(pairs)),
            _ => None,
        }
    }

    /// The cards that this turn used, as far as they are known.
    #[must_use]
    pub const fn cards(self) -> Cards {
        let count = match self.0 >> TAG_SHIFT {
            SECRET => 1,
            TRADE_OFF => 2,
            GIFT | GIFT_TAKEN..PAIR_TAKEN => 3,
            COMPETITION | PAIR_TAKEN | 9 => 4,
            _ => 0,
        };
        cards(self.0, count)
    }

    /// The cards that went to the opponent of the player who used the action.
    #[must_use]
    pub const fn taken(self) -> Cards {
        match self.unpack() {
            Some(Played::Gift(_, Some(card))) => Cards::single(card),
            Some(Played::Competition(_, Some([a, b]))) => Cards::single(a).plus(Cards::single(b)),
            _ => Cards::EMPTY,
        }
    }
}

impl fmt::Display for Entry {
    /// As in a history: `1E`, `1X`, `3BCC-C`; nothing for a turn that has not come yet.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(kind), Some(played)) = (self.kind(), self.unpack()) else { return Ok(()) };
        f.write_char(kind.digit())?;
        match played {
            Played::Secret(None) => f.write_char('X'),
            Played::TradeOff(None) => f.write_str("XX"),
            Played::Secret(Some(card)) => write_all(f, &[card]),
            Played::TradeOff(Some(pair)) => write_all(f, &pair),
            Played::Gift(offer, taken) => {
                write_all(f, &offer)?;
                taken.map_or(Ok(()), |card| write!(f, "-{card}"))
            }
            Played::Competition(offer, taken) => {
                write_all(f, offer.as_flattened())?;
                let Some(pair) = taken else { return Ok(()) };
                f.write_char('-')?;
                write_all(f, &pair)
            }
        }
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
