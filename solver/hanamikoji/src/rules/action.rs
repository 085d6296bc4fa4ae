//! Decisions: one of the four actions with its cards, or the answer to an offer.

use std::fmt::{self, Write};

use crate::rules::card::{Cards, Geisha};
use crate::rules::parameters::Kind;

/// A decision, packed. [`unpack`](Self::unpack) returns its contents.
///
/// ```text
/// bit 15    12 11  9 8   6 5   3 2   0
///    ┌────────┬─────┬─────┬─────┬─────┐
///    │ tag    │ 1st │ 2nd │ 3rd │ 4th │   cards, as many as the tag says; 0 where there is none
///    └────────┴─────┴─────┴─────┴─────┘
/// ```
///
/// So actions are ordered by their number, then alphabetically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action(u16);

/// A decision, unpacked. Cards in a set, and the two pairs of a competition, are in alphabetical order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Decision {
    /// Keep this card secretly.
    Secret(Geisha),
    /// Discard these.
    TradeOff([Geisha; 2]),
    /// Offer these.
    Gift([Geisha; 3]),
    /// Offer these pairs.
    Competition([[Geisha; 2]; 2]),
    /// Take this card of a gift.
    TakeCard(Geisha),
    /// Take this pair of a competition.
    TakePair([Geisha; 2]),
}

pub(crate) const TAG_SHIFT: u32 = 12;
pub(crate) const SECRET: u16 = 1;
pub(crate) const TRADE_OFF: u16 = 2;
pub(crate) const GIFT: u16 = 3;
pub(crate) const COMPETITION: u16 = 4;
const TAKE_CARD: u16 = 5;
const TAKE_PAIR: u16 = 6;

/// Up to four cards in the places of a packed code.
pub(crate) const fn letters(cards: &[Geisha]) -> u16 {
    let mut code = 0;
    let mut place = 0;
    while place < cards.len() {
        code |= cards[place].bits() << (9 - 3 * place);
        place += 1;
    }
    code
}

/// The card in place 0 to 3 of a packed code.
pub(crate) const fn letter(code: u16, place: u32) -> Geisha {
    Geisha::from_bits(code >> (9 - 3 * place))
}

/// The first `count` cards of a packed code.
pub(crate) const fn cards(code: u16, count: u32) -> Cards {
    let mut set = Cards::EMPTY;
    let mut place = 0;
    while place < count {
        set = set.plus(Cards::single(letter(code, place)));
        place += 1;
    }
    set
}

impl Action {
    /// Keep this card secretly.
    #[must_use]
    pub const fn secret(card: Geisha) -> Self {
        Self(SECRET << TAG_SHIFT | letters(&[card]))
    }

    /// Discard these, in any order.
    #[must_use]
    pub fn trade_off(mut cards: [Geisha; 2]) -> Self {
        cards.sort_unstable();
        Self(TRADE_OFF << TAG_SHIFT | letters(&cards))
    }

    /// Offer these, in any order.
    #[must_use]
    pub fn gift(mut cards: [Geisha; 3]) -> Self {
        cards.sort_unstable();
        Self(GIFT << TAG_SHIFT | letters(&cards))
    }

    /// Offer these pairs, in any order.
    #[must_use]
    pub fn competition(mut pairs: [[Geisha; 2]; 2]) -> Self {
        pairs[0].sort_unstable();
        pairs[1].sort_unstable();
        pairs.sort_unstable();
        Self(COMPETITION << TAG_SHIFT | letters(pairs.as_flattened()))
    }

    /// Take this card of a gift.
    #[must_use]
    pub const fn take_card(card: Geisha) -> Self {
        Self(TAKE_CARD << TAG_SHIFT | letters(&[card]))
    }

    /// Take this pair of a competition.
    #[must_use]
    pub fn take_pair(pair: [Geisha; 2]) -> Self {
        let pair = if pair[0] <= pair[1] { pair } else { [pair[1], pair[0]] };
        Self(TAKE_PAIR << TAG_SHIFT | letters(&pair))
    }

    /// The decision, unpacked.
    #[must_use]
    pub const fn unpack(self) -> Decision {
        let (a, b) = (letter(self.0, 0), letter(self.0, 1));
        match self.0 >> TAG_SHIFT {
            SECRET => Decision::Secret(a),
            TRADE_OFF => Decision::TradeOff([a, b]),
            GIFT => Decision::Gift([a, b, letter(self.0, 2)]),
            COMPETITION => Decision::Competition([[a, b], [letter(self.0, 2), letter(self.0, 3)]]),
            TAKE_CARD => Decision::TakeCard(a),
            _ => Decision::TakePair([a, b]),
        }
    }

    /// The kind of action; `None` for the answer to an offer.
    #[must_use]
    pub const fn kind(self) -> Option<Kind> {
        match self.0 >> TAG_SHIFT {
            SECRET => Some(Kind::Secret),
            TRADE_OFF => Some(Kind::TradeOff),
            GIFT => Some(Kind::Gift),
            COMPETITION => Some(Kind::Competition),
            _ => None,
        }
    }

    /// The cards that it uses, or takes.
    #[must_use]
    pub const fn cards(self) -> Cards {
        let count = match self.0 >> TAG_SHIFT {
            SECRET | TAKE_CARD => 1,
            TRADE_OFF | TAKE_PAIR => 2,
            GIFT => 3,
            _ => 4,
        };
        cards(self.0, count)
    }

    /// The action of a packed code, which must hold geisha in all places.
    pub(crate) const fn from_code(code: u16) -> Option<Self> {
        match code >> TAG_SHIFT {
            SECRET..=TAKE_PAIR => Some(Self(code)),
            _ => None,
        }
    }

    /// The packed code.
    pub(crate) const fn code(self) -> u16 {
        self.0
    }
}

impl fmt::Display for Action {
    /// `1E`, `2BC`, `3BCC`, `4ACBD` as in a history, and `-C`, `-BD` for answers: the text to append to the
    /// history.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char(self.kind().map_or('-', Kind::digit))?;
        match self.unpack() {
            Decision::Secret(card) | Decision::TakeCard(card) => write!(f, "{card}"),
            Decision::TradeOff(pair) | Decision::TakePair(pair) => write_all(f, &pair),
            Decision::Gift(cards) => write_all(f, &cards),
            Decision::Competition(pairs) => write_all(f, pairs.as_flattened()),
        }
    }
}

/// Cards, one letter each.
pub(crate) fn write_all(f: &mut fmt::Formatter<'_>, cards: &[Geisha]) -> fmt::Result {
    cards.iter().try_for_each(|card| f.write_char(card.letter()))
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
