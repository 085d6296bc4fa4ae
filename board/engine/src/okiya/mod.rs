//! The methods about gardens.

mod analysis;
mod puzzle;
mod second_wins;
mod text;

use hanamachi_solver::okiya::match_play::{Conclusion, Match, MatchForm, MatchSeat, MatchStatus};
use hanamachi_solver::okiya::study::GradedGame;
use hanamachi_solver::okiya::{
    BoardSymmetry, Cell, ClassNumber, FullBoard, Game, Garden, Outcome, Player, Position, Symmetry, Wish,
    WishSearch,
};
use hanamachi_solver::search::budget::Budget;
use hanamachi_solver::search::parallel::Streams;
use serde::{Deserialize, Serialize};

pub(crate) use self::analysis::position;
pub(crate) use self::puzzle::{puzzle, stream};
pub(crate) use self::text::AskedPosition;

use self::text::{Full, TextObject};
use crate::fault::Fault;
use crate::host::{Host, Work};
use crate::method::{Answer, Solvers, TextParams};
use hanamachi_solver::ENGINE;
use hanamachi_solver::okiya::objects::{ClassObject, Detail, GardenObject, MoveObject, ReviewObject};
use hanamachi_solver::text::shell_word;

/// The command-line flag of this rule; empty for the default.
fn full_flag(full_board: FullBoard) -> &'static str {
    if full_board == FullBoard::Last { " --full last" } else { "" }
}

/// Reads a text without solving it.
pub(crate) fn parse(_: &Solvers, params: TextParams, _: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.text, None)?;
    let command = format!(
        "hanamachi okiya solve {}{} --show position --json",
        shell_word(&asked.text()),
        full_flag(asked.full_board)
    );
    Ok(Answer::new(&TextObject::new(&asked)).by(command))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MoveParams {
    position: String,
    r#move: String,
    full: Option<Full>,
}

/// Makes a move.
pub(crate) fn play(_: &Solvers, params: MoveParams, _: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.position, params.full)?;
    let cell = cell(&params.r#move)?;
    Ok(Answer::new(&TextObject::new(&asked.with_move(cell)?)))
}

