//! Invariants of every text. Shared by the fuzz targets and by `tests/fuzz_parsers.rs`, so that the test
//! suite keeps the fuzzer's findings.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use hanamachi_solver::hanamikoji::notation::{DescribedDeal, Tags};
use hanamachi_solver::hanamikoji::{Cards, Document, InformationSet, RoundRecord, SeatRecord};
use hanamachi_solver::okiya::notation::{Described, Record};
use hanamachi_solver::okiya::{FullBoard, Game, Garden, Position};
use hanamachi_solver::text::ParseError;

/// Reads `text` as every form of Okiya.
///
/// # Panics
///
/// If a reader breaks its contract: any value it reads must survive writing and reading again, and any
/// error must have a position in the text.
pub(crate) fn okiya_text(text: &str) {
    survives(text, |garden: &Garden| garden.short().to_string());
    survives(text, |garden: &Garden| garden.long().to_string());
    survives(text, Position::to_string);
    survives(text, Game::to_string);
    survives(text, Record::to_string);
    survives(text, FullBoard::to_string);
    survives(text, Described::to_string);
}

/// Reads `text` as every form of Hanamikoji, and replays records.
///
/// # Panics
///
/// As [`okiya_text`] does.
pub(crate) fn hanamikoji_text(text: &str) {
    survives(text, |cards: &Cards| if cards.is_empty() { "-".to_owned() } else { cards.to_string() });
    survives(text, Tags::to_string);
    survives(text, |tags: &Tags| tags.complete().to_string());
    survives(text, DescribedDeal::to_string);
    survives(text, InformationSet::to_string);
    survives(text, |record: &RoundRecord| {
        for decision in record.decisions() {
            let set = decision.information_set;
            assert_eq!(set.to_string().parse(), Ok(set), "in {record}");
        }
        record.to_string()
    });
    survives(text, |record: &SeatRecord| {
        for decision in record.decisions().into_iter().flatten() {
            let set = decision.information_set;
            assert_eq!(set.to_string().parse(), Ok(set), "in {record}");
        }
        record.to_string()
    });
    survives(text, Document::to_string);
}

/// Reads, writes, and reads again; or checks the error.
fn survives<T>(text: &str, write: impl Fn(&T) -> String)
where
    T: FromStr<Err = ParseError> + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => {
            let written = write(&value);
            let again = written.parse::<T>();
            assert_eq!(again.as_ref(), Ok(&value), "{text:?} was written as {written:?}");
            assert_eq!(again.map(|value| write(&value)), Ok(written), "the written form is not canonical");
        }
        Err(error) => points_into_its_text(&error, text),
    }
}

fn points_into_its_text(refusal: &ParseError, text: &str) {
    let error = refusal.place();
    let span = error.span();
    assert!(error.text().get(span.clone()).is_some(), "{span:?} is no part of {:?}", error.text());
    assert!(error.text().len() <= text.len().min(2048), "an error keeps too much");
    assert!((1..=text.len() + 1).contains(&error.column()));
    assert!((1..=text.len() + 1).contains(&error.line()));
    if error.text() == text {
        let before = &text[..span.start];
        let line = before.split('\n').next_back().unwrap_or_default();
        assert_eq!(error.column(), line.chars().count() + 1);
        assert_eq!(error.line(), before.matches('\n').count() + 1);
    }
    assert!(!refusal.code().is_empty() && !refusal.field().is_empty());
    says_something_short(refusal);
}

fn says_something_short(message: &impl Display) {
    let message = message.to_string();
    // Six characters of each of at most 25 quoted ones, when all of them are escaped, and the words around.
    assert!((1..800).contains(&message.len()), "{message}");
    assert!(!message.contains(char::is_control), "{message:?}");
}
