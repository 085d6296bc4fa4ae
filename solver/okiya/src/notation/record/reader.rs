//! Parsing of records, and verification of their tags against the moves.

use std::collections::HashSet;
use std::fmt::Display;
use std::ops::Range;
use std::str::FromStr;

use super::Record;
use super::outcome::{GameResult, RecordEnding};
use super::tags::{RawTag, Tag, read_tag};
use crate::cell::Cell;
use crate::game_history::Game;
use crate::garden::Garden;
use crate::notation::error::{ParseError, code, field};
use crate::notation::garden::{finish, read_garden};
use crate::notation::moves::{next_move, play};
use crate::notation::reader::read_text;
use crate::rules::{FullBoard, Player};
use hanamachi_text::{Cursor, Field, TextFault, Word, quoted};

/// A value in the record and its place.
struct Stated<T> {
    value: T,
    field: Field,
    span: Range<usize>,
}

impl<T> Stated<T> {
    fn in_tag(value: T, tag: Tag, raw: &RawTag<'_>) -> Self {
        Self { value, field: tag.field(), span: raw.value.span() }
    }

    fn refuse(&self, message: impl Display) -> TextFault {
        TextFault::new(code::RECORD, self.field, self.span.clone(), message)
    }
}

/// Values of the tags.
#[derive(Default)]
struct TagValues {
    garden: Option<Garden>,
    full_board: FullBoard,
    result: Option<Stated<GameResult>>,
    ending: Option<Stated<RecordEnding>>,
    tiles_left: Option<Stated<usize>>,
    free: Vec<(String, String)>,
}

impl TagValues {
    fn read(cursor: &mut Cursor<'_>) -> Result<Self, TextFault> {
        let mut tags = Self::default();
        let mut names = HashSet::new();
        while let Some(raw) = read_tag(cursor)? {
            let known = Tag::from_name(raw.name.text);
            if !names.insert(raw.name.text.to_ascii_lowercase()) {
                let field = known.map_or(field::TAGS, Tag::field);
                let name = quoted(raw.name.text);
                let message = format_args!("the tag `{name}` occurs twice; a record has each tag once");
                return Err(TextFault::new(code::RECORD, field, raw.name.span(), message));
            }
            match known {
                Some(tag) => tags.set(tag, &raw, cursor)?,
                None => tags.free.push((raw.name.text.to_owned(), raw.unescaped())),
            }
        }
        Ok(tags)
    }

    fn set(&mut self, tag: Tag, raw: &RawTag<'_>, cursor: &Cursor<'_>) -> Result<(), TextFault> {
        let text = raw.value.text;
        let refuse =
            |message| TextFault::new(code::RECORD, tag.field(), raw.value.span(), message).found(text);
        match tag {
            // Niya is the name of another edition of the game.
            Tag::Game if ["okiya", "niya"].iter().any(|name| name.eq_ignore_ascii_case(text)) => {}
            Tag::Game => return Err(refuse("expected a record of the game `Okiya`")),
            Tag::Garden => {
                let mut value = cursor.over(raw.value.span());
                self.garden = Some(read_garden(&mut value)?);
                finish(&mut value)?;
            }
            Tag::FullBoard => {
                let rule = FullBoard::from_word(text);
                self.full_board = rule.ok_or_else(|| refuse("expected `draw` or `last`"))?;
            }
            Tag::Result => {
                let result = GameResult::from_closing_word(text);
                let result = result.ok_or_else(|| refuse("expected the result `x`, `o`, `draw` or `*`"))?;
                self.result = Some(Stated::in_tag(result, tag, raw));
            }
            Tag::Ending => {
                let expected = "expected the ending `row`, `column`, `diagonal`, `square`, `block`, \
                                `full_board` or `resignation`";
                let ending = RecordEnding::from_word(text).ok_or_else(|| refuse(expected))?;
                self.ending = Some(Stated::in_tag(ending, tag, raw));
            }
            Tag::TilesLeft => {
                let number = text.parse().ok().filter(|&tiles| tiles <= Cell::COUNT);
                let number = number.ok_or_else(|| refuse("expected a number of tiles, 0 to 16"))?;
                self.tiles_left = Some(Stated::in_tag(number, tag, raw));
            }
        }
        Ok(())
    }

