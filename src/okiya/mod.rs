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
mod survey;
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
    Show(show::ShowArgs),
    Random(random::RandomArgs),
    Class(class::ClassArgs),
    Perft(perft::PerftArgs),
    Survey(survey::SurveyArgs),
    Census(census::CensusArgs),
    Ledger(ledger::LedgerArgs),
}

impl Command {
    /// Whether failures are printed as error objects.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Solve(args) => args.output.json,
            Self::Play(_) => false,
            Self::Review(args) => args.output.json,
            Self::Show(args) => args.item.output.json,
            Self::Random(args) => args.output.json,
            Self::Class(args) => args.item.output.json,
            Self::Perft(args) => args.item.output.json,
            Self::Survey(args) => args.output.json,
            Self::Census(args) => args.json,
            Self::Ledger(args) => args.output.json,
            Self::Report(args) => args.report.json,
        }
    }
}

/// Runs one subcommand.
pub(crate) fn run(command: Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, session),
        Command::Play(args) => play::run(&args, session),
        Command::Review(args) => review::run(&args, session),
        Command::Show(args) => show::run(&args, session),
        Command::Random(args) => random::run(&args, session),
        Command::Class(args) => class::run(&args, session),
        Command::Perft(args) => perft::run(&args, session),
        Command::Survey(args) => survey::run(&args, session),
        Command::Census(args) => census::run(&args, session),
        Command::Ledger(args) => ledger::run(&args, session),
        Command::Report(args) => report::run(&args, session),
    }
}
