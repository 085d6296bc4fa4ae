//! A round in one of its three text forms. The page keeps the text and sends it with every request.

use std::fmt;

use arrayvec::ArrayVec;
use hanamachi_solver::game::Seat;
use hanamachi_solver::hanamikoji::{
    Cards, Entry, Favour, Geisha, InformationSet, Played, RecordedRound, RoundRecord, Rules, SeatRecord,
    Setup,
};

use hanamachi_solver::text::{is_blank, opened};

use crate::fault::Fault;

/// A round in its text form.
#[derive(Clone, Debug)]
pub(crate) enum Document {
    /// Every card is known.
    Record(Box<RoundRecord>),
    /// Seen from one seat.
    Seat(Box<SeatRecord>),
    /// One moment, as a player knows it.
    Set(Box<InformationSet>),
}

impl Document {
    /// Reads any of the three forms; a deal with an `X` in it was seen from one seat.
    pub(crate) fn read(text: &str) -> Result<Self, Fault> {
        let read = |error| Fault::of_text(&error, text);
        let opened = opened(text);
        let mut fields = opened.split(is_blank).filter(|word| !word.is_empty()).take(2);
        if fields.any(|field| field.contains('/')) {
            return Ok(match text.parse().map_err(read)? {
                RecordedRound::Open(record) => Self::Record(record),
                RecordedRound::OneSeat(record) => Self::Seat(record),
            });
        }
        Ok(Self::Set(Box::new(text.parse().map_err(read)?)))
    }

    /// `record`, `seat_record` or `information_set`.
    pub(crate) const fn form(&self) -> &'static str {
        match self {
            Self::Record(_) => "record",
            Self::Seat(_) => "seat_record",
            Self::Set(_) => "information_set",
        }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &Rules {
        match self {
            Self::Record(record) => record.rules(),
            Self::Seat(record) => record.rules(),
            Self::Set(set) => set.rules(),
        }
    }

    /// The number of the round in its game.
    pub(crate) fn round_number(&self) -> std::num::NonZeroU16 {
        match self {
            Self::Record(record) => record.round_number(),
            Self::Seat(record) => record.round_number(),
            Self::Set(set) => set.round_number(),
        }
    }

    /// The markers before the round, by its seats.
    pub(crate) fn favour(&self) -> Favour {
        match self {
            Self::Record(record) => record.favour(),
            Self::Seat(record) => record.favour(),
            Self::Set(set) => set.favour_of_first(),
        }
    }

    /// The seat that saw the round; `None` if every card is known.
    pub(crate) fn reader(&self) -> Option<Seat> {
        match self {
            Self::Record(_) => None,
            Self::Seat(record) => Some(record.seat()),
            Self::Set(set) => Some(set.seat()),
        }
    }

    /// The turns as they are written.
    pub(crate) fn history(&self) -> &[Entry] {
        match self {
            Self::Record(record) => record.history(),
            Self::Seat(record) => record.history(),
            Self::Set(set) => set.history(),
        }
    }

    /// The offer that waits for an answer.
    pub(crate) fn offer(&self) -> Option<Entry> {
        self.history().last().copied().filter(|entry| entry.is_open())
    }

    /// Number of completed turns.
    pub(crate) fn turns_over(&self) -> usize {
        self.history().len() - usize::from(self.offer().is_some())
    }

    /// Whether all turns are over.
    pub(crate) fn is_complete(&self) -> bool {
        self.turns_over() == self.rules().turns()
    }

    /// The seat that decides next: with an open offer, the seat that answers it.
    pub(crate) fn to_decide(&self) -> Option<Seat> {
        // An open offer counts as a turn, so the next mover is the one who answers it.
        (!self.is_complete()).then(|| mover(self.history().len()))
    }

    /// The card drawn for a turn, counted from 0, as far as the document knows it.
    pub(crate) fn draw(&self, turn: usize) -> Option<Geisha> {
        match self {
            Self::Record(record) => record.deal().draws().get(turn).copied(),
            Self::Seat(record) => record.draws().get(turn).copied().flatten(),
            Self::Set(_) => None,
        }
    }

    /// Whether the reader has drawn a card that is not yet entered.
    pub(crate) fn waits_for_draw(&self) -> bool {
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
    pub(crate) fn information_set(&self, seat: Seat) -> Option<InformationSet> {
        match self {
            Self::Record(record) => Some(record.information_set(seat)),
            Self::Set(set) => (set.seat() == seat).then_some(**set),
            Self::Seat(record) => {
                if record.seat() != seat || self.waits_for_draw() {
                    return None;
                }
                let history = seen(record.history(), seat);
                let setup = Setup {
                    rules: *record.rules(),
                    round_number: record.round_number(),
                    favour_of_first: record.favour(),
                    seat,
                    hand: self.hand(seat)?,
                    history: history.into_iter().collect(),
                };
                InformationSet::try_from(setup).ok()
            }
        }
    }

    /// The current hand of a player, as far as it is known: with the draws that are entered, without the
    /// cards already used.
    pub(crate) fn hand(&self, seat: Seat) -> Option<Cards> {
        match self {
            Self::Record(record) => Some(record.end().hand(seat)),
            Self::Set(set) => (set.seat() == seat).then(|| set.hand()),
            Self::Seat(record) if record.seat() != seat => None,
            Self::Seat(record) => {
                let begun = record.history().len();
                let is_to_act = self.offer().is_none() && self.to_decide() == Some(seat);
                let drawn = (0..begun + usize::from(is_to_act)).filter_map(|turn| self.draw(turn));
                let held = record.first_hand().checked_plus(drawn.collect())?;
                let own = record.history().iter().enumerate().filter(|&(turn, _)| mover(turn) == seat);
                own.map(|(_, entry)| entry.cards()).try_fold(held, Cards::checked_minus)
            }
        }
    }

    /// The turns as the player in this seat knows them.
    pub(crate) fn seen_by(&self, seat: Option<Seat>) -> Vec<Entry> {
        let history = self.history().to_vec();
        match (self, seat) {
            (Self::Record(record), Some(seat)) => record.information_set(seat).history().to_vec(),
            _ => history,
        }
    }

    /// The form used in the board's address.
    pub(crate) fn address(&self) -> String {
        self.to_string().replace(' ', "_")
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Record(record) => record.fmt(f),
            Self::Seat(record) => record.fmt(f),
            Self::Set(set) => set.fmt(f),
        }
    }
}

/// The player of a turn, counted from 0.
pub(crate) fn mover(turn: usize) -> Seat {
    if turn.is_multiple_of(2) { Seat::First } else { Seat::Second }
}

/// The turns with the cards hidden that this player does not see: the other player's secret, revealed at the
/// end of a round.
fn seen(history: &[Entry], seat: Seat) -> ArrayVec<Played, 8> {
    let hide = |(turn, entry): (usize, &Entry)| {
        Some(match entry.unpack()? {
            Played::Secret(_) if mover(turn) != seat => Played::Secret(None),
            Played::TradeOff(_) if mover(turn) != seat => Played::TradeOff(None),
            other => other,
        })
    };
    history.iter().enumerate().filter_map(hide).collect()
}