    /// Takes the result after the moves, which must agree with the tag if there is one.
    fn close(&mut self, closing: GameResult, word: &Word<'_>) -> Result<(), TextFault> {
        let closing = Stated { value: closing, field: Tag::Result.field(), span: word.span() };
        match &self.result {
            Some(tag) if tag.value != closing.value => Err(closing.refuse(format_args!(
                "the result is `{}` in its tag and `{}` after the moves",
                tag.value, closing.value
            ))),
            Some(_) => Ok(()),
            None => {
                self.result = Some(closing);
                Ok(())
            }
        }
    }

    /// The record of `game`, if the tags agree with it.
    fn record(self, game: Game) -> Result<Record, TextFault> {
        let resigned = if let Some(end) = game.end() {
            let actual = end.winner(self.full_board).map_or(GameResult::Drawn, GameResult::Won);
            if let Some(result) = self.result.filter(|result| result.value != actual) {
                return Err(result.refuse(format_args!(
                    "the moves end the game with the result `{actual}`, not `{}`",
                    result.value
                )));
            }
            if let Some(stated) = self.ending.filter(|e| e.value != RecordEnding::Board(end.ending)) {
                let (actual, ending) = (end.ending, stated.value);
                return Err(
                    stated.refuse(format_args!("the moves end the game by `{actual}`, not by `{ending}`"))
                );
            }
            None
        } else {
            who_resigned(self.result, self.ending)?
        };
        let actual = game.position().tiles_left();
        if let Some(tiles) = self.tiles_left.filter(|tiles| tiles.value != actual) {
            return Err(
                tiles.refuse(format_args!("{actual} tiles are left after the moves, not {}", tiles.value))
            );
        }
        Ok(Record { game, full_board: self.full_board, resigned, free: self.free })
    }
}

/// Player who resigned, if any.
fn who_resigned(
    result: Option<Stated<GameResult>>,
    ending: Option<Stated<RecordEnding>>,
) -> Result<Option<Player>, TextFault> {
    let Some(ending) = ending else {
        return match result.filter(|result| result.value != GameResult::Unfinished) {
            None => Ok(None),
            Some(result) => Err(result.refuse(format_args!(
                "the moves do not end the game, so its result is `*` and not `{}`, unless a player resigned \
                 (`[Ending \"resignation\"]`)",
                result.value
            ))),
        };
    };
    if let RecordEnding::Board(stated) = ending.value {
        return Err(ending.refuse(format_args!("the moves do not end the game, and so not by `{stated}`")));
    }
    if let Some(Stated { value: GameResult::Won(winner), .. }) = result {
        return Ok(Some(winner.opponent()));
    }
    // Without a result, the ending is marked.
    let span = result.map_or(ending.span, |result| result.span);
    let message = "a game that was resigned has the winner, `x` or `o`, as its result";
    Err(TextFault::new(code::RECORD, Tag::Result.field(), span, message))
}

/// Reads a record to the end of the text.
pub(in crate::notation) fn read_record(cursor: &mut Cursor<'_>) -> Result<Record, TextFault> {
    cursor.skip_blanks();
    let mut tags = TagValues::read(cursor)?;
    let Some(garden) = tags.garden else {
        let message = "a record needs its garden, as in `[Garden \"0123/4567/89ab/cdef\"]`";
        return Err(TextFault::new(code::RECORD, field::GARDEN, cursor.here(), message));
    };
    let mut game = Game::new(garden);
    while let Some(word) = next_move(cursor)? {
        if let Some(closing) = GameResult::from_closing_word(word.text) {
            tags.close(closing, &word)?;
            // Comments may still follow.
            if let Some(word) = next_move(cursor)? {
                let message = "expected the end of the text";
                return Err(
                    TextFault::new(code::TRAILING, field::TRAILING, word.span(), message).found(word.text)
                );
            }
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
        read_text(text, read_record)
    }
}
