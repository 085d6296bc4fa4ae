//! What a text was given as, and the text form in it: readers of both games call this for what they do not understand
//! as it stands.
//!
//! Typographic signs become those of the notation, and marks of quoted mail are dropped. A link to the board, a command
//! of the program, a JSON object that the program printed, and quotes are opened. Every character keeps its place, so
//! that an error points into the text as it was given.

use std::ops::Range;

use crate::mapped::Mapped;
use crate::parse_error::{Code, Field, ParseError, TextFault};

/// A game with text forms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameName {
    /// Okiya.
    Okiya,
    /// Hanamikoji.
    Hanamikoji,
}

impl GameName {
    const fn name(self) -> &'static str {
        match self {
            Self::Okiya => "Okiya",
            Self::Hanamikoji => "Hanamikoji",
        }
    }

    /// The game that the form of a text belongs to, and the name of the form; `None` if it may be either. A guess from the
    /// look of the text, which the reader may still refuse.
    #[must_use]
    pub fn of_form(text: &str) -> Option<(Self, &'static str)> {
        let text = text.trim_start();
        let mut words = text.split(crate::is_blank).filter(|word| !word.is_empty());
        let first = words.next()?;
        let second = words.next().unwrap_or_default();
        if text.starts_with('[') {
            return Some((Self::Okiya, "a record of a game"));
        }
        if is_markers(first) {
            let form = if second.contains('/') { "a round record" } else { "an information set" };
            return Some((Self::Hanamikoji, form));
        }
        let parts: Vec<&str> = first.split('/').collect();
        let is_cards = |part: &&str| part.chars().all(|c| matches!(c.to_ascii_uppercase(), 'A'..='G' | 'X'));
        if parts.len() == 4 && parts[0].len() == 1 && parts.iter().all(is_cards) {
            return Some((Self::Hanamikoji, "a deal"));
        }
        let is_tile = |c: char| c.is_ascii_hexdigit() || "MPISTR".contains(c.to_ascii_uppercase());
        let is_row = |word: &&str| word.chars().all(|c| is_tile(c) || c == '/');
        let tiles_of = |word: &str| word.chars().filter(|&c| is_tile(c)).count();
        // A garden of several words has all of its tiles.
        let rows = text.split(crate::is_blank).filter(|word| !word.is_empty()).take_while(is_row);
        let is_garden = is_row(&first) && (tiles_of(first) >= 8 || rows.map(tiles_of).sum::<usize>() >= 16);
        let is_in_words = Self::is_plant(first) || second_is_plant(first, second);
        (is_garden || is_in_words).then_some((Self::Okiya, "a garden"))
    }

    /// Whether a word names a plant of Okiya, in either number.
    #[must_use]
    pub fn is_plant(word: &str) -> bool {
        ["maple", "maples", "cherry", "cherries", "pine", "pines", "iris", "irises"]
            .iter()
            .any(|plant| plant.eq_ignore_ascii_case(word))
    }
}

/// Whether the first two words are a symbol and a plant.
fn second_is_plant(first: &str, second: &str) -> bool {
    let symbols = ["sun", "tanzaku", "bird", "rain"];
    let plant = second.trim_end_matches(|c: char| !c.is_alphabetic());
    symbols.iter().any(|symbol| symbol.eq_ignore_ascii_case(first)) && GameName::is_plant(plant)
}

/// Whether a word is the markers of a round: at least two signs `+`, `-` and `.`.
fn is_markers(word: &str) -> bool {
    word.len() > 1 && word.chars().all(|c| matches!(c, '+' | '-' | '.'))
}

/// What a text was given as.
#[derive(Clone, Debug)]
struct Unwrapped {
    text: Mapped,
    /// The game that a link or a command names.
    game: Option<GameName>,
    /// A reason why there is no position in it.
    empty: Option<&'static str>,
}

