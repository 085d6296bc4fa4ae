//! Texts that remember from where each character came.

use std::ops::Range;

/// A text made from another one: each byte knows its span in the source, so that errors point into the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Mapped {
    text: String,
    /// For each byte of the text, the bytes of the source.
    origin: Vec<Range<usize>>,
}

impl Mapped {
    /// The source itself.
    #[must_use]
    pub fn identity(source: &str) -> Self {
        let mut mapped = Self::default();
        for (at, character) in source.char_indices() {
            mapped.push(character, at..at + character.len_utf8());
        }
        mapped
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Appends a character that stands for these bytes of the source.
    pub fn push(&mut self, character: char, from: Range<usize>) {
        self.origin.extend(std::iter::repeat_n(from, character.len_utf8()));
        self.text.push(character);
    }

    /// Appends a word that stands for these bytes of the source.
    pub fn push_str(&mut self, word: &str, from: &Range<usize>) {
        word.chars().for_each(|character| self.push(character, from.clone()));
    }

    /// Appends another text made from the same source.
    pub fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.origin.extend_from_slice(&other.origin);
    }

    /// The characters, each with its span in the source.
    #[must_use]
    pub fn chars(&self) -> impl DoubleEndedIterator<Item = (char, Range<usize>)> {
        self.text.char_indices().map(|(at, character)| (character, self.origin[at].clone()))
    }

    /// A part of the text; empty if no characters begin and end there.
    #[must_use]
    pub fn slice(&self, part: Range<usize>) -> Self {
        match self.text.get(part.clone()) {
            Some(text) => Self { text: text.to_owned(), origin: self.origin[part].to_vec() },
            None => Self::default(),
        }
    }

    /// The text without white space at its ends.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        let start = self.text.len() - self.text.trim_start().len();
        self.slice(start..start + self.text.trim().len())
    }

    /// The bytes of the source for a span of the text.
    #[must_use]
    pub fn source(&self, span: Range<usize>) -> Range<usize> {
        let end = || self.origin.last().map_or(0, |last| last.end);
        let start = self.origin.get(span.start).map_or_else(end, |first| first.start);
        match span.end.checked_sub(1).filter(|_| span.end > span.start).and_then(|last| self.origin.get(last))
        {
            Some(last) => start..last.end.max(start),
            None => start..start,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_lead_back_to_the_source() {
        let mut mapped = Mapped::identity("a—b");
        assert_eq!(mapped.source(0..1), 0..1);
        assert_eq!(mapped.source(1..4), 1..4);
        assert_eq!(mapped.slice(4..5).source(0..1), 4..5);
        assert_eq!(mapped.source(5..5), 5..5);
        mapped.push_str("cd", &(1..4));
        assert_eq!(mapped.source(5..7), 1..4);
        assert_eq!(Mapped::default().source(0..0), 0..0);
        assert_eq!(Mapped::identity("  é ").trimmed().source(0..2), 2..4);
    }
}
