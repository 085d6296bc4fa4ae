//! The parameters of a game: the rulebook's standard game, and reduced games with the same rules.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use hanamachi_core::game::Seat;

/// One of the four actions, each of which a player uses once a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// One card face down, which counts at the end of the round.
    Secret,
    /// Two cards face down, which do not count.
    TradeOff,
    /// Three cards face up; the opponent takes one of them.
    Gift,
    /// Two pairs face up; the opponent takes one of them.
    Competition,
}

impl Kind {
    /// All four, by the number that the rulebook gives them.
    pub const ALL: [Self; 4] = [Self::Secret, Self::TradeOff, Self::Gift, Self::Competition];

    /// 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The action's number in the rulebook, which is also the number of cards it uses.
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The number as a digit, as a history writes it.
    #[must_use]
    pub const fn digit(self) -> char {
        (b'0' + self.number()) as char
    }

    /// The action with this number.
    #[must_use]
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1..=4 => Some(Self::ALL[number as usize - 1]),
            _ => None,
        }
    }

    /// `secret`, `trade-off`, `gift` or `competition`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Secret => "secret",
            Self::TradeOff => "trade-off",
            Self::Gift => "gift",
            Self::Competition => "competition",
        }
    }
}

/// A set of actions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// None.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// The set as bits, the secret the lowest.
    pub(crate) const fn bits(self) -> usize {
        self.0 as usize
    }

    /// The set with this action added.
    #[must_use]
    pub const fn with(self, kind: Kind) -> Self {
        Self(self.0 | 1 << kind.index())
    }

    /// The set without these actions.
    #[must_use]
    pub const fn without(self, others: Self) -> Self {
        Self(self.0 & !others.0)
    }

    /// Whether the set contains this action.
    #[must_use]
    pub const fn contains(self, kind: Kind) -> bool {
        self.0 & 1 << kind.index() != 0
    }

    /// Number of actions.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The actions, by number.
    pub fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }

    /// Number of cards that they use together.
    #[must_use]
    pub fn cards(self) -> u32 {
        self.iter().map(|kind| u32::from(kind.number())).sum()
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Self {
        kinds.into_iter().fold(Self::NONE, Self::with)
    }
}

/// The tiebreak for a game that is undecided after its last round.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Tiebreak {
    /// More charm points, then the most valuable geisha, else a shared game: the optional rule of the Italian
    /// edition, which plays three rounds.
    #[default]
    Charm,
    /// More charm points, else a shared game: a rule of contests.
    CharmOnly,
    /// None: the game is shared.
    None,
}

/// The complete rules of a game. Every value is a playable game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// The value of each geisha, which is also the number of her cards; 0 for geisha outside the game.
    values: [u8; Geisha::COUNT],
    actions: Kinds,
    /// The limit of rounds, if any.
    pub rounds: Option<NonZeroU16>,
    /// The tiebreak at the limit.
    pub tiebreak: Tiebreak,
}

/// Parameters that do not form a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// There must be one to seven geisha.
    #[error("a game has one to seven geisha, not {}", if *.0 > Geisha::COUNT { "more".to_owned() } else { .0.to_string() })]
    GeishaCount(usize),
    /// A value is out of range.
    #[error("geisha {} is worth {value}; a value is 1 to 21", geisha.letter())]
    Value {
        /// The geisha.
        geisha: Geisha,
        /// The rejected value.
        value: u8,
    },
    /// There must be actions.
    #[error("a game has at least one action")]
    NoActions,
    /// The number of cards does not match the actions.
    #[error(
        "{cards} cards do not fit the actions, which need {needed}: the geisha's values must add up to that"
    )]
    CardCount {
        /// The sum of the values.
        cards: u32,
        /// The required number: twice the cards that the actions use, plus one.
        needed: u32,
    },
}

impl Rules {
    /// The rulebook's game: geisha worth 2 2 2 3 3 4 5, four actions, no limit of rounds.
    pub const STANDARD: Self =
        Self { values: [2, 2, 2, 3, 3, 4, 5], actions: Kinds::ALL, rounds: None, tiebreak: Tiebreak::Charm };

