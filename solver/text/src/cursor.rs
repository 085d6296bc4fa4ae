//! A cursor over a text.

use std::ops::Range;

/// Whether a character separates words: white space of any script, or `_`, which stands for a blank in URLs.
#[must_use]
pub fn is_blank(character: char) -> bool {
    character == '_' || character.is_whitespace()
}

/// Reads a text from front to back. All positions are byte offsets in the whole text.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

/// A run of non-blank characters.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The characters of the word.
    pub text: &'a str,
    start: usize,
}

impl<'a> Cursor<'a> {
    /// A cursor at the beginning of `text`.
    #[must_use]
    pub const fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// A cursor over `span` of the same text. A span outside the text, or not on character boundaries, reads
    /// as empty.
    #[must_use]
    pub fn over(&self, span: Range<usize>) -> Self {
        match self.text.get(..span.end) {
            Some(text) => Self { text, at: span.start },
            None => Self { text: "", at: 0 },
        }
    }

    /// The unread text.
    #[must_use]
    pub fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Offset of the next character.
    #[must_use]
    pub const fn at(&self) -> usize {
        self.at
    }

    /// The next character.
    #[must_use]
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub fn bump(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads the next character if it is `expected`, and returns whether it was.
    pub fn take(&mut self, expected: char) -> bool {
        let found = self.peek() == Some(expected);
        if found {
            self.at += expected.len_utf8();
        }
        found
    }

    /// Reads all characters up to the first that `stop` accepts.
    pub fn take_until(&mut self, stop: impl FnMut(char) -> bool) -> Word<'a> {
        let rest = self.rest();
        let text = &rest[..rest.find(stop).unwrap_or(rest.len())];
        let start = self.at;
        self.at += text.len();
        Word { text, start }
    }

    /// Reads the blanks here, if any.
    pub fn skip_blanks(&mut self) {
        self.take_until(|c| !is_blank(c));
    }

    /// Reads the white space here, if any; `_` does not count as white space.
    pub fn skip_white_space(&mut self) {
        self.take_until(|c| !c.is_whitespace());
    }

    /// Reads the next word and the blanks before it, or only the blanks at the end of the text.
    pub fn word(&mut self) -> Option<Word<'a>> {
        self.skip_blanks();
        let word = self.take_until(is_blank);
        (!word.text.is_empty()).then_some(word)
    }

    /// The span of the next character, empty at the end of the text.
    pub fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }
}

impl Word<'_> {
    /// The span of the word.
    #[must_use]
    pub const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The word from byte `from` on; the whole word if no character begins there.
    #[must_use]
    pub fn tail(self, from: usize) -> Self {
        match self.text.get(from..) {
            Some(text) => Self { text, start: self.start + from },
            None => self,
        }
    }

    /// The first `length` bytes of the word; the whole word if no character ends there.
    #[must_use]
    pub fn head(self, length: usize) -> Self {
        match self.text.get(..length) {
            Some(text) => Self { text, ..self },
            None => self,
        }
    }

    /// The parts of the word between these separators.
    pub fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut start = self.start;
        self.text.split(separator).map(move |text| {
            let part = Self { text, start };
            start += text.len() + separator.len_utf8();
            part
        })
    }
}
