//! Tags: `[Name "value"]`.

use std::ops::Range;

use crate::notation::error::{code, field};
use hanamachi_text::{Cursor, Field, TextFault, Word};

/// The tags with a predefined meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Tag {
    Game,
    Garden,
    FullBoard,
    Result,
    Ending,
    TilesLeft,
}

impl Tag {
    pub(super) const ALL: [Self; 6] =
        [Self::Game, Self::Garden, Self::FullBoard, Self::Result, Self::Ending, Self::TilesLeft];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Game => "Game",
            Self::Garden => "Garden",
            Self::FullBoard => "FullBoard",
            Self::Result => "Result",
            Self::Ending => "Ending",
            Self::TilesLeft => "TilesLeft",
        }
    }

    pub(super) const fn field(self) -> Field {
        match self {
            Self::Garden => field::GARDEN,
            _ => Field(self.name()),
        }
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tag| tag.name().eq_ignore_ascii_case(name))
    }
}

const fn is_name_character(character: char) -> bool {
    character == '_' || character.is_ascii_alphanumeric()
}

pub(super) fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(is_name_character)
}

/// A tag as written in the text.
pub(in crate::notation) struct RawTag<'a> {
    pub(super) name: Word<'a>,
    /// Text between the quotes, with backslashes.
    pub(super) value: Word<'a>,
}

impl RawTag<'_> {
    /// The value with escaped quotes and backslashes resolved; any other backslash is literal.
    pub(super) fn unescaped(&self) -> String {
        let mut value = String::with_capacity(self.value.text.len());
        let mut rest = self.value.text.chars().peekable();
        while let Some(character) = rest.next() {
            let escaped = (character == '\\').then(|| rest.next_if(|&next| matches!(next, '"' | '\\')));
            value.push(escaped.flatten().unwrap_or(character));
        }
        value
    }
}

/// Escapes a value for use between quotes.
pub(super) fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}

fn refuse(span: Range<usize>, message: &str) -> TextFault {
    TextFault::new(code::RECORD, field::TAGS, span, message)
}

/// Reads the next tag and the white space around it, or returns `None` if there is none.
pub(in crate::notation) fn read_tag<'a>(cursor: &mut Cursor<'a>) -> Result<Option<RawTag<'a>>, TextFault> {
    cursor.skip_white_space();
    if !cursor.take('[') {
        return Ok(None);
    }
    cursor.skip_white_space();
    let name = cursor.take_until(|c| !is_name_character(c));
    if name.text.is_empty() {
        return Err(refuse(cursor.here(), "expected the name of a tag, letters, digits and `_`, after `[`"));
    }
    cursor.skip_white_space();
    let opening = cursor.here();
    if !cursor.take('"') {
        return Err(refuse(opening, "expected the value of the tag in double quotes after its name"));
    }
    let mut follows_backslash = false;
    let value = cursor.take_until(|c| {
        let ends = c.is_control() || c == '"' && !follows_backslash;
        follows_backslash = c == '\\' && !follows_backslash;
        ends
    });
    match cursor.peek() {
        Some('"') => cursor.bump(),
        None | Some('\n' | '\r') => {
            let message = "expected a double quote that closes the value of the tag on its line";
            return Err(refuse(opening, message));
        }
        Some(found) => {
            let found = found.escape_debug();
            let message = format!("the value of a tag cannot hold the control character `{found}`");
            return Err(refuse(cursor.here(), &message));
        }
    };
    cursor.skip_white_space();
    let closing = cursor.here();
    if !cursor.take(']') {
        return Err(refuse(closing, "expected `]` after the value of the tag"));
    }
    cursor.skip_white_space();
    Ok(Some(RawTag { name, value }))
}
