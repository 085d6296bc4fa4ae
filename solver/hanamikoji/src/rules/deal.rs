//! The chance outcomes of a round: the card removed, the first hands, and the draws.

use arrayvec::ArrayVec;
use rand::Rng;

use crate::rules::card::{Cards, Geisha};
use crate::rules::chance::random_card;
use crate::rules::parameters::Rules;
use crate::rules::turn::MAX_TURNS;
use hanamachi_core::game::Seat;

/// A complete deal of a round.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Deal {
    removed: Geisha,
    hands: [Cards; 2],
    draws: ArrayVec<Geisha, MAX_TURNS>,
}

/// Parts that do not form a deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// A first hand has the wrong size.
    #[error("the {} hand has {found} cards instead of {expected}", if *seat == Seat::First { "first" } else { "second" })]
    HandSize {
        /// The seat of the hand.
        seat: Seat,
        /// Expected number of cards.
        expected: u32,
        /// Number of cards found.
        found: u32,
    },
    /// There are too many draws or too few.
    #[error("there are {found} draws instead of {expected}, one for each turn")]
    Draws {
        /// Expected number of draws.
        expected: usize,
        /// Number of draws found.
        found: usize,
    },
    /// All cards together are not the pack.
    #[error("geisha {} has {expected} cards, but {found} are dealt", geisha.letter())]
    Count {
        /// The geisha with the wrong number of cards.
        geisha: Geisha,
        /// Number of her cards in the pack.
        expected: u32,
        /// Number of her cards dealt.
        found: u32,
    },
}

impl Deal {
    /// A deal of the whole pack: the card removed, the first hands, and the draws in drawing order, the first
    /// player's first.
    pub fn new(
        rules: &Rules,
        removed: Geisha,
        hands: [Cards; 2],
        draws: &[Geisha],
    ) -> Result<Self, DealError> {
        for seat in Seat::BOTH {
            let (expected, found) = (rules.first_hand(), hands[seat.index()].len());
            if found != expected {
                return Err(DealError::HandSize { seat, expected, found });
            }
        }
        let draws = match ArrayVec::try_from(draws) {
            Ok(taken) if taken.len() == rules.turns() => taken,
            _ => return Err(DealError::Draws { expected: rules.turns(), found: draws.len() }),
        };
        // There are as many cards in all as in the pack, so nothing overflows.
        let dealt: Cards =
            hands[0].iter().chain(hands[1].iter()).chain([removed]).chain(draws.iter().copied()).collect();
        for geisha in Geisha::ALL {
            let (expected, found) = (rules.value(geisha), dealt.count(geisha));
            if found != expected {
                return Err(DealError::Count { geisha, expected, found });
            }
        }
        Ok(Self { removed, hands, draws })
    }

    /// A deal of a shuffled pack: each order of the cards is equally likely.
    #[must_use]
    pub fn random<R: Rng + ?Sized>(rules: &Rules, rng: &mut R) -> Self {
        let mut pack = rules.pack();
        let mut next = || {
            let card = random_card(pack, rng);
            pack = pack.minus(card);
            card.first()
        };
        let removed = next();
        let hands = [(); 2].map(|()| (0..rules.first_hand()).map(|_| next()).collect());
        let draws = (0..rules.turns()).map(|_| next()).collect();
        Self { removed, hands, draws }
    }

    /// The removed card, which nobody sees.
    #[must_use]
    pub const fn removed(&self) -> Geisha {
        self.removed
    }

    /// A player's first hand, before the first draw.
    #[must_use]
    pub const fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat.index()]
    }

    /// The draws, in drawing order.
    #[must_use]
    pub fn draws(&self) -> &[Geisha] {
        &self.draws
    }
}
