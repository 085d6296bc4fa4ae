//! Errors of the notation: the reason and its place in the text.

use super::faults::{GardenFault, TokensFault};
use super::record::RecordFault;
use crate::position::{IllegalMove, SetupError};
use hanamachi_text as text;

/// An invalid text: the fault, its field and its place.
pub type ParseError = text::ParseError<Reason>;

/// An error before its place in the text is known.
pub(super) type Fault = text::Fault<Reason>;

/// The faulty part of a text.
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
    /// The tags of a record in general, or a tag without a meaning of its own.
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
    /// Text after the expected end.
    Trailing,
}

impl text::Field for Field {
    /// The name in output: `garden`, `tokens`, `last`, `side`, `moves`, `rules`, `tags`, `trailing`, or the
    /// name of the tag as in records.
    fn name(self) -> &'static str {
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

/// Faults of a text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Reason {
    /// An invalid garden.
    #[error(transparent)]
    Garden(GardenFault),
    /// Invalid tokens.
    #[error(transparent)]
    Tokens(TokensFault),
    /// Not the cell of a move.
    #[error("expected a cell, `a1` to `d4`, found `{}`", .found.escape_debug())]
    Cell {
        /// Text found, truncated if long.
        found: String,
    },
    /// Not the cell of the last token.
    #[error("expected the cell of the last token, `a1` to `d4`, or `-` before the first, found `{}`",
        .found.escape_debug())]
    LastCell {
        /// Text found, truncated if long.
        found: String,
    },
    /// Not a player.
    #[error("expected the player to move, `x` or `o`, found `{}`", .found.escape_debug())]
    Side {
        /// Text found, truncated if long.
        found: String,
    },
    /// Not the word before the moves.
    #[error("expected the word `moves` after the garden, found `{}`", .found.escape_debug())]
    MovesWord {
        /// Text found, truncated if long.
        found: String,
    },
    /// Not a rules tag.
    #[error("expected `full=draw` or `full=last`, found `{}`", .found.escape_debug())]
    FullBoard {
        /// Text found, truncated if long.
        found: String,
    },
    /// The text ends too early.
    #[error("the text ends where {expected} should follow")]
    Missing {
        /// Expected element.
        expected: &'static str,
    },
    /// The text continues after the expected end.
    #[error("expected the end of the text, found `{}`", .found.escape_debug())]
    Trailing {
        /// Text found, truncated if long.
        found: String,
    },
    /// The parts of a static position are inconsistent.
    #[error(transparent)]
    Setup(SetupError),
    /// A move that the rules forbid.
    #[error(transparent)]
    Move(IllegalMove),
    /// Invalid tags of a record.
    #[error(transparent)]
    Record(RecordFault),
}

impl text::Reason for Reason {
    type Field = Field;

    /// A machine-readable code, stable between versions: `invalid_garden`, `invalid_tokens`, `invalid_cell`,
    /// `invalid_side`, `invalid_rules`, `invalid_position` (inconsistent fields), `illegal_move`,
    /// `invalid_moves` (a word other than `moves` before them), `invalid_record`, `missing_field` or
    /// `trailing_text`.
    fn code(&self) -> &'static str {
        match self {
            Self::Garden(_) => "invalid_garden",
            Self::Tokens(_) => "invalid_tokens",
            Self::Cell { .. } | Self::LastCell { .. } => "invalid_cell",
            Self::Side { .. } => "invalid_side",
            Self::MovesWord { .. } => "invalid_moves",
            Self::FullBoard { .. } => "invalid_rules",
            Self::Missing { .. } => "missing_field",
            Self::Trailing { .. } => "trailing_text",
            Self::Setup(_) => "invalid_position",
            Self::Move(_) => "illegal_move",
            Self::Record(_) => "invalid_record",
        }
    }
}
