//! Why a text was refused, and where in it the trouble is.

use super::faults::{TagsFault, TurnTextFault};
use crate::knowledge::checks::{Contradiction, TurnFault};
use crate::rules::deal::DealError;
use hanamachi_text as text;

/// A text that is not what it should be: what is wrong, in which field, and where.
pub type ParseError = text::ParseError<Reason>;

/// An error on its way up.
pub(super) type Fault = text::Fault<Reason>;

/// The part of a text that is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Field {
    /// A set of cards on its own.
    Cards,
    /// The markers.
    Favour,
    /// The reader's seat.
    Seat,
    /// What the reader holds.
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

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The text ends too early.
    #[error("the text ends where {expected} should follow")]
    Missing {
        /// What should follow.
        expected: &'static str,
    },
    /// Not a card.
    #[error("expected a card, `A` to `G`, found `{}`", .found.escape_debug())]
    Card {
        /// What stands there.
        found: char,
    },
    /// More cards than there are.
    #[error("a game has at most 21 cards")]
    TooManyCards,
    /// No cards where there should be some.
    #[error("expected cards; `-` stands for none")]
    NoCards,
    /// Not a marker.
    #[error("expected a marker, `+` mine, `-` theirs or `.` neutral, found `{}`", .found.escape_debug())]
    Marker {
        /// What stands there.
        found: char,
    },
    /// Not one marker for each geisha.
    #[error("expected {expected} markers, one for each geisha, found {found}")]
    MarkerCount {
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// Not a seat.
    #[error("expected the seat, `1` if the reader moves first in this round, else `2`, found `{}`",
        .found.escape_debug())]
    Seat {
        /// What stands there, cut when long.
        found: String,
    },
    /// The four parts of a deal.
    #[error("expected a deal, `removed/first/second/draws`: four parts, found {found}")]
    DealParts {
        /// How many parts there are.
        found: usize,
    },
    /// Not one card removed.
    #[error("expected the one card that is removed, found {found}")]
    Removed {
        /// How many there are.
        found: usize,
    },
    /// Not the one `X` for the card removed, in a record from one seat.
    #[error("the reader never sees the card that is removed: write `X`, found `{}`", .found.escape_debug())]
    RemovedSeen {
        /// What stands there, cut when long.
        found: String,
    },
    /// Letters and `X` in one first hand.
    #[error("a first hand is in letters, or all of it is `X`, found `{}`", .found.escape_debug())]
    HalfSeenHand {
        /// What stands there, cut when long.
        found: String,
    },
    /// No first hand in letters, or both.
    #[error("in a record from one seat the reader's first hand is in letters and the other one is `X`: {}",
        if *.both { "here both are in letters" } else { "here neither is in letters" })]
    NoReader {
        /// Whether both are in letters.
        both: bool,
    },
    /// The parts of a deal make none.
    #[error(transparent)]
    Deal(DealError),
    /// The text of a turn.
    #[error("turn {turn}: {fault}")]
    Turn {
        /// Which one, from 1.
        turn: usize,
        /// What is wrong with it.
        fault: TurnTextFault,
    },
    /// The rules tags.
    #[error(transparent)]
    Tags(TagsFault),
    /// What cannot be in a round.
    #[error(transparent)]
    Contradiction(Contradiction),
}

impl text::Reason for Reason {
    type Field = Field;

    /// A word for programs that stays the same from version to version: `missing_field`, `invalid_cards` (letters
    /// that are no cards, or not in order), `invalid_favour`, `invalid_seat`, `invalid_deal`, `invalid_history` (a
    /// turn that is none), `invalid_rules`, `illegal_turn` (one that the rules forbid), `invalid_hand` (one that does
    /// not fit the history) or `game_decided` (by the markers before the round).
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
