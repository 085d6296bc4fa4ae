//! Why a text was refused, and where in it the trouble is.

use std::fmt;
use std::ops::Range;

use super::garden::GardenFault;
use super::position::TokensFault;
use super::record::RecordFault;
use crate::position::{IllegalMove, SetupError};
use hanamachi_text::Place;

/// A text that is not what it should be: what is wrong, in which field, and where.
///
/// [`Display`](fmt::Display) says what is wrong and what was expected, in one line without the text. To draw
/// a caret, print [`text`](Self::text) and mark [`span`](Self::span) in it.
///
/// ```
/// use hanamachi_solver::okiya::notation::Described;
///
/// let error = Described::parse("05af/b4c1/27d8/3e9f").unwrap_err();
/// assert_eq!((error.code(), error.field(), error.column()), ("invalid_garden", "garden", 19));
/// assert_eq!(&error.text()[error.span()], "f");
/// assert_eq!(error.to_string(), "tile f (IR) already lies on d1; a garden holds each tile once");
/// ```
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
    /// The sixteen tiles, alone, before other fields, or in the tag `Garden`.
    Garden,
    /// The second field of a static position.
    Tokens,
    /// The third field of a static position: the cell of the last token.
    Last,
    /// The fourth field of a static position.
    Side,
    /// The moves of a history or record.
    Moves,
    /// The rules tag.
    Rules,
    /// The tags of a record as such, or a tag without a meaning of its own.
    Tags,
    /// The tag `Game`.
    GameTag,
    /// The tag `FullBoard`.
    FullBoardTag,
    /// The tag `Result`, or the result after the moves.
    ResultTag,
    /// The tag `Ending`.
    EndingTag,
    /// The tag `TilesLeft`.
    TilesLeftTag,
    /// What follows after the text should have ended.
    Trailing,
}

impl Field {
    /// Its name in output: `garden`, `tokens`, `last`, `side`, `moves`, `rules`, `tags`, `trailing`, or the
    /// name of the tag as records write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Garden => "garden",
            Self::Tokens => "tokens",
            Self::Last => "last",
            Self::Side => "side",
            Self::Moves => "moves",
            Self::Rules => "rules",
            Self::Tags => "tags",
            Self::GameTag => "Game",
            Self::FullBoardTag => "FullBoard",
            Self::ResultTag => "Result",
            Self::EndingTag => "Ending",
            Self::TilesLeftTag => "TilesLeft",
            Self::Trailing => "trailing",
        }
    }
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// The garden.
    #[error(transparent)]
    Garden(GardenFault),
    /// The tokens.
    #[error(transparent)]
    Tokens(TokensFault),
    /// Not the cell of a move.
    #[error("expected a cell, `a1` to `d4`, found `{}`", .found.escape_debug())]
    Cell {
        /// What stands there, cut when long.
        found: String,
    },
    /// Not the cell of the last token.
    #[error("expected the cell of the last token, `a1` to `d4`, or `-` before the first, found `{}`",
        .found.escape_debug())]
    LastCell {
        /// What stands there, cut when long.
        found: String,
    },
    /// Not a player.
    #[error("expected the player to move, `x` or `o`, found `{}`", .found.escape_debug())]
    Side {
        /// What stands there, cut when long.
        found: String,
    },
    /// Not the word before the moves.
    #[error("expected the word `moves` after the garden, found `{}`", .found.escape_debug())]
    MovesWord {
        /// What stands there, cut when long.
        found: String,
    },
    /// Not a rules tag.
    #[error("expected `full=draw` or `full=last`, found `{}`", .found.escape_debug())]
    FullBoard {
        /// What stands there, cut when long.
        found: String,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} should follow")]
    Missing {
        /// What should follow.
        expected: &'static str,
    },
    /// The text goes on too long.
    #[error("expected the end of the text, found `{}`", .found.escape_debug())]
    Trailing {
        /// What stands there, cut when long.
        found: String,
    },
    /// The parts of a static position contradict one another.
    #[error(transparent)]
    Setup(SetupError),
    /// A move that the rules forbid.
    #[error(transparent)]
    Move(IllegalMove),
    /// The tags of a record.
    #[error(transparent)]
    Record(RecordFault),
}

impl ParseError {
    /// A word for programs that stays the same from version to version: `invalid_garden`, `invalid_tokens`,
    /// `invalid_cell`, `invalid_side`, `invalid_rules`, `invalid_position` (fields that contradict one
    /// another), `illegal_move`, `invalid_moves` (a word other than `moves` before them), `invalid_record`,
    /// `missing_field` or `trailing_text`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        match self.reason {
            Reason::Garden(_) => "invalid_garden",
            Reason::Tokens(_) => "invalid_tokens",
            Reason::Cell { .. } | Reason::LastCell { .. } => "invalid_cell",
            Reason::Side { .. } => "invalid_side",
            Reason::MovesWord { .. } => "invalid_moves",
            Reason::FullBoard { .. } => "invalid_rules",
            Reason::Missing { .. } => "missing_field",
            Reason::Trailing { .. } => "trailing_text",
            Reason::Setup(_) => "invalid_position",
            Reason::Move(_) => "illegal_move",
            Reason::Record(_) => "invalid_record",
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

    /// The text that was refused. Of a text beyond 2 KiB only the surroundings of the trouble are kept, with
    /// `…` where something was cut off; line and column still count in the whole.
    #[must_use]
    pub fn text(&self) -> &str {
        self.place.text()
    }

    /// Where the trouble is: bytes of [`text`](Self::text), on character boundaries. Empty when something is
    /// missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.place.span()
    }

    /// Text, span, line and column together.
    #[must_use]
    pub const fn place(&self) -> &Place {
        &self.place
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
    pub(super) field: Field,
    pub(super) span: Range<usize>,
    pub(super) reason: Reason,
}

impl Fault {
    pub(super) const fn new(field: Field, span: Range<usize>, reason: Reason) -> Self {
        Self { field, span, reason }
    }

    /// The finished error.
    pub(super) fn in_text(self, text: &str) -> ParseError {
        let Self { field, span, reason } = self;
        ParseError { field, reason, place: Place::new(text, span) }
    }
}
