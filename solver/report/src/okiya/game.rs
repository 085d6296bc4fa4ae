//! The review of a game: the value of each move, and the best move where it was missed.

use hanamachi_solver::okiya::notation::{Described, Record};
use hanamachi_solver::okiya::study::{GradedGame, GradedMove, Mark};
use hanamachi_solver::okiya::{Cell, FullBoard, Game, Garden, Player, Solution, Value};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::drawing;
use super::rows::{LineStep, names};
use super::words;
use crate::frame::chart::{self, Axis, Curve, Curves, LabelSide, Scale};
use crate::frame::{Drawings, Facts, Report, Sheet, Templates};

/// `okiya.game_report/1`.
#[derive(Serialize)]
pub struct OkiyaGameReport {
    garden: String,
    long: String,
    /// Tags of the record without a fixed meaning.
    tags: Vec<TagRow>,
    /// Kind of all values: `proved`.
    kind: Strength,
    over: bool,
    ending: Option<&'static str>,
    winner: Option<char>,
    /// Number of tiles in the garden after the last move.
    tiles_left: usize,
    /// x's score before the first move.
    start_score_for_x: i8,
    moves: Vec<PlyRow>,
    players: Vec<PlayerRow>,
    /// Best play after the last move; `None` if the game is over.
    now: Option<Now>,
    /// State of the game, as a sentence.
    state: String,
    #[serde(skip)]
    rule_of_record: Option<FullBoard>,
    #[serde(skip)]
    chart: String,
    #[serde(skip)]
    graded: GradedGame,
    #[serde(skip)]
    last: Solution,
    #[serde(skip)]
    command: String,
}

#[derive(Serialize)]
struct TagRow {
    name: String,
    value: String,
}

/// A move of the game. Outcomes and scores are for the player who made it.
#[derive(Serialize)]
struct PlyRow {
    #[serde(flatten)]
    step: LineStep,
    outcome_before: &'static str,
    tiles_left_before: usize,
    score_before: i8,
    outcome_after: &'static str,
    tiles_left_after: usize,
    score_after: i8,
    score_loss: i8,
    /// x's score after the move.
    score_for_x: i8,
    /// `?`, `!` or `null`.
    mark: Option<char>,
    /// The best move, if the move played lost value.
    better: Option<Better>,
    /// Of a mistake, the opponent's reply and best play after it, to the end.
    refutation: Option<Refutation>,
}

/// How a mistake is punished.
#[derive(Serialize)]
struct Refutation {
    line: Vec<String>,
    /// Result of the line, in words.
    result: String,
}

#[derive(Serialize)]
struct Better {
    r#move: String,
    tile: String,
    outcome: &'static str,
    tiles_left: usize,
    ending: &'static str,
    /// The move, followed by best play.
    line: Vec<String>,
}

#[derive(Serialize)]
struct PlayerRow {
    player: char,
    /// Name in the record, if any.
    name: Option<String>,
    moves: usize,
    mistakes: usize,
    only_moves: usize,
    score_loss: u32,
}

/// Value of an unfinished game for the player to move.
#[derive(Serialize)]
struct Now {
    player: char,
    outcome: &'static str,
    tiles_left: usize,
    ending: &'static str,
    line: Vec<String>,
}

/// Converts a score of `player` to x's score.
const fn for_x(player: Player, score: i8) -> i8 {
    match player {
        Player::X => score,
        Player::O => -score,
    }
}

impl OkiyaGameReport {
    /// Creates the review of a graded game. `last` is the solution of the position after its last move; `command`
    /// reproduces the page.
    pub fn new(
        graded: GradedGame,
        last: Solution,
        described: &Described,
        command: String,
    ) -> anyhow::Result<Self> {
        let record = match described {
            Described::Record(record) => Some(record),
            _ => None,
        };
        let tag = |(name, value): (&str, &str)| TagRow { name: name.to_owned(), value: value.to_owned() };
        let end = graded.game.end();
        let start = graded.moves.first().map_or(&last, |made| &made.solution).value.score().get();
        let moves: Vec<PlyRow> = graded.moves.iter().map(PlyRow::new).collect();
        let state = words::game_state(&graded);
        let over = end.is_some() || graded.resigned_to.is_some();
        let result = over.then(|| result(&graded));
        let chart = course(start, &moves, result)?;
        Ok(Self {
            garden: graded.game.garden().short().to_string(),
            long: graded.game.garden().long().to_string(),
            tags: record.map(|record| record.free_tags().map(tag).collect()).unwrap_or_default(),
            kind: graded.strength(),
            over,
            ending: end.map(|end| end.ending.word()).or(graded.resigned_to.map(|_| "resignation")),
            winner: graded.winner().map(Player::letter),
            tiles_left: graded.game.position().tiles_left(),
            start_score_for_x: start,
            moves,
            chart,
            players: [Player::X, Player::O].map(|player| PlayerRow::new(&graded, player, record)).into(),
            now: end.is_none().then(|| Now::new(&last)),
            state,
            rule_of_record: record.map(Record::full_board),
            command,
            last,
            graded,
        })
    }

