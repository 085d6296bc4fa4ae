//! Parsing of records, and verification of their tags against the moves.

use std::collections::HashSet;
use std::ops::Range;
use std::str::FromStr;

use super::Record;
use super::fault::RecordFault;
use super::outcome::{GameResult, RecordEnding};
use super::tags::{RawTag, Tag, read_tag};
use crate::cell::Cell;
use crate::game_history::Game;
use crate::garden::Garden;
use crate::notation::error::{Fault, Field, ParseError, Reason};
use crate::notation::game::play;
use crate::notation::garden::{finish, read_garden};
use crate::rules::{FullBoard, Player};
use hanamachi_text::{Cursor, Word, quoted};

/// A value in the record and its place.
struct Stated<T> {
    value: T,
    field: Field,
    span: Range<usize>,
}

impl<T> Stated<T> {
    fn refuse(&self, reason: RecordFault) -> Fault {
        Fault::new(self.field, self.span.clone(), Reason::Record(reason))
    }
}

/// Values of the tags.
#[derive(Default)]
struct Tags {
    garden: Option<Garden>,
    full_board: FullBoard,
    result: Option<Stated<GameResult>>,
    ending: Option<Stated<RecordEnding>>,
    tiles_left: Option<Stated<usize>>,
    free: Vec<(String, String)>,
}

impl Tags {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, Fault> {
        let mut tags = Self::default();
        let mut names = HashSet::new();
        while let Some(raw) = read_tag(cursor)? {
            let known = Tag::from_name(raw.name.text);
            if !names.insert(raw.name.text.to_ascii_lowercase()) {
                let field = known.map_or(Field::Tags, Tag::field);
                let reason = RecordFault::Duplicate { name: quoted(raw.name.text) };
                return Err(Fault::new(field, raw.name.span(), Reason::Record(reason)));
            }
            match known {
                Some(tag) => tags.set(tag, &raw, cursor)?,
                None => tags.free.push((raw.name.text.to_owned(), raw.unescaped())),
            }
        }
        Ok(tags)
    }

    fn set(&mut self, tag: Tag, raw: &RawTag<'_>, cursor: &Cursor<'_>) -> Result<(), Fault> {
        let text = raw.value.text;
        let found = || quoted(text);
        match tag {
            Tag::Game if text == "Okiya" => {}
            Tag::Game => return Err(raw.refuse_value(tag, RecordFault::Game { found: found() })),
            Tag::Garden => {
                let mut value = cursor.over(raw.value.span());
                self.garden = Some(read_garden(&mut value)?);
                finish(&mut value)?;
            }
            Tag::FullBoard => {
                let rule = FullBoard::from_word(text);
                let reason = || RecordFault::FullBoard { found: found() };
                self.full_board = rule.ok_or_else(|| raw.refuse_value(tag, reason()))?;
            }
            Tag::Result => {
                let result = GameResult::from_word(text);
                self.result = Some(stated(result, tag, raw, || RecordFault::Result { found: found() })?);
            }
            Tag::Ending => {
                let ending = RecordEnding::from_word(text);
                self.ending = Some(stated(ending, tag, raw, || RecordFault::Ending { found: found() })?);
            }
            Tag::TilesLeft => {
                let number = text.parse().ok().filter(|&tiles| tiles <= Cell::COUNT);
                let reason = || RecordFault::TilesLeft { found: found() };
                self.tiles_left = Some(stated(number, tag, raw, reason)?);
            }
        }
        Ok(())
    }

    /// Takes the result after the moves, which must agree with the tag if there is one.
    fn close(&mut self, closing: GameResult, word: &Word<'_>) -> Result<(), Fault> {
        let closing = Stated { value: closing, field: Field::ResultTag, span: word.span() };
        match &self.result {
            Some(tag) if tag.value != closing.value => {
                Err(closing.refuse(RecordFault::TwoResults { tag: tag.value, closing: closing.value }))
            }
            Some(_) => Ok(()),
            None => {
                self.result = Some(closing);
                Ok(())
            }
        }
    }

