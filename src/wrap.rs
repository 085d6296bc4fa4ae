//! Wraps long sentences between words, where a terminal would break them inside a word.
//!
//! Only sentences on a terminal are wrapped. Tables, pictures, and text that may be parsed or copied stay unchanged, as
//! does output to files and pipes.

use std::borrow::Cow;

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

/// Wraps the sentences in `text` that are wider than `width`.
pub(crate) fn wrapped(text: &str, width: usize) -> Cow<'_, str> {
    let is_long = |line: &str| textwrap::core::display_width(line) > width && is_sentence(line);
    if !text.lines().any(is_long) {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| if is_long(line) { fill(line, width) } else { line.to_owned() });
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

/// Whether a line is a sentence: words separated by single spaces. Excludes table rows, JSON, and commands of this
/// program, which must be copied in one piece.
fn is_sentence(line: &str) -> bool {
    let text = line.trim_start();
    !text.contains("  ") && !text.starts_with(['{', '[', '|', '│']) && !text.contains("hanamachi ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_wrapped_at_words_and_tables_are_left_alone() {
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
        for text in [table, object, word, command, "short"] {
            assert_eq!(wrapped(text, 40), text);
        }
    }

    #[test]
    fn styles_take_no_room() {
        let styled = "\u{1b}[1mone\u{1b}[0m two three four five";
        assert_eq!(wrapped(styled, 40), styled);
        assert_eq!(wrapped(styled, 20), "\u{1b}[1mone\u{1b}[0m two three four\nfive");
    }
}