    /// Returns the title of the page.
    fn title(&self) -> String {
        match [&self.players[0].name, &self.players[1].name] {
            [Some(x), Some(o)] => format!("{x} (x) – {o} (o)"),
            _ => format!("A game on garden {}", self.garden),
        }
    }
}

/// Returns the result of a game, short enough for a chart.
fn result(graded: &GradedGame) -> String {
    match (graded.winner(), graded.resigned_to) {
        (None, _) => "nobody wins".to_owned(),
        (Some(winner), None) => format!("{winner} wins"),
        (Some(winner), Some(_)) => format!("{winner} wins: {} resigns", winner.opponent()),
    }
}

/// Draws the chart of x's score before the first move and after each move. Marks are shown at their moves, the result
/// at the last one.
fn course(start: i8, moves: &[PlyRow], result: Option<String>) -> anyhow::Result<String> {
    let scores = std::iter::once(start).chain(moves.iter().map(|made| made.score_for_x));
    let points: Vec<(f64, f64)> =
        (0_u8..).zip(scores).map(|(ply, score)| (ply.into(), score.into())).collect();
    let marked = points.iter().skip(1).zip(moves).filter_map(|(&at, made)| Some((at, made.mark?)));
    let marked = marked.map(|(at, mark)| chart::Mark { at, text: mark.to_string(), side: LabelSide::Above });
    let at_end = points.last().zip(result.as_deref());
    let at_end =
        at_end.map(|(&at, text)| chart::Mark { at, text: text.to_owned(), side: LabelSide::BelowLeft });
    let marks: Vec<chart::Mark> = marked.chain(at_end).collect();
    curves(points, marks, result).svg()
}

fn curves(points: Vec<(f64, f64)>, marks: Vec<chart::Mark>, result: Option<String>) -> Curves {
    let most = points.iter().map(|(_, score)| score.abs()).fold(3.0, f64::max);
    let [first, last] =
        [points.first(), points.last()].map(|point| signed(point.map_or(0.0, |&(_, score)| score)));
    let result = result.map(|result| format!("; {result}")).unwrap_or_default();
    Curves {
        title: format!("x's score: {first} before the first move, {last} after the last{result}"),
        x: Axis {
            name: "tokens placed".to_owned(),
            range: 0.0..points.last().map_or(0.0, |point| point.0).max(1.0),
            scale: Scale::Linear,
            // In a short game the grid also has lines between whole numbers.
            label: |value| if value.fract() == 0.0 { format!("{value:.0}") } else { String::new() },
        },
        y: Axis {
            name: "score for x".to_owned(),
            range: -most - 1.0..most + 1.0,
            scale: Scale::Linear,
            label: |value| signed(*value),
        },
        shown: vec![Curve { name: "x".to_owned(), points }],
        whiskers: Vec::new(),
        marks,
    }
}

/// Formats a score with its sign, with a minus sign instead of a hyphen.
fn signed(score: f64) -> String {
    if score == 0.0 { "0".to_owned() } else { format!("{score:+.0}").replace('-', "\u{2212}") }
}

impl PlyRow {
    fn new(made: &GradedMove) -> Self {
        let (before, after) = (made.before(), made.value_after());
        let garden = made.solution.position.garden();
        let better = made.best().filter(|_| made.score_loss() > 0).map(|best| Better {
            r#move: best.cell.to_string(),
            tile: garden.tile(best.cell).to_string(),
            outcome: best.value.outcome().word(),
            tiles_left: best.value.tiles_left(),
            ending: best.ending.word(),
            line: names(&best.line),
        });
        let refutation = made.refutation().zip(made.made()).map(|(line, played)| Refutation {
            line: names(line),
            result: words::line_end(&made.solution.position, played),
        });
        let [score_before, score_after] = [before, after].map(|value: Value| value.score().get());
        Self {
            step: LineStep::new(&made.solution, made.cell),
            outcome_before: before.outcome().word(),
            tiles_left_before: before.tiles_left(),
            score_before,
            outcome_after: after.outcome().word(),
            tiles_left_after: after.tiles_left(),
            score_after,
            score_loss: made.score_loss(),
            score_for_x: for_x(made.player(), score_after),
            mark: made.mark().map(Mark::sign),
            better,
            refutation,
        }
    }
}

