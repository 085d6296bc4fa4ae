//! `okiya review`: the moves of a game, each with its proved value before and after.

use std::fmt::Write;
use std::io::Read;
use std::path::Path;

use anyhow::Context;
use clap::{Arg, Args};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, MoveValue, Player, Position, Solution, Solver, Value};
use hanamachi_solver::search::budget::{Budget, Stop};
use serde::Serialize;

use super::item::Item;
use super::{solver, words};
use crate::args::{Asked, OutputArgs, RulesArgs, TextArgs, WorkArgs};
use crate::diagnostic::in_place;
use crate::failure::{Failure, Refusal};
use crate::output::{ENGINE, Output, json};
use crate::session::Session;
use crate::workers::Workers;

const EXAMPLE: &str = "hanamachi okiya review 05af/b4c1/27d8/3e96 moves a2 c1";

const EXAMPLES: &str = "\
Examples:
  # A garden and the moves that were made in it
  hanamachi okiya review 05af/b4c1/27d8/3e96 moves a2 c1 a4 c2

  # The games that `okiya play` saved: play one against yourself at the keyboard first
  hanamachi okiya play --seed 1 --record games.txt < /dev/null
  hanamachi okiya review games.txt
";

/// Mark the moves of a game that was played
///
/// Every move is shown with the proved value of the position for the player who made it, before and after.
/// `?` marks a move that made the outcome worse, `!` the only move that kept it where there was a choice.
/// A file holds records, or a garden with moves on every line.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, mut_arg("words", game))]
pub(crate) struct ReviewArgs {
    #[command(flatten)]
    text: TextArgs,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The argument that says which game.
fn game(argument: Arg) -> Arg {
    let help = "A record, a garden with moves, a file of such, or `-` for standard input";
    argument.value_name("GAME").help(help).long_help(None)
}

/// Runs the command.
pub(crate) fn run(args: &ReviewArgs, session: &Session) -> Result<(), Failure> {
    let entries = entries(&args.text)?;
    let mut output = Output::open(&args.output)?;
    let reviewer = Reviewer {
        rules: args.rules,
        budget: solver::budget(&args.work, session),
        workers: solver::workers(&args.work, session)?,
        json: args.output.json,
    };
    if let [entry] = entries.as_slice() {
        let answer = reviewer.answer(&entry.text).map_err(|failure| failure.of_item_at(entry.line))?;
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
                output.line(&in_place(failure, entry.line, args.output.json))?;
            }
            answer => output.line(&answer?)?,
        }
        output.flush()?;
    }
    output.finish()?;
    if refused == 0 { Ok(()) } else { Err(Failure::LinesRefused(refused)) }
}

/// A game in a file, and the line on which it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    line: u64,
    text: String,
}

/// The games that the arguments name.
fn entries(args: &TextArgs) -> Result<Vec<Entry>, Failure> {
    let bytes = match args.asked(EXAMPLE)? {
        Asked::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin().read_to_end(&mut bytes).context("cannot read standard input")?;
            bytes
        }
        Asked::Text(text) if Path::new(&text).is_file() => {
            std::fs::read(&text).with_context(|| format!("cannot read {text}"))?
        }
        Asked::Text(text) => return Ok(vec![Entry { line: 1, text }]),
        Asked::Random => return Err(no_moves("random").into()),
    };
    let text = String::from_utf8(bytes)
        .map_err(|_| Refusal::whole("not_utf8", "the input is not valid UTF-8", ""))?;
    let entries = split(text.strip_prefix('\u{feff}').unwrap_or(&text));
    if entries.is_empty() {
        return Err(Refusal::whole("no_game", "the input holds no game", "").into());
    }
    Ok(entries)
}

/// Cuts a file into games: a record begins with a tag that does not stand right below another one; outside
/// records every line is a game. Blank lines and lines that begin with `#` are skipped.
fn split(text: &str) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut after_tag = false;
    for (number, line) in (1..).zip(text.lines()) {
        let content = line.trim();
        let is_tag = content.starts_with('[');
        let in_record = entries.last().is_some_and(|entry| entry.text.starts_with('['));
        if content.is_empty() || content.starts_with('#') {
            // Kept as an empty line, so that lines inside a record keep their numbers.
            if let Some(entry) = entries.last_mut().filter(|_| in_record) {
                entry.text.push('\n');
            }
            after_tag &= !content.is_empty();
            continue;
        }
        match entries.last_mut() {
            Some(entry) if in_record && (!is_tag || after_tag) => {
                entry.text.push('\n');
                entry.text += line;
            }
            _ => entries.push(Entry { line: number, text: line.trim_start().to_owned() }),
        }
        after_tag = is_tag && content.ends_with(']');
    }
    entries
}

fn no_moves(text: &str) -> Box<Refusal> {
    Refusal::whole(
        "no_moves",
        "a review needs the moves of a game: a record, or a garden, `moves` and cells",
        text,
    )
    .about("moves")
}

