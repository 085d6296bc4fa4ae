//! Turns as text: `1E,2XX,3BCC-C,4ACBD-BD`.

use std::fmt::Display;
use std::ops::Range;

use arrayvec::ArrayVec;

use super::cards::{EXPECTED_CARD, card};
use super::error::{code, field};
use super::reader::Reader;
use crate::knowledge::checks::Contradiction;
use crate::rules::card::Geisha;
use crate::rules::parameters::Kind;
use crate::rules::turn::{Entry, MAX_TURNS, Played};
use hanamachi_text::{TextFault, Word};

/// Turns as they stand in a text, before the check against the rules.
#[derive(Clone, Debug)]
pub(super) struct TextTurns {
    pub(super) played: Vec<Played>,
    spans: ArrayVec<Range<usize>, { MAX_TURNS + 1 }>,
    whole: Range<usize>,
}

impl Reader<'_> {
    /// The turns, before the check against the rules.
    pub(super) fn turns(&mut self) -> Result<TextTurns, TextFault> {
        let mut words = vec![self.field(field::HISTORY, "the history, such as `1X,2BE`, or `-` for none,")?];
        // A blank before or after a comma joins the turns.
        loop {
            let mut ahead = self.clone();
            let Some(next) = ahead.word() else { break };
            let has_comma =
                words.last().is_some_and(|last| last.text.ends_with(',')) || next.text.starts_with(',');
            if !has_comma {
                break;
            }
            *self = ahead;
            words.push(next);
        }
        TextTurns::read(&words)
    }
}

impl TextTurns {
    /// Reads the turns of a history, whose commas may stand at the ends of words. Keeps only the first turn beyond the
    /// longest round, since the history is refused in any case.
    fn read(words: &[Word<'_>]) -> Result<Self, TextFault> {
        let start = words.first().map_or(0, |first| first.span().start);
        let end = words.last().map_or(start, |last| last.span().end);
        let mut turns = Self { played: Vec::new(), spans: ArrayVec::new(), whole: start..end };
        if let [word] = words
            && word.text == "-"
        {
            return Ok(turns);
        }
        for part in parts(words).take(MAX_TURNS + 1) {
            let turn = TurnText { text: part.text, start: part.span().start, turn: turns.played.len() + 1 };
            turns.played.push(turn.read()?);
            turns.spans.push(turn.span());
        }
        Ok(turns)
    }

    /// The span of the turn that a contradiction concerns; the whole history if it concerns no turn.
    pub(super) fn span_of(&self, contradiction: &Contradiction) -> Range<usize> {
        let span = contradiction.turn().and_then(|turn| self.spans.get(turn - 1));
        span.cloned().unwrap_or_else(|| self.whole.clone())
    }
}

/// The parts between the commas. A comma at the end of a word, or at the beginning of the next one, separates the two
/// words; there is no empty part between them.
fn parts<'a>(words: &'a [Word<'a>]) -> impl Iterator<Item = Word<'a>> {
    let last = words.len().saturating_sub(1);
    words.iter().enumerate().flat_map(move |(place, word)| {
        let text = word.text;
        let follows_comma = place > 0 && words[place - 1].text.ends_with(',');
        let ends_with_comma = place < last && text.ends_with(',');
        let start = usize::from(place > 0 && !follows_comma && text.starts_with(','));
        let end = text.len() - usize::from(ends_with_comma && text.len() > start);
        word.head(end).tail(start).split(',').filter(move |part| !(text == "," && part.text.is_empty()))
    })
}

/// The text of one turn.
#[derive(Clone, Copy, Debug)]
struct TurnText<'a> {
    text: &'a str,
    /// Its start in the whole text.
    start: usize,
    /// The number of the turn, from 1.
    turn: usize,
}

/// Some cards, or the same number of `X`.
enum Letters {
    Seen(ArrayVec<Geisha, 4>),
    Hidden,
}

impl TurnText<'_> {
    const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    fn refuse(&self, span: Range<usize>, message: impl Display) -> TextFault {
        let message = format_args!("turn {}: {message}", self.turn);
        TextFault::new(code::HISTORY, field::HISTORY, span, message).in_turn(Some(self.turn))
    }

