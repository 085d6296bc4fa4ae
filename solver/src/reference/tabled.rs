//! The test games in policy tables.

use super::kuhn::{Action, History, Information, Kuhn};
use crate::game::Seat;
use crate::strategy_table::{Key, Tabled};

/// Three bytes: the own card, from 0, or 3 for none; how many cards have been dealt; the history, from 0. Actions are 0, pass,
/// and 1, bet.
impl Tabled for Kuhn {
    const KEY_BYTES: usize = 3;

    fn key(&self, information: &Information) -> Key {
        let history = match information.history {
            History::Open => 0,
            History::Checked => 1,
            History::Bet => 2,
            History::CheckedBet => 3,
            History::BothChecked => 4,
            History::BetCalled => 5,
            History::CheckedBetCalled => 6,
            History::Folded(Seat::First) => 7,
            History::Folded(Seat::Second) => 8,
        };
        [information.card.map_or(3, |card| card as u8), information.dealt, history].into_iter().collect()
    }

    fn code(&self, action: Action) -> u32 {
        action as u32
    }
}
