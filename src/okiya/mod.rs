//! `hanamachi okiya …`: one file for each subcommand.

mod census;
mod class;
mod item;
pub(crate) mod ledger;
mod perft;
mod play;
mod random;
mod report;
mod review;
mod second_wins;
mod show;
mod solve;
mod solver;
pub(crate) mod tabled;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// The help of each subcommand is defined with its arguments and examples.
/// Commands about gardens.
#[derive(Debug, Subcommand)]
pub(crate) enum OkiyaCommand {
    Solve(solve::SolveArgs),
    Play(play::OkiyaPlayArgs),
    Review(review::OkiyaReviewArgs),
    Report(report::OkiyaReportArgs),
    Random(random::RandomArgs),
    Census(census::CensusArgs),
    Ledger(ledger::LedgerArgs),
    #[command(hide = true)]
    Perft(perft::OkiyaPerftArgs),
}

/// Runs one subcommand.
pub(crate) fn run(command: OkiyaCommand, session: &Session) -> Result<(), Failure> {
    match command {
        OkiyaCommand::Solve(args) => solve::run(&args, session),
        OkiyaCommand::Play(args) => play::run(&args, session),
        OkiyaCommand::Review(args) => review::run(&args, session),
        OkiyaCommand::Random(args) => random::run(&args, session),
        OkiyaCommand::Perft(args) => perft::run(&args, session),
        OkiyaCommand::Census(args) => census::run(&args, session),
        OkiyaCommand::Ledger(args) => ledger::run(&args, session),
        OkiyaCommand::Report(args) => report::run(&args, session),
    }
}
