//! Reading a whole text: as it stands, or else as people bring it.

use std::ops::Range;

use super::error::ParseError;
use hanamachi_text::{Cursor, GameName, Mapped, TextFault, read_given};

/// Reads a text with `read`: as it stands, or else with typographic signs replaced, opened if it is a link, a command or an
/// object, and with the names of tiles in words.
pub(super) fn read_text<T>(
    text: &str,
    read: impl Fn(&mut Cursor<'_>) -> Result<T, TextFault>,
) -> Result<T, ParseError> {
    let read = |text: &str| read(&mut Cursor::new(text));
    read(text).or_else(|fault| read_given(text, fault, GameName::Okiya, in_letters, read))
}

/// Words for the parts of tiles, and words without a meaning of their own.
const NAMES: [(&str, &str); 30] = [
    ("maple", "M"),
    ("maples", "M"),
    ("momiji", "M"),
    ("cherry", "C"),
    ("cherries", "C"),
    ("sakura", "C"),
    ("pine", "P"),
    ("pines", "P"),
    ("matsu", "P"),
    ("iris", "I"),
    ("irises", "I"),
    ("ayame", "I"),
    ("sun", "S"),
    ("tanzaku", "T"),
    ("ribbon", "T"),
    ("poem", "T"),
    ("poetry", "T"),
    ("bird", "B"),
    ("birds", "B"),
    ("rain", "R"),
    ("cloud", "R"),
    ("rising", ""),
    ("blossom", ""),
    ("blossoms", ""),
    ("leaf", ""),
    ("slip", ""),
    ("strip", ""),
    ("and", ""),
    ("with", ""),
    ("the", ""),
];

/// The text with letters for the names of tiles, and blanks for commas between tiles. `None` for a record, and if nothing
/// changes.
fn in_letters(given: &Mapped) -> Option<Mapped> {
    let text = given.text();
    if text.trim_start().starts_with('[') {
        return None;
    }
    let is_separator =
        |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/' | ':' | '-' | '&' | '.' | '+');
    let mut letters = Mapped::default();
    let mut is_changed = false;
    // Whether the last word was a name: then separators before the next name say nothing.
    let mut after_name = false;
    let mut gap: Option<Range<usize>> = None;
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let is_word = first.is_ascii_alphabetic();
        let ends = |c: char| c.is_ascii_alphabetic() != is_word;
        let end = at + text[at..].find(ends).unwrap_or(text.len() - at);
        let part = at..end;
        at = end;
        let name = NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(&text[part.clone()]));
        match name {
            Some((_, letter)) => {
                if let Some(gap) = gap.take().filter(|_| !after_name) {
                    letters.append(&given.slice(gap));
                }
                letters.push_str(letter, &given.source(part));
                (is_changed, after_name) = (true, true);
            }
            None if text[part.clone()].chars().all(is_separator) => {
                gap = Some(gap.map_or(part.start, |gap| gap.start)..part.end);
            }
            None => {
                if let Some(gap) = gap.take() {
                    append_gap(&mut letters, &given.slice(gap), &mut is_changed);
                }
                letters.append(&given.slice(part));
                after_name = false;
            }
        }
    }
    is_changed.then_some(letters)
}

/// Appends what stands between two words, with blanks for commas and bars.
fn append_gap(letters: &mut Mapped, gap: &Mapped, is_changed: &mut bool) {
    for (sign, from) in gap.chars() {
        let is_comma = matches!(sign, ',' | ';' | '|');
        *is_changed |= is_comma;
        letters.push(if is_comma { ' ' } else { sign }, from);
    }
}
