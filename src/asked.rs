//! The command line as given, for the `asked` key of JSON output.
//!
//! Objects that the board and the Python package also write name their question in keys of their own.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command};
use serde::Serialize;
use serde_json::Value;

use crate::args::SHIELD;

/// The program's command line and the arguments of this process.
static GIVEN: OnceLock<(fn() -> Command, ArgMatches)> = OnceLock::new();
static ASKED: LazyLock<Option<Asked>> =
    LazyLock::new(|| GIVEN.get().map(|(program, given)| Asked::new(&program(), given)));

/// Arguments that change where an answer goes, how it looks, or how fast it comes, but not the answer; and the
/// text with the position, which an answer has under a key of its own.
const BESIDE: [&str; 10] =
    ["count", "csv", "force", "json", "memory", "open", "output", "resume", "threads", "words"];

/// A command and the arguments that were given.
#[derive(Debug, Serialize)]
pub(crate) struct Asked {
    command: String,
    #[serde(flatten)]
    arguments: BTreeMap<String, Value>,
}

impl Asked {
    /// Keeps the arguments of this process, which `program` parsed.
    pub(crate) fn keep(program: fn() -> Command, given: ArgMatches) {
        // A process has one command line.
        let _ = GIVEN.set((program, given));
    }

    /// What was asked; `None` if there is no command line.
    pub(crate) fn kept() -> Option<&'static Self> {
        ASKED.as_ref()
    }

    pub(crate) fn new(program: &Command, matches: &ArgMatches) -> Self {
        let (mut command, mut matches) = (program, matches);
        let mut names = Vec::new();
        while let Some((name, inner)) = matches.subcommand() {
            names.push(name);
            let Some(found) = command.find_subcommand(name) else { break };
            (command, matches) = (found, inner);
        }
        let arguments = command.get_arguments().filter_map(|argument| {
            let name = argument.get_id().as_str();
            let is_given = matches.value_source(name) == Some(ValueSource::CommandLine);
            if !is_given || BESIDE.contains(&name) {
                return None;
            }
            let is_flag = matches!(argument.get_action(), ArgAction::SetTrue | ArgAction::SetFalse);
            let texts = matches.get_raw(name)?.map(|text| text.to_string_lossy().replace(SHIELD, ""));
            let text = texts.collect::<Vec<_>>().join(" ");
            let value = if is_flag { Value::Bool(true) } else { value(text) };
            // Flags of earlier versions keep their name: see `gone`.
            Some((name.trim_end_matches("_flag").to_owned(), value))
        });
        Self { command: names.join(" "), arguments: arguments.collect() }
    }
}

/// A number where the text is one as JSON writes it, else the text.
fn value(text: String) -> Value {
    text.parse().map_or_else(|_| Value::String(text), Value::Number)
}
