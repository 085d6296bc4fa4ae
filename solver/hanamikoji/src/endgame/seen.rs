//! Decisions as the other player sees them.

use std::fmt;

use arrayvec::ArrayVec;

use crate::ranges::Private;
use crate::rules::action::Action;
use crate::rules::card::Geisha;
use crate::rules::parameters::Kind;
use crate::rules::relabelling::Relabelling;

/// A decision of the opponent as the reader sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Seen {
    /// An offer, or an answer.
    Open(Action),
    /// A secret or a trade-off, face down.
    FaceDown(Kind),
}

impl Seen {
    /// The decision under other names.
    pub(crate) fn under(self, names: Relabelling) -> Self {
        match self {
            Self::Open(action) => Self::Open(names.action(action)),
            Self::FaceDown(_) => self,
        }
    }

    /// The action, given the private state after it, which tells the face-down cards.
    pub(super) fn action(self, after: Option<&Private>) -> Option<Action> {
        match self {
            Self::Open(action) => Some(action),
            Self::FaceDown(Kind::Secret) => Some(Action::secret(after?.secret.first())),
            Self::FaceDown(_) => {
                let cards: ArrayVec<Geisha, 2> = after?.trade_off.iter().take(2).collect();
                Some(Action::trade_off(cards.into_inner().ok()?))
            }
        }
    }
}

impl fmt::Display for Seen {
    /// Writes it as in a history: `3BCC`, `-C`, `1X`, `2XX`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open(action) => write!(f, "{action}"),
            Self::FaceDown(kind) => write!(f, "{}{}", kind.digit(), "X".repeat(kind.number().into())),
        }
    }
}
