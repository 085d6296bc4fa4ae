//! `hanamachi hanamikoji …`: one file for each subcommand.

mod match_play;
mod players;
mod rules_args;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// Each subcommand takes its help from its arguments, where its flags and examples stand too.
/// What to do with rounds and games.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Match(match_play::MatchArgs),
}

impl Command {
    /// Whether failures are to be error objects.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Match(args) => args.json,
        }
    }
}

/// Runs one subcommand.
pub(crate) fn run(command: Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::Match(args) => match_play::run(&args, session),
    }
}
