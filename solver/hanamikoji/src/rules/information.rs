//! A player's information, as a compact key.

use std::hash::{Hash, Hasher};

use crate::rules::card::Cards;
use crate::rules::turn::{Entries, Entry, Phase};
use hanamachi_core::game::Seat;

/// A player's information: the next event, the hand, and the turns as seen from the seat. (Both players know
/// the markers, which do not change during a round.)
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Information {
    pub(crate) seat: Seat,
    pub(crate) phase: Phase,
    pub(crate) hand: Cards,
    pub(crate) history: Entries,
}

impl Hash for Information {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The history packed into one number of 128 bits, so that hashing takes three steps instead of ten.
        let history = self.history.iter().fold(0, |packed, entry| packed << 16 | u128::from(entry.bits()));
        (self.seat, self.phase, self.hand, history).hash(state);
    }
}

impl Information {
    /// Number of completed turns; an offer that waits for its answer is not complete.
    #[must_use]
    pub fn turns_over(&self) -> usize {
        self.history().len() - usize::from(self.open_offer().is_some())
    }

    /// The player's seat.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// The player's hand.
    #[must_use]
    pub const fn hand(&self) -> Cards {
        self.hand
    }

    /// The turns so far, an open offer included.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        let len = self.history.iter().take_while(|entry| entry.kind().is_some()).count();
        &self.history[..len]
    }

    /// The offer that waits for an answer.
    pub(crate) fn open_offer(&self) -> Option<Entry> {
        self.history().last().copied().filter(|entry| entry.is_open())
    }
}
