//! Keys and codes of the test games in policy tables.

use super::kuhn::{History, Kuhn, KuhnAction, KuhnInformation};
use super::leduc::{self, Leduc};
use super::liars_dice::{self, LiarsDice};
use hanamachi_core::game::Seat;
use hanamachi_strategies::{Key, Tabled};

/// Three bytes: the player's card, from 0, or 3 for none; the number of cards dealt; the history, from 0.
/// Actions are 0, pass, and 1, bet.
impl Tabled for Kuhn {
    const KEY_BYTES: usize = 3;

    fn key(&self, information: &KuhnInformation) -> Key {
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

    fn code(&self, action: KuhnAction) -> u32 {
        action as u32
    }
}

/// Eight bytes: the player's card and the open card, each twice its rank plus the suit, from 0, or 6 for
/// none; the number of cards dealt; for each round, twice the raises plus whether the opener has checked,
/// then whether it is over; the player who folded, 0 or 1, or 2 for nobody. Actions are 0, fold, 1, call, and
/// 2, raise.
impl Tabled for Leduc {
    const KEY_BYTES: usize = 8;

    fn key(&self, information: &leduc::LeducInformation) -> Key {
        let card =
            |card: Option<leduc::LeducCard>| card.map_or(6, |card| 2 * card.rank as u8 + card.suit as u8);
        let head = [card(information.card), card(information.open), information.dealt];
        let bets = information.bets;
        let rounds =
            bets.rounds.map(|round| [2 * round.raises + u8::from(round.checked), u8::from(round.over)]);
        let folded = bets.folded.map_or(2, |seat| seat as u8);
        head.into_iter().chain(rounds.into_iter().flatten()).chain([folded]).collect()
    }

    fn code(&self, action: leduc::LeducAction) -> u32 {
        action as u32
    }
}

/// Five bytes: the player's die, from 0, or 6 for none; the number of dice rolled; the bids made as bits,
/// big-endian; whether the last bid was called. The code of a bid is its index, from 0; the call has code 12.
impl Tabled for LiarsDice {
    const KEY_BYTES: usize = 5;

    fn key(&self, information: &liars_dice::LiarsDiceInformation) -> Key {
        let [high, low] = information.bids.made.to_be_bytes();
        let die = information.die.map_or(6, |die| die as u8);
        [die, information.rolled, high, low, u8::from(information.bids.called)].into_iter().collect()
    }

    fn code(&self, action: liars_dice::LiarsDiceAction) -> u32 {
        match action {
            liars_dice::LiarsDiceAction::Bid(bid) => bid.index().into(),
            liars_dice::LiarsDiceAction::Liar => liars_dice::BIDS,
        }
    }
}