/// Maximum size of a text that is opened. The longest that people bring are evaluations of a first hand as JSON, some 150 kB.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// Reads a text that `read` has refused as it stands with `fault`: with typographic signs replaced, opened if it is a link,
/// a command, or an object, and, if that does not help, with the words for `game` replaced by `respell`.
///
/// # Errors
///
/// The fault of the last attempt, with its place in the text as it was given. A text of the other game is named as such.
pub fn read_given<T>(
    whole: &str,
    fault: TextFault,
    game: GameName,
    respell: impl Fn(&Mapped) -> Option<Mapped>,
    read: impl Fn(&str) -> Result<T, TextFault>,
) -> Result<T, ParseError> {
    const FORM: Field = Field("text");
    if whole.len() > MOST_BYTES {
        return Err(fault.in_text(whole));
    }
    let given = Unwrapped::open(whole);
    let all = 0..given.text.text().len();
    let refuse = |code, message: &str| {
        Err(TextFault::new(Code(code), FORM, given.text.source(all.clone()), message).in_text(whole))
    };
    if let Some(why) = given.empty {
        return refuse("no_position", why);
    }
    let is_changed = given.text.text() != whole.trim();
    let unchanged = Mapped::identity(whole);
    let (mut text, mut fault) = (if is_changed { &given.text } else { &unchanged }, fault);
    if is_changed {
        match read(text.text()) {
            Ok(value) => return Ok(value),
            Err(other) => fault = other,
        }
    }
    let respelled = respell(text);
    if let Some(respelled) = &respelled {
        match read(respelled.text()) {
            Ok(value) => return Ok(value),
            Err(other) => (text, fault) = (respelled, other),
        }
    }
    let other = match (given.game, GameName::of_form(text.text())) {
        (Some(named), _) if named != game => Some((named, "a text")),
        (_, Some((named, form))) if named != game => Some((named, form)),
        _ => None,
    };
    if let Some((named, form)) = other {
        let message =
            format!("this is {form} of {}, and a text of {} is expected", named.name(), game.name());
        return refuse("other_game", &message);
    }
    Err(fault.mapped(|span| text.source(span)).in_text(whole))
}

/// The text form in `whole`, without typographic signs, quotes, and what it is wrapped in. A text that is nothing but a
/// text form is returned as it is, up to white space at its ends.
#[must_use]
pub fn opened(whole: &str) -> String {
    Unwrapped::open(whole).text.text().to_owned()
}

/// The game of a text: the one that its link, command or object names, else the one that its form belongs to.
#[must_use]
pub fn game_of(whole: &str) -> Option<GameName> {
    let given = Unwrapped::open(whole);
    given.game.or_else(|| GameName::of_form(given.text.text()).map(|(game, _)| game))
}

impl Unwrapped {
    fn open(whole: &str) -> Self {
        let mut text = without_quotes(&without_mail_marks(&plain_signs(&Mapped::identity(whole))));
        let (mut game, mut empty) = (None, None);
        for _ in 0..3 {
            let opened = object(&text).or_else(|| command(&text)).or_else(|| link(&text));
            let Some(opened) = opened else { break };
            text = without_quotes(&opened.text);
            game = opened.game.or(game);
            empty = opened.empty;
        }
        Self { text: with_dashes(&text), game, empty }
    }

    const fn of(text: Mapped, game: Option<GameName>) -> Self {
        Self { text, game, empty: None }
    }

    const fn without_position(text: Mapped, game: Option<GameName>, why: &'static str) -> Self {
        Self { text, game, empty: Some(why) }
    }
}

/// Characters that have no width.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{feff}' | '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}')
}

/// The signs of the notation for typographic ones. Long dashes stay, because some programs write them for several signs.
/// In straight quotes nothing changes: there stands free text.
fn plain_signs(given: &Mapped) -> Mapped {
    let mut plain = Mapped::default();
    let mut is_quoted = false;
    let is_record =
        given.text().trim_start_matches(|c: char| c.is_whitespace() || is_invisible(c)).starts_with('[');
    for (character, from) in given.chars() {
        if is_invisible(character) || character == '\r' {
            continue;
        }
        if is_record {
            match character {
                '"' => is_quoted = !is_quoted,
                '\n' => is_quoted = false,
                _ => {}
            }
            if is_quoted {
                plain.push(character, from);
                continue;
            }
        }
        let sign = match character {
            '…' => {
                plain.push_str("...", &from);
                continue;
            }
            '\u{2010}'..='\u{2012}' | '−' | '﹣' | '－' => '-',
            '“' | '”' | '„' | '‟' | '«' | '»' => '"',
            '‘' | '’' | '‚' | '‛' | '′' => '\'',
            '⁄' | '∕' => '/',
            '·' | '•' | '。' => '.',
            '、' => ',',
            '\u{85}' | '\u{2028}' | '\u{2029}' => '\n',
            '\u{ff01}'..='\u{ff5e}' => {
                u32::from(character).checked_sub(0xfee0).and_then(char::from_u32).unwrap_or(character)
            }
            '\n' | '\t' => character,
            blank if blank.is_whitespace() => ' ',
            other => other,
        };
        plain.push(sign, from);
    }
    plain
}

