//! Splits the input of a command into games: arguments, a file or standard input.

use crate::args::TextArgs;
use crate::contents::Contents;
use crate::failure::{Failure, Refusal};
use crate::okiya::item::Item;
use crate::query::Item as _;

/// Text of a game, and the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// Counted from 1.
    pub(crate) line: u64,
    /// Text of the game.
    pub(crate) text: String,
}

/// Returns the games of the input.
pub(crate) fn entries(args: &TextArgs, example: &str) -> Result<Vec<Entry>, Failure> {
    let entries = match Contents::read(args.asked(example)?)? {
        Contents::Random => return Err(no_moves("random").into()),
        Contents::Argument(text) if is_no_game(&text) => {
            let message = format!("`{text}` is neither a game nor a file that can be read");
            return Err(Refusal::whole("no_game", message, text).into());
        }
        Contents::Argument(text) => return Ok(vec![Entry { line: 1, text }]),
        Contents::Read(text) => split(&text),
    };
    if entries.is_empty() {
        return Err(Refusal::whole("no_game", "the input contains no game", "").into());
    }
    Ok(entries)
}

/// Whether an argument does not resemble a game, so that it probably names a missing file. Text that resembles a
/// garden is parsed as one, so that the error shows the fault.
fn is_no_game(text: &str) -> bool {
    !text.contains(char::is_whitespace) && !is_like_a_garden(text) && Item::parse(text).is_err()
}

/// Whether a text is rows of tile letters and digits: separated by slashes, or as long as a garden without them.
fn is_like_a_garden(text: &str) -> bool {
    let garden = text.split('_').next().unwrap_or_default();
    let is_tile = |c: char| c.is_ascii_hexdigit() || "CIMPBRST".contains(c.to_ascii_uppercase());
    let rows: Vec<&str> = garden.split('/').collect();
    let is_long = if rows.len() > 1 { garden.len() > rows.len() } else { garden.len() >= 16 };
    is_long && rows.iter().all(|row| row.chars().all(is_tile))
}

/// Refusal of a text without moves.
pub(crate) fn no_moves(text: &str) -> Box<Refusal> {
    Refusal::whole(
        "no_moves",
        "a review needs the moves of a game: a record, or a garden, `moves` and cells",
        text,
    )
    .about("moves")
}

/// Splits a file into games. A record begins with a tag that does not follow another tag directly, and ends at the
/// next record or at a line with the word `moves`. Outside records, every line is a game. Blank lines and lines that
/// begin with `#` are skipped.
fn split(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut after_tag = false;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim();
        let is_tag = content.starts_with('[');
        let in_record = entries.last().is_some_and(|entry| entry.text.starts_with('['));
        if content.is_empty() || content.starts_with('#') {
            // An empty line keeps the numbers of the following lines in a record.
            if let Some(entry) = entries.last_mut().filter(|_| in_record) {
                entry.text.push('\n');
            }
            after_tag &= !content.is_empty();
            continue;
        }
        match entries.last_mut() {
            Some(entry) if in_record && !is_history(content) && (!is_tag || after_tag) => {
                entry.text.push('\n');
                entry.text += line;
            }
            _ => entries.push(Entry { line: number, text: line.trim_start().to_owned() }),
        }
        after_tag = is_tag && content.ends_with(']');
    }
    entries
}

/// Whether a line is a game of its own: a garden with the word `moves`, which no move list contains.
fn is_history(line: &str) -> bool {
    !line.starts_with('[') && line.split([' ', '\t', '_']).any(|word| word.eq_ignore_ascii_case("moves"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<(u64, String)> {
        split(file).into_iter().map(|entry| (entry.line, entry.text)).collect()
    }

    #[test]
    fn what_looks_like_a_garden_is_no_name_of_a_file() {
        for garden in [
            "bc39/072a/d6f8/5e44",
            "bc39/072a/d6f8/5e4",
            "bc39/072a",
            "bc39072ad6f85e44",
            "MSCT/PR_moves_q9",
            "05af//",
        ] {
            assert!(!is_no_game(garden), "{garden}");
        }
        for other in
            ["", "/", "//", "game.txt", "games/one", "./abc", "abc", "bc39072ad6f85e4", "/tmp/x_moves_a1"]
        {
            assert!(is_no_game(other), "{other}");
        }
    }

    #[test]
    fn a_file_without_tags_holds_a_game_a_line() {
        let entries = texts("# games\n\ngarden moves a1\n  garden moves b1\n");
        assert_eq!(entries, [(3, "garden moves a1".into()), (4, "garden moves b1".into())]);
    }

    #[test]
    fn a_record_ends_where_the_next_begins() {
        let entries = texts("[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3\n\n[A \"3\"]\n\na2\n");
        assert_eq!(
            entries,
            [(1, "[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3\n".into()), (7, "[A \"3\"]\n\na2".into())]
        );
    }

    #[test]
    fn a_record_ends_where_a_garden_with_moves_begins() {
        let entries = texts("[A \"1\"]\n\na1 b2\ngarden moves a1\ngarden_moves_b1\n[B \"moves\"]\na1\n");
        assert_eq!(
            entries,
            [
                (1, "[A \"1\"]\n\na1 b2".into()),
                (4, "garden moves a1".into()),
                (5, "garden_moves_b1".into()),
                (6, "[B \"moves\"]\na1".into())
            ]
        );
    }

    #[test]
    fn a_record_may_lack_moves() {
        let entries = texts("[A \"1\"]\n\n\n[A \"2\"]\n\na2\n");
        assert_eq!(entries, [(1, "[A \"1\"]\n\n".into()), (4, "[A \"2\"]\n\na2".into())]);
    }

    #[test]
    fn records_on_one_line_each_are_told_apart() {
        let entries = texts("[A \"1\"] a1\n[A \"2\"] a2\n");
        assert_eq!(entries, [(1, "[A \"1\"] a1".into()), (2, "[A \"2\"] a2".into())]);
    }
}
