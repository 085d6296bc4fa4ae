//! Errors of network files.

use crate::notation::{GAME, ParseError};
use hanamachi_table::ReadError;

/// The reason why a file is not a network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkFileError {
    /// The file is damaged, or of another kind.
    #[error(transparent)]
    File(#[from] ReadError),
    /// It is about another game.
    #[error("the network is for the game `{}`, not `{GAME}`", .found.escape_debug())]
    OtherGame {
        /// The game found.
        found: String,
    },
    /// Its rules cannot be read.
    #[error("the network's rules cannot be read: {0}")]
    Rules(ParseError),
    /// It is not the one for the standard game that belongs to this version of the library.
    #[error("the network is not the one that belongs to this version")]
    OtherNetwork,
    /// The encoder does not support its rules.
    #[error("no network looks at rounds by its rules: they have too many cards of one geisha")]
    TooLarge,
}
