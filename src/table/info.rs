//! `table info`: metadata and sections of a file.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::Args;
use hanamachi_report::terminal::{BOLD, DIM, paint};
#[cfg(feature = "hanamikoji")]
use hanamachi_solver::hanamikoji::strategy_table::{StrategyTable, TableQuestion};
use hanamachi_solver::table::disk::FileBytes;
use hanamachi_solver::table::{FORMAT_VERSION, Reader, Section};
use hanamachi_solver::text::hex;
use serde::Serialize;
use serde_json::Value;

use crate::args::OutputArgs;
use crate::failure::{Failure, refusal};
use crate::output::{ENGINE, Output, json};

const EXAMPLES: &str = "\
Examples:
  # Subject, origin and contents of a table; `hanamachi cfr --game kuhn -o kuhn.table` writes one
  hanamachi table info kuhn.table

  # The same for programs
  hanamachi table info kuhn.table --json
";

/// Show the contents and metadata of a table or checkpoint
///
/// Prints kind, game, rules, program, command, counts and measurements, and the sections with their hashes. Checks the
/// structure of the file only; `table verify` also reads the sections.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct InfoArgs {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
}

/// `table.info/1`.
#[derive(Serialize)]
struct TableInfoObject<'a> {
    schema: &'static str,
    engine: &'static str,
    rules: &'a str,
    asked: BTreeMap<&'static str, String>,
    format_version: u32,
    file_bytes: u64,
    /// Hash of the whole file.
    hash: String,
    /// Metadata as stored, including keys unknown to this version of the program.
    metadata: Value,
    /// Rounds of strategies of Hanamikoji; absent for other files.
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<QuestionObject>,
    sections: &'a [Section],
}

/// The question that strategies of rounds answer, from the rows and the metadata of their table.
#[derive(Serialize)]
pub(super) struct QuestionObject {
    /// Markers before the rounds.
    favour: String,
    continuation: &'static str,
    /// Whether the file states the continuation. Files of before 0.3 do not: then it is that of the versions that wrote them.
    continuation_stated: bool,
}

impl QuestionObject {
    /// The question of this file, if it has strategies of rounds.
    #[cfg(feature = "hanamikoji")]
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        let table = StrategyTable::open(bytes).ok()?;
        let TableQuestion { continuation, is_stated, .. } = table.question();
        Some(Self {
            favour: table.question().markers(table.rules()),
            continuation: continuation.word(),
            continuation_stated: *is_stated,
        })
    }

    #[cfg(not(feature = "hanamikoji"))]
    pub(super) fn of(_bytes: &[u8]) -> Option<Self> {
        None
    }

    /// A line for people.
    pub(super) fn line(&self) -> String {
        let Self { favour, continuation, continuation_stated } = self;
        let assumed =
            if *continuation_stated { "" } else { ", as in files of before 0.3, which do not state it" };
        format!(
            "Strategies of rounds that begin with the markers {favour}; undecided games: {continuation}{assumed}."
        )
    }
}

/// The `asked` of a command about this file.
pub(super) fn asked(file: &Path) -> BTreeMap<&'static str, String> {
    BTreeMap::from([("file", file.display().to_string())])
}

/// Runs the command.
pub(crate) fn run(args: &InfoArgs) -> Result<(), Failure> {
    let bytes = FileBytes::open(&args.file)?;
    let reader = Reader::open(bytes.as_ref()).map_err(|error| refusal(&args.file, &error))?;
    let metadata = serde_json::from_str(reader.metadata_text()).context("cannot read the metadata")?;
    let mut output = Output::open(&args.output)?;
    if args.output.json {
        let object = TableInfoObject {
            schema: "table.info/1",
            engine: ENGINE,
            rules: &reader.metadata().rules,
            asked: asked(&args.file),
            format_version: FORMAT_VERSION,
            file_bytes: reader.file_length(),
            hash: hex(reader.identity()),
            metadata,
            question: QuestionObject::of(bytes.as_ref()),
            sections: reader.sections(),
        };
        output.line(&json(&object))?;
    } else {
        let mut text = page(&reader, &metadata);
        if let Some(question) = QuestionObject::of(bytes.as_ref()) {
            let _ = write!(text, "\n{}", paint(DIM, question.line()));
        }
        output.line(&text)?;
    }
    output.finish()
}

/// Returns the page for people: the metadata in the order of the keys, then the sections.
fn page(reader: &Reader<'_>, metadata: &Value) -> String {
    let mut text = paint(BOLD, "Metadata");
    let mut rows = Vec::new();
    flatten("", metadata, &mut rows);
    let width = rows.iter().map(|(key, _)| key.chars().count()).max().unwrap_or_default();
    for (key, value) in rows {
        let _ = write!(text, "\n  {key:<width$}  {value}");
    }
    let _ = write!(text, "\n\n{}", paint(BOLD, "Sections"));
    let _ = write!(
        text,
        "\n{}",
        paint(
            DIM,
            format!("  {:<32} {:>12} {:>14}  BLAKE3, the first 16 digits", "name", "records", "bytes")
        )
    );
    for section in reader.sections() {
        let records = section.records().map_or_else(|| "coded".to_owned(), |records| records.to_string());
        let (name, length) = (section.name(), section.len());
        let _ = write!(text, "\n  {name:<32} {records:>12} {length:>14}  {}", &hex(section.hash())[..16]);
    }
    let note = format!(
        "Format version {FORMAT_VERSION}, {} bytes, {}. The sections were not read: see `table verify`.",
        reader.file_length(),
        hex(reader.identity())
    );
    let _ = write!(text, "\n\n{}", paint(DIM, note));
    text
}

/// Appends a row for each value, with its path. Texts are escaped for a terminal.
fn flatten(path: &str, value: &Value, rows: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (key, value) in members {
                let key = shown(key);
                let path = if path.is_empty() { key } else { format!("{path}.{key}") };
                flatten(&path, value, rows);
            }
        }
        Value::String(text) => rows.push((path.to_owned(), shown(text))),
        other => rows.push((path.to_owned(), shown(&other.to_string()))),
    }
}

/// Escapes characters that a terminal cannot print or would interpret. Quotes stay, so that commands can be copied.
pub(super) fn shown(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '\'' | '"' | '\\' => shown.push(symbol),
            _ => shown.extend(symbol.escape_debug()),
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_shown_as_they_are_and_controls_are_not() {
        assert_eq!(shown("solve --rules 'geisha=3,4' é"), "solve --rules 'geisha=3,4' é");
        assert_eq!(shown("a\u{1b}[2Jb\u{202e}"), "a\\u{1b}[2Jb\\u{202e}");
    }
}
