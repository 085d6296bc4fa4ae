//! `hanamachi hanamikoji …`: one file for each subcommand.

mod beliefs;
mod continuation_values;
mod deal;
mod evaluate;
mod exploit;
mod favour;
mod insight;
mod item;
mod legal;
mod match_play;
mod perft;
mod picture;
mod play;
mod players;
mod replay;
mod report;
mod review;
mod rules_args;
mod show;
mod solve;
mod strategy_file;
mod train;
mod tree;
mod words;

pub(crate) use continuation_values::unfit as unfit_favours;
pub(crate) use players::unfit_network;
pub(crate) use rules_args::rules_text;
pub(crate) use solve::ReducedArgs;
pub(crate) use strategy_file::unfit;

use clap::Subcommand;

use crate::failure::Failure;
use crate::session::Session;

// Each subcommand takes its help from its arguments, where its flags and examples stand too.
/// Subcommands for rounds and games.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Evaluate(evaluate::EvaluateArgs),
    Play(play::PlayArgs),
    Review(review::ReviewArgs),
    Report(report::StudyArgs),
    Show(show::ShowArgs),
    Legal(legal::LegalArgs),
    Beliefs(beliefs::BeliefsArgs),
    Deal(deal::DealArgs),
    Replay(replay::ReplayArgs),
    Match(match_play::MatchArgs),
    Exploit(exploit::ExploitArgs),
    Solve(solve::SolveArgs),
    Train(train::TrainArgs),
    Favour(favour::FavourArgs),
    Tree(tree::TreeArgs),
    Perft(perft::PerftArgs),
}

impl Command {
    /// Whether to print failures as error objects.
    pub(crate) fn wants_json(&self) -> bool {
        match self {
            Self::Evaluate(args) => args.output.json,
            Self::Play(_) => false,
            Self::Review(args) => args.output.json,
            Self::Report(args) => args.report.json,
            Self::Show(args) => args.item.output.json,
            Self::Legal(args) => args.item.output.json,
            Self::Beliefs(args) => args.item.output.json,
            Self::Deal(args) => args.output.json,
            Self::Replay(args) => args.item.output.json,
            Self::Match(args) => args.json,
            Self::Exploit(args) => args.json,
            Self::Solve(args) => args.solving.json,
            Self::Train(args) => args.json,
            Self::Favour(args) => args.json,
            Self::Tree(args) => args.output.json,
            Self::Perft(args) => args.item.output.json,
        }
    }
}

/// Runs one subcommand.
pub(crate) fn run(command: Command, session: &Session) -> Result<(), Failure> {
    match command {
        Command::Evaluate(args) => evaluate::run(&args, session),
        Command::Play(args) => play::run(&args, session),
        Command::Review(args) => review::run(&args, session),
        Command::Report(args) => report::run(&args, session),
        Command::Show(args) => show::run(&args, session),
        Command::Legal(args) => legal::run(&args, session),
        Command::Beliefs(args) => beliefs::run(&args, session),
        Command::Deal(args) => deal::run(&args, session),
        Command::Replay(args) => replay::run(&args, session),
        Command::Match(args) => match_play::run(&args, session),
        Command::Exploit(args) => exploit::run(&args, session),
        Command::Solve(args) => solve::run(&args, session),
        Command::Train(args) => train::run(&args, session),
        Command::Favour(args) => favour::run(&args, session),
        Command::Tree(args) => tree::run(&args, session),
        Command::Perft(args) => perft::run(&args, session),
    }
}