/// The text without `>` before its lines.
fn without_mail_marks(given: &Mapped) -> Mapped {
    let mut bare = Mapped::default();
    let mut begins = true;
    for (character, from) in given.chars() {
        if character == '\n' {
            begins = true;
        } else if begins && !matches!(character, '>' | ' ' | '\t') {
            begins = false;
        }
        if !(begins && character == '>') {
            bare.push(character, from);
        }
    }
    bare
}

/// The text without blanks and quotes around it, and without the lines of a code block.
fn without_quotes(given: &Mapped) -> Mapped {
    let mut bare = given.trimmed();
    loop {
        let text = bare.text();
        let inside = if let Some(rest) = text.strip_prefix("```") {
            let start = text.len() - rest.split_once('\n').map_or(rest, |(_, code)| code).len();
            start..text.trim_end_matches('`').len().max(start)
        } else {
            let quote = text.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'));
            match quote {
                Some(quote) if text.len() > 1 && text.ends_with(quote) => 1..text.len() - 1,
                _ if text.starts_with('<') && text.ends_with('>') => 1..text.len() - 1,
                _ => return bare,
            }
        };
        bare = bare.slice(inside).trimmed();
    }
}

/// The text with `-` for the long dashes. Among the markers of a round a dash may stand for two or three signs that a
/// word processor joined; the number of geisha decides.
fn with_dashes(given: &Mapped) -> Mapped {
    const EN: char = '–';
    let is_dash = |c: char| matches!(c, '–' | '—' | '―');
    let text = given.text();
    if !text.contains(is_dash) {
        return given.clone();
    }
    let first = text.split(crate::is_blank).next().unwrap_or_default();
    let is_markers = first.chars().all(|c| matches!(c, '+' | '-' | '.') || is_dash(c));
    let values = text
        .split_once("geisha=")
        .map(|(_, values)| values.split(crate::is_blank).next().unwrap_or_default());
    let geisha = values.map_or(7, |values| values.split(',').count());
    let count = |short: usize, long: usize| -> usize {
        first
            .chars()
            .map(|c| {
                if c == EN {
                    short
                } else if is_dash(c) {
                    long
                } else {
                    1
                }
            })
            .sum()
    };
    let lengths = [(1, 1), (1, 2), (2, 2), (2, 3), (1, 3)];
    let fitting = lengths.into_iter().find(|&(short, long)| is_markers && count(short, long) == geisha);
    let (short, long) = fitting.unwrap_or((1, 1));
    let mut plain = Mapped::default();
    let mut at = 0;
    for (character, from) in given.chars() {
        let signs = if !is_dash(character) {
            0
        } else if at >= first.len() {
            1
        } else if character == EN {
            short
        } else {
            long
        };
        at += character.len_utf8();
        match signs {
            0 => plain.push(character, from),
            signs => plain.push_str(&"-".repeat(signs), &from),
        }
    }
    plain
}

