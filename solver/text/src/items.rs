//! Lines joined to items: one item may stand on several lines, as in a record with tags, a garden of four rows, or a
//! text that a mail program has wrapped. Files, standard input, and pasted texts are split here.

use crate::given::{GameName, MOST_BYTES, is_invisible, opened};
use crate::is_blank;

/// The text of an item, and the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Counted from 1.
    pub line: u64,
    /// The lines of the item, with line breaks between them, and empty ones for comments.
    pub text: String,
}

/// Joins lines to items as they arrive. Blank lines and comments, which begin with `#`, belong to no item.
///
/// ```
/// use hanamachi_solver::text::items;
///
/// let found = items("# two gardens\n05af\nb4c1\n27d8\n3e96\n\n0123/4567/89ab/cdef moves a2\n");
/// let lines: Vec<u64> = found.iter().map(|item| item.line).collect();
/// assert_eq!(lines, [2, 7]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Joiner {
    pending: Option<Item>,
    /// What the lines of the pending item are.
    form: Form,
    /// Whether a blank line follows the tags, or the moves so far, of the pending record.
    has_gap: bool,
}

/// What the lines of an item so far are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Form {
    /// Anything that one line holds.
    #[default]
    Line,
    /// Tags of a record.
    Tags,
    /// Tags of a record on lines of their own, and moves below.
    Moves,
    /// Fewer rows than a garden has.
    Rows,
    /// A garden, or one with moves.
    Garden,
    /// A round of Hanamikoji.
    Round,
    /// The beginning of an object, a quote, or a command.
    Open,
}

/// The items of a text.
#[must_use]
pub fn items(text: &str) -> Vec<Item> {
    let mut joiner = Joiner::default();
    let mut found = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        found.extend(joiner.push(number, line));
    }
    found.extend(joiner.finish());
    found
}

impl Joiner {
    /// Takes the next line, and returns the item before it, if that is complete now.
    pub fn push(&mut self, number: u64, line: &str) -> Option<Item> {
        let content = bare(line);
        if is_comment(content) {
            if let Some(item) = &mut self.pending {
                item.text.push('\n');
            }
            return None;
        }
        if content.is_empty() || line.trim_start_matches(['>', ' ']).starts_with("```") {
            return match (&mut self.pending, self.form) {
                (Some(item), Form::Tags | Form::Moves | Form::Open) => {
                    item.text.push('\n');
                    self.has_gap = true;
                    None
                }
                _ => self.finish(),
            };
        }
        let is_next_record = self.form == Form::Tags && self.has_gap && content.starts_with('[');
        let is_beyond = self.form == Form::Moves && self.has_gap && !begins_like_moves(content);
        let goes_on = |item: &&mut Item| {
            let is_other = is_next_record || is_beyond || item.text.len() > MOST_BYTES;
            !is_other && goes_on(self.form, &item.text, content)
        };
        if let Some(item) = self.pending.as_mut().filter(goes_on) {
            item.text.push('\n');
            item.text.push_str(line);
            self.form = form(&item.text);
            self.has_gap &= self.form != Form::Moves;
            return None;
        }
        let before = self.finish();
        // A line that begins with a blank keeps its columns.
        self.pending = Some(Item { line: number, text: line.to_owned() });
        self.form = form(line);
        before
    }

    /// Returns the last item.
    pub fn finish(&mut self) -> Option<Item> {
        let mut item = self.pending.take()?;
        self.has_gap = false;
        item.text.truncate(item.text.trim_end().len());
        Some(item)
    }

    /// Whether an item is pending that lacks something, or that further lines usually follow.
    #[must_use]
    pub fn expects_more(&self) -> bool {
        let Some(item) = &self.pending else { return false };
        match self.form {
            Form::Tags | Form::Rows | Form::Open => true,
            Form::Moves => !self.has_gap,
            Form::Round => lacks_fields(&item.text),
            Form::Line | Form::Garden => item.text.trim_end().ends_with('\\'),
        }
    }

