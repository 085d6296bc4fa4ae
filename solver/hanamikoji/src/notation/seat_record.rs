//! Round records from one seat as text: `favour deal history [rules]`, with `X` for cards that the reader
//! never saw.

use std::fmt::{self, Write};
use std::ops::Range;
use std::str::FromStr;

use arrayvec::ArrayVec;

use super::cards::{self, card, letters, set};
use super::deal::four_parts;
use super::error::{ParseError, code, contradicts, field};
use super::favour::FavourText;
use super::reader::{Reader, read_text};
use super::tags::write_behind;
use super::{history, tags::Tags};
use crate::knowledge::checks::{Contradiction, TurnFault};
use crate::knowledge::seat_record::SeatRecord;
use crate::rules::card::{Cards, Geisha};
use crate::rules::deal::DealError;
use crate::rules::parameters::Rules;
use hanamachi_core::game::Seat;
use hanamachi_text::{TextFault, Word};

/// The parts of a deal as one player saw it, before the check of their sizes against the rules.
struct SeenParts {
    reader: Seat,
    first_hand: Cards,
    /// Number of `X` for the other player's first hand.
    hidden_hand: usize,
    hand_spans: [Range<usize>; 2],
    draws: ArrayVec<Option<Geisha>, { Cards::MAX as usize }>,
    draws_span: Range<usize>,
    whole: Range<usize>,
}

impl SeenParts {
    fn read(reader: &mut Reader<'_>) -> Result<Self, TextFault> {
        let expected = "a deal, such as `X/ABCDEF/XXXXXX/CXEXXXXX`,";
        let (word, [removed, first, second, last]) = four_parts(reader, expected)?;
        let refuse = |span, message: &str| TextFault::new(code::DEAL, field::DEAL, span, message);
        if !removed.text.eq_ignore_ascii_case("X") {
            let message = "the reader never sees the card that is removed: write `X`";
            return Err(refuse(removed.span(), message).found(removed.text));
        }
        let (seen, hidden, reader) = match (hidden_hand(&first)?, hidden_hand(&second)?) {
            (None, Some(hidden)) => (first, hidden, Seat::First),
            (Some(hidden), None) => (second, hidden, Seat::Second),
            (first, _) => {
                let found = if first.is_none() { "both are" } else { "neither is" };
                let message = format!(
                    "in a record from one seat the reader's first hand is in letters and the other one is `X`: here \
                     {found} in letters"
                );
                return Err(refuse(word.span(), &message));
            }
        };
        let draw = |letter| if matches!(letter, 'X' | 'x') { Some(None) } else { card(letter).map(Some) };
        let draws = letters(field::DEAL, &last, draw)?;
        Ok(Self {
            reader,
            first_hand: set(field::DEAL, &seen)?,
            hidden_hand: hidden,
            hand_spans: [first.span(), second.span()],
            draws,
            draws_span: last.span(),
            whole: word.span(),
        })
    }

    /// Fails if the other player's hand does not have the number of cards that the rules require.
    fn check_hidden_hand(&self, rules: &Rules) -> Result<(), TextFault> {
        let seat = !self.reader;
        let found = u32::try_from(self.hidden_hand).unwrap_or(u32::MAX);
        let expected = rules.first_hand();
        if found == expected {
            return Ok(());
        }
        let error = DealError::HandSize { seat, expected, found };
        Err(TextFault::new(code::DEAL, field::DEAL, self.hand_spans[seat.index()].clone(), error))
    }

    /// The span of a turn's draw; turns count from 1.
    fn span_of_draw(&self, turn: usize) -> Range<usize> {
        // Each readable draw is one byte.
        let start = self.draws_span.start + turn - 1;
        start..start + 1
    }
}

/// Number of `X` of a first hand; `None` for one in letters.
fn hidden_hand(word: &Word<'_>) -> Result<Option<usize>, TextFault> {
    let hidden = word.text.chars().filter(|letter| matches!(letter, 'X' | 'x')).count();
    match hidden {
        0 => Ok(None),
        _ if hidden == word.text.chars().count() => Ok(Some(hidden)),
        _ => {
            let message = "a first hand is in letters, or all of it is `X`";
            Err(TextFault::new(code::DEAL, field::DEAL, word.span(), message).found(word.text))
        }
    }
}

/// Reads a record from one seat to the end of the text.
pub(super) fn read(reader: &mut Reader<'_>) -> Result<SeatRecord, TextFault> {
    let markers = reader.markers()?;
    let parts = SeenParts::read(reader)?;
    let turns = reader.turns()?;
    let Tags { rules, round } = reader.tags()?;
    let favour = markers.favour(&rules)?;
    parts.check_hidden_hand(&rules)?;
    let (seat, hand) = (parts.reader, parts.first_hand);
    SeatRecord::new((rules, round), favour, seat, hand, &parts.draws, &turns.played).map_err(
        |contradiction| {
            let (field, span) = match &contradiction {
                Contradiction::Turn { turn, fault: TurnFault::UnseenDraw | TurnFault::UnknownDraw } => {
                    (field::DEAL, parts.span_of_draw(*turn))
                }
                Contradiction::Turn { .. } => (field::HISTORY, turns.span_of(&contradiction)),
                Contradiction::Deal(DealError::HandSize { seat, .. }) => {
                    (field::DEAL, parts.hand_spans[seat.index()].clone())
                }
                Contradiction::Deal(DealError::Draws { .. }) => (field::DEAL, parts.draws_span.clone()),
                Contradiction::Deal(DealError::Count { .. }) | Contradiction::Count { .. } => {
                    (field::DEAL, parts.whole.clone())
                }
                _ => (field::FAVOUR, markers.span()),
            };
            contradicts(field, span, &contradiction)
        },
    )
}

impl FromStr for SeatRecord {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, read)
    }
}

impl fmt::Display for SeatRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let favour = FavourText::new(self.favour(), self.rules());
        let hidden = "X".repeat(self.rules().first_hand() as usize);
        let [first, second] = Seat::BOTH
            .map(|seat| if seat == self.seat() { cards::text(self.first_hand()) } else { hidden.clone() });
        write!(f, "{favour} X/{first}/{second}/")?;
        self.draws().iter().try_for_each(|card| f.write_char(card.map_or('X', Geisha::letter)))?;
        write!(f, " {}", history::text(self.history()))?;
        write_behind(f, self.rules(), self.round_number())
    }
}