/// The position of a link to the board, or of its fragment.
fn link(given: &Mapped) -> Option<Unwrapped> {
    let text = given.text();
    let (at, game) = [("#o/", GameName::Okiya), ("#h/", GameName::Hanamikoji)]
        .into_iter()
        .filter_map(|(mark, game)| Some((text.find(mark)?, game)))
        .min_by_key(|&(at, _)| at)
        .or_else(|| text.contains("://").then_some((text.find('#')?, GameName::Okiya)))?;
    let is_link = at == 0 || text.contains("://") || !text[..at].contains(char::is_whitespace);
    if !is_link {
        return None;
    }
    let Some(fragment) = text[at..].strip_prefix("#o/").or_else(|| text[at..].strip_prefix("#h/")) else {
        return Some(Unwrapped::without_position(given.clone(), None, "this link leads to no position"));
    };
    let start = at + "#o/".len();
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>' | ')' | ']' | '`');
    let fragment = &fragment[..fragment.find(ends).unwrap_or(fragment.len())];
    if fragment.starts_with("play/") {
        let why = "this link leads to a game that is kept in one browser, and holds no position";
        return Some(Unwrapped::without_position(given.clone(), Some(game), why));
    }
    let (path, options) = fragment.split_once('?').unwrap_or((fragment, ""));
    let mut position = decoded(&given.slice(start..start + path.len()));
    let rule = options.split('&').find(|option| option.starts_with("full="));
    if let Some(rule) = rule.filter(|_| game == GameName::Okiya) {
        let begins = start + path.len() + 1 + options.find(rule).unwrap_or_default();
        push_apart(&mut position, &given.slice(begins..begins + rule.len()));
    }
    Some(Unwrapped::of(position, Some(game)))
}

/// Appends a blank and a text from further on.
fn push_apart(text: &mut Mapped, more: &Mapped) {
    let at = more.source(0..0);
    text.push(' ', at);
    text.append(more);
}

/// The text with `%2C` and the like decoded.
fn decoded(given: &Mapped) -> Mapped {
    let characters: Vec<(char, Range<usize>)> = given.chars().collect();
    let mut plain = Mapped::default();
    let mut at = 0;
    while let Some((character, from)) = characters.get(at).cloned() {
        let digit = |place: usize| characters.get(place).and_then(|(digit, _)| digit.to_digit(16));
        match (character, digit(at + 1), digit(at + 2)) {
            ('%', Some(high), Some(low)) if 16 * high + low < 128 => {
                let sign = char::from_u32(16 * high + low).unwrap_or('%');
                plain.push(sign, from.start..characters[at + 2].1.end);
                at += 3;
            }
            _ => {
                plain.push(character, from);
                at += 1;
            }
        }
    }
    plain
}

/// A word of a command line.
struct ShellWord {
    text: Mapped,
    is_flag: bool,
}

/// The words of a command line as a POSIX shell splits them.
fn shell_words(given: &Mapped) -> Vec<ShellWord> {
    let mut words = Vec::new();
    let mut word: Option<Mapped> = None;
    let mut quote = None;
    let mut characters = given.chars().peekable();
    while let Some((character, from)) = characters.next() {
        match (quote, character) {
            (Some(open), c) if c == open => quote = None,
            (Some('"') | None, '\\') => {
                if let Some((next, from)) = characters.next()
                    && next != '\n'
                {
                    word.get_or_insert_default().push(next, from);
                }
            }
            (None, '"' | '\'') => {
                quote = Some(character);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(character, from),
        }
    }
    words.extend(word);
    let is_flag = |word: &Mapped| {
        let text = word.text();
        let letters = text.trim_start_matches(['-', '—', '–']);
        letters.len() < text.len() && letters.starts_with(|c: char| c.is_ascii_alphabetic())
    };
    words.into_iter().map(|text| ShellWord { is_flag: is_flag(&text), text }).collect()
}

/// The position in a command of the program.
fn command(given: &Mapped) -> Option<Unwrapped> {
    let text = given.text();
    let bare = text.trim_start_matches(['$', '%', '❯']).trim_start();
    let program = bare.split(char::is_whitespace).next().unwrap_or_default();
    let program = program.rsplit(['/', '\\']).next().unwrap_or_default();
    if !matches!(program, "hanamachi" | "hanamachi.exe") {
        return None;
    }
    let words = shell_words(&given.slice(text.len() - bare.len()..text.len()));
    let mut words = words.into_iter().skip(1).peekable();
    let is_name = |word: &ShellWord| {
        let text = word.text.text();
        !word.is_flag && text.len() > 1 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
    };
    let game = words.next_if(is_name).and_then(|word| match word.text.text() {
        "okiya" => Some(GameName::Okiya),
        "hanamikoji" | "hana" => Some(GameName::Hanamikoji),
        _ => None,
    });
    // The command.
    words.next_if(is_name);
    if words.peek().is_some_and(|word| word.text.text() == "-") {
        let why = "this command reads its position from standard input";
        return Some(Unwrapped::without_position(given.clone(), game, why));
    }
    let (mut position, mut rule) = (Vec::new(), None);
    let mut has_ended = false;
    while let Some(word) = words.next() {
        if word.is_flag {
            has_ended |= !position.is_empty();
            let name = word.text.text().trim_start_matches(['-', '—', '–']);
            if let Some(value) = name.strip_prefix("full=") {
                let start = word.text.text().len() - "full=".len() - value.len();
                rule = Some(word.text.slice(start..word.text.text().len()));
            } else if !name.contains('=')
                && let Some(value) =
                    words.next_if(|next| !next.is_flag && GameName::of_form(next.text.text()).is_none())
                && name == "full"
            {
                let mut tag = Mapped::default();
                tag.push_str("full=", &word.text.source(0..1));
                tag.append(&value.text);
                rule = Some(tag);
            }
        } else if !has_ended {
            position.push(word.text);
        }
    }
    let mut parts = position.into_iter();
    let Some(mut text) = parts.next() else {
        return Some(Unwrapped::without_position(given.clone(), game, "this command names no position"));
    };
    parts.for_each(|part| push_apart(&mut text, &part));
    if let Some(rule) = rule.filter(|_| game != Some(GameName::Hanamikoji)) {
        push_apart(&mut text, &rule);
    }
    Some(Unwrapped::of(text, game))
}

/// Keys of the program's objects with a position or a record, the more complete ones first. A deal stands without its rules.
const KEYS: [&str; 8] = ["record", "information_set", "position", "game", "text", "command", "garden", DEAL];
const DEAL: &str = "deal";

/// The position in a JSON object that the program printed.
fn object(given: &Mapped) -> Option<Unwrapped> {
    if !given.text().starts_with('{') {
        return None;
    }
    let strings = json_strings(given);
    let found = strings
        .iter()
        .filter_map(|(depth, key, value)| Some((*depth, KEYS.iter().position(|known| known == key)?, value)))
        .min_by_key(|&(depth, place, _)| (depth, place));
    let Some((depth, place, value)) = found else {
        return Some(Unwrapped::without_position(given.clone(), None, "this object holds no position"));
    };
    let mut text = value.clone();
    let schema = strings.iter().find(|(_, key, _)| key == "schema").map(|(.., name)| name.text().to_owned());
    let game = match schema.as_deref().and_then(|schema| schema.split(['.', '/']).next()) {
        Some("okiya") => Some(GameName::Okiya),
        Some("hanamikoji") => Some(GameName::Hanamikoji),
        _ => None,
    };
    let rule = strings.iter().find(|(at, key, value)| {
        *at == depth && key == "rules" && (value.text().starts_with("full=") || KEYS[place] == DEAL)
    });
    if let Some((.., rule)) = rule.filter(|_| !text.text().trim_start().starts_with('[')) {
        push_apart(&mut text, rule);
    }
    Some(Unwrapped::of(text, game))
}

/// The pairs of a key and a text in a JSON object, in order, each with its depth.
fn json_strings(given: &Mapped) -> Vec<(usize, String, Mapped)> {
    let mut pairs = Vec::new();
    let mut depth = 0;
    let mut key: Option<String> = None;
    let mut last: Option<Mapped> = None;
    let mut characters = given.chars();
    while let Some((character, _)) = characters.next() {
        match character {
            '"' => {
                let mut string = Mapped::default();
                while let Some((character, from)) = characters.next() {
                    match character {
                        '"' => break,
                        '\\' => match characters.next() {
                            Some(('n', from)) => string.push('\n', from),
                            Some((other, from)) => string.push(other, from),
                            None => break,
                        },
                        other => string.push(other, from),
                    }
                }
                match key.take() {
                    Some(key) => pairs.push((depth, key, string)),
                    None => last = Some(string),
                }
            }
            ':' => key = last.take().map(|key| key.text().to_owned()),
            '{' | '[' => (depth, key, last) = (depth + 1, None, None),
            '}' | ']' => (depth, key, last) = (usize::saturating_sub(depth, 1), None, None),
            ',' => (key, last) = (None, None),
            _ => {}
        }
    }
    pairs
}

/// Whether a text is `canonical` but for case and blanks, so that nobody needs to be told how it was read.
#[must_use]
pub fn is_as_written(text: &str, canonical: &str) -> bool {
    let squeezed = |text: &str| -> String {
        let bare = text.chars().filter(|&c| !crate::is_blank(c) && c != '/');
        bare.flat_map(char::to_lowercase).collect()
    };
    squeezed(text) == squeezed(canonical)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_text_is_wrapped_in_is_opened() {
        let garden = "05af/b4c1/27d8/3e96";
        let set = "+..-... 2 ABDFG 2XX,3EEG-E,1X";
        for (given, text) in [
            (format!("\u{feff}  {garden}\r\n"), garden.to_owned()),
            (format!("“{garden}”"), garden.to_owned()),
            (format!("> > {garden}"), garden.to_owned()),
            (format!("```text\n{garden}\n```"), garden.to_owned()),
            (format!("$ hanamachi okiya solve '{garden}' --full last --json"), format!("{garden} full=last")),
            (format!("hanamachi okiya solve {garden} moves a1 b1 --json"), format!("{garden} moves a1 b1")),
            (
                "https://example.org/board/#o/05afb4c127d83e96/a1?full=last".into(),
                "05afb4c127d83e96/a1 full=last".into(),
            ),
            ("<https://example.org/#h/+..-..._2_ABDFG_2XX%2C3EEG-E,1X>".into(), set.replace(' ', "_")),
            ("#h/+..-..._2_ABDFG_2XX,3EEG-E,1X".into(), set.replace(' ', "_")),
            (format!("hanamachi hana evaluate --seed 1 '{set}' --time 3"), set.to_owned()),
            (format!("hanamachi hana evaluate \\\n  '{set}'"), set.to_owned()),
            ("+..–… 2".to_owned(), "+..-... 2".to_owned()),
            ("+…—— 2 ABDFG −".into(), "+...---- 2 ABDFG -".replacen("----", "--", 1)),
            ("…—… 1 ABCDEFG —".into(), "...-... 1 ABCDEFG -".into()),
            (
                format!(
                    r#"{{"schema":"okiya.solution/1","position":"{garden} 4/4/4/4 - x","rules":"full=draw"}}"#
                ),
                format!("{garden} 4/4/4/4 - x full=draw"),
            ),
            (
                format!(
                    r#"{{"schema":"hanamikoji.evaluation/1","rules":"rounds=inf","information_set":"{set}"}}"#
                ),
                set.to_owned(),
            ),
            (
                r#"{"schema":"hanamikoji.deal/1","rules":"rounds=inf geisha=1,2","deal":"B/-/-/AB"}"#.into(),
                "B/-/-/AB rounds=inf geisha=1,2".into(),
            ),
            (
                format!(
                    r#"{{"command":"hanamachi okiya report '{garden} moves a2' --full draw","garden":"{garden}"}}"#
                ),
                format!("{garden} moves a2 full=draw"),
            ),
        ] {
            assert_eq!(opened(&given), text, "{given}");
        }
    }

    #[test]
    fn a_long_dash_among_markers_is_as_many_signs_as_fit() {
        assert_eq!(opened("+..—.. 1 ABCDEFG -"), "+..--.. 1 ABCDEFG -");
        assert_eq!(opened("+..—... 1 ABCDEFG -"), "+..-... 1 ABCDEFG -");
        assert_eq!(opened("—. 1 AB - geisha=2,3,4"), "--. 1 AB - geisha=2,3,4");
    }

    #[test]
    fn games_are_told_apart() {
        use GameName::{Hanamikoji, Okiya};
        for (text, game) in [
            ("05af/b4c1/27d8/3e96 moves a1", Some(Okiya)),
            ("[Garden \"x\"]", Some(Okiya)),
            ("....... 1 ABCDEFG -", Some(Hanamikoji)),
            ("G/ABCDEF/ABDEFG/CDEFFGGG", Some(Hanamikoji)),
            ("hanamachi hana review x", Some(Hanamikoji)),
            ("https://a.b/#h/x", Some(Hanamikoji)),
            ("what is this", None),
            ("", None),
        ] {
            assert_eq!(game_of(text), game, "{text}");
        }
    }
}
