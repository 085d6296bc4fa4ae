//! `okiya review`: the moves of a game, each with its proved value before and after.

use clap::{Arg, Args};
use hanamachi_report::terminal::okiya::review::page;
use hanamachi_solver::okiya::Solver;
use hanamachi_solver::okiya::objects::ReviewObject;
use hanamachi_solver::search::budget::Budget;

use super::item::PositionItem;
use super::solver;
use crate::args::{self, OutputArgs, RulesArgs, TextArgs, WorkArgs};
use crate::contents;
use crate::diagnostic::in_place;
use crate::failure::{Failure, Refusal};
use crate::output::{Output, Rendering, json};
use crate::query::QueryItem as _;
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi okiya review 05af/b4c1/27d8/3e96 moves a2 c1";

const EXAMPLES: &str = "\
Examples:
  # A garden with the moves of a game
  hanamachi okiya review 05af/b4c1/27d8/3e96 moves a2 c1 d3 c2

  # A game that `okiya play` saved: this one is left at once, play yours at the keyboard
  hanamachi okiya play --seed 1 --record games.txt < /dev/null
  hanamachi okiya review games.txt
";

/// Grade the moves of a game
///
/// Every move is shown with the proved value of the position for the player who made it, before and after.
/// `?` marks a move that made the outcome worse, `!` the only move that kept it where there was a choice.
/// Below each mistake is the line that refutes it.
/// A file contains records, or a garden with moves on every line.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", game))]
pub(crate) struct OkiyaReviewArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// Sets the help of the argument that names the game.
fn game(argument: Arg) -> Arg {
    let help = "A record, a garden with moves, a file of such, or `-` for standard input";
    argument.value_name("GAME").help(help).long_help(args::with_letters(help))
}

/// Runs the command.
pub(crate) fn run(args: &OkiyaReviewArgs, session: &Session) -> Result<(), Failure> {
    let Some(entries) = contents::read(args.text.asked(EXAMPLE)?)? else {
        return Err(no_moves("random").into());
    };
    let mut output = Output::open(&args.output)?;
    let reviewer = GameReviewer {
        rules: args.rules,
        budget: solver::budget(&args.work, session),
        workers: solver::workers(&args.work, session)?,
        json: args.output.json,
        session: *session,
    };
    if let [entry] = entries.as_slice() {
        let answer = reviewer.answer(&entry.text).map_err(|failure| match failure {
            Failure::Refused(refusal) => Failure::from(contents::missing_file(&entry.text, refusal)),
            other => other,
        });
        let answer = answer.map_err(|failure| failure.of_item_at(entry.line))?;
        output.line(&answer)?;
        return output.finish();
    }
    let mut refused = 0;
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 && !args.output.json {
            output.line("")?;
        }
        match reviewer.answer(&entry.text) {
            Err(failure @ Failure::Refused(_)) => {
                refused += 1;
                output.line(&in_place(failure, entry.line, Rendering::of_flag(args.output.json)))?;
            }
            answer => output.line(&answer?)?,
        }
        output.flush()?;
    }
    output.finish()?;
    if refused == 0 { Ok(()) } else { Err(Failure::LinesRefused(refused)) }
}

/// Refusal of a text without moves.
fn no_moves(text: &str) -> Box<Refusal> {
    Refusal::whole(
        "no_moves",
        "a review needs the moves of a game: a record, or a garden, `moves` and cells",
        text,
    )
    .about("moves")
}

struct GameReviewer {
    rules: RulesArgs,
    budget: Budget<'static>,
    workers: Workers<Solver>,
    json: bool,
    session: Session,
}

impl GameReviewer {
    fn answer(&self, text: &str) -> Result<String, Failure> {
        let item = PositionItem::parse(text)?;
        if let Some(reading) = item.reading(text).filter(|_| !self.json) {
            self.session.note(reading);
        }
        let game = item.game().ok_or_else(|| no_moves(text))?;
        let full_board = self.rules.full_board(item.full_board());
        let review =
            solver::grade(game, item.winner_by_resignation(), full_board, &self.workers, &self.budget)?;
        Ok(if self.json { json(&ReviewObject::new(&review)) } else { page(&review) })
    }
}
