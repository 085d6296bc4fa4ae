//! Faults of a record.

use super::outcome::{GameResult, RecordEnding};
use crate::rules::Ending;

/// Faults in the text of a record, other than in its garden and moves.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RecordFault {
    /// `[` without a name.
    #[error("expected the name of a tag, letters, digits and `_`, after `[`")]
    TagName,
    /// A name without a value.
    #[error("expected the value of the tag in double quotes after its name")]
    TagValue,
    /// A value without a closing quote.
    #[error("expected a double quote that closes the value of the tag on its line")]
    TagUnclosed,
    /// A value with a control character, for which there is no notation.
    #[error("the value of a tag cannot hold the control character `{}`", .found.escape_debug())]
    TagControl {
        /// Character found.
        found: char,
    },
    /// A tag without `]`.
    #[error("expected `]` after the value of the tag")]
    TagOpen,
    /// A tag occurs twice.
    #[error("the tag `{name}` occurs twice; a record has each tag once")]
    Duplicate {
        /// Its name, truncated if long.
        name: String,
    },
    /// No garden.
    #[error("a record needs its garden, as in `[Garden \"0123/4567/89ab/cdef\"]`")]
    GardenMissing,
    /// A record of another game.
    #[error("expected a record of the game `Okiya`, found `{}`", .found.escape_debug())]
    Game {
        /// Text found, truncated if long.
        found: String,
    },
    /// An unknown rule.
    #[error("expected `draw` or `last`, found `{}`", .found.escape_debug())]
    FullBoard {
        /// Text found, truncated if long.
        found: String,
    },
    /// An unknown result.
    #[error("expected the result `x`, `o`, `draw` or `*`, found `{}`", .found.escape_debug())]
    Result {
        /// Text found, truncated if long.
        found: String,
    },
    /// An unknown ending.
    #[error(
        "expected the ending `row`, `column`, `diagonal`, `square`, `block`, `full_board` or `resignation`, \
         found `{}`",
        .found.escape_debug()
    )]
    Ending {
        /// Text found, truncated if long.
        found: String,
    },
    /// Not a number of tiles.
    #[error("expected a number of tiles, 0 to 16, found `{}`", .found.escape_debug())]
    TilesLeft {
        /// Text found, truncated if long.
        found: String,
    },
    /// The result does not match the moves of a finished game.
    #[error("the moves end the game with the result `{actual}`, not `{stated}`")]
    WrongResult {
        /// Value in the record.
        stated: GameResult,
        /// Value determined by the moves.
        actual: GameResult,
    },
    /// A result, although the game goes on.
    #[error(
        "the moves do not end the game, so its result is `*` and not `{stated}`, unless a player resigned \
         (`[Ending \"resignation\"]`)"
    )]
    ResultTooEarly {
        /// Value in the record.
        stated: GameResult,
    },
    /// The result after the moves is not the one in the tag.
    #[error("the result is `{tag}` in its tag and `{closing}` after the moves")]
    TwoResults {
        /// Result in the tag.
        tag: GameResult,
        /// Result after the moves.
        closing: GameResult,
    },
    /// The ending does not match the moves.
    #[error("the moves end the game by `{actual}`, not by `{stated}`")]
    WrongEnding {
        /// Value in the record.
        stated: RecordEnding,
        /// Value determined by the moves.
        actual: Ending,
    },
    /// An ending, although the game goes on.
    #[error("the moves do not end the game, and so not by `{stated}`")]
    EndingTooEarly {
        /// Value in the record.
        stated: RecordEnding,
    },
    /// A resignation without a winner.
    #[error("a game that was resigned has the winner, `x` or `o`, as its result")]
    WinnerMissing,
    /// The number of tiles left does not match the moves.
    #[error("{actual} tiles are left after the moves, not {stated}")]
    WrongTilesLeft {
        /// Value in the record.
        stated: usize,
        /// Value determined by the moves.
        actual: usize,
    },
}

/// A finished game cannot be resigned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the game is over ({ending}) and cannot be resigned")]
pub struct AlreadyOver {
    /// The ending.
    pub ending: Ending,
}

/// Errors of setting a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TagError {
    /// Not a valid name.
    #[error("the name of a tag is made of letters, digits and `_`")]
    Name,
    /// A name with a predefined meaning.
    #[error("the tag `{0}` follows from the game and cannot be set")]
    Reserved(&'static str),
    /// A value that cannot be written.
    #[error("the value of a tag holds no control characters, such as line breaks")]
    Value,
}
