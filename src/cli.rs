//! The command line: what the subcommands are.

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::args::{Chatter, SHIELD};
use crate::failure::Failure;
use crate::session::Session;
use crate::{bench, diagnostic, hanamikoji, okiya, table};

/// Solves the board game Okiya exactly, and studies the card game Hanamikoji.
///
/// What it says about Okiya is proved; every answer about Hanamikoji says how strong it is.
#[derive(Debug, Parser)]
#[command(version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) chatter: Chatter,
    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = "\
Examples:
  # Shuffle a garden and see which of its openings win
  hanamachi okiya solve random --seed 7

  # Your own garden, tile by tile, row by row
  hanamachi okiya solve MS CT PB IR / PR CS IS MT / MB CR IT PS / MR IB PT CB

  # A hand of Hanamikoji: what is unseen, and where it may be
  hanamachi hanamikoji beliefs '+..-... 2 ABDFG 2XX,3EEG-E,1X'
";

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Okiya: solve, play, review and describe gardens
    Okiya {
        #[command(subcommand)]
        command: okiya::Command,
    },
    /// Hanamikoji: evaluate and play rounds, let players play matches, and tell what the opponent may hold
    #[command(visible_alias = "hana")]
    Hanamikoji {
        #[command(subcommand)]
        command: hanamikoji::Command,
    },
    /// Files on disk: what is in them, and whether they are whole
    Table {
        #[command(subcommand)]
        command: table::Command,
    },
    Bench(bench::BenchArgs),
}

/// Answers arguments that make no command, or that ask for help or the version.
///
/// Where they hold `--json` a mistake is an error object too. Whether that flag was meant for a command cannot
/// be known, since there is none.
pub(crate) fn refuse(error: &clap::Error) -> ExitCode {
    // If it cannot be printed, the exit code still says so.
    let printed = error.print().is_ok();
    if !error.use_stderr() {
        return if printed { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    }
    let text = error.to_string().replace(SHIELD, "");
    let message = text.lines().next().unwrap_or_default();
    let failure = Failure::Usage(message.trim_start_matches("error: ").to_owned());
    if std::env::args_os().any(|argument| argument == "--json") {
        diagnostic::report(&failure, true);
    }
    ExitCode::from(failure.exit_code())
}

impl Command {
    /// Whether failures are to be error objects.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Okiya { command } => command.wants_json(),
            Self::Hanamikoji { command } => command.wants_json(),
            Self::Table { command } => command.wants_json(),
            Self::Bench(args) => args.json,
        }
    }

    /// Runs the command.
    pub(crate) fn run(self, session: &Session) -> Result<(), Failure> {
        match self {
            Self::Okiya { command } => okiya::run(command, session),
            Self::Hanamikoji { command } => hanamikoji::run(command, session),
            Self::Table { command } => table::run(command, session),
            Self::Bench(args) => bench::run(&args, session),
        }
    }
}
