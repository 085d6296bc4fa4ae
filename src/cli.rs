//! The command line and its subcommands.

use std::ffi::OsString;
use std::io::Write as _;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

#[cfg(not(all(feature = "board", feature = "hanamikoji")))]
use crate::absent::{AbsentArgs, left_out};
use crate::args::{Chatter, SHIELD, color_output};
use crate::asked::Asked;
#[cfg(feature = "board")]
use crate::board;
use crate::failure::Failure;
use crate::output::Rendering;
use crate::session::Session;
use crate::{bench, completions, diagnostic, gone, manual, okiya, table};
#[cfg(feature = "hanamikoji")]
use crate::{cfr, hanamikoji};

/// Solve the board game Okiya exactly, and analyze the card game Hanamikoji
///
/// Values of Okiya are proved; every answer about Hanamikoji states its kind.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) chatter: Chatter,
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Whether failures are printed as error objects.
    #[arg(skip)]
    pub(crate) wants_json: bool,
    /// Sentences about arguments of earlier versions.
    #[arg(skip)]
    pub(crate) notices: Vec<String>,
}

const EXAMPLES: &str = "\
Examples:
  # Shuffle a garden and see which of its openings win
  hanamachi okiya solve random --seed 7

  # Your own garden, tile by tile, row by row
  hanamachi okiya solve MS CT PB IR / PR CS IS MT / MB CR IT PS / MR IB PT CB

  # A hand of Hanamikoji: the action to play, and the opponent's probable cards
  hanamachi hana evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1 --iterations 2000
";

const OKIYA_EXAMPLES: &str = "\
Examples:
  # Outcome and winning openings of the garden on the table
  hanamachi okiya solve MS CT PB IR / PR CS IS MT / MB CR IT PS / MR IB PT CB

  # Grade the moves of a game
  hanamachi okiya review 05af/b4c1/27d8/3e96 moves a2 c1 d3 c2

  # A sheet to study and to print
  hanamachi okiya report 05af/b4c1/27d8/3e96 -o garden.html

Help on a command, for example: `hanamachi okiya solve --help`
";

const HANAMIKOJI_EXAMPLES: &str = "\
Examples:
  # Evaluate a hand: the markers, your seat, the hand, the turns so far
  hanamachi hana evaluate '+..-... 2 ABDFG 2XX,3EEG-E,1X' --seed 1 --iterations 2000

  # The probable cards of the opponent
  hanamachi hana beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'

  # Review a round that you saw from the first seat: X is a card that you never saw
  hanamachi hana review ....... X/ABCDEF/XXXXXX/CXEXXXXX 1A,3DEF-F --seed 1 --iterations 2000

Help on a command, for example: `hanamachi hana evaluate --help`
";

const TABLE_EXAMPLES: &str = "\
Examples:
  # Store the proved openings of a hundred random gardens, and show the metadata of the file
  hanamachi okiya census --sample 100 --seed 1 -o sample.census
  hanamachi table info sample.census

  # Recompute every hash, and re-solve some of the gardens
  hanamachi table verify sample.census --seed 1

Help on a command, for example: `hanamachi table export --help`
";

/// The command.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Okiya: solve, play, review and describe gardens
    #[command(after_help = OKIYA_EXAMPLES)]
    Okiya {
        #[command(subcommand)]
        command: okiya::OkiyaCommand,
    },
    /// Hanamikoji: evaluate and play rounds, run matches, and compute beliefs about hidden cards
    #[cfg(feature = "hanamikoji")]
    #[command(visible_alias = "hana", after_help = HANAMIKOJI_EXAMPLES)]
    Hanamikoji {
        #[command(subcommand)]
        command: Box<hanamikoji::HanamikojiCommand>,
    },
    #[cfg(not(feature = "hanamikoji"))]
    #[command(visible_alias = "hana")]
    Hanamikoji(AbsentArgs),
    #[cfg(feature = "board")]
    Board(board::BoardArgs),
    #[cfg(not(feature = "board"))]
    Board(AbsentArgs),
    /// Tables and checkpoints: inspect, verify, export and merge
    #[command(after_help = TABLE_EXAMPLES)]
    Table {
        #[command(subcommand)]
        command: table::TableCommand,
    },
    #[cfg(feature = "hanamikoji")]
    Cfr(cfr::CfrArgs),
    #[cfg(not(feature = "hanamikoji"))]
    Cfr(AbsentArgs),
    #[command(hide = true)]
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(manual::ManArgs),
}

impl Cli {
    /// Parses the arguments. Usage errors and help follow `--color`.
    pub(crate) fn from_arguments(arguments: &[OsString]) -> Result<Self, clap::Error> {
        // Determined before parsing, so that it applies to usage errors, too.
        let color = color_of(arguments);
        color_output(color);
        let command = || with_negative_numbers(Self::command()).color(color);
        let matches = command().try_get_matches_from(arguments)?;
        let mut cli = Self::from_arg_matches(&matches).map_err(|error| error.format(&mut command()))?;
        let mut innermost = &matches;
        while let Some((_, inner)) = innermost.subcommand() {
            innermost = inner;
        }
        cli.wants_json = innermost.try_get_one("json").ok().flatten().is_some_and(|json| *json);
        cli.notices = gone::superseded(innermost);
        Asked::keep(Self::command, matches);
        Ok(cli)
    }
}

