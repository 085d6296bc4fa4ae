//! Pasted texts: records of the program, and logs of Board Game Arena.

mod bga;

use serde::{Deserialize, Serialize};

use crate::fault::Fault;
use crate::hana::Document;
use crate::host::Host;
use crate::method::{Answer, Solvers};
use crate::okiya::Asked;
use hanamachi_objects::ENGINE;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct TextParams {
    text: String,
}

/// `board.import/1`: the items of a pasted text, in order.
#[derive(Serialize)]
struct ImportObject {
    schema: &'static str,
    engine: &'static str,
    /// `hanamachi` or `bga`.
    source: &'static str,
    items: Vec<ItemObject>,
}

/// An item that the board can show.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ItemObject {
    /// `okiya` or `hanamikoji`.
    game: &'static str,
    form: &'static str,
    text: String,
    /// The form used in the board's address; `null` if there is none.
    address: Option<String>,
    /// The line where it begins, from 1.
    line: usize,
}

/// Maximum size of a text in bytes.
const MOST_BYTES: usize = 1 << 20;
/// Maximum number of items in a text.
const MOST_ITEMS: usize = 1000;

fn answer(source: &'static str, items: Vec<ItemObject>) -> Answer {
    Answer::new(&ImportObject { schema: "board.import/1", engine: ENGINE, source, items })
}

fn check(text: &str) -> Result<(), Fault> {
    if text.len() > MOST_BYTES {
        return Err(Fault::parameter("text", "a text has a mebibyte at most"));
    }
    if text.trim().is_empty() {
        return Err(Fault::refused("empty", "there is nothing to read").about("text"));
    }
    Ok(())
}

/// Reads any text.
pub(crate) fn text(_: &Solvers, params: TextParams, _: &dyn Host) -> Result<Answer, Fault> {
    check(&params.text)?;
    if bga::is_log(&params.text) {
        return Ok(answer("bga", bga::items(&params.text)?));
    }
    Ok(answer("hanamachi", records(&params.text)?))
}

/// Reads a log of Board Game Arena.
pub(crate) fn bga(_: &Solvers, params: TextParams, _: &dyn Host) -> Result<Answer, Fault> {
    check(&params.text)?;
    if !bga::is_log(&params.text) {
        return Err(bga::not_understood("this is no log that the program knows"));
    }
    Ok(answer("bga", bga::items(&params.text)?))
}

/// The items of a text: records of Okiya with their tags, otherwise one item a line. Blank lines and lines
/// that begin with `#` are skipped.
fn records(text: &str) -> Result<Vec<ItemObject>, Fault> {
    let mut items = Vec::new();
    // A record has tags and moves on several lines; a tag line after moves begins the next record.
    let mut record: Option<(usize, String, bool)> = None;
    let lines: Vec<&str> = text.lines().collect();
    for (number, line) in (1..).zip(&lines) {
        let trimmed = line.trim();
        let is_tag = trimmed.starts_with('[');
        if let Some((begins, mut so_far, has_moves)) = record.take() {
            if has_moves && (is_tag || trimmed.is_empty() || trimmed.starts_with('#')) {
                items.push(okiya_item(&so_far, begins)?);
            } else {
                so_far.push('\n');
                so_far.push_str(line);
                record = Some((begins, so_far, has_moves || (!is_tag && !trimmed.is_empty())));
                continue;
            }
        }
        if is_tag {
            record = Some((number, (*line).to_owned(), false));
        } else if !trimmed.is_empty() && !trimmed.starts_with('#') {
            items.push(item(trimmed, number)?);
        }
        if items.len() > MOST_ITEMS {
            return Err(Fault::refused("too_many", format!("{MOST_ITEMS} items at most")).about("text"));
        }
    }
    if let Some((begins, so_far, _)) = record {
        items.push(okiya_item(&so_far, begins)?);
    }
    if items.is_empty() {
        return Err(Fault::refused("empty", "there is nothing to read but comments").about("text"));
    }
    Ok(items)
}

fn okiya_item(text: &str, line: usize) -> Result<ItemObject, Fault> {
    let asked = Asked::read(text, None).map_err(|fault| at_line(fault, line))?;
    Ok(ItemObject {
        game: "okiya",
        form: asked.form(),
        text: if asked.form() == "record" { text.trim().to_owned() } else { asked.text() },
        address: asked.address(),
        line,
    })
}

/// Reads the item on one line. Markers begin a round; everything else is about a garden.
fn item(text: &str, line: usize) -> Result<ItemObject, Fault> {
    let first = text.split([' ', '\t', '_']).next().unwrap_or_default();
    let is_round = !first.is_empty() && first.chars().all(|sign| matches!(sign, '+' | '-' | '.'));
    if !is_round {
        return okiya_item(text, line);
    }
    let document = Document::read(text).map_err(|fault| at_line(fault, line))?;
    Ok(ItemObject {
        game: "hanamikoji",
        form: document.form(),
        text: document.to_string(),
        address: Some(document.address()),
        line,
    })
}

/// The fault of an item that begins on this line.
fn at_line(fault: Fault, begins: usize) -> Fault {
    Fault { line: Some(fault.line.unwrap_or(1) + begins - 1), ..fault }
}
