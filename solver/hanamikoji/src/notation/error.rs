//! Codes and fields of the errors of the notation.

use std::ops::Range;

use crate::knowledge::checks::{Contradiction, TurnFault};
use hanamachi_text::{self as text, Field, TextFault};

/// An invalid text: the error, its field, and its place.
///
/// Its codes are `missing_field`, `invalid_cards` (letters that are not cards, or too many), `invalid_favour`,
/// `invalid_seat`, `invalid_deal`, `invalid_history` (a malformed turn), `invalid_rules`, `illegal_turn` (a turn
/// that the rules forbid), `invalid_hand` (a hand that does not fit the history) and `game_decided` (by the
/// markers before the round). Its fields are `cards` (a set on its own), `favour`, `seat`, `hand`, `history`,
/// `deal` and `rules`.
pub type ParseError = text::ParseError;

pub(super) mod code {
    use hanamachi_text::Code;

    pub(crate) const CARDS: Code = Code("invalid_cards");
    pub(crate) const FAVOUR: Code = Code("invalid_favour");
    pub(crate) const SEAT: Code = Code("invalid_seat");
    pub(crate) const DEAL: Code = Code("invalid_deal");
    pub(crate) const HISTORY: Code = Code("invalid_history");
    pub(crate) const RULES: Code = Code("invalid_rules");
    pub(crate) const ILLEGAL_TURN: Code = Code("illegal_turn");
    pub(crate) const HAND: Code = Code("invalid_hand");
    pub(crate) const DECIDED: Code = Code("game_decided");
}

pub(super) mod field {
    use hanamachi_text::Field;

    pub(crate) const CARDS: Field = Field("cards");
    pub(crate) const FAVOUR: Field = Field("favour");
    pub(crate) const SEAT: Field = Field("seat");
    pub(crate) const HAND: Field = Field("hand");
    pub(crate) const HISTORY: Field = Field("history");
    pub(crate) const DEAL: Field = Field("deal");
    pub(crate) const RULES: Field = Field("rules");
}

/// The fault for a contradiction in the round.
pub(super) fn contradicts(field: Field, span: Range<usize>, contradiction: &Contradiction) -> TextFault {
    let code = match contradiction {
        Contradiction::Round { .. } => code::RULES,
        Contradiction::Marker(_) => code::FAVOUR,
        Contradiction::Decided { .. } => code::DECIDED,
        Contradiction::Deal(_)
        | Contradiction::Turn { fault: TurnFault::UnseenDraw | TurnFault::UnknownDraw, .. } => code::DEAL,
        Contradiction::Turn { .. } => code::ILLEGAL_TURN,
        Contradiction::HandGeisha(_)
        | Contradiction::HandSize { .. }
        | Contradiction::Moment
        | Contradiction::Count { .. } => code::HAND,
    };
    TextFault::new(code, field, span, contradiction).in_turn(contradiction.turn())
}
