//! The place of an error in a text.

use std::ops::Range;

/// Place of an error in a text, with the surrounding text needed to show it.
///
/// ```
/// use hanamachi_solver::text::TextPlace;
///
/// let place = TextPlace::new("first line\nsecond line", 18..22);
/// assert_eq!((place.line(), place.column()), (2, 8));
/// assert_eq!(&place.text()[place.span()], "line");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TextPlace {
    text: String,
    span: Range<usize>,
    line: usize,
    column: usize,
}

impl TextPlace {
    /// The place of the bytes `span` of `text`, moved to character boundaries. Reads the text once, and
    /// copies a bounded part of it.
    #[must_use]
    pub fn new(text: &str, span: Range<usize>) -> Self {
        let start = floor_char_boundary(text, span.start);
        let end = floor_char_boundary(text, span.end).max(start);
        let before = &text[..start];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before[line_start..].chars().count() + 1;
        let (text, span) = surroundings(text, start..end);
        Self { text, span, line, column }
    }

    /// The line in which the span begins, from 1.
    #[must_use]
    pub const fn line(&self) -> usize {
        self.line
    }

    /// The character of its line at which the span begins, from 1; one past the last if something is missing
    /// at the end.
    #[must_use]
    pub const fn column(&self) -> usize {
        self.column
    }

    /// The text. If it is longer than 2 KiB only the surroundings of the span are kept, with `…` in place of
    /// omitted parts; line and column still refer to the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The span: bytes of [`text`](Self::text), on character boundaries. Empty if something is missing.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.span.start..self.span.end
    }
}

/// Maximum length of a text that is kept whole, in bytes.
const WHOLE: usize = 2048;
/// Number of bytes kept before and after the start of the span, in longer texts.
const KEPT: usize = 512;
const CUT: char = '…';

/// The part of `text` around `span` that is kept, and the span in it.
fn surroundings(text: &str, span: Range<usize>) -> (String, Range<usize>) {
    if text.len() <= WHOLE {
        return (text.to_owned(), span);
    }
    let from = floor_char_boundary(text, span.start.saturating_sub(KEPT));
    let to = floor_char_boundary(text, span.start + KEPT);
    let mut kept = String::with_capacity(2 * KEPT + 2 * CUT.len_utf8());
    if from > 0 {
        kept.push(CUT);
    }
    let shift = kept.len();
    kept.push_str(&text[from..to]);
    if to < text.len() {
        kept.push(CUT);
    }
    (kept, span.start - from + shift..span.end.min(to) - from + shift)
}

/// The last character boundary at or before `at`, or the end of the text.
fn floor_char_boundary(text: &str, at: usize) -> usize {
    (0..=at.min(text.len())).rev().find(|&at| text.is_char_boundary(at)).unwrap_or_default()
}

/// A word as quoted in messages: at most 24 characters.
#[must_use]
pub fn quoted(word: &str) -> String {
    const LIMIT: usize = 24;
    match word.char_indices().nth(LIMIT) {
        None => word.to_owned(),
        Some((cut, _)) => format!("{}{CUT}", &word[..cut]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let at = |text, span| {
            let place = TextPlace::new(text, span);
            (place.line(), place.column())
        };
        assert_eq!(at("", 0..0), (1, 1));
        assert_eq!(at("桜x", 3..4), (1, 2));
        assert_eq!(at("a\nbc", 3..4), (2, 2));
        assert_eq!(at("a\n", 2..2), (2, 1));
    }

    #[test]
    fn a_long_text_is_cut_around_the_trouble() {
        let text = format!("{}!{}", "桜".repeat(100_000), "松".repeat(100_000));
        let at = text.find('!').unwrap();
        let place = TextPlace::new(&text, at..text.len());
        assert!(place.text().len() < WHOLE);
        assert_eq!(place.column(), 100_001);
        assert!(place.text()[place.span()].starts_with("!松"));
        assert!(place.text().starts_with(CUT) && place.text().ends_with(CUT));
    }

    #[test]
    fn a_long_word_is_quoted_in_part() {
        assert_eq!(quoted("short"), "short");
        assert_eq!(quoted(&"桜".repeat(99)), format!("{}…", "桜".repeat(24)));
    }
}
