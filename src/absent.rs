//! Commands that a build without the default features leaves out.
//!
//! The README's first command solves a garden and compiles nothing else.

use std::ffi::OsString;

use clap::Args;

use crate::failure::Failure;

/// Not in this build: `cargo run --locked -- …` compiles the whole program
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct AbsentArgs {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<OsString>,
}

/// Error: the command is not in this build.
pub(crate) fn left_out(command: &str) -> Failure {
    Failure::Usage(format!(
        "this build leaves out `{command}`: compile the program without --no-default-features, for example with \
         `cargo run --locked -- {command}`"
    ))
}
