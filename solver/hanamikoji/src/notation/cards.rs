//! Sets of cards as text.

use std::str::FromStr;

use arrayvec::ArrayVec;

use super::error::{ParseError, code, field};
use super::reader::read_text;
use crate::rules::card::{Cards, Geisha};
use hanamachi_text::{Field, TextFault, Word};

/// The card of a letter, in either case.
pub(super) const fn card(letter: char) -> Option<Geisha> {
    Geisha::from_letter(letter.to_ascii_uppercase())
}

/// The message for a letter that is not a card.
pub(super) const EXPECTED_CARD: &str = "expected a card, `A` to `G`";

/// The cards of a word, in the order of the text and no more than a game has; `card` reads a letter.
pub(super) fn letters<T>(
    field: Field,
    word: &Word<'_>,
    card: impl Fn(char) -> Option<T>,
) -> Result<ArrayVec<T, { Cards::MAX as usize }>, TextFault> {
    let mut all = ArrayVec::new();
    // Commas between cards say nothing.
    for (at, letter) in word.text.char_indices().filter(|&(_, letter)| letter != ',') {
        let start = word.span().start + at;
        let refuse = |message| TextFault::new(code::CARDS, field, start..start + letter.len_utf8(), message);
        let card = card(letter).ok_or_else(|| refuse(EXPECTED_CARD).found(letter))?;
        all.try_push(card).map_err(|_| refuse("a game has at most 21 cards"))?;
    }
    Ok(all)
}

/// A set of cards, in any order, or `-`. Empty text is the empty set.
pub(super) fn set(field: Field, word: &Word<'_>) -> Result<Cards, TextFault> {
    if word.text == "-" { Ok(Cards::EMPTY) } else { Ok(letters(field, word, card)?.into_iter().collect()) }
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
            let word = reader.field(field::CARDS, "cards, or `-` for none,")?;
            set(field::CARDS, &word)
        })
    }
}

/// Cards as a field: `-` when there are none.
pub(super) fn text(cards: Cards) -> String {
    if cards.is_empty() { "-".to_owned() } else { cards.to_string() }
}
