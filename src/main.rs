//! Hanamachi, the program: arguments in, text and JSON out. The library contains the rules and the search.
//!
//! Only results go to standard output; progress, seeds and diagnostics go to standard error. Commands return a typed
//! [`Failure`], which becomes an exit code only here.

// Without some commands, parts of what the commands share have no user.
#![cfg_attr(
    not(all(feature = "board", feature = "hanamikoji", feature = "parquet")),
    allow(dead_code, unused_imports)
)]

#[cfg(not(all(feature = "board", feature = "hanamikoji", feature = "parquet")))]
mod absent;
mod args;
mod asked;
mod batch;
mod bench;
#[cfg(feature = "board")]
mod board;
mod browser;
#[cfg(feature = "hanamikoji")]
mod cfr;
mod cli;
mod completions;
mod contents;
mod diagnostic;
mod failure;
mod gone;
#[cfg(feature = "hanamikoji")]
mod hanamikoji;
mod interrupt;
mod items;
mod lines;
mod manual;
mod okiya;
mod output;
mod progress;
mod query;
mod report;
mod resume;
mod seed;
mod session;
mod shell;
mod table;
mod workers;
mod wrap;

use std::process::ExitCode;

use crate::cli::Cli;
use crate::failure::Failure;
use crate::output::Rendering;
use crate::session::Session;

fn main() -> ExitCode {
    let (arguments, renamed) = gone::translated(args::shielded(std::env::args_os()).collect());
    let mut cli = match Cli::from_arguments(&arguments) {
        Ok(cli) => cli,
        Err(error) => return cli::refuse(&error, renamed),
    };
    cli.notices.extend(renamed);
    let rendering = Rendering::of_flag(cli.wants_json);
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => diagnostic::ended(&failure, rendering),
    }
}

fn run(cli: Cli) -> Result<(), Failure> {
    args::color_output(cli.chatter.color);
    let session = Session::start(&cli.chatter)?;
    cli.notices.iter().for_each(|notice| session.note(notice));
    cli.command.run(&session)
}
