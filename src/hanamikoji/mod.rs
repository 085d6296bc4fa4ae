//! `hanamachi hanamikoji …`: one file for each subcommand.

mod beliefs;
mod continuation_values;
mod deal;
mod evaluate;
mod exploit;
mod favour;
mod item;
mod legal;
mod match_play;
mod perft;
mod play;
mod players;
mod replay;
mod report;
mod review;
mod rules_args;
mod search_errors;
mod show;
mod strategy_file;
mod train;
mod tree;
mod words;

pub(crate) use continuation_values::{FavourTableArgs, unfit as unfit_favours};
pub(crate) use rules_args::{markers, tags};
pub(crate) use strategy_file::unfit;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// Each subcommand takes its help from its arguments, where its flags and examples stand too.
/// Subcommands for rounds and games.
#[derive(Debug, Subcommand)]
pub(crate) enum HanamikojiCommand {
    Evaluate(evaluate::EvaluateArgs),
    Play(play::PlayArgs),
    Review(review::ReviewArgs),
    Report(report::HanamikojiReportArgs),
    Show(show::ShowArgs),
    Beliefs(beliefs::BeliefsArgs),
    Deal(deal::DealArgs),
    Match(match_play::MatchArgs),
    Exploit(exploit::ExploitArgs),
    Train(train::TrainArgs),
    Favour(favour::FavourArgs),
    #[command(hide = true)]
    Tree(tree::TreeArgs),
    #[command(hide = true)]
    Perft(perft::PerftArgs),
}

/// Runs one subcommand.
pub(crate) fn run(command: HanamikojiCommand, session: &Session) -> Result<(), Failure> {
    match command {
        HanamikojiCommand::Evaluate(args) => evaluate::run(&args, session),
        HanamikojiCommand::Play(args) => play::run(&args, session),
        HanamikojiCommand::Review(args) => review::run(&args, session),
        HanamikojiCommand::Report(args) => report::run(&args, session),
        HanamikojiCommand::Show(args) => show::run(&args, session),
        HanamikojiCommand::Beliefs(args) => beliefs::run(&args, session),
        HanamikojiCommand::Deal(args) => deal::run(&args, session),
        HanamikojiCommand::Match(args) => match_play::run(&args, session),
        HanamikojiCommand::Exploit(args) => exploit::run(&args, session),
        HanamikojiCommand::Train(args) => train::run(&args, session),
        HanamikojiCommand::Favour(args) => favour::run(&args, session),
        HanamikojiCommand::Tree(args) => tree::run(&args, session),
        HanamikojiCommand::Perft(args) => perft::run(&args, session),
    }
}
