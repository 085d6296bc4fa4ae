//! Input of a command: an argument, the items of a file, or those of standard input.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hanamachi_solver::table::disk::DiskError;
use hanamachi_solver::table::is_table;
use hanamachi_solver::text::{GameName, Item, items};

use crate::failure::{Failure, Refusal};

/// The item argument: a text, the name of a file, or a word with a special meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ItemArgument {
    /// This text.
    Text(String),
    /// The items of a file, at least one.
    File(Vec<Item>),
    /// A random item.
    Random,
    /// The lines of standard input.
    Stdin,
}

/// Returns all items that the argument names, at least one; `None` for a random one.
pub(crate) fn read(asked: ItemArgument) -> Result<Option<Vec<Item>>, Failure> {
    match asked {
        ItemArgument::Random => Ok(None),
        ItemArgument::Text(text) => {
            let found = items(&text);
            Ok(Some(if found.is_empty() { vec![Item { line: 1, text }] } else { found }))
        }
        ItemArgument::File(found) => Ok(Some(found)),
        ItemArgument::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
            split(bytes, "the input").map(Some)
        }
    }
}

/// What a named file or folder holds, other than texts.
#[derive(Debug)]
pub(crate) enum Stored {
    Folder(PathBuf),
    Table(PathBuf),
    /// A JSON object.
    Object(PathBuf),
}

/// Returns what the file or folder of this name holds; `None` if it holds texts or there is none. A pipe is not read.
pub(crate) fn stored(name: &str) -> Option<Stored> {
    let path = PathBuf::from(name);
    let metadata = path.metadata().ok()?;
    if metadata.is_dir() {
        return Some(Stored::Folder(path));
    }
    let mut head = Vec::new();
    let file = metadata.is_file().then(|| File::open(&path).ok()).flatten()?;
    file.take(256).read_to_end(&mut head).ok()?;
    match head.trim_ascii_start() {
        [b'{', ..] => Some(Stored::Object(path)),
        _ if is_table(&head) => Some(Stored::Table(path)),
        _ => None,
    }
}

/// Returns the items of a file; `None` if the text names none. A folder is no file; a pipe is one.
pub(crate) fn file(text: &str) -> Result<Option<Vec<Item>>, Failure> {
    let path = Path::new(text);
    if !path.metadata().is_ok_and(|found| !found.is_dir()) {
        return Ok(None);
    }
    let bytes = std::fs::read(path).map_err(DiskError::unread(path))?;
    split(bytes, &format!("the file {text}")).map(Some)
}

fn split(bytes: Vec<u8>, what: &str) -> Result<Vec<Item>, Failure> {
    let text = String::from_utf8(bytes)
        .map_err(|_| Refusal::whole("not_utf8", format!("{what} is not valid UTF-8"), ""))?;
    let found = items(&text);
    if found.is_empty() {
        return Err(Refusal::whole("no_text", format!("{what} holds no position and no record"), "").into());
    }
    Ok(found)
}

/// The refusal of an argument that is a folder or probably the name of a missing file, else `refusal`, which says of a word that no file has that name.
pub(crate) fn missing_file(text: &str, mut refusal: Box<Refusal>) -> Box<Refusal> {
    if Path::new(text).is_dir() {
        let message = format!("`{text}` is a folder; this command reads a text or a file");
        return Refusal::whole("no_text", message, text);
    }
    let is_garden = is_like_a_garden(text);
    let is_name = !text.contains(char::is_whitespace)
        && !text.contains("://")
        && !text.starts_with(['#', '{', '[', '\'', '"'])
        && text.contains(['.', '/', '\\', '-'])
        && text.contains(|c: char| c.is_ascii_alphabetic())
        && GameName::of_form(text).is_none()
        && !is_garden;
    if !is_name {
        let is_word = text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if is_word && !is_garden && refusal.column == Some(1) {
            refusal.message.push_str("; nor is there a file of this name");
        }
        return refusal;
    }
    let message = format!("`{text}` is neither a text that this command reads nor a file that can be read");
    Refusal::whole("no_text", message, text)
}

/// Whether a text is rows of tile letters and digits: separated by slashes, or as long as a garden without them.
fn is_like_a_garden(text: &str) -> bool {
    let garden = text.split('_').next().unwrap_or_default();
    let is_tile = |c: char| c.is_ascii_hexdigit() || "CIMPBRST".contains(c.to_ascii_uppercase());
    let rows: Vec<&str> = garden.split('/').collect();
    let is_long = if rows.len() > 1 { garden.len() > rows.len() } else { garden.len() >= 16 };
    is_long && rows.iter().all(|row| row.chars().all(is_tile))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_looks_like_a_text_is_no_name_of_a_file() {
        let is_name = |text: &str| {
            let refusal = missing_file(text, Refusal::whole("wrong", "", text));
            refusal.code == "no_text"
        };
        for text in [
            "bc39/072a/d6f8/5e44",
            "bc39/072a/d6f8/5e4",
            "bc39/072a",
            "bc39072ad6f85e44",
            "MSCT/PR_moves_q9",
            "05af//",
            "nonsense",
            ".......",
            "G/ABCDEF/ABDEFG/CDEFFGGG",
            "https://example.org/",
        ] {
            assert!(!is_name(text), "{text}");
        }
        for name in ["game.txt", "games/one", "./abc", "/tmp/x_moves_a1"] {
            assert!(is_name(name), "{name}");
        }
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().display().to_string();
        let message = missing_file(&name, Refusal::whole("wrong", "", "")).message;
        assert_eq!(message, format!("`{name}` is a folder; this command reads a text or a file"));
    }

    #[test]
    fn a_file_is_read_and_what_names_none_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let name = path.display().to_string();
        assert_eq!(file(&name).unwrap(), None);
        assert_eq!(file(&folder.path().display().to_string()).unwrap(), None);
        std::fs::write(&path, "\u{feff}# a comment\nabc\n").unwrap();
        let found = file(&name).unwrap().unwrap();
        assert_eq!((found.len(), found[0].line, found[0].text.as_str()), (1, 2, "abc"));
        std::fs::write(&path, b"\xff").unwrap();
        assert_eq!(file(&name).unwrap_err().exit_code(), 3);
        std::fs::write(&path, b"\n# nothing\n").unwrap();
        assert_eq!(file(&name).unwrap_err().code(), "no_text");
    }
}
