//! Decisions in objects, as texts.

use std::fmt;

use crate::endgame::Seen;
use crate::{Action, Decision, Geisha, Kind};
use serde::{Serialize, Serializer};

/// A decision as its recipient sees it; in JSON its text as in a history.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionText(Seen);

impl From<Action> for ActionText {
    fn from(action: Action) -> Self {
        Self(Seen::Open(action))
    }
}

impl From<Seen> for ActionText {
    fn from(seen: Seen) -> Self {
        Self(seen)
    }
}

impl fmt::Display for ActionText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for ActionText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl ActionText {
    /// The number of the action; `None` for an answer.
    #[must_use]
    pub fn number(self) -> Option<u8> {
        let kind = match self.0 {
            Seen::Open(action) => action.kind(),
            Seen::FaceDown(kind) => Some(kind),
        };
        kind.map(Kind::number)
    }

    /// The cards, in the sets that a player can take separately.
    #[must_use]
    pub fn groups(self) -> Vec<String> {
        let letters = |cards: &[Geisha]| cards.iter().map(|card| card.letter()).collect::<String>();
        let action = match self.0 {
            Seen::Open(action) => action,
            Seen::FaceDown(kind) => return vec!["X".repeat(kind.number().into())],
        };
        match action.unpack() {
            Decision::Secret(card) | Decision::TakeCard(card) => vec![letters(&[card])],
            Decision::TradeOff(cards) | Decision::TakePair(cards) => vec![letters(&cards)],
            Decision::Gift(cards) => cards.map(|card| letters(&[card])).to_vec(),
            Decision::Competition(pairs) => pairs.map(|pair| letters(&pair)).to_vec(),
        }
    }
}