    /// A reduced game: geisha `A`, `B`, … with these values, as many cards each, and only these actions.
    ///
    /// A player uses each action once a round, so the pack has twice the cards that the actions use, plus the
    /// removed one.
    pub fn reduced(values: &[u8], actions: Kinds) -> Result<Self, RulesError> {
        if values.is_empty() || values.len() > Geisha::COUNT {
            return Err(RulesError::GeishaCount(values.len()));
        }
        let mut all = [0; Geisha::COUNT];
        for ((geisha, slot), &value) in Geisha::ALL.into_iter().zip(&mut all).zip(values) {
            if value == 0 || u32::from(value) > Cards::MAX {
                return Err(RulesError::Value { geisha, value });
            }
            *slot = value;
        }
        if actions.is_empty() {
            return Err(RulesError::NoActions);
        }
        let cards = values.iter().map(|&value| u32::from(value)).sum();
        let needed = 2 * actions.cards() + 1;
        if cards != needed {
            return Err(RulesError::CardCount { cards, needed });
        }
        Ok(Self { values: all, actions, ..Self::STANDARD })
    }

    /// Whether deals, actions and goals are those of the rulebook, whatever the number of rounds.
    #[must_use]
    pub fn is_standard_round(&self) -> bool {
        (self.values, self.actions) == (Self::STANDARD.values, Self::STANDARD.actions)
    }

    /// The actions.
    #[must_use]
    pub const fn actions(&self) -> Kinds {
        self.actions
    }

    /// The geisha in the game, in order.
    pub fn geisha(&self) -> impl Iterator<Item = Geisha> {
        let values = self.values;
        Geisha::ALL.into_iter().filter(move |geisha| values[geisha.index()] > 0)
    }

    /// The number of geisha.
    #[must_use]
    pub fn geisha_count(&self) -> usize {
        self.geisha().count()
    }

    /// The geisha's value in charm points, which is also the number of her cards; 0 if she is not in the
    /// game.
    #[must_use]
    pub const fn value(&self, geisha: Geisha) -> u32 {
        self.values[geisha.index()] as u32
    }

    /// All item cards.
    #[must_use]
    pub fn pack(&self) -> Cards {
        Cards::from_counts(self.values).unwrap_or_default()
    }

    /// Cards in a first hand, before the first draw.
    #[must_use]
    pub fn first_hand(&self) -> u32 {
        self.actions.cards() - self.actions.len()
    }

    /// Turns in a round, both players' together; never more than eight.
    #[must_use]
    pub const fn turns(&self) -> usize {
        2 * self.actions.len() as usize
    }

    /// The charm points that win the game: 11 in the standard game.
    #[must_use]
    pub fn charm_goal(&self) -> u32 {
        self.pack().len() / 2 + 1
    }

    /// The number of geisha that wins the game if nobody reaches the charm goal: 4 in the standard game.
    #[must_use]
    pub fn geisha_goal(&self) -> u32 {
        self.pack().distinct() / 2 + 1
    }

    /// The charm points of a set of geisha, given as bits.
    #[must_use]
    pub(crate) fn charm(&self, geisha: u8) -> u32 {
        Geisha::ALL
            .into_iter()
            .filter(|card| geisha & 1 << card.index() != 0)
            .map(|card| self.value(card))
            .sum()
    }

    /// Whether a player has reached a goal with these markers. Both may have: charm points then take precedence.
    #[must_use]
    pub fn reaches_goal(&self, favour: Favour, seat: Seat) -> bool {
        let geisha = favour.bits_of(seat);
        self.charm(geisha) >= self.charm_goal() || geisha.count_ones() >= self.geisha_goal()
    }

    /// The winner with these markers after a round that is not the last; charm points take precedence over
    /// geisha.
    #[must_use]
    pub fn winner(&self, favour: Favour) -> Option<Seat> {
        let reached = |has: &dyn Fn(Seat) -> bool| Seat::BOTH.into_iter().find(|&seat| has(seat));
        reached(&|seat| self.charm(favour.bits_of(seat)) >= self.charm_goal())
            .or_else(|| reached(&|seat| favour.bits_of(seat).count_ones() >= self.geisha_goal()))
    }

    /// The winner with these markers after the last round of a limited game; `None` for a shared game.
    #[must_use]
    pub fn winner_at_limit(&self, favour: Favour) -> Option<Seat> {
        if let Some(winner) = self.winner(favour) {
            return Some(winner);
        }
        let highest = |seat: Seat| {
            let values: ArrayVec<u32, { Geisha::COUNT }> = Geisha::ALL
                .into_iter()
                .filter(|geisha| favour.bits_of(seat) & 1 << geisha.index() != 0)
                .map(|geisha| self.value(geisha))
                .collect();
            values.into_iter().max().unwrap_or_default()
        };
        let charm = |seat: Seat| self.charm(favour.bits_of(seat));
        let rank = |seat: Seat| match self.tiebreak {
            Tiebreak::None => (0, 0),
            Tiebreak::CharmOnly => (charm(seat), 0),
            Tiebreak::Charm => (charm(seat), highest(seat)),
        };
        match rank(Seat::First).cmp(&rank(Seat::Second)) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::STANDARD
    }
}