    /// Whether an item is pending.
    #[must_use]
    pub const fn has_item(&self) -> bool {
        self.pending.is_some()
    }
}

/// Signs around a text that is quoted.
const QUOTES: [char; 10] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '«', '»'];

/// The line without marks of quoted mail, quotes and invisible characters at its beginning.
fn bare(line: &str) -> &str {
    line.trim_start_matches(|c: char| c == '>' || c.is_whitespace() || is_invisible(c) || QUOTES.contains(&c))
        .trim_end()
}

/// Whether a line is a comment, and no link.
fn is_comment(content: &str) -> bool {
    content.starts_with('#') && !content.starts_with("#o/") && !content.starts_with("#h/")
}

/// Whether a text begins a JSON object, and no comment of a record.
fn is_object(text: &str) -> bool {
    let inside = text.strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| {
        inside.is_empty() || inside.starts_with('}') || inside.starts_with('"') && inside.contains("\":")
    })
}

/// What the lines so far are.
fn form(text: &str) -> Form {
    let content = bare(text);
    if content.starts_with('[') {
        let last =
            text.lines().map(bare).rfind(|line| !line.is_empty() && !is_comment(line)).unwrap_or_default();
        let is_tags = last.starts_with('[') && last.ends_with(']');
        return match (is_tags, text.contains('\n')) {
            (true, _) => Form::Tags,
            (false, true) => Form::Moves,
            (false, false) => Form::Line,
        };
    }
    let begins_open = is_object(content);
    let opened_braces = content.matches('{').count() > content.matches('}').count();
    let is_command = content.trim_start_matches(['$', ' ']).starts_with("hanamachi");
    let has_open_quote = is_command && content.matches('\'').count() % 2 == 1;
    if begins_open && opened_braces || has_open_quote || content.ends_with('\\') {
        return Form::Open;
    }
    if begins_open || is_command || content.contains("://") {
        return Form::Line;
    }
    let text = if content.is_ascii() { content.to_owned() } else { opened(content) };
    match GameName::of_form(&text) {
        Some((GameName::Hanamikoji, form)) if form != "a deal" => Form::Round,
        _ => match garden_tiles(&text) {
            (16, _) => Form::Garden,
            (4..16, true) => Form::Rows,
            _ => Form::Line,
        },
    }
}

/// The number of tiles with which a text begins, and whether nothing else follows. Hexadecimal digits are a tile each,
/// other letters half of one.
fn garden_tiles(text: &str) -> (usize, bool) {
    let is_long = |c: char| "MPISTR".contains(c.to_ascii_uppercase());
    let in_words = text.split(|c: char| !c.is_alphabetic()).filter(|word| GameName::is_plant(word)).count();
    if in_words > 0 {
        return (in_words, true);
    }
    let (mut signs, mut has_letters) = (0, false);
    let tiles = |signs: usize, has_letters: bool| if has_letters { signs / 2 } else { signs };
    let is_beside = |c: char| QUOTES.contains(&c) || matches!(c, ',' | ';' | '|' | '>');
    for word in text.split(is_blank).map(|word| word.trim_matches(is_beside)).filter(|word| !word.is_empty())
    {
        let is_row = word.chars().all(|c| c == '/' || c.is_ascii_hexdigit() || is_long(c));
        if !is_row || tiles(signs, has_letters) >= 16 {
            return (tiles(signs, has_letters), false);
        }
        has_letters |= word.contains(is_long);
        signs += word.chars().filter(|&c| c != '/').count();
    }
    (tiles(signs, has_letters), true)
}

/// Whether a line goes on with an item.
fn goes_on(form: Form, so_far: &str, line: &str) -> bool {
    match form {
        Form::Open => true,
        Form::Line => so_far.trim_start().starts_with('[') && !begins_an_item(line) && !line.starts_with('['),
        Form::Tags => line.starts_with('[') || !begins_an_item(line),
        Form::Moves => !line.starts_with('[') && !begins_an_item(line),
        Form::Rows => matches!(garden_tiles(line), (1..16, _)),
        Form::Garden => is_rest_of_a_garden(so_far, line),
        Form::Round => {
            let begins_anew = begins_an_item(line);
            let is_tag = line.split(is_blank).next().is_some_and(|word| word.contains('='));
            let is_history = so_far.trim_end().ends_with(',') || line.starts_with(',');
            !begins_anew && (is_tag || is_history || lacks_fields(so_far))
        }
    }
}

