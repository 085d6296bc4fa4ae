//! `hanamachi table …`: files on disk, one file for each subcommand.

mod file;
mod info;
mod verify;

pub(crate) use file::{FileBytes, in_file, refusal};
pub(crate) use info::hex;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// Each subcommand takes its help from its arguments, where its flags and examples stand too.
/// What to do with tables and checkpoints.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Info(info::InfoArgs),
    Verify(verify::VerifyArgs),
}

impl Command {
    /// Whether failures are to be error objects.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Info(args) => args.output.json,
            Self::Verify(args) => args.output.json,
        }
    }
}

/// Runs one subcommand.
pub(crate) fn run(command: Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::Info(args) => info::run(&args),
        Command::Verify(args) => verify::run(&args, session),
    }
}