    /// The record of `game`, if the tags agree with it.
    fn record(self, game: Game) -> Result<Record, Fault> {
        let resigned = if let Some(end) = game.end() {
            let actual = end.winner(self.full_board).map_or(GameResult::Drawn, GameResult::Won);
            if let Some(result) = self.result.filter(|result| result.value != actual) {
                return Err(result.refuse(RecordFault::WrongResult { stated: result.value, actual }));
            }
            if let Some(stated) = self.ending.filter(|e| e.value != RecordEnding::Board(end.ending)) {
                let reason = RecordFault::WrongEnding { stated: stated.value, actual: end.ending };
                return Err(stated.refuse(reason));
            }
            None
        } else {
            who_resigned(self.result, self.ending)?
        };
        let actual = game.position().tiles_left();
        if let Some(tiles) = self.tiles_left.filter(|tiles| tiles.value != actual) {
            return Err(tiles.refuse(RecordFault::WrongTilesLeft { stated: tiles.value, actual }));
        }
        Ok(Record { game, full_board: self.full_board, resigned, free: self.free })
    }
}

fn stated<T>(
    value: Option<T>,
    tag: Tag,
    raw: &RawTag<'_>,
    reason: impl FnOnce() -> RecordFault,
) -> Result<Stated<T>, Fault> {
    match value {
        Some(value) => Ok(Stated { value, field: tag.field(), span: raw.value.span() }),
        None => Err(raw.refuse_value(tag, reason())),
    }
}

/// Player who resigned, if any.
fn who_resigned(
    result: Option<Stated<GameResult>>,
    ending: Option<Stated<RecordEnding>>,
) -> Result<Option<Player>, Fault> {
    match (ending, result) {
        (None, None) => Ok(None),
        (None, Some(result)) => match result.value {
            GameResult::Unfinished => Ok(None),
            stated => Err(result.refuse(RecordFault::ResultTooEarly { stated })),
        },
        (Some(ending), result) => match (ending.value, result) {
            (stated @ RecordEnding::Board(_), _) => {
                Err(ending.refuse(RecordFault::EndingTooEarly { stated }))
            }
            (RecordEnding::Resignation, None) => {
                let winner_missing = Reason::Record(RecordFault::WinnerMissing);
                Err(Fault::new(Field::ResultTag, ending.span, winner_missing))
            }
            (RecordEnding::Resignation, Some(result)) => match result.value {
                GameResult::Won(winner) => Ok(Some(winner.opponent())),
                GameResult::Drawn | GameResult::Unfinished => Err(result.refuse(RecordFault::WinnerMissing)),
            },
        },
    }
}

/// The word without a move number such as `1.` or `1...`, or `None` if nothing is left.
fn without_number(word: Word<'_>) -> Option<Word<'_>> {
    let after_digits = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    if after_digits.len() == word.text.len() || rest.len() == after_digits.len() {
        return Some(word);
    }
    (!rest.is_empty()).then(|| word.tail(word.text.len() - rest.len()))
}

fn read(mut cursor: Cursor<'_>) -> Result<Record, Fault> {
    cursor.skip_blanks();
    let mut tags = Tags::read(&mut cursor)?;
    let Some(garden) = tags.garden else {
        let reason = Reason::Record(RecordFault::GardenMissing);
        return Err(Fault::new(Field::Garden, cursor.here(), reason));
    };
    let mut game = Game::new(garden);
    while let Some(word) = cursor.word() {
        let Some(word) = without_number(word) else { continue };
        if let Some(closing) = GameResult::from_closing_word(word.text) {
            tags.close(closing, &word)?;
            finish(&mut cursor)?;
            break;
        }
        play(&word, &mut game)?;
    }
    tags.record(game)
}

impl FromStr for Record {
    type Err = ParseError;

    /// Reads a record.
    ///
    /// ```
    /// use hanamachi_solver::okiya::notation::{GameResult, Record};
    ///
    /// let text = r#"[Garden "0123/4567/89ab/cdef"] [X "Komachi"] 1. a2 a3 2. d3 *"#;
    /// let record: Record = text.parse()?;
    /// assert_eq!(record.result(), GameResult::Unfinished);
    /// assert_eq!(record.free_tag("x"), Some("Komachi"));
    ///
    /// let text = r#"[Garden "0123/4567/89ab/cdef"] [Result "o"] a2 a3"#;
    /// let error = text.parse::<Record>().unwrap_err();
    /// assert_eq!((error.code(), error.field(), error.column()), ("invalid_record", "Result", 41));
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    fn from_str(text: &str) -> Result<Self, ParseError> {
        read(Cursor::new(text)).map_err(|fault| fault.in_text(text))
    }
}
