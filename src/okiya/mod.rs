//! `hanamachi okiya …`: one file for each subcommand.

mod census;
mod class;
mod figures;
mod item;
pub(crate) mod ledger;
mod perft;
mod picture;
mod play;
mod random;
mod rarity;
mod report;
mod review;
mod second_wins;
mod show;
mod solve;
mod solver;
pub(crate) mod tabled;
mod words;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// The help of each subcommand is defined with its arguments and examples.
/// Commands about gardens.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Solve(solve::SolveArgs),
    Play(play::PlayArgs),
    Review(review::ReviewArgs),
    Report(report::OkiyaReportArgs),
    Random(random::RandomArgs),
    Census(census::CensusArgs),
    Ledger(ledger::LedgerArgs),
    #[command(hide = true)]
    Perft(perft::PerftArgs),
}

/// Runs one subcommand.
pub(crate) fn run(command: Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, session),
        Command::Play(args) => play::run(&args, session),
        Command::Review(args) => review::run(&args, session),
        Command::Random(args) => random::run(&args, session),
        Command::Perft(args) => perft::run(&args, session),
        Command::Census(args) => census::run(&args, session),
        Command::Ledger(args) => ledger::run(&args, session),
        Command::Report(args) => report::run(&args, session),
    }
}
