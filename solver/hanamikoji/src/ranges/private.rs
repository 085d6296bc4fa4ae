//! Private states, and the numbers of orders of their cards.

use crate::rules::card::Cards;

/// Private state of one player.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Private {
    /// The player's hand.
    pub hand: Cards,
    /// The player's secret card, if there is one yet.
    pub secret: Cards,
    /// The cards that the player has discarded, if there are any yet.
    pub trade_off: Cards,
}

impl Private {
    /// All cards of the private state.
    #[must_use]
    pub const fn cards(&self) -> Cards {
        self.hand.plus(self.secret).plus(self.trade_off)
    }
}

/// The product of the factorials of the counts.
pub(crate) fn factorials(cards: Cards) -> f64 {
    cards.kinds().map(|(_, count)| factorial(count)).product()
}

pub(crate) fn factorial(count: u32) -> f64 {
    (1..=count).map(f64::from).product()
}
