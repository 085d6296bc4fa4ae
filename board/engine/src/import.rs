//! Pasted texts: records of the program, and logs of Board Game Arena.

mod bga;

use serde::Serialize;

use crate::fault::Fault;
use crate::hana::{address, read};
use crate::host::Host;
use crate::method::{Answer, Solvers, TextParams};
use crate::okiya::AskedPosition;
use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::notation::Described;
use hanamachi_solver::text::{GameName, game_of, items};

/// `board.import/1`: the items of a pasted text, in order.
#[derive(Serialize)]
struct ImportObject {
    schema: &'static str,
    engine: &'static str,
    /// `hanamachi`.
    source: &'static str,
    items: Vec<ItemObject>,
}

/// An item that the board can show.
#[derive(Clone, Debug, Serialize)]
struct ItemObject {
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
        return Err(bga::unknown_form());
    }
    let items = records(&params.text)?;
    Ok(Answer::new(&ImportObject { schema: "board.import/1", engine: ENGINE, source: "hanamachi", items }))
}

/// Reads a log of Board Game Arena.
pub(crate) fn bga(_: &Solvers, params: TextParams, _: &dyn Host) -> Result<Answer, Fault> {
    check(&params.text)?;
    Err(if bga::is_log(&params.text) {
        bga::unknown_form()
    } else {
        bga::not_understood("this is no log that the program knows")
    })
}

/// The items of a text, which may be records on several lines, one text a line, links, or commands.
fn records(text: &str) -> Result<Vec<ItemObject>, Fault> {
    let found = items(text);
    if found.len() > MOST_ITEMS {
        return Err(Fault::refused("too_many", format!("{MOST_ITEMS} items at most")).about("text"));
    }
    if found.is_empty() {
        return Err(Fault::refused("empty", "there is nothing to read but comments").about("text"));
    }
    found
        .iter()
        .map(|found| item(&found.text).map_err(|fault| at_line(fault, found.line)))
        .collect::<Result<_, _>>()
        .map(|mut objects: Vec<ItemObject>| {
            for (object, found) in objects.iter_mut().zip(&found) {
                object.line = usize::try_from(found.line).unwrap_or(usize::MAX);
            }
            objects
        })
}

/// Reads an item of either game.
fn item(text: &str) -> Result<ItemObject, Fault> {
    match game_of(text) {
        Some(GameName::Okiya) => okiya_item(text),
        Some(GameName::Hanamikoji) => hanamikoji_item(text),
        None => okiya_item(text).or_else(|fault| hanamikoji_item(text).map_err(|_| fault)),
    }
}

fn okiya_item(text: &str) -> Result<ItemObject, Fault> {
    let asked = AskedPosition::read(text, None)?;
    let is_record = text.trim_start().starts_with('[');
    let canonical =
        || Described::parse(text).map_or_else(|_| asked.text(), |described| described.to_string());
    Ok(ItemObject {
        game: "okiya",
        form: asked.form(),
        text: if is_record { text.trim().to_owned() } else { canonical() },
        address: asked.address(),
        line: 1,
    })
}

fn hanamikoji_item(text: &str) -> Result<ItemObject, Fault> {
    let document = read(text)?;
    Ok(ItemObject {
        game: "hanamikoji",
        form: document.form(),
        text: document.to_string(),
        address: Some(address(&document)),
        line: 1,
    })
}

/// The fault of an item that begins on this line.
fn at_line(fault: Fault, begins: u64) -> Fault {
    let begins = usize::try_from(begins).unwrap_or(usize::MAX);
    Fault { line: Some(fault.line.unwrap_or(1).saturating_add(begins - 1)), ..fault }
}
