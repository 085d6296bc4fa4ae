//! Information sets as text: `favour seat hand history [rules]`.

use std::fmt;
use std::str::FromStr;

use super::cards::{self, card, set};
use super::error::{ParseError, contradicts, field};
use super::favour::FavourText;
use super::reader::{Reader, read_text};
use super::tags::write_behind;
use super::{history, tags::Tags};
use crate::FIRST_ROUND;
use crate::knowledge::checks::Contradiction;
use crate::knowledge::information_set::{InformationSet, Setup};
use crate::rules::favour::Favour;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;
use hanamachi_text::TextFault;

/// Reads an information set to the end of the text. A hand of the standard game alone is that of the first player before
/// the first turn.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<InformationSet, TextFault> {
    let mut ahead = reader.clone();
    if let (Some(hand), None) = (ahead.word(), ahead.word())
        && hand.text.chars().all(|letter| card(letter).is_some())
    {
        let (rules, history) = (Rules::STANDARD, Vec::new());
        let (favour_of_first, hand_cards) = (Favour::NEUTRAL, set(field::HAND, &hand)?);
        let setup = Setup {
            rules,
            round_number: FIRST_ROUND,
            favour_of_first,
            seat: Seat::First,
            hand: hand_cards,
            history,
        };
        return setup
            .try_into()
            .map_err(|contradiction| contradicts(field::HAND, hand.span(), &contradiction));
    }
    let markers = reader.markers()?;
    let seat = reader.seat()?;
    let hand_word = reader.field(field::HAND, "the hand, such as `ABBDEFG`, or `-` for none,")?;
    let hand = set(field::HAND, &hand_word)?;
    let turns = reader.turns()?;
    let Tags { rules, round } = reader.tags()?;
    let favour = markers.favour(&rules)?;
    let favour_of_first = favour.seen_from(seat);
    let history = turns.played.clone();
    let setup = Setup { rules, round_number: round, favour_of_first, seat, hand, history };
    setup.try_into().map_err(|contradiction| {
        let (field, span) = match &contradiction {
            // The tags have been checked, and only geisha in the game have markers.
            Contradiction::Round { .. } | Contradiction::Marker(_) | Contradiction::Decided { .. } => {
                (field::FAVOUR, markers.span())
            }
            Contradiction::HandGeisha(_)
            | Contradiction::HandSize { .. }
            | Contradiction::Count { .. }
            | Contradiction::Deal(_)
            | Contradiction::Moment => (field::HAND, hand_word.span()),
            Contradiction::Turn { .. } => (field::HISTORY, turns.span_of(&contradiction)),
        };
        contradicts(field, span, &contradiction)
    })
}

impl FromStr for InformationSet {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, read)
    }
}

impl fmt::Display for InformationSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let favour = FavourText::new(self.favour(), self.rules());
        let seat = self.seat().index() + 1;
        write!(f, "{favour} {seat} {} {}", cards::text(self.hand()), history::text(self.history()))?;
        write_behind(f, self.rules(), self.round_number())
    }
}
