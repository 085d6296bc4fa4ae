//! The reason why a text is refused, and the place of the error in it.

use super::faults::{TagsFault, TurnTextFault};
use crate::knowledge::checks::{Contradiction, TurnFault};
use crate::rules::deal::DealError;
use hanamachi_text as text;

/// An invalid text: the error, its field, and its place.
pub type ParseError = text::ParseError<Reason>;

/// An error on its way up.
pub(super) type Fault = text::Fault<Reason>;

/// The part of a text with the error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// A set of cards on its own.
    Cards,
    /// The markers.
    Favour,
    /// The reader's seat.
    Seat,
    /// The reader's hand.
    Hand,
    /// The turns.
    History,
    /// The deal.
    Deal,
    /// A rules tag.
    Rules,
}

impl text::Field for Field {
    /// Its name in output: `cards`, `favour`, `seat`, `hand`, `history`, `deal` or `rules`.
    fn name(self) -> &'static str {
        match self {
            Self::Cards => "cards",
            Self::Favour => "favour",
            Self::Seat => "seat",
            Self::Hand => "hand",
            Self::History => "history",
            Self::Deal => "deal",
            Self::Rules => "rules",
        }
    }
}

/// The error in a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The text ends too early.
    #[error("the text ends where {expected} should follow")]
    Missing {
        /// The expected part.
        expected: &'static str,
    },
    /// Not a card.
    #[error("expected a card, `A` to `G`, found `{}`", .found.escape_debug())]
    Card {
        /// The character found.
        found: char,
    },
    /// Too many cards.
    #[error("a game has at most 21 cards")]
    TooManyCards,
    /// Missing cards.
    #[error("expected cards; `-` stands for none")]
    NoCards,
    /// Not a marker.
    #[error("expected a marker, `+` mine, `-` theirs or `.` neutral, found `{}`", .found.escape_debug())]
    Marker {
        /// The character found.
        found: char,
    },
    /// The number of markers is not that of the geisha.
    #[error("expected {expected} markers, one for each geisha, found {found}")]
    MarkerCount {
        /// Expected number.
        expected: usize,
        /// Number found.
        found: usize,
    },
    /// Not a seat.
    #[error("expected the seat, `1` if the reader moves first in this round, else `2`, found `{}`",
        .found.escape_debug())]
    Seat {
        /// The text found, cut when long.
        found: String,
    },
    /// A deal does not have four parts.
    #[error("expected a deal, `removed/first/second/draws`: four parts, found {found}")]
    DealParts {
        /// Number of parts found.
        found: usize,
    },
    /// There is not exactly one card removed.
    #[error("expected the one card that is removed, found {found}")]
    Removed {
        /// Number of cards found.
        found: usize,
    },
    /// Not the one `X` for the card removed, in a record from one seat.
    #[error("the reader never sees the card that is removed: write `X`, found `{}`", .found.escape_debug())]
    RemovedSeen {
        /// The text found, cut when long.
        found: String,
    },
    /// Letters and `X` in one first hand.
    #[error("a first hand is in letters, or all of it is `X`, found `{}`", .found.escape_debug())]
    HalfSeenHand {
        /// The text found, cut when long.
        found: String,
    },
    /// Neither first hand is in letters, or both are.
    #[error("in a record from one seat the reader's first hand is in letters and the other one is `X`: {}",
        if *.both { "here both are in letters" } else { "here neither is in letters" })]
    NoReader {
        /// Whether both are in letters.
        both: bool,
    },
    /// The parts do not form a deal.
    #[error(transparent)]
    Deal(DealError),
    /// An error in the text of a turn.
    #[error("turn {turn}: {fault}")]
    Turn {
        /// The number of the turn, from 1.
        turn: usize,
        /// The error.
        fault: TurnTextFault,
    },
    /// An error in the rules tags.
    #[error(transparent)]
    Tags(TagsFault),
    /// A contradiction in the round.
    #[error(transparent)]
    Contradiction(Contradiction),
}

impl text::Reason for Reason {
    type Field = Field;

    /// A code for programs that stays the same across versions: `missing_field`, `invalid_cards` (letters
    /// that are not cards, or not in order), `invalid_favour`, `invalid_seat`, `invalid_deal`,
    /// `invalid_history` (a malformed turn), `invalid_rules`, `illegal_turn` (a turn that the rules forbid),
    /// `invalid_hand` (a hand that does not fit the history) or `game_decided` (by the markers before the
    /// round).
    fn code(&self) -> &'static str {
        match self {
            Self::Missing { .. } => "missing_field",
            Self::Card { .. } | Self::TooManyCards | Self::NoCards => "invalid_cards",
            Self::Marker { .. } | Self::MarkerCount { .. } => "invalid_favour",
            Self::Seat { .. } => "invalid_seat",
            Self::DealParts { .. }
            | Self::Removed { .. }
            | Self::RemovedSeen { .. }
            | Self::HalfSeenHand { .. }
            | Self::NoReader { .. }
            | Self::Deal(_) => "invalid_deal",
            Self::Turn { .. } => "invalid_history",
            Self::Tags(_) => "invalid_rules",
            Self::Contradiction(contradiction) => match contradiction {
                Contradiction::Round { .. } => "invalid_rules",
                Contradiction::Marker(_) => "invalid_favour",
                Contradiction::Decided { .. } => "game_decided",
                Contradiction::Deal(_)
                | Contradiction::Turn { fault: TurnFault::UnseenDraw | TurnFault::UnknownDraw, .. } => {
                    "invalid_deal"
                }
                Contradiction::Turn { .. } => "illegal_turn",
                Contradiction::HandGeisha(_)
                | Contradiction::HandSize { .. }
                | Contradiction::Moment
                | Contradiction::Count { .. } => "invalid_hand",
            },
        }
    }

    fn turn(&self) -> Option<usize> {
        match self {
            Self::Turn { turn, .. } => Some(*turn),
            Self::Contradiction(contradiction) => contradiction.turn(),
            _ => None,
        }
    }
}