/// Whether a round has fewer fields than it needs, or ends within its history.
fn lacks_fields(so_far: &str) -> bool {
    let text = so_far.trim_end();
    let words: Vec<&str> =
        text.split(is_blank).filter(|word| !word.chars().all(|sign| sign == '>')).collect();
    let needed = if words.get(1).is_some_and(|word| word.contains('/')) { 3 } else { 4 };
    words.len() < needed || text.ends_with(',')
}

/// Whether a line begins an item by its look.
fn begins_an_item(line: &str) -> bool {
    matches!(form(line), Form::Garden | Form::Open | Form::Round)
        || is_object(line)
        || line.starts_with(['[', '#'])
        || line.contains("://")
        || line.trim_start_matches(['$', ' ']).starts_with("hanamachi ")
}

/// Whether a line holds moves, or the fields of a position, for the garden before it.
fn is_rest_of_a_garden(so_far: &str, line: &str) -> bool {
    let first = line.split(is_blank).find(|word| !word.is_empty()).unwrap_or_default();
    if first.eq_ignore_ascii_case("moves") {
        return true;
    }
    let is_tokens = first.matches('/').count() == 3
        && first.chars().all(|c| matches!(c, '1'..='4' | 'x' | 'X' | 'o' | 'O' | '/'));
    if is_tokens && garden_tiles(so_far) == (16, true) {
        return true;
    }
    begins_like_moves(line) && so_far.to_ascii_lowercase().contains("moves")
}