struct Reviewer {
    rules: RulesArgs,
    budget: Budget<'static>,
    workers: Workers<Solver>,
    json: bool,
}

impl Reviewer {
    fn answer(&self, text: &str) -> Result<String, Failure> {
        let item = Item::parse(text)?;
        let game = item.game().ok_or_else(|| no_moves(text))?;
        let full_board = self.rules.full_board(item.full_board());
        let review = Review {
            game: game.clone(),
            resigned_to: item.winner_by_resignation(),
            full_board,
            plies: self.plies(game, full_board)?,
        };
        Ok(if self.json { json(&ReviewObject::new(&review)) } else { page(&review) })
    }

    fn plies(&self, game: &Game, full_board: FullBoard) -> Result<Vec<Ply>, Stop> {
        let played: Vec<(Position, Cell)> = game.positions().zip(game.moves().iter().copied()).collect();
        self.workers
            .map(&played, |solver, &(position, cell)| {
                solver.solve(&position, full_board, &self.budget).map(|solution| Ply { solution, cell })
            })
            .into_iter()
            .collect()
    }
}

/// A game with the solution of every position in which a move was made.
struct Review {
    game: Game,
    /// The winner, if the other player resigned.
    resigned_to: Option<Player>,
    full_board: FullBoard,
    plies: Vec<Ply>,
}

/// A move that was made, and what there was to choose from.
struct Ply {
    solution: Solution,
    cell: Cell,
}

/// What a move deserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    /// The outcome got worse.
    Mistake,
    /// No other move would have kept the outcome.
    OnlyMove,
}

impl Mark {
    const fn sign(self) -> char {
        match self {
            Self::Mistake => '?',
            Self::OnlyMove => '!',
        }
    }
}

impl Ply {
    fn player(&self) -> Player {
        self.solution.position.side()
    }

    /// The value of the position, which is that of its best move.
    fn before(&self) -> Value {
        self.solution.value
    }

    fn after(&self) -> Value {
        self.solution.moves.iter().find(|m| m.cell == self.cell).map_or(self.solution.value, |m| m.value)
    }

    fn best(&self) -> Option<&MoveValue> {
        self.solution.moves.first()
    }

    /// What the move gave away, in points of score.
    fn score_loss(&self) -> i8 {
        self.before().score().get() - self.after().score().get()
    }

    fn mark(&self) -> Option<Mark> {
        let outcome = self.before().outcome();
        if self.after().outcome() < outcome {
            return Some(Mark::Mistake);
        }
        let moves = &self.solution.moves;
        let keeping = moves.iter().filter(|m| m.value.outcome() == outcome).count();
        (keeping == 1 && moves.len() > 1).then_some(Mark::OnlyMove)
    }
}

impl Review {
    /// Who won the game, if anybody has.
    fn winner(&self) -> Option<Player> {
        self.resigned_to.or_else(|| self.game.end()?.winner(self.full_board))
    }

    /// How the game stands after its last move.
    fn state(&self) -> String {
        match (self.game.end(), self.resigned_to) {
            (Some(end), _) => words::end(&end, self.full_board),
            (None, Some(winner)) => format!("{} has resigned: {winner} has won.", winner.opponent()),
            (None, None) => "The game is not over.".to_owned(),
        }
    }

    fn count(&self, player: Player, mark: Mark) -> usize {
        self.plies.iter().filter(|ply| ply.player() == player && ply.mark() == Some(mark)).count()
    }

    fn total_loss(&self, player: Player) -> u32 {
        let losses = self.plies.iter().filter(|ply| ply.player() == player).map(Ply::score_loss);
        losses.map(|loss| u32::from(loss.unsigned_abs())).sum()
    }
}

/// `okiya.review/1`. Outcomes and scores are for the player who made the move.
#[derive(Serialize)]
struct ReviewObject {
    schema: &'static str,
    engine: &'static str,
    kind: &'static str,
    garden: String,
    rules: String,
    /// After the last move.
    position: String,
    over: bool,
    ending: Option<&'static str>,
    winner: Option<char>,
    moves: Vec<PlyObject>,
    x: PlayerObject,
    o: PlayerObject,
}

#[derive(Serialize)]
struct PlyObject {
    ply: usize,
    player: char,
    r#move: String,
    tile: char,
    /// How many moves there were to choose from.
    legal: usize,
    outcome_before: &'static str,
    outcome_after: &'static str,
    score_before: i8,
    score_after: i8,
    score_loss: i8,
    tiles_left_before: usize,
    tiles_left_after: usize,
    /// `?`, `!` or `null`.
    mark: Option<char>,
    best: Option<String>,
}

#[derive(Serialize)]
struct PlayerObject {
    mistakes: usize,
    only_moves: usize,
    score_loss: u32,
}

