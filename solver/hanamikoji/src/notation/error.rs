//! Why a text was refused, and where in it the trouble is.

use std::fmt;
use std::ops::Range;

use super::history::TurnTextFault;
use super::tags::TagsFault;
use crate::knowledge::checks::{Contradiction, TurnFault};
use crate::rules::deal::DealError;
use hanamachi_text::Place;

/// A text that is not what it should be: what is wrong, in which field, and where.
///
/// [`Display`](fmt::Display) says what is wrong and what was expected, in one line without the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    field: Field,
    reason: Reason,
    place: Place,
}

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

impl Field {
    /// Its name in output: `cards`, `favour`, `seat`, `hand`, `history`, `deal` or `rules`.
    #[must_use]
    pub const fn name(self) -> &'static str {
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
    /// Letters out of order.
    #[error("cards are written in alphabetical order: `{written}`")]
    Order {
        /// How to write the same cards.
        written: String,
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

impl ParseError {
    /// A word for programs that stays the same from version to version: `missing_field`, `invalid_cards` (letters
    /// that are no cards, or not in order), `invalid_favour`, `invalid_seat`, `invalid_deal`, `invalid_history` (a
    /// turn that is none), `invalid_rules`, `illegal_turn` (one that the rules forbid), `invalid_hand` (one that does
    /// not fit the history) or `game_decided` (by the markers before the round).
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match &self.reason {
            Reason::Missing { .. } => "missing_field",
            Reason::Card { .. } | Reason::Order { .. } | Reason::TooManyCards | Reason::NoCards => {
                "invalid_cards"
            }
            Reason::Marker { .. } | Reason::MarkerCount { .. } => "invalid_favour",
            Reason::Seat { .. } => "invalid_seat",
            Reason::DealParts { .. }
            | Reason::Removed { .. }
            | Reason::RemovedSeen { .. }
            | Reason::HalfSeenHand { .. }
            | Reason::NoReader { .. }
            | Reason::Deal(_) => "invalid_deal",
            Reason::Turn { .. } => "invalid_history",
            Reason::Tags(_) => "invalid_rules",
            Reason::Contradiction(contradiction) => match contradiction {
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

    /// The [name](Field::name) of the field at fault.
    #[must_use]
    pub const fn field(&self) -> &'static str {
        self.field.name()
    }

    /// The field at fault, as a type.
    #[must_use]
    pub const fn field_kind(&self) -> Field {
        self.field
    }

    /// What is wrong, as a type.
    #[must_use]
    pub const fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The turn at fault, from 1, where there is one.
    #[must_use]
    pub const fn turn(&self) -> Option<usize> {
        match &self.reason {
            Reason::Turn { turn, .. } => Some(*turn),
            Reason::Contradiction(contradiction) => contradiction.turn(),
            _ => None,
        }
    }

    /// Where the trouble is.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
    }

    /// The line of the text in which the trouble begins, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.place.line()
    }

    /// The character of its line with which the trouble begins, from 1; one past the last when something is
    /// missing at the end.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.place.column()
    }

    /// The text that was refused, cut when long.
    #[must_use]
    pub fn text(&self) -> &str {
        self.place.text()
    }

    /// Where the trouble is: bytes of [`text`](Self::text). Empty when something is missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.place.span()
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.reason, f)
    }
}

impl std::error::Error for ParseError {}

/// An error on its way up: its place is a byte range of the whole text.
#[derive(Debug)]
pub(super) struct Fault {
    field: Field,
    span: Range<usize>,
    reason: Reason,
}

impl Fault {
    pub(super) const fn new(field: Field, span: Range<usize>, reason: Reason) -> Self {
        Self { field, span, reason }
    }

    /// The finished error.
    pub(super) fn in_text(self, text: &str) -> ParseError {
        ParseError { field: self.field, reason: self.reason, place: Place::new(text, self.span) }
    }
}
