//! The value of the games that a round leaves undecided, as a part of the question that a value answers.

use std::fmt;

use hanamachi_core::search::strength::Strength;
use serde::{Serialize, Serializer};

/// What values the games that a round leaves undecided.
///
/// Its [word](Self::word) stands in files and objects beside every value of a round; [`Display`](fmt::Display) is for
/// sentences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Continuation {
    /// Nothing: the round is the last one, and leaves no game undecided.
    None,
    /// A favour table.
    FavourTable(FavourSource),
    /// A rule of thumb, which estimates nothing: see
    /// [`FavourTable::rule_of_thumb`](crate::FavourTable::rule_of_thumb).
    RuleOfThumb,
    /// The function that was passed to [`Game::round`](crate::Game::round), or counts without a file.
    Given,
}

/// A favour table, by the hash of its bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FavourSource {
    /// Where it comes from.
    pub origin: FavourOrigin,
    /// Hash of the file, or of the data that come with the library.
    pub hash: [u8; 32],
}

/// Origin of a favour table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FavourOrigin {
    /// It comes with the library, for the standard game.
    BuiltIn,
    /// A file that `hanamachi hanamikoji favour --table` wrote.
    File,
}

impl FavourOrigin {
    /// `built_in` or `file`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::BuiltIn => "built_in",
            Self::File => "file",
        }
    }
}

impl FavourSource {
    /// The hash in hexadecimal digits.
    #[must_use]
    pub fn hash_text(&self) -> String {
        hanamachi_text::hex(&self.hash)
    }
}

impl Continuation {
    /// `none`, `favour_table`, `rule_of_thumb` or `given`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::FavourTable(_) => "favour_table",
            Self::RuleOfThumb => "rule_of_thumb",
            Self::Given => "given",
        }
    }

    /// The favour table, if there is one.
    #[must_use]
    pub const fn favour_table(self) -> Option<FavourSource> {
        match self {
            Self::FavourTable(source) => Some(source),
            Self::None | Self::RuleOfThumb | Self::Given => None,
        }
    }

    /// The strength of a number that has the strength `of` if the values of undecided games are taken as data. Under a
    /// rule of thumb nothing is proved: it is computed.
    #[must_use]
    pub fn strength(self, of: Strength) -> Strength {
        match self {
            Self::RuleOfThumb => of.max(Strength::Computed),
            Self::None | Self::FavourTable(_) | Self::Given => of,
        }
    }

    /// Whether two questions have the same values of undecided games. A function that was passed in is not known.
    #[must_use]
    pub(crate) fn agrees(self, other: Self) -> bool {
        self == other || matches!((self, other), (Self::Given, _) | (_, Self::Given))
    }
}

impl fmt::Display for Continuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => f.write_str("nothing, as the round is the last one"),
            Self::FavourTable(source) => {
                let origin = match source.origin {
                    FavourOrigin::BuiltIn => "the built-in favour table",
                    FavourOrigin::File => "the favour table of a file",
                };
                write!(f, "{origin} ({}…)", &source.hash_text()[..16])
            }
            Self::RuleOfThumb => f.write_str("a rule of thumb"),
            Self::Given => f.write_str("given values"),
        }
    }
}

impl Serialize for Continuation {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn under_a_rule_of_thumb_nothing_is_proved() {
        let table = FavourSource { origin: FavourOrigin::File, hash: [7; 32] };
        for strength in Strength::ALL {
            let weak = Continuation::RuleOfThumb.strength(strength);
            assert_eq!(weak, strength.max(Strength::Computed));
            for other in [Continuation::None, Continuation::FavourTable(table), Continuation::Given] {
                assert_eq!(other.strength(strength), strength);
            }
        }
        assert_eq!(table.hash_text(), "07".repeat(32));
        let other = FavourSource { hash: [8; 32], ..table };
        assert!(!Continuation::FavourTable(table).agrees(Continuation::FavourTable(other)));
        assert!(!Continuation::None.agrees(Continuation::RuleOfThumb));
    }
}
