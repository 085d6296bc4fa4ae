//! A round in one of its three forms.

use std::num::NonZeroU16;

use arrayvec::ArrayVec;

use super::{InformationSet, RoundRecord, SeatRecord, Setup};
use crate::rules::state::mover;
use crate::rules::{Cards, Entry, Favour, Geisha, MAX_TURNS, Played, Rules};
use hanamachi_core::game::Seat;

/// A round as a complete record, as a record from one seat, or as an information set: the three text forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Document {
    /// Every card is known.
    Record(Box<RoundRecord>),
    /// Seen from one seat.
    Seat(Box<SeatRecord>),
    /// One moment, as a player knows it.
    Set(Box<InformationSet>),
}

impl Document {
    /// `record`, `seat_record` or `information_set`.
    #[must_use]
    pub const fn form(&self) -> &'static str {
        match self {
            Self::Record(_) => "record",
            Self::Seat(_) => "seat_record",
            Self::Set(_) => "information_set",
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        match self {
            Self::Record(record) => record.rules(),
            Self::Seat(record) => record.rules(),
            Self::Set(set) => set.rules(),
        }
    }

    /// The number of the round in its game.
    #[must_use]
    pub fn round_number(&self) -> NonZeroU16 {
        match self {
            Self::Record(record) => record.round_number(),
            Self::Seat(record) => record.round_number(),
            Self::Set(set) => set.round_number(),
        }
    }

    /// The markers before the round, by its seats.
    #[must_use]
    pub fn favour(&self) -> Favour {
        match self {
            Self::Record(record) => record.favour(),
            Self::Seat(record) => record.favour(),
            Self::Set(set) => set.favour_of_first(),
        }
    }

    /// The seat that saw the round; `None` if every card is known.
    #[must_use]
    pub fn reader(&self) -> Option<Seat> {
        match self {
            Self::Record(_) => None,
            Self::Seat(record) => Some(record.seat()),
            Self::Set(set) => Some(set.seat()),
        }
    }

    /// The turns as they are written.
    #[must_use]
    pub fn history(&self) -> &[Entry] {
        match self {
            Self::Record(record) => record.history(),
            Self::Seat(record) => record.history(),
            Self::Set(set) => set.history(),
        }
    }

    /// The offer that waits for an answer.
    #[must_use]
    pub fn offer(&self) -> Option<Entry> {
        self.history().last().copied().filter(|entry| entry.is_open())
    }

    /// Number of completed turns.
    #[must_use]
    pub fn turns_over(&self) -> usize {
        self.history().len() - usize::from(self.offer().is_some())
    }

    /// Whether all turns are over.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.turns_over() == self.rules().turns()
    }

    /// The seat that decides next: with an open offer, the seat that answers it.
    #[must_use]
    pub fn to_decide(&self) -> Option<Seat> {
        // An open offer counts as a turn, so the next mover is the one who answers it.
        (!self.is_complete()).then(|| mover(self.history().len()))
    }

    /// The card drawn for a turn, counted from 0, as far as the document knows it.
    #[must_use]
    pub fn draw(&self, turn: usize) -> Option<Geisha> {
        match self {
            Self::Record(record) => record.deal().draws().get(turn).copied(),
            Self::Seat(record) => record.draws().get(turn).copied().flatten(),
            Self::Set(_) => None,
        }
    }

    /// Whether the reader has drawn a card that is not yet entered.
    #[must_use]
    pub fn waits_for_draw(&self) -> bool {
        match self {
            Self::Seat(record) => {
                let turn = record.history().len();
                self.offer().is_none() && self.to_decide() == Some(record.seat()) && self.draw(turn).is_none()
            }
            Self::Record(_) | Self::Set(_) => false,
        }
    }

    /// The current information set of the player in this seat. `None` if it is not known: for the other
    /// player of a round seen from one seat, and while a draw is still to be entered.
    #[must_use]
    pub fn information_set(&self, player: Seat) -> Option<InformationSet> {
        match self {
            Self::Record(record) => Some(record.information_set(player)),
            Self::Set(set) => (set.seat() == player).then_some(**set),
            Self::Seat(record) => {
                if record.seat() != player || self.waits_for_draw() {
                    return None;
                }
                let history = seen(record.history(), player);
                let setup = Setup {
                    rules: *record.rules(),
                    round_number: record.round_number(),
                    favour_of_first: record.favour(),
                    seat: player,
                    hand: self.hand(player)?,
                    history: history.into_iter().collect(),
                };
                InformationSet::try_from(setup).ok()
            }
        }
    }

    /// The current hand of a player, as far as it is known: with the draws that are entered, without the
    /// cards already used.
    #[must_use]
    pub fn hand(&self, player: Seat) -> Option<Cards> {
        match self {
            Self::Record(record) => Some(record.end().hand(player)),
            Self::Set(set) => (set.seat() == player).then(|| set.hand()),
            Self::Seat(record) if record.seat() != player => None,
            Self::Seat(record) => {
                let begun = record.history().len();
                let is_to_act = self.offer().is_none() && self.to_decide() == Some(player);
                let drawn = (0..begun + usize::from(is_to_act)).filter_map(|turn| self.draw(turn));
                let held = record.first_hand().checked_plus(drawn.collect())?;
                let own = record.history().iter().enumerate().filter(|&(turn, _)| mover(turn) == player);
                own.map(|(_, entry)| entry.cards()).try_fold(held, Cards::checked_minus)
            }
        }
    }

    /// The turns as the player in this seat knows them.
    #[must_use]
    pub fn seen_by(&self, seat: Option<Seat>) -> Vec<Entry> {
        let history = self.history().to_vec();
        match (self, seat) {
            (Self::Record(record), Some(seat)) => record.information_set(seat).history().to_vec(),
            _ => history,
        }
    }
}

/// The turns with the cards hidden that this player does not see: the other player's secret, revealed at the
/// end of a round.
fn seen(history: &[Entry], seat: Seat) -> ArrayVec<Played, MAX_TURNS> {
    let hide = |(turn, entry): (usize, &Entry)| {
        Some(match entry.unpack()? {
            Played::Secret(_) if mover(turn) != seat => Played::Secret(None),
            Played::TradeOff(_) if mover(turn) != seat => Played::TradeOff(None),
            other => other,
        })
    };
    history.iter().enumerate().filter_map(hide).collect()
}