fn cell(name: &str) -> Result<Cell, Fault> {
    Cell::from_name(name)
        .ok_or_else(|| Fault::parameter("move", "a cell is a letter from a to d and a digit from 1 to 4"))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RandomParams {
    seed: u64,
    #[serde(default)]
    index: u64,
    winner: Option<Winner>,
    openings: Option<usize>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Winner {
    X,
    O,
}

/// Number of gardens that one seed can name.
const MOST_INDEX: u64 = 1_000_000;

/// Number of gardens checked before the first look at the clock.
const AT_ONCE: usize = 64;

/// Returns a garden of a seed.
pub(crate) fn random(_: &Solvers, params: RandomParams, host: &dyn Host) -> Result<Answer, Fault> {
    let RandomParams { seed, index, winner, openings } = params;
    if index >= MOST_INDEX {
        return Err(Fault::parameter(
            "index",
            format!("the gardens of a seed are counted from 0 to {}", MOST_INDEX - 1),
        ));
    }
    let wish = match (winner, openings) {
        (None, None) => None,
        (None, Some(_)) => {
            return Err(Fault::parameter("openings", "winning openings are asked for with a `winner`"));
        }
        (Some(winner), openings) => {
            let player = match winner {
                Winner::X => Player::X,
                Winner::O => Player::O,
            };
            Some(
                Wish::new(player, openings)
                    .map_err(|error| Fault::parameter("openings", error.to_string()))?,
            )
        }
    };
    let mut generator = Streams::new(seed).first();
    let mut gardens = std::iter::repeat_with(move || Garden::random(&mut generator)).skip(to_usize(index));
    let Some(wish) = wish else {
        let garden = gardens.next().expect("there is no end of gardens");
        let command = (index == 0).then(|| format!("hanamachi okiya random --seed {seed} --json"));
        return Ok(Answer { command, ..Answer::new(&GardenObject::new(&garden, seed, index, None)) });
    };
    let work = Work::new(host, "gardens", None, host.limits().time);
    let (found, garden) = wished(&mut gardens, wish, &work)?;
    Ok(Answer::new(&GardenObject::new(&garden, seed, index + found, Some(wish))))
}

/// The first of these gardens with the property, and its index.
fn wished(
    gardens: &mut impl Iterator<Item = Garden>,
    wish: Wish,
    work: &Work<'_>,
) -> Result<(u64, Garden), Fault> {
    use hanamachi_solver::search::budget::Progress as _;
    let search = WishSearch::new(wish, work.cancel());
    let (mut before, mut size) = (0, AT_ONCE);
    loop {
        work.check()?;
        let candidates: Vec<Garden> = gardens.by_ref().take(size).collect();
        if let Some(&place) = search.select(&candidates, 1)?.first() {
            return Ok((before + place as u64, candidates[place]));
        }
        before += candidates.len() as u64;
        work.advance(candidates.len() as u64);
        size = (2 * size).min(1024);
    }
}

fn to_usize(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClassParams {
    garden: Option<String>,
    number: Option<u64>,
}

/// Returns the class of a garden.
pub(crate) fn class(solvers: &Solvers, params: ClassParams, host: &dyn Host) -> Result<Answer, Fault> {
    let (garden, command) = match (params.garden, params.number) {
        (Some(text), None) => {
            let garden = *AskedPosition::read(&text, None)?.position.garden();
            (garden, format!("hanamachi okiya solve {} --show class --json", garden.short()))
        }
        (None, Some(number)) => {
            let class = ClassNumber::new(number).ok_or_else(|| {
                Fault::parameter(
                    "number",
                    format!("classes are counted from 0 to {}", ClassNumber::COUNT - 1),
                )
            })?;
            (class.garden(), format!("hanamachi okiya solve --show class --number {number} --json"))
        }
        _ => return Err(Fault::parameter("garden", "give a `garden` or the `number` of a class")),
    };
    let (smallest, there) = garden.canonical();
    // The board does not include the list of all such classes, so it solves the garden.
    let budget = Budget { nodes: None, cancel: Some(host.cancel()) };
    let start = Position::start(garden);
    let verdict = solvers.with(|solver| solver.verdict(&start, FullBoard::Draw, &budget))?;
    let second_wins = verdict.outcome == Outcome::Loss;
    let object = ClassObject::<()>::new(&garden, (&smallest, there), smallest.class_number(), second_wins);
    Ok(Answer::new(&object).by(command))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SymmetryParams {
    position: String,
    turn: SquareTurn,
    full: Option<Full>,
}

/// A symmetry of the square.
#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SquareTurn {
    Clockwise,
    Anticlockwise,
    Half,
    Mirror,
    Flip,
}

impl SquareTurn {
    /// Its index among the [symmetries](BoardSymmetry::all).
    const fn index(self) -> usize {
        match self {
            Self::Clockwise => 1,
            Self::Half => 2,
            Self::Anticlockwise => 3,
            Self::Mirror => 4,
            Self::Flip => 6,
        }
    }
}

/// Turns a garden together with its moves.
pub(crate) fn symmetry(_: &Solvers, params: SymmetryParams, _: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.position, params.full)?;
    let board = BoardSymmetry::from_index(params.turn.index()).unwrap_or_default();
    let symmetry = Symmetry { board, ..Symmetry::default() };
    let turned = match &asked.game {
        Some(game) => {
            let garden = symmetry.garden(game.garden());
            let moves = game.moves().iter().map(|&cell| symmetry.cell(cell));
            let game = Game::from_moves(garden, moves).expect("what was legal is so when it is turned");
            AskedPosition { position: game.position(), game: Some(game), ..asked }
        }
        None => AskedPosition { position: symmetry.position(&asked.position), ..asked },
    };
    Ok(Answer::new(&TextObject::new(&turned)))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReviewParams {
    game: String,
    full: Option<Full>,
}

/// Grades the moves of a game.
pub(crate) fn review(solvers: &Solvers, params: ReviewParams, host: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.game, params.full)?;
    let Some(game) = &asked.game else {
        let message = "a review needs moves: a garden with moves, or a record";
        return Err(Fault::refused("no_moves", message).about("moves"));
    };
    let budget = Budget { nodes: None, cancel: Some(host.cancel()) };
    let graded = solvers
        .with(|solver| GradedGame::solve(game, asked.resigned_to, asked.full_board, solver, &budget))?;
    let mut text = asked.text();
    if game.moves().is_empty() {
        text += " moves";
    }
    let command =
        format!("hanamachi okiya review {}{} --json", shell_word(&text), full_flag(asked.full_board));
    Ok(Answer::new(&ReviewObject::new(&graded)).by(command))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyParams {
    position: String,
    full: Option<Full>,
    level: Option<Level>,
    slip: Option<f64>,
    seed: u64,
}

/// Strength of the computer player.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Level {
    /// Never slips.
    #[default]
    Perfect,
    /// Slips once in ten moves.
    Strong,
    /// Slips three times in ten moves.
    Medium,
    /// Slips six times in ten moves.
    Weak,
}

impl Level {
    /// The probability of choosing a move that is not best.
    #[must_use]
    pub(crate) const fn slip(self) -> f64 {
        match self {
            Self::Perfect => 0.0,
            Self::Strong => 0.1,
            Self::Medium => 0.3,
            Self::Weak => 0.6,
        }
    }
}

/// `board.okiya_reply/1`: the computer's move.
#[derive(Serialize)]
struct ReplyObject {
    schema: &'static str,
    engine: &'static str,
    r#move: String,
    tile: char,
    /// Whether there was a better move.
    slipped: bool,
    value: MoveObject,
    text: String,
    address: Option<String>,
}

/// Lets the computer move.
pub(crate) fn reply(solvers: &Solvers, params: ReplyParams, host: &dyn Host) -> Result<Answer, Fault> {
    let asked = AskedPosition::read(&params.position, params.full)?;
    let slip = match (params.slip, params.level) {
        (Some(slip), None) if (0.0..=1.0).contains(&slip) => slip,
        (Some(_), None) => return Err(Fault::parameter("slip", "a probability is a number from 0 to 1")),
        (Some(_), Some(_)) => return Err(Fault::parameter("slip", "give a `level` or a `slip`")),
        (None, level) => level.unwrap_or_default().slip(),
    };
    if let Some(end) = asked.position.end() {
        return Err(
            Fault::refused("game_over", format!("the game is over ({})", end.ending)).about("position")
        );
    }
    // Each number of tokens has its own random stream, so one seed is enough for a game.
    let tokens = 16 - asked.position.tiles_left();
    let mut generator = Streams::new(params.seed).nth(tokens).expect("there is no end of streams");
    let budget = Budget { nodes: None, cancel: Some(host.cancel()) };
    let solution = solvers.with(|solver| solver.solve(&asked.position, asked.full_board, &budget))?;
    let chosen = solution.choose(slip, &mut generator).expect("the game goes on");
    let object = ReplyObject {
        schema: "board.okiya_reply/1",
        engine: ENGINE,
        r#move: chosen.cell.to_string(),
        tile: asked.position.garden().tile(chosen.cell).hex_digit(),
        slipped: chosen.value.score() != solution.value.score(),
        value: MoveObject::new(&asked.position, chosen, Detail::Lines),
        text: String::new(),
        address: None,
    };
    let after = asked.with_move(chosen.cell)?;
    Ok(Answer::new(&ReplyObject { text: after.text(), address: after.address(), ..object }))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MatchParams {
    form: String,
    starter: SeatName,
    games: Vec<GameParams>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameParams {
    winner: Option<Winner>,
    tiles_left: usize,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum SeatName {
    First,
    Second,
}

impl From<MatchSeat> for SeatName {
    fn from(seat: MatchSeat) -> Self {
        match seat {
            MatchSeat::First => Self::First,
            MatchSeat::Second => Self::Second,
        }
    }
}

/// `board.okiya_match/1`: the score of a match.
#[derive(Serialize)]
struct MatchObject {
    schema: &'static str,
    engine: &'static str,
    form: &'static str,
    /// `wins` or `points`.
    unit: &'static str,
    target: usize,
    score: ScoreObject,
    /// The seat that was x in each game; while the match is open, the last entry is x of the next game.
    starters: Vec<SeatName>,
    status: &'static str,
    winner: Option<SeatName>,
}

#[derive(Serialize)]
struct ScoreObject {
    first: usize,
    second: usize,
}

/// Maximum number of games in a match.
const MOST_GAMES: usize = 1000;

/// Computes the score of a match.
pub(crate) fn score_match(_: &Solvers, params: MatchParams, _: &dyn Host) -> Result<Answer, Fault> {
    let forms: Vec<&str> = MatchForm::ALL.into_iter().map(MatchForm::word).collect();
    let form = MatchForm::from_word(&params.form).ok_or_else(|| {
        Fault::parameter("form", format!("a match has one of the forms {}", forms.join(", ")))
    })?;
    if params.games.len() > MOST_GAMES {
        return Err(Fault::parameter("games", format!("a match has {MOST_GAMES} games at most")));
    }
    let starter = match params.starter {
        SeatName::First => MatchSeat::First,
        SeatName::Second => MatchSeat::Second,
    };
    let mut series = Match::new(form, starter);
    let mut starters = Vec::new();
    for game in &params.games {
        let MatchStatus::Open { starter } = series.status() else {
            return Err(Fault::parameter("games", "the match was decided before the last of these games"));
        };
        starters.push(starter.into());
        let conclusion = match game.winner {
            Some(_) if game.tiles_left > 9 => {
                return Err(Fault::parameter("games", "a game leaves nine tiles at most"));
            }
            Some(Winner::X) => Conclusion::Won { winner: Player::X, tiles_left: game.tiles_left },
            Some(Winner::O) => Conclusion::Won { winner: Player::O, tiles_left: game.tiles_left },
            None => Conclusion::Drawn,
        };
        // The match is open, so it accepts the game.
        let _ = series.record(conclusion);
    }
    let (status, winner) = match series.status() {
        MatchStatus::Open { starter } => {
            starters.push(starter.into());
            ("open", None)
        }
        MatchStatus::Won(winner) => ("won", Some(winner.into())),
        MatchStatus::Drawn => ("drawn", None),
    };
    Ok(Answer::new(&MatchObject {
        schema: "board.okiya_match/1",
        engine: ENGINE,
        form: form.word(),
        unit: if matches!(form, MatchForm::VictoryPoints(_)) { "points" } else { "wins" },
        target: form.target(),
        score: ScoreObject { first: series.score(MatchSeat::First), second: series.score(MatchSeat::Second) },
        starters,
        status,
        winner,
    }))
}
