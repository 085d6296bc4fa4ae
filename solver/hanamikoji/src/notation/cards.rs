//! Sets of cards as text.

use std::str::FromStr;

use super::error::{Fault, Field, ParseError, Reason};
use super::reader::read_text;
use crate::rules::card::{Cards, Geisha};
use hanamachi_text::Word;

/// The card of a letter, in either case.
pub(super) const fn card(letter: char) -> Option<Geisha> {
    Geisha::from_letter(letter.to_ascii_uppercase())
}

/// A set of cards, in any order, or `-`. Empty text is the empty set.
pub(super) fn set(field: Field, word: &Word<'_>) -> Result<Cards, Fault> {
    if word.text == "-" {
        return Ok(Cards::EMPTY);
    }
    let mut cards = Cards::EMPTY;
    for (at, letter) in word.text.char_indices() {
        let start = word.span().start + at;
        let refuse = |reason| Fault::new(field, start..start + letter.len_utf8(), reason);
        let card = card(letter).ok_or_else(|| refuse(Reason::Card { found: letter }))?;
        cards = cards.checked_plus(Cards::single(card)).ok_or_else(|| refuse(Reason::TooManyCards))?;
    }
    Ok(cards)
}

impl FromStr for Cards {
    type Err = ParseError;

    /// Reads letters in any order, though they are written in alphabetical order; `-` is the empty set.
    ///
    /// ```
    /// use hanamachi_solver::hanamikoji::Cards;
    ///
    /// assert_eq!("aab".parse(), Ok(Cards::from_counts([2, 1, 0, 0, 0, 0, 0]).unwrap()));
    /// assert_eq!("BAA".parse(), "AAB".parse::<Cards>());
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read_text(text, |reader| {
            let word = reader.field(Field::Cards, "cards, or `-` for none,")?;
            set(Field::Cards, &word)
        })
    }
}

/// Cards as a field: `-` when there are none.
pub(super) fn text(cards: Cards) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}