/// Lets options take negative numbers, so that a refused one is the value of its option and not an unknown flag.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let option = |argument: clap::Arg| {
        let takes_value = argument.get_action().takes_values() && !argument.is_positional();
        if takes_value { argument.allow_negative_numbers(true) } else { argument }
    };
    command.mut_args(option).mut_subcommands(with_negative_numbers)
}

/// Returns the value of `--color` before the other arguments are parsed.
fn color_of(arguments: &[OsString]) -> ColorChoice {
    let words: Vec<&str> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    let apart = words.windows(2).filter(|pair| pair[0] == "--color").map(|pair| pair[1]);
    let joined = words.iter().filter_map(|word| word.strip_prefix("--color="));
    apart.chain(joined).find_map(|when| ColorChoice::from_str(when, false).ok()).unwrap_or_default()
}

/// Answers arguments that clap does not parse to a command: usage errors, `--help` and `--version`.
///
/// With `--json` among them, a usage error also prints an error object. Without a command it is unknown whether the flag
/// applies to it. `renamed` is a sentence about a command of an earlier version.
pub(crate) fn refuse(error: &clap::Error, renamed: Option<String>) -> ExitCode {
    if !error.use_stderr() {
        let printed = error.print().and_then(|()| std::io::stdout().flush()).map_err(Failure::writing);
        return match printed {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => diagnostic::ended(&failure, Rendering::Text),
        };
    }
    let _ = write!(anstream::stderr(), "{}", in_words(&error.render().ansi().to_string()));
    let text = in_words(&error.to_string()).replace(SHIELD, "");
    let mut lines = text.lines();
    let message = lines.next().unwrap_or_default().trim_start_matches("error: ");
    // The possible values and the names of missing arguments are part of the message.
    let details = lines.map(str::trim).take_while(|line| !line.is_empty());
    let hint = gone::hint(error).or(renamed).or_else(|| elsewhere(error));
    if let Some(hint) = &hint {
        let _ = writeln!(anstream::stderr(), "\n{hint}");
    }
    let parts = [message].into_iter().chain(details).chain(hint.as_deref());
    let failure = Failure::Usage(parts.collect::<Vec<_>>().join(" "));
    if std::env::args_os().any(|argument| argument == "--json") {
        diagnostic::report(&failure, Rendering::Json);
    }
    ExitCode::from(failure.exit_code())
}

/// Returns a sentence about a command that is not here, but in another group: `hanamachi evaluate` is one of `hanamachi hana`.
fn elsewhere(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(asked)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    let program = Cli::command();
    let groups = std::iter::once((program.get_name().to_owned(), &program));
    let inner = program.get_subcommands().map(|group| {
        let name = group.get_visible_aliases().next().unwrap_or(group.get_name());
        (format!("{} {name}", program.get_name()), group)
    });
    let is_in = |group: &clap::Command| group.get_subcommands().any(|of| of.get_name() == asked);
    let found = groups.chain(inner).filter(|(_, group)| is_in(group));
    let found: Vec<String> = found.map(|(group, _)| format!("`{group} {asked}`")).collect();
    (!found.is_empty()).then(|| format!("tip: there is {}", found.join(" and ")))
}

/// Messages of the standard library about invalid values, and their replacements.
const PARSERS: [(&str, &str); 6] = [
    ("number would be zero for non-zero type", "expected a whole number of at least 1"),
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "the number is too large"),
    ("invalid float literal", "expected a number"),
    ("invalid IP address syntax", "expected an address of this machine, such as 127.0.0.1 or 0.0.0.0"),
];

fn in_words(message: &str) -> String {
    let message = match message.split_once(" is not in ") {
        // A range in Rust's notation.
        Some((before, after)) => format!("{before} is not in {}", after.replacen("..=", " to ", 1)),
        None => message.to_owned(),
    };
    PARSERS.iter().fold(message, |text, (from, to)| text.replace(from, to))
}

impl Command {
    /// Runs the command.
    pub(crate) fn run(self, session: &Session) -> Result<(), Failure> {
        match self {
            Self::Okiya { command } => okiya::run(command, session),
            #[cfg(feature = "hanamikoji")]
            Self::Hanamikoji { command } => hanamikoji::run(*command, session),
            #[cfg(not(feature = "hanamikoji"))]
            Self::Hanamikoji(_) => Err(left_out("hanamikoji")),
            Self::Table { command } => table::run(command, session),
            #[cfg(feature = "board")]
            Self::Board(args) => board::run(&args, session),
            #[cfg(not(feature = "board"))]
            Self::Board(_) => Err(left_out("board")),
            #[cfg(feature = "hanamikoji")]
            Self::Cfr(args) => cfr::run(&args, session),
            #[cfg(not(feature = "hanamikoji"))]
            Self::Cfr(_) => Err(left_out("cfr")),
            Self::Bench(args) => bench::run(&args, session),
            Self::Completions(args) => completions::run(&args, &Cli::command()),
            Self::Man(args) => manual::run(&args, Cli::command(), session),
        }
    }
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
