//! `okiya play`: a person against the solver, line by line in a plain terminal.

mod engine;
mod prompt;
mod table;

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use hanamachi_report::terminal::okiya::words;
use hanamachi_solver::okiya::match_play::{Match, MatchForm, MatchStatus, VictoryTarget};
use hanamachi_solver::okiya::{FullBoard, Game};
use rand::seq::IndexedRandom;

use self::engine::SlippingEngine;
use self::table::{GameTable, PERSON};
use super::item::PositionItem;
use crate::args::{RulesArgs, SeedArgs, one_of};
use crate::contents;
use crate::failure::{Failure, Refusal};
use crate::query::QueryItem as _;
use crate::seed;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  # One game against perfect play, you first; type `help` at the prompt
  hanamachi okiya play

  # A weaker opponent, to ten victory points, saved for `okiya review`
  hanamachi okiya play --level medium --match points10 --record evening.txt
";

/// Play against the solver
///
/// At the prompt type a cell, such as a1, or: hint, undo, moves, board, resign, save FILE, help, quit. In a
/// match the loser of a game starts the next one on a fresh shuffle; after a draw the same player starts again.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct OkiyaPlayArgs {
    /// The first garden, `random`, or a garden with moves to continue from
    #[arg(long, value_name = "TEXT", default_value = "random")]
    garden: String,
    /// Your side in the first game; x moves first
    #[arg(long, value_enum, default_value_t = SideArg::X)]
    side: SideArg,
    /// Strength of the solver: `perfect` always plays a best move; `strong`, `medium` and `weak` play another one with
    /// probability 0.1, 0.3 and 0.6; or such a probability
    #[arg(long, default_value = "perfect", value_parser = slip)]
    level: f64,
    #[arg(long = "slip", value_name = "P", value_parser = slip, conflicts_with = "level", hide = true)]
    slip_flag: Option<f64>,
    /// One game, first to three wins, or victory points (one for each tile left)
    #[arg(long = "match", value_name = "FORM", value_parser = one_of(&FORMS), default_value = "single")]
    form: MatchForm,
    /// Append every game, finished or not, to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    seed: SeedArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum SideArg {
    X,
    O,
    Random,
}

/// The forms of a match.
const FORMS: [(&str, MatchForm); 5] = [
    ("single", MatchForm::SingleGame),
    ("three", MatchForm::FirstToThree),
    ("points10", MatchForm::VictoryPoints(VictoryTarget::Ten)),
    ("points15", MatchForm::VictoryPoints(VictoryTarget::Fifteen)),
    ("points20", MatchForm::VictoryPoints(VictoryTarget::Twenty)),
];

/// Levels, with the probability of a move other than the best.
const LEVELS: [(&str, f64); 4] = [("perfect", 0.0), ("strong", 0.1), ("medium", 0.3), ("weak", 0.6)];

/// Reads a level or a probability.
fn slip(text: &str) -> Result<f64, String> {
    let named = LEVELS.into_iter().find(|&(name, _)| name == text).map(|(_, slip)| slip);
    let value = named.or(text.parse().ok()).filter(|value| (0.0..=1.0).contains(value));
    value.ok_or_else(|| format!("`{text}` is not perfect, strong, medium, weak or a probability from 0 to 1"))
}

/// Runs the command.
pub(crate) fn run(args: &OkiyaPlayArgs, session: &Session) -> Result<(), Failure> {
    let (first, full_board) = first_game(args)?;
    let seed = seed::resolve(args.seed.seed, session)?;
    let mut games = first.into_iter().chain(seed::gardens(seed).map(Game::new));
    // A separate random stream: the gardens of a seed do not depend on the moves.
    let mut generator = seed::generator(seed);
    generator.jump();
    let starter = match args.side {
        SideArg::X => PERSON,
        SideArg::O => PERSON.other(),
        SideArg::Random => *[PERSON, PERSON.other()].choose(&mut generator).unwrap_or(&PERSON),
    };
    let slip = args.slip_flag.unwrap_or(args.level);
    let engine = SlippingEngine::new(slip, full_board, generator, session);
    let mut table = GameTable::new(engine, full_board, args.record.clone(), session)?;
    let mut series = Match::new(args.form, starter);
    while let MatchStatus::Open { starter } = series.status() {
        let Some(game) = games.next() else { break };
        let Some(conclusion) = table.play(game, starter)? else { break };
        // Recording fails only after the end of the match, which is still open here.
        let _ = series.record(conclusion);
        if series.form() != MatchForm::SingleGame {
            table.say(&standing(&series))?;
        }
    }
    table.leave()
}

/// Returns the first game (`None` if it is random) and the full-board rule.
fn first_game(args: &OkiyaPlayArgs) -> Result<(Option<Game>, FullBoard), Failure> {
    if args.garden == "random" {
        return Ok((None, args.rules.full_board(None)));
    }
    let item = match contents::file(&args.garden)? {
        Some(items) => {
            let [.., last] = items.as_slice() else { return Ok((None, args.rules.full_board(None))) };
            PositionItem::parse(&last.text).map_err(|refusal| Failure::from(refusal).of_item_at(last.line))?
        }
        None => PositionItem::parse(&args.garden)
            .map_err(|refusal| contents::missing_file(&args.garden, refusal))?,
    };
    let Some(game) = item.game_so_far() else {
        let message =
            "a game starts from a garden, or continues after moves; a position without history has no moves";
        return Err(Refusal::whole("no_moves", message, &args.garden).about("moves").into());
    };
    Ok((Some(game), args.rules.full_board(item.full_board())))
}

/// Returns the score of a match as a sentence.
fn standing(series: &Match) -> String {
    let (yours, mine) = (series.score(PERSON), series.score(PERSON.other()));
    let unit = match series.form() {
        MatchForm::VictoryPoints(_) => "points",
        MatchForm::SingleGame | MatchForm::FirstToThree => "wins",
    };
    let target = series.form().target();
    let score = format!("Match to {target} {unit}: you {yours}, the solver {mine}.");
    let next = match series.status() {
        MatchStatus::Open { starter: PERSON } => "You start the next game.",
        MatchStatus::Open { .. } => "The solver starts the next game.",
        MatchStatus::Won(PERSON) => "You win the match.",
        MatchStatus::Won(_) => "The solver wins the match.",
        MatchStatus::Drawn => "The match is drawn.",
    };
    words::paint(words::BOLD, format_args!("{score} {next}"))
}