    fn read(&self) -> Result<Played, TextFault> {
        let Some(first) = self.text.chars().next() else {
            let message = "expected a turn, such as `1E` or `3BCC-C`; turns are separated by single commas";
            return Err(self.refuse(self.span(), message));
        };
        let number = first.to_digit(10).and_then(|digit| u8::try_from(digit).ok());
        let Some(kind) = number.and_then(Kind::from_number) else {
            let span = self.start..self.start + first.len_utf8();
            return Err(self.refuse(span, "expected the number of an action, `1` to `4`").found(first));
        };
        let rest = &self.text[1..];
        let (cards, answer) = match rest.split_once('-') {
            Some((cards, answer)) => (cards, Some(answer)),
            None => (rest, None),
        };
        let letters = self.letters(kind, cards, 1, usize::from(kind.number()))?;
        let answer_at = 2 + cards.len();
        if let (Some(answer), Kind::Secret | Kind::TradeOff) = (answer, kind) {
            let span = self.start + answer_at - 1..self.span().end;
            return Err(self.refuse(span, format_args!("a {} has no answer", kind.word())).found(answer));
        }
        let taken = match answer {
            None => None,
            Some(answer) => {
                let size = if kind == Kind::Gift { 1 } else { 2 };
                Some(self.letters(kind, answer, answer_at, size)?)
            }
        };
        Ok(sorted(played(kind, &letters, taken.as_ref())))
    }

    /// The cards of an action or of an answer, starting at byte `at` of the turn.
    fn letters(&self, kind: Kind, text: &str, at: usize, size: usize) -> Result<Letters, TextFault> {
        let span = self.start + at..self.start + at + text.len();
        let mut seen = ArrayVec::new();
        let mut hidden = 0;
        for (offset, letter) in text.char_indices() {
            let start = span.start + offset;
            match card(letter) {
                Some(card) => {
                    // Excess cards are counted below.
                    let _ = seen.try_push(card);
                }
                None if matches!(letter, 'X' | 'x') => hidden += 1,
                None => {
                    return Err(self.refuse(start..start + letter.len_utf8(), EXPECTED_CARD).found(letter));
                }
            }
        }
        let (number, word) = (kind.number(), kind.word());
        if hidden > 0 && matches!(kind, Kind::Gift | Kind::Competition) {
            let message =
                format_args!("both players see the cards of a {word}: write letters instead of `X`");
            return Err(self.refuse(span, message));
        }
        // Every character is one byte.
        if text.len() != size {
            let is_answer = size != usize::from(number);
            let message = if is_answer {
                let answer = if kind == Kind::Gift { "the one card taken" } else { "the pair taken" };
                format!("the answer to a {word} is {answer}")
            } else {
                let cards = if kind == Kind::Secret { "card" } else { "cards" };
                format!("action {number}, the {word}, uses {number} {cards}")
            };
            return Err(self.refuse(span, message).found(text));
        }
        match (hidden, seen.len()) {
            (0, _) => Ok(Letters::Seen(seen)),
            (_, 0) => Ok(Letters::Hidden),
            _ => {
                let message = format_args!("the reader has seen all cards of a {word} or none of them");
                Err(self.refuse(span, message).found(text))
            }
        }
    }
}

/// The turn with these cards, of the number that its action uses.
fn played(kind: Kind, letters: &Letters, taken: Option<&Letters>) -> Played {
    let taken = match taken {
        Some(Letters::Seen(cards)) => Some(cards.as_slice()),
        _ => None,
    };
    match (kind, letters) {
        (Kind::Secret, Letters::Seen(cards)) => Played::Secret(cards.first().copied()),
        (Kind::TradeOff, Letters::Seen(cards)) => Played::TradeOff(cards.first_chunk().copied()),
        (Kind::TradeOff, Letters::Hidden) => Played::TradeOff(None),
        (Kind::Gift, Letters::Seen(cards)) if let Some(&offer) = cards.first_chunk() => {
            Played::Gift(offer, taken.and_then(|cards| cards.first().copied()))
        }
        (Kind::Competition, Letters::Seen(cards)) if let Some(&[a, b, c, d]) = cards.first_chunk() => {
            Played::Competition([[a, b], [c, d]], taken.and_then(|cards| cards.first_chunk().copied()))
        }
        _ => Played::Secret(None),
    }
}

/// The same turn with its letters and pairs in order.
fn sorted(played: Played) -> Played {
    let pair = |mut pair: [Geisha; 2]| {
        pair.sort_unstable();
        pair
    };
    match played {
        Played::Secret(_) => played,
        Played::TradeOff(cards) => Played::TradeOff(cards.map(pair)),
        Played::Gift(mut offer, taken) => {
            offer.sort_unstable();
            Played::Gift(offer, taken)
        }
        Played::Competition(offer, taken) => {
            let mut offer = offer.map(pair);
            offer.sort_unstable();
            Played::Competition(offer, taken.map(pair))
        }
    }
}

/// Turns as a field: `-` when there are none.
pub(super) fn text(history: &[Entry]) -> String {
    if history.is_empty() {
        return "-".to_owned();
    }
    history.iter().map(Entry::to_string).collect::<Vec<_>>().join(",")
}
