//! Errors in turns and rules tags.

use std::num::NonZeroU16;

use crate::rules::parameters::{Kind, RulesError};

/// An error in the text of a turn.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TurnTextFault {
    /// Two commas, or one at the beginning or the end.
    #[error("expected a turn, such as `1E` or `3BCC-C`; turns are separated by single commas")]
    Empty,
    /// Not an action.
    #[error("expected the number of an action, `1` to `4`, found `{}`", .found.escape_debug())]
    Action {
        /// The character found.
        found: char,
    },
    /// Not a card.
    #[error("expected a card, `A` to `G`, found `{}`", .found.escape_debug())]
    Card {
        /// The character found.
        found: char,
    },
    /// Too many cards or too few.
    #[error("action {}, the {}, uses {} {}, found `{}`",
        .kind.number(), .kind.word(), .kind.number(), if *.kind == Kind::Secret { "card" } else { "cards" },
        .found.escape_debug())]
    CardCount {
        /// The action.
        kind: Kind,
        /// The text found, cut when long.
        found: String,
    },
    /// Letters and `X` in one set.
    #[error("the reader has seen all cards of a {} or none of them, found `{}`", .kind.word(), .found.escape_debug())]
    HalfHidden {
        /// Secret or trade-off.
        kind: Kind,
        /// The text found.
        found: String,
    },
    /// `X` in an offer.
    #[error("both players see the cards of a {}: write letters instead of `X`", .kind.word())]
    HiddenOffer {
        /// Gift or competition.
        kind: Kind,
    },
    /// An answer to an action that is not an offer.
    #[error("a {} has no answer, found `{}`", .kind.word(), .found.escape_debug())]
    NoOffer {
        /// Secret or trade-off.
        kind: Kind,
        /// The text found, cut when long.
        found: String,
    },
    /// An answer with too many cards or too few.
    #[error("the answer to a {} is {}, found `{}`",
        .kind.word(), if *.kind == Kind::Gift { "the one card taken" } else { "the pair taken" },
        .found.escape_debug())]
    AnswerCount {
        /// Gift or competition.
        kind: Kind,
        /// The text found, cut when long.
        found: String,
    },
    /// Letters or pairs out of order.
    #[error("cards and pairs are written in alphabetical order: `{written}`")]
    Order {
        /// The same turn, correctly written.
        written: String,
    },
}

/// An error in a rules tag.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TagsFault {
    /// Not a tag.
    #[error(
        "expected a rules tag, `rounds=`, `round=`, `tiebreak=`, `geisha=` or `actions=`, found `{}`",
        .found.escape_debug()
    )]
    Unknown {
        /// The text found, cut when long.
        found: String,
    },
    /// A duplicate tag.
    #[error("the tag `{name}` is there already")]
    Twice {
        /// Its name.
        name: &'static str,
    },
    /// Not a number of rounds.
    #[error("expected `inf` or a number of rounds, 1 to 65535, found `{}`", .found.escape_debug())]
    Rounds {
        /// The text found, cut when long.
        found: String,
    },
    /// Not the number of a round.
    #[error("expected the number of a round, 1 to 65535, found `{}`", .found.escape_debug())]
    Round {
        /// The text found, cut when long.
        found: String,
    },
    /// Not a tiebreak.
    #[error("expected `charm` or `none`, found `{}`", .found.escape_debug())]
    Tiebreak {
        /// The text found, cut when long.
        found: String,
    },
    /// Not a list of values.
    #[error("expected the value of each geisha, as in `2,2,2,3,3,4,5`, found `{}`", .found.escape_debug())]
    Geisha {
        /// The text found, cut when long.
        found: String,
    },
    /// Not a list of actions.
    #[error("expected the numbers of actions, each once, as in `1,2,3,4`, found `{}`", .found.escape_debug())]
    Actions {
        /// The text found, cut when long.
        found: String,
    },
    /// Values and actions that do not form a game.
    #[error(transparent)]
    Rules(RulesError),
    /// The current round would come after the last.
    #[error("round {round} is beyond the limit of {rounds}")]
    Beyond {
        /// The number of the round.
        round: NonZeroU16,
        /// The limit of rounds.
        rounds: NonZeroU16,
    },
}
