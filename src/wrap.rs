//! Wraps long lines between words, where a terminal would break them inside a word.
//!
//! Only what goes to a terminal is wrapped. Sentences are filled; rows of tables keep their gaps, and go on below with an
//! indent. Pictures, JSON and commands stay unchanged, as does output to files and pipes.

use std::borrow::Cow;

use textwrap::core::display_width;
use textwrap::{Options, WordSplitter, WrapAlgorithm};

/// Minimum width; on narrower terminals, nothing is wrapped.
const NARROWEST: usize = 20;

/// Returns the width at which lines to `stream` are wrapped; `None` if it is not a terminal, or too narrow.
pub(crate) fn width_of<S: terminal_size_of::Stream>(stream: &S) -> Option<usize> {
    terminal_size_of::columns(stream).filter(|&width| width >= NARROWEST)
}

/// Width of the terminal.
mod terminal_size_of {
    #[cfg(unix)]
    pub(crate) use std::os::fd::AsFd as Stream;
    #[cfg(windows)]
    pub(crate) use std::os::windows::io::AsHandle as Stream;

    /// Returns the number of columns of the terminal of this stream.
    pub(super) fn columns<S: Stream>(stream: &S) -> Option<usize> {
        terminal_size::terminal_size_of(stream).map(|(width, _)| usize::from(width.0))
    }
}

/// Wraps the lines of `text` that are wider than `width`.
pub(crate) fn wrapped(text: &str, width: usize) -> Cow<'_, str> {
    let is_long = |line: &str| display_width(line) > width && may_be_wrapped(line);
    if !text.lines().any(is_long) {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| match is_long(line) {
        false => line.to_owned(),
        true if line.starts_with('|') => wrapped_columns(line, width),
        true if line.trim_start().contains("  ") => wrapped_row(line, width),
        true => fill(line, width),
    });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

fn fill(line: &str, width: usize) -> String {
    let indent = &line[..line.len() - line.trim_start().len()];
    let options = Options::new(width)
        .subsequent_indent(indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation)
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    textwrap::fill(line, options)
}

/// The row of a table, broken between words. A cell of several words stays whole if the line has room for it.
fn wrapped_row(line: &str, width: usize) -> String {
    let indent = line.len() - line.trim_start().len();
    let (mut done, mut current) = (String::new(), line[..indent].to_owned());
    let mut has_words = false;
    let mut rest = &line[indent..];
    while !rest.is_empty() {
        let cell_end = rest.find("  ").unwrap_or(rest.len());
        let (cell, after) = rest.split_at(cell_end);
        let gap = after.len() - after.trim_start().len();
        rest = &after[gap..];
        let room = width.saturating_sub(indent + INDENT);
        let words = if display_width(cell) <= room { vec![cell] } else { cell.split(' ').collect() };
        for (place, word) in words.iter().enumerate() {
            let begun = display_width(&current).max(display_width(current.trim_end()) + 1);
            if has_words && begun + display_width(word) > width {
                done += current.trim_end();
                done.push('\n');
                current = " ".repeat(indent + INDENT);
            }
            current += word;
            has_words = true;
            if place + 1 < words.len() {
                current.push(' ');
            }
        }
        current += &after[..gap];
    }
    done + current.trim_end()
}

/// The row of a Markdown table, broken between cells. All rows break alike, because their cells are equally wide.
fn wrapped_columns(line: &str, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for cell in line.split_inclusive('|') {
        match lines.last_mut() {
            Some(last) if display_width(last) + display_width(cell) <= width => *last += cell,
            Some(_) => lines.push(" ".repeat(INDENT) + cell),
            None => lines.push(cell.to_owned()),
        }
    }
    lines.join("\n")
}

/// Indent of the second line of a row.
const INDENT: usize = 4;

/// Whether a line may be broken. Excludes pictures, JSON, and commands of this program, which must be copied in one piece.
fn may_be_wrapped(line: &str) -> bool {
    let text = line.trim_start();
    let is_drawn = |c: char| matches!(c, '\u{2500}'..='\u{259f}');
    let is_command = |after: &str| after.starts_with(|c: char| c.is_ascii_lowercase());
    !text.starts_with(['{', '['])
        && !text.contains(is_drawn)
        && !text.split("hanamachi ").skip(1).any(is_command)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_wrapped_at_words_and_rows_keep_their_gaps() {
        let sentence = "  Rarity: x wins with one tile left in one garden of four, which is estimated.";
        let lines = wrapped(sentence, 40);
        assert!(lines.lines().all(|line| line.len() <= 40 && line.starts_with("  ")), "{lines}");
        assert_eq!(
            lines.split_whitespace().collect::<Vec<_>>(),
            sentence.split_whitespace().collect::<Vec<_>>()
        );
        let table = "move  tile  outcome  tokens to end  tiles left  ending      replies";
        let object = "{\"schema\":\"okiya.solution/1\", \"engine\":\"hanamachi\"}";
        let word = "05af/b4c1/27d8/3e96-05af/b4c1/27d8/3e96-05af/b4c1/27d8/3e96";
        let command = "  hanamachi hana review '....... G/ABCDEF/ABDEFG/CDEFFGGG 1A,3DEF-F' --seed 1";
        for text in [object, word, command, "short", "│ a │ picture │ of │ something │ that │ is │ wide │"]
        {
            assert_eq!(wrapped(text, 40), text);
        }
        assert_eq!(
            wrapped(table, 40),
            "move  tile  outcome  tokens to end\n    tiles left  ending      replies"
        );
        let row = "  2BC   31.2 ± 0.4 %   a reason of so many words that it cannot stay whole";
        for width in [24, 30, 40] {
            let lines = wrapped(row, width);
            assert!(lines.lines().all(|line| display_width(line) <= width), "{lines}");
            assert!(lines.split_whitespace().eq(row.split_whitespace()), "{lines}");
        }
    }

    #[test]
    fn rows_of_markdown_break_alike() {
        let rows = ["| name   | score | Elo  |", "| :----- | ----: | ---: |", "| random |   7.5 | -436 |"];
        for row in rows {
            let lines = wrapped(row, 20).into_owned();
            let widths: Vec<usize> = lines.lines().map(display_width).collect();
            assert_eq!(widths, [18, 11], "{lines}");
            assert_eq!(lines.replace("\n   ", "").replace(' ', ""), row.replace(' ', ""));
        }
    }

    #[test]
    fn styles_take_no_room() {
        let styled = "\u{1b}[1mone\u{1b}[0m two three four five";
        assert_eq!(wrapped(styled, 40), styled);
        assert_eq!(wrapped(styled, 20), "\u{1b}[1mone\u{1b}[0m two three four\nfive");
    }
}
