//! What was asked of the program: the command and its arguments. Objects that the board and the Python package have too
//! name their question in keys of their own.

use std::collections::BTreeMap;
use std::sync::{LazyLock, OnceLock};

use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Command, CommandFactory};
use serde::Serialize;
use serde_json::Value;

use crate::args::SHIELD;
use crate::cli::Cli;

/// The arguments of this process.
static GIVEN: OnceLock<ArgMatches> = OnceLock::new();
static ASKED: LazyLock<Option<Asked>> =
    LazyLock::new(|| GIVEN.get().map(|given| Asked::new(&Cli::command(), given)));

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
    /// Keeps the arguments of the program.
    pub(crate) fn keep(given: ArgMatches) {
        // A process has one command line.
        let _ = GIVEN.set(given);
    }

    /// What was asked; `None` if there is no command line.
    pub(crate) fn kept() -> Option<&'static Self> {
        ASKED.as_ref()
    }

    fn new(program: &Command, matches: &ArgMatches) -> Self {
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
            Some((name.to_owned(), value))
        });
        Self { command: names.join(" "), arguments: arguments.collect() }
    }
}

/// A number where the text is one as JSON writes it, else the text.
fn value(text: String) -> Value {
    text.parse().map_or_else(|_| Value::String(text), Value::Number)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(arguments: &str) -> String {
        let program = Cli::command();
        let words = std::iter::once("hanamachi").chain(arguments.split(' '));
        let matches = program.clone().try_get_matches_from(words).unwrap();
        serde_json::to_string(&Asked::new(&program, &matches)).unwrap()
    }

    #[test]
    fn objects_repeat_the_arguments_that_change_the_answer() {
        assert_eq!(
            asked("hana exploit policy --method lbr --rounds 20 --seed 007 --threads 2 --json"),
            r#"{"command":"hanamikoji exploit","method":"lbr","player":"policy","rounds":20,"seed":"007"}"#
        );
        assert_eq!(
            asked("okiya perft bc39/072a/d6f8/5e41 moves a1 b1 --depth 3 --json"),
            r#"{"command":"okiya perft","depth":3}"#
        );
        assert_eq!(asked("bench"), r#"{"command":"bench"}"#);
    }
}
