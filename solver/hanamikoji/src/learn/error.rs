//! Errors of network files.

use std::path::Path;

use crate::notation::{GAME, ParseError};
use hanamachi_table::ReadError;
use hanamachi_table::disk::{FileFault, Trouble};

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

impl NetworkFileError {
    /// The fault of the file at `path` that was read.
    #[must_use]
    pub fn in_file<E: From<FileFault>>(&self, path: &Path) -> E {
        match self {
            Self::File(error) => error.in_file(path),
            Self::OtherGame { .. } => Trouble::OtherVersion.in_file(path, self),
            _ => Trouble::Damaged.in_file(path, self),
        }
    }
}
