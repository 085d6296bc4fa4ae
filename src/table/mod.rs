//! `hanamachi table …`: files on disk, one file for each subcommand.
//!
//! Operations on the contents of a table depend on its kind: see [`hanamachi_solver::files`].

#[cfg(test)]
mod damage;
mod export;
mod file;
mod info;
mod merge;
mod verify;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// The help of each subcommand is defined with its arguments and examples.
/// Commands about tables and checkpoints.
#[derive(Debug, Subcommand)]
pub(crate) enum TableCommand {
    Info(info::InfoArgs),
    Verify(verify::VerifyArgs),
    Export(export::ExportArgs),
    Merge(merge::MergeArgs),
}

/// Runs one subcommand.
pub(crate) fn run(command: TableCommand, session: &Session) -> Result<(), Failure> {
    match command {
        TableCommand::Info(args) => info::run(&args),
        TableCommand::Verify(args) => verify::run(&args, session),
        TableCommand::Export(args) => export::run(&args, session),
        TableCommand::Merge(args) => merge::run(&args, session),
    }
}