impl PlayerRow {
    fn new(graded: &GradedGame, player: Player, record: Option<&Record>) -> Self {
        let name = record.and_then(|record| record.free_tag(&player.letter().to_string()));
        Self {
            player: player.letter(),
            name: name.map(str::to_owned),
            moves: graded.moves.iter().filter(|made| made.player() == player).count(),
            mistakes: graded.count(player, Mark::Mistake),
            only_moves: graded.count(player, Mark::OnlyMove),
            score_loss: graded.total_loss(player),
        }
    }
}

impl Now {
    fn new(last: &Solution) -> Self {
        Self {
            player: last.position.side().letter(),
            outcome: last.value.outcome().word(),
            tiles_left: last.value.tiles_left(),
            ending: last.ending.word(),
            line: names(&last.line),
        }
    }
}

impl Report for OkiyaGameReport {
    const SCHEMA: &'static str = "okiya.game_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/game.html"),
        markdown: include_str!("templates/game.md"),
        parts: super::parts::PARTS,
    };

    fn facts(&self) -> Facts {
        let mistakes: Vec<String> = self
            .moves
            .iter()
            .filter(|made| made.mark == Some(Mark::Mistake.sign()))
            .map(|made| format!("{} {} {}", made.step.ply, made.step.player, made.step.r#move))
            .collect();
        let found = match (self.moves.len(), mistakes.as_slice()) {
            (0, _) => "No move has been made.".to_owned(),
            (_, []) => "No move made the outcome worse.".to_owned(),
            (_, [one]) => format!("One move made the outcome worse: {one}."),
            (_, many) => format!("{} moves made the outcome worse: {}.", many.len(), many.join(", ")),
        };
        let full_board = self.graded.full_board;
        let other = self.rule_of_record.filter(|&of_record| of_record != full_board);
        let other = other.map(|of_record| {
            format!(" The record is by the rule {of_record}; this page values the game by {full_board}, as was asked.")
        });
        Facts {
            title: self.title(),
            summary: format!("{} {found}{}", self.state, other.unwrap_or_default()),
            rules_in_words: words::rules_in_words(full_board).to_owned(),
            rules: full_board.to_string(),
            command: self.command.clone(),
            strengths: vec![self.kind],
            standing: vec![
                "Every value, before and after each move, comes from exhaustive search and is proved. The score is tiles left + 1 \
                 for a win, 0 for a draw, and −(tiles left + 1) for a loss."
                    .to_owned(),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let columns = "ply player move tile shares legal keeping outcome_before tiles_left_before score_before outcome_after \
                       tiles_left_after score_after score_loss score_for_x mark better=better.move \
                       better_line=better.line refutation=refutation.line";
        let sheet = Sheet::of(columns, &self.moves);
        super::parts::with_standing(sheet, self.kind, self.graded.full_board)
    }

    fn drawings(&self) -> Drawings {
        let garden = self.graded.game.garden();
        let made = self.graded.game.moves();
        let mut drawings =
            Drawings::default().with("garden", drawing::garden(garden)).with("course", self.chart.clone());
        for (before, graded) in self.graded.moves.iter().enumerate() {
            let ply = before + 1;
            let title = format!("After {ply}. {} {}", graded.player(), graded.cell);
            drawings = drawings.with(
                format!("ply-{ply}"),
                drawing::board(&game_after(garden, &made[..ply], &[]), before, &title),
            );
            if let Some(best) = graded.best().filter(|_| graded.score_loss() > 0) {
                let title = format!("Better at {ply}: {}", names(&best.line).join(" "));
                let game = game_after(garden, &made[..before], &best.line);
                drawings = drawings.with(format!("better-{ply}"), drawing::board(&game, before, &title));
            }
        }
        if self.now.is_some() {
            let title = format!("Best play from here: {}", names(&self.last.line).join(" "));
            let game = game_after(garden, made, &self.last.line);
            drawings = drawings.with("now", drawing::board(&game, made.len(), &title));
        }
        drawings
    }
}

/// Returns the game after the moves `made` and then `more`. They are legal: they come from a game or from the solver.
fn game_after(garden: &Garden, made: &[Cell], more: &[Cell]) -> Game {
    Game::from_moves(*garden, made.iter().chain(more).copied()).unwrap_or_else(|_| Game::new(*garden))
}