/// Whether a line begins with a move or its number, a mark, or a comment.
fn begins_like_moves(line: &str) -> bool {
    let first = line.split(is_blank).find(|word| !word.is_empty()).unwrap_or_default();
    // The word up to a mark or comment; a garden may begin like a cell.
    let cells = first.split(['!', '?', '{', ';', '(', '$', ',', '.']).next().unwrap_or_default();
    let is_cell = cells.len() >= 2
        && cells.as_bytes().chunks(2).all(|pair| matches!(pair, [b'a'..=b'd' | b'A'..=b'D', b'1'..=b'4']));
    let is_number = first.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with('.');
    let is_beside = first.starts_with(['{', ';', '(', '$', '!', '?', '*']);
    is_cell || is_number || is_beside
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<(u64, String)> {
        items(file).into_iter().map(|item| (item.line, item.text)).collect()
    }

    fn same(file: &str, expected: &[(u64, &str)]) {
        let expected: Vec<(u64, String)> =
            expected.iter().map(|&(line, text)| (line, text.to_owned())).collect();
        assert_eq!(texts(file), expected, "{file}");
    }

    #[test]
    fn a_file_without_tags_holds_an_item_a_line() {
        let garden = "05af/b4c1/27d8/3e96";
        same(
            &format!("# games\n\n{garden} moves a1\n{garden} moves b1\n{garden}\nnonsense\n"),
            &[
                (3, &format!("{garden} moves a1")),
                (4, &format!("{garden} moves b1")),
                (5, garden),
                (6, "nonsense"),
            ],
        );
        let cellular = "a1b4/05cf/27d8/3e96";
        same(
            &format!("{garden} moves a1\n{cellular} moves b1\n"),
            &[(1, &format!("{garden} moves a1")), (2, &format!("{cellular} moves b1"))],
        );
        same(
            "....... 1 ABCDEFG -\n....... 2 ABCDEF 1X\n",
            &[(1, "....... 1 ABCDEFG -"), (2, "....... 2 ABCDEF 1X")],
        );
    }

    #[test]
    fn a_record_ends_where_the_next_begins() {
        same(
            "[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3\n\n[A \"3\"]\n\na2\n",
            &[(1, "[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3"), (7, "[A \"3\"]\n\na2")],
        );
        same(
            "[A \"1\"]\n\na1 ; why\n\n2. b2\n\n*\n\nc3?\n",
            &[(1, "[A \"1\"]\n\na1 ; why\n\n2. b2\n\n*\n\nc3?")],
        );
        let commented = "[A \"1\"]\n\na1\n{two\nlines} b2\n{\"well played\"}\nc3";
        same(&format!("{commented}\n{{\"a\": 1}}\n"), &[(1, commented), (8, "{\"a\": 1}")]);
        same("[A \"1\"]\n\na1\n\nb\n", &[(1, "[A \"1\"]\n\na1"), (5, "b")]);
        same("[A \"1\"]\n\n\n[A \"2\"]\n\na2\n", &[(1, "[A \"1\"]"), (4, "[A \"2\"]\n\na2")]);
        same("[A \"1\"] a1\n[A \"2\"] a2\n", &[(1, "[A \"1\"] a1"), (2, "[A \"2\"] a2")]);
        same("[A \"1\"] a1\nb2 c3\n", &[(1, "[A \"1\"] a1\nb2 c3")]);
        let garden = "05af/b4c1/27d8/3e96 moves a1";
        same(
            &format!("[A \"1\"]\n\na1 b2\n{garden}\n[B \"moves\"]\na1\n"),
            &[(1, "[A \"1\"]\n\na1 b2"), (4, garden), (5, "[B \"moves\"]\na1")],
        );
    }

    #[test]
    fn wrapped_lines_are_joined() {
        same(
            "05af\nb4c1\n27d8\n3e96\n0123\n4567\n89ab\ncdef\n",
            &[(1, "05af\nb4c1\n27d8\n3e96"), (5, "0123\n4567\n89ab\ncdef")],
        );
        same(
            "MSCTPBIR\nPRCSISMT\nMBCRITPS\nMRIBPTCB\nmoves a1\nb1 b2\n",
            &[(1, "MSCTPBIR\nPRCSISMT\nMBCRITPS\nMRIBPTCB\nmoves a1\nb1 b2")],
        );
        let quoted = "> 05af\n> b4c1\n> 27d8\n> 3e96 moves a1,\n> b1";
        same(&format!("{quoted}\n> 0123\n"), &[(1, quoted), (6, "> 0123")]);
        same("05af/b4c1/27d8/3e96 moves\na1\n\u{200b} \n", &[(1, "05af/b4c1/27d8/3e96 moves\na1")]);
        same("05af/b4c1/27d8/3e96\n2x1/4/4/4 c1 o\n", &[(1, "05af/b4c1/27d8/3e96\n2x1/4/4/4 c1 o")]);
        same(
            "> ....... 2 BBDE\n> 3CGG-C,2CF,\n> 3GGG-G,1X\n> rounds=3\n",
            &[(1, "> ....... 2 BBDE\n> 3CGG-C,2CF,\n> 3GGG-G,1X\n> rounds=3")],
        );
        same(
            "hanamachi okiya solve \\\n  '05af/b4c1/27d8/3e96'\n",
            &[(1, "hanamachi okiya solve \\\n  '05af/b4c1/27d8/3e96'")],
        );
        same("{\n \"a\": 1\n}\n{}\n", &[(1, "{\n \"a\": 1\n}"), (4, "{}")]);
        for quoted in [
            "“....... 1\nABCDEFG -”",
            "'05af\nb4c1\n27d8\n3e96'",
            "«0, 5, a, f\nb, 4, c, 1\n2, 7, d, 8\n3, e, 9, 6\nmoves a1»",
            "\"MSCTPBIR\nPRCSISMT\nMBCRITPS\nMRIBPTCB\nmoves a1\"",
        ] {
            same(
                &format!("{quoted}\nnonsense\n"),
                &[(1, quoted), (quoted.lines().count() as u64 + 1, "nonsense")],
            );
        }
    }
}
