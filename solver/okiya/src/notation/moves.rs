//! Lists of moves, as people and chess programs write them: with numbers, marks, comments and variations.

use super::error::{code, field};
use super::record::read_tag;
use crate::cell::Cell;
use crate::game_history::Game;
use hanamachi_text::{Cursor, TextFault, Word, is_blank, opened};

/// Parses the word as a move, or as several moves without blanks between them, and plays it.
pub(super) fn play(word: &Word<'_>, game: &mut Game) -> Result<(), TextFault> {
    let is_run = word.text.len() > 2 && word.text.len().is_multiple_of(2) && word.text.is_ascii();
    let cells = if is_run { word.text.len() / 2 } else { 1 };
    for at in 0..cells {
        let one = if is_run { word.tail(2 * at).head(2) } else { *word };
        let cell = Cell::from_name(one.text).ok_or_else(|| {
            let message = "expected a cell, `a1` to `d4`";
            TextFault::new(code::CELL, field::MOVES, one.span(), message).found(one.text)
        })?;
        game.play(cell)
            .map_err(|illegal| TextFault::new(code::ILLEGAL_MOVE, field::MOVES, one.span(), illegal))?;
    }
    Ok(())
}

/// What a list of moves holds beside its moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Skipped {
    /// Comments, in braces or after a semicolon.
    pub comments: usize,
    /// Variations, in parentheses; one within another is part of it.
    pub variations: usize,
    /// Marks such as `!` or `$1`.
    pub marks: usize,
}

impl Skipped {
    /// Counts what a reader skips in a text.
    ///
    /// ```
    /// use hanamachi_solver::okiya::notation::Skipped;
    ///
    /// let skipped = Skipped::in_text("0123/4567/89ab/cdef moves 1. a2! a3 (1... d1) {forced}");
    /// assert_eq!((skipped.comments, skipped.variations, skipped.marks), (1, 1, 1));
    /// ```
    #[must_use]
    pub fn in_text(text: &str) -> Self {
        let text = opened(text);
        let mut cursor = Cursor::new(&text);
        let mut skipped = Self::default();
        while let Ok(Some(_)) = read_tag(&mut cursor) {}
        while let Ok(Some(_)) = next_counted(&mut cursor, &mut skipped) {}
        skipped
    }
}

/// Reads the next move or result. Skips move numbers, marks, comments and variations.
pub(super) fn next_move<'a>(cursor: &mut Cursor<'a>) -> Result<Option<Word<'a>>, TextFault> {
    next_counted(cursor, &mut Skipped::default())
}

/// The same, and counts what is skipped.
pub(super) fn next_counted<'a>(
    cursor: &mut Cursor<'a>,
    skipped: &mut Skipped,
) -> Result<Option<Word<'a>>, TextFault> {
    loop {
        cursor.take_until(|c| !is_blank(c) && c != ',');
        match cursor.peek() {
            None => return Ok(None),
            Some('{') => {
                comment(cursor)?;
                skipped.comments += 1;
            }
            Some(';') => {
                cursor.take_until(|c| c == '\n');
                skipped.comments += 1;
            }
            Some('(') => {
                variation(cursor)?;
                skipped.variations += 1;
            }
            Some('$') => {
                cursor.bump();
                cursor.take_until(|c| !c.is_ascii_digit());
                skipped.marks += 1;
            }
            Some(_) => {
                let whole = cursor.take_until(|c| is_blank(c) || matches!(c, '{' | ';' | '(' | ',' | '$'));
                let word = without_number(whole);
                let bare = word.head(word.text.trim_end_matches(['!', '?']).len());
                skipped.marks += usize::from(bare.text.len() < word.text.len());
                if bare.text.is_empty() {
                    continue;
                }
                return Ok(Some(bare));
            }
        }
    }
}

/// Reads `{…}`.
fn comment(cursor: &mut Cursor<'_>) -> Result<(), TextFault> {
    let opening = cursor.here();
    cursor.take_until(|c| c == '}');
    if cursor.take('}') {
        return Ok(());
    }
    Err(TextFault::new(code::RECORD, field::MOVES, opening, "expected `}` at the end of this comment"))
}

/// Reads `(…)`, with the variations and comments in it.
fn variation(cursor: &mut Cursor<'_>) -> Result<(), TextFault> {
    let opening = cursor.here();
    let mut depth = 0_usize;
    loop {
        cursor.take_until(|c| matches!(c, '(' | ')' | '{'));
        match cursor.peek() {
            Some('{') => comment(cursor)?,
            Some('(') => {
                cursor.bump();
                depth += 1;
            }
            Some(_) => {
                cursor.bump();
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            }
            None => {
                let message = "expected `)` at the end of this variation";
                return Err(TextFault::new(code::RECORD, field::MOVES, opening, message));
            }
        }
    }
}

/// The word without a move number such as `1.` or `1...`; empty if nothing is left.
fn without_number(word: Word<'_>) -> Word<'_> {
    let after_digits = word.text.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = after_digits.trim_start_matches('.');
    if after_digits.len() == word.text.len() || rest.len() == after_digits.len() {
        return word;
    }
    word.tail(word.text.len() - rest.len())
}
