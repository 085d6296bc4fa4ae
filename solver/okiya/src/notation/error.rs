//! Codes and fields of the errors of the notation.

use hanamachi_text as text;

/// An invalid text: the fault, its field and its place.
///
/// Its codes are `invalid_garden`, `invalid_tokens`, `invalid_cell`, `invalid_side`, `invalid_rules`,
/// `invalid_position` (inconsistent fields), `illegal_move`, `invalid_moves` (a word other than `moves` before
/// them), `invalid_record`, `missing_field` and `trailing_text`. Its fields are `garden` (also the tag),
/// `tokens`, `last`, `side`, `moves`, `rules`, `tags` (in general, or one without a meaning of its own), the
/// other tags by their names, and `trailing`.
pub type ParseError = text::ParseError;

pub(super) mod code {
    use hanamachi_text::Code;

    pub(crate) const GARDEN: Code = Code("invalid_garden");
    pub(crate) const TOKENS: Code = Code("invalid_tokens");
    pub(crate) const CELL: Code = Code("invalid_cell");
    pub(crate) const SIDE: Code = Code("invalid_side");
    pub(crate) const RULES: Code = Code("invalid_rules");
    pub(crate) const POSITION: Code = Code("invalid_position");
    pub(crate) const ILLEGAL_MOVE: Code = Code("illegal_move");
    pub(crate) const MOVES: Code = Code("invalid_moves");
    pub(crate) const RECORD: Code = Code("invalid_record");
    pub(crate) const TRAILING: Code = Code("trailing_text");
}

pub(super) mod field {
    use hanamachi_text::Field;

    pub(crate) const GARDEN: Field = Field("garden");
    pub(crate) const TOKENS: Field = Field("tokens");
    pub(crate) const LAST: Field = Field("last");
    pub(crate) const SIDE: Field = Field("side");
    pub(crate) const MOVES: Field = Field("moves");
    pub(crate) const RULES: Field = Field("rules");
    pub(crate) const TAGS: Field = Field("tags");
    pub(crate) const TRAILING: Field = Field("trailing");
}
