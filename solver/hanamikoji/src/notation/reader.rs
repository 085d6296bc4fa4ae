//! A reader for the fields of a text.

use super::error::{ParseError, code, field};
use hanamachi_core::game::Seat;
use hanamachi_text::{Cursor, Field, GameName, Mapped, TextFault, Word, read_given};

/// Reads fields, which are words.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a>(Cursor<'a>);

/// Reads a whole text with `read`: as it stands, or else with typographic signs replaced, opened if it is a link, a command
/// or an object, and with the names of items in words.
pub(super) fn read_text<T>(
    text: &str,
    read: impl Fn(&mut Reader<'_>) -> Result<T, TextFault>,
) -> Result<T, ParseError> {
    let read = |text: &str| read(&mut Reader(Cursor::new(text)));
    read(text).or_else(|fault| read_given(text, fault, GameName::Hanamikoji, in_letters, read))
}

impl<'a> Reader<'a> {
    /// The next word, if there is one.
    pub(super) fn word(&mut self) -> Option<Word<'a>> {
        self.0.word()
    }

    /// The next word, which is required.
    pub(super) fn field(&mut self, field: Field, expected: &str) -> Result<Word<'a>, TextFault> {
        self.word().ok_or_else(|| TextFault::missing(field, self.0.here(), expected))
    }

    /// The reader's seat.
    pub(super) fn seat(&mut self) -> Result<Seat, TextFault> {
        let word = self.field(field::SEAT, "the seat, `1` or `2`,")?;
        match word.text {
            "1" => Ok(Seat::First),
            "2" => Ok(Seat::Second),
            found => {
                let message = if found.contains('/') {
                    "this looks like a round record, `favour deal history`; an information set has the seat here, `1` \
                     if the reader moves first in this round, else `2`"
                } else {
                    "expected the seat, `1` if the reader moves first in this round, else `2`"
                };
                Err(TextFault::new(code::SEAT, field::SEAT, word.span(), message).found(found))
            }
        }
    }
}

/// Words for the items of the geisha.
const NAMES: [(&str, &str); 18] = [
    ("flute", "A"),
    ("shakuhachi", "A"),
    ("fan", "B"),
    ("scroll", "C"),
    ("kakemono", "C"),
    ("parasol", "D"),
    ("umbrella", "D"),
    ("shamisen", "E"),
    ("tea", "F"),
    ("teacup", "F"),
    ("teapot", "F"),
    ("hairpin", "G"),
    ("kanzashi", "G"),
    ("bowl", ""),
    ("cup", ""),
    ("set", ""),
    ("and", ""),
    ("the", ""),
];

/// The text with letters for the names of items, in either number; blanks, commas and dashes between two of them go, except
/// where a turn or an answer begins. `None` if there is no name.
fn in_letters(given: &Mapped) -> Option<Mapped> {
    let text = given.text();
    let mut letters = Mapped::default();
    let mut is_changed = false;
    let mut after_name = false;
    // Where the characters since the last name begin.
    let mut gap = 0;
    let mut at = 0;
    while at < text.len() {
        let begins =
            text[at..].find(|c: char| c.is_ascii_alphabetic()).map_or(text.len(), |found| at + found);
        let ends = text[begins..]
            .find(|c: char| !c.is_ascii_alphabetic())
            .map_or(text.len(), |found| begins + found);
        let word = text[begins..ends].to_ascii_lowercase();
        let singular = word.strip_suffix('s').unwrap_or(&word);
        at = ends;
        let Some((_, letter)) = NAMES.iter().find(|(name, _)| *name == word || *name == singular) else {
            after_name = false;
            continue;
        };
        let between = &text[gap..begins];
        let says_nothing =
            after_name && between.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '&' | '+'));
        if !says_nothing {
            letters.append(&given.slice(gap..begins));
        }
        letters.push_str(letter, &given.source(begins..ends));
        (is_changed, after_name, gap) = (true, true, ends);
    }
    letters.append(&given.slice(gap..text.len()));
    is_changed.then_some(letters)
}