impl ReviewObject {
    fn new(review: &Review) -> Self {
        let end = review.game.end();
        Self {
            schema: "okiya.review/1",
            engine: ENGINE,
            kind: "proved",
            garden: review.game.garden().short().to_string(),
            rules: review.full_board.to_string(),
            position: review.game.position().to_string(),
            over: end.is_some() || review.resigned_to.is_some(),
            ending: end.map(|end| end.ending.word()).or(review.resigned_to.map(|_| "resignation")),
            winner: review.winner().map(Player::letter),
            moves: (1..).zip(&review.plies).map(|(ply, played)| PlyObject::new(ply, played)).collect(),
            x: PlayerObject::new(review, Player::X),
            o: PlayerObject::new(review, Player::O),
        }
    }
}

impl PlyObject {
    fn new(ply: usize, played: &Ply) -> Self {
        let (before, after) = (played.before(), played.after());
        Self {
            ply,
            player: played.player().letter(),
            r#move: played.cell.to_string(),
            tile: played.solution.position.garden().tile(played.cell).hex_digit(),
            legal: played.solution.moves.len(),
            outcome_before: before.outcome().word(),
            outcome_after: after.outcome().word(),
            score_before: before.score().get(),
            score_after: after.score().get(),
            score_loss: played.score_loss(),
            tiles_left_before: before.tiles_left(),
            tiles_left_after: after.tiles_left(),
            mark: played.mark().map(Mark::sign),
            best: played.best().map(|best| best.cell.to_string()),
        }
    }
}

impl PlayerObject {
    fn new(review: &Review, player: Player) -> Self {
        Self {
            mistakes: review.count(player, Mark::Mistake),
            only_moves: review.count(player, Mark::OnlyMove),
            score_loss: review.total_loss(player),
        }
    }
}

/// A review for a person.
fn page(review: &Review) -> String {
    let garden = review.game.garden();
    let mut text = format!("Garden {}  {}\n\n", garden.long(), garden.short());
    text += &words::paint(words::BOLD, "ply  player  move  tile  before   after");
    text.push('\n');
    for (ply, played) in (1..).zip(&review.plies) {
        text += &row(ply, played);
        text.push('\n');
    }
    text.push('\n');
    for player in [Player::X, Player::O] {
        let _ = writeln!(
            text,
            "{player}: {} (?), {} (!), {} of score given away",
            words::count(review.count(player, Mark::Mistake), "mistake"),
            words::count(review.count(player, Mark::OnlyMove), "only move"),
            words::count(review.total_loss(player) as usize, "point"),
        );
    }
    text + &review.state() + " " + &words::standing(review.full_board)
}

fn row(ply: usize, played: &Ply) -> String {
    let value = |value: Value, width: usize| {
        words::paint(words::outcome_style(value.outcome()), format!("{:<width$}", words::named(value)))
    };
    // Nothing follows the second value of most moves, and then no blanks do.
    let width = if played.mark().is_some() || played.score_loss() > 0 { 7 } else { 0 };
    let mut text = format!(
        "{ply:>3}  {}       {}    {}    {}  {}",
        played.player(),
        played.cell,
        played.solution.position.garden().tile(played.cell),
        value(played.before(), 7),
        value(played.after(), width),
    );
    if let Some(mark) = played.mark() {
        let _ = write!(text, "  {}", mark.sign());
    }
    if let Some(best) = played.best().filter(|_| played.score_loss() > 0) {
        let pad = if played.mark().is_some() { "" } else { "   " };
        let _ = write!(text, "{pad}  best {} {}", best.cell, words::named(best.value));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(file: &str) -> Vec<(u64, String)> {
        split(file).into_iter().map(|entry| (entry.line, entry.text)).collect()
    }

    #[test]
    fn a_file_without_tags_holds_a_game_a_line() {
        let entries = texts("# games\n\ngarden moves a1\n  garden moves b1\n");
        assert_eq!(entries, [(3, "garden moves a1".into()), (4, "garden moves b1".into())]);
    }

    #[test]
    fn a_record_ends_where_the_next_begins() {
        let entries = texts("[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3\n\n[A \"3\"]\n\na2\n");
        assert_eq!(
            entries,
            [(1, "[A \"1\"]\n[B \"2\"]\n\na1 b2\nc3\n".into()), (7, "[A \"3\"]\n\na2".into())]
        );
    }

    #[test]
    fn a_record_may_lack_moves() {
        let entries = texts("[A \"1\"]\n\n\n[A \"2\"]\n\na2\n");
        assert_eq!(entries, [(1, "[A \"1\"]\n\n".into()), (4, "[A \"2\"]\n\na2".into())]);
    }

    #[test]
    fn records_on_one_line_each_are_told_apart() {
        let entries = texts("[A \"1\"] a1\n[A \"2\"] a2\n");
        assert_eq!(entries, [(1, "[A \"1\"] a1".into()), (2, "[A \"2\"] a2".into())]);
    }
}
