//! The garden sheet: a garden, its twelve openings, and its traps.

use hanamachi_solver::okiya::study::{GardenStudy, OpeningStudy};
use hanamachi_solver::okiya::{Cell, Game, Garden, Player};
use hanamachi_solver::search::strength::{HasStrength, Strength};
use serde::Serialize;

use super::class::ClassFacts;
use super::drawing;
use super::figures::counted;
use super::frequency::OutcomeRarity;
use super::rows::{LineStep, MoveRow, ReplyBranch, names};
use super::words;
use crate::frame::{Drawings, Facts, Report, Sheet, Templates};

/// `okiya.garden_report/1`.
#[derive(Serialize)]
pub struct GardenReport {
    garden: String,
    long: String,
    rank: u64,
    class: ClassFacts,
    /// Kind of all numbers except those in `rarity`: `proved`.
    kind: Strength,
    /// Outcome for x, who moves first.
    outcome: &'static str,
    score: i8,
    tiles_left: usize,
    plies_to_end: usize,
    ending: &'static str,
    /// Best play, with the number of choices at each move.
    line: Vec<LineStep>,
    /// The twelve openings, best first, with the replies to each and the answers to these.
    openings: Vec<ReplyBranch<ReplyBranch<MoveRow>>>,
    /// Counts of positions by ply.
    plies: Vec<PlyCounts>,
    rarity: OutcomeRarity,
    #[serde(skip)]
    study: GardenStudy,
    #[serde(skip)]
    command: String,
}

/// Statistics of the positions of a ply.
#[derive(Serialize)]
struct PlyCounts {
    ply: usize,
    player: char,
    positions: usize,
    /// Number of positions in which only one of several moves keeps the outcome.
    only_moves: usize,
    /// Number of traps, and number of positions with a trap.
    traps: usize,
    positions_with_traps: usize,
}

impl GardenReport {
    /// Creates the sheet of a studied garden; `command` reproduces it.
    pub fn new(study: GardenStudy, command: String) -> anyhow::Result<Self> {
        let garden = *study.garden();
        let start = &study.start;
        let steps = study.line.iter().zip(&start.line).map(|(solution, &cell)| LineStep::new(solution, cell));
        Ok(Self {
            garden: garden.short().to_string(),
            long: garden.long().to_string(),
            rank: garden.rank().get(),
            class: ClassFacts::new(&garden),
            kind: study.strength(),
            outcome: start.value.outcome().word(),
            score: start.value.score().get(),
            tiles_left: start.value.tiles_left(),
            plies_to_end: start.value.plies_to_end(),
            ending: start.ending.word(),
            line: steps.collect(),
            openings: openings(&study),
            plies: (0..3).map(|before| PlyCounts::new(&study, before)).collect(),
            rarity: OutcomeRarity::from_solution(start)?,
            command,
            study,
        })
    }
}

impl PlyCounts {
    /// Counts the positions after `before` moves.
    fn new(study: &GardenStudy, before: usize) -> Self {
        let traps: Vec<Vec<Cell>> =
            study.traps().map(|(at, _)| at.moves).filter(|moves| moves.len() == before).collect();
        let mut positions = traps.clone();
        positions.dedup();
        Self {
            ply: before + 1,
            player: if before.is_multiple_of(2) { Player::X } else { Player::O }.letter(),
            positions: study.positions().filter(|at| at.moves.len() == before).count(),
            only_moves: study.only_moves().filter(|(at, _)| at.moves.len() == before).count(),
            traps: traps.len(),
            positions_with_traps: positions.len(),
        }
    }
}

fn openings(study: &GardenStudy) -> Vec<ReplyBranch<ReplyBranch<MoveRow>>> {
    let rows = MoveRow::from_solution(&[], &study.start);
    let branch = |(row, opening): (MoveRow, &OpeningStudy)| {
        let first = opening.opening.cell;
        let replies = MoveRow::from_solution(&[first], &opening.replies);
        let after = opening.replies.moves.iter().zip(&opening.answers);
        let next = replies.into_iter().zip(after).map(|(row, (reply, answers))| ReplyBranch {
            row,
            next: MoveRow::from_solution(&[first, reply.cell], answers),
        });
        ReplyBranch { row, next: next.collect() }
    };
    rows.into_iter().zip(&study.openings).map(branch).collect()
}

impl Report for GardenReport {
    const SCHEMA: &'static str = "okiya.garden_report/1";
    const TEMPLATES: Templates = Templates {
        html: include_str!("templates/garden.html"),
        markdown: include_str!("templates/garden.md"),
        parts: super::parts::PARTS,
    };

    fn facts(&self) -> Facts {
        let OutcomeRarity { command, gardens, combination, .. } = &self.rarity;
        let of_combination = combination.as_ref().map(|of| {
            format!(" How many have outcome, winning openings and score together comes from {}.", of.command)
        });
        Facts {
            title: format!("Garden {}", self.garden),
            summary: words::solution_by_move(&self.study.start),
            rules_in_words: words::rules_in_words(self.study.start.full_board).to_owned(),
            rules: self.study.start.full_board.to_string(),
            command: self.command.clone(),
            strengths: vec![self.kind, self.rarity.kind],
            standing: vec![
                "Outcomes, tiles left, endings, lines, only moves and traps come from exhaustive search and are proved; \
                 so are the numbers of the class."
                    .to_owned(),
                format!(
                    "How rare such gardens are is estimated from {} random gardens, each solved: {command}.{}",
                    counted(*gardens),
                    of_combination.unwrap_or_default()
                ),
            ],
        }
    }

    fn sheet(&self) -> Sheet {
        let openings = self.openings.iter().map(|opening| &opening.row);
        let replies = || self.openings.iter().flat_map(|opening| &opening.next);
        let rows = openings.chain(replies().map(|reply| &reply.row));
        let sheet = MoveRow::sheet(rows.chain(replies().flat_map(|reply| &reply.next)));
        super::parts::with_standing(sheet, self.kind, self.study.start.full_board)
    }

    fn drawings(&self) -> Drawings {
        let garden = self.study.garden();
        let mut drawings = Drawings::default()
            .with("garden", drawing::garden(garden))
            .with("map", drawing::opening_map(&self.study.start));
        for opening in &self.study.start.moves {
            let title = format!("Best play after {}: {}", opening.cell, names(&opening.line).join(" "));
            drawings = drawings.with(format!("line-{}", opening.cell), line(garden, &opening.line, &title));
        }
        for (_, trap) in self.study.traps().filter(|(at, _)| at.moves.is_empty()) {
            let title = format!("After the trap {}: {}", trap.bad.cell, names(&trap.bad.line).join(" "));
            drawings = drawings.with(format!("trap-{}", trap.bad.cell), line(garden, &trap.bad.line, &title));
        }
        drawings
    }
}

/// Draws the board after a line of play from the first move.
fn line(garden: &Garden, moves: &[Cell], title: &str) -> String {
    // Lines of the solver are legal.
    let game = Game::from_moves(*garden, moves.iter().copied()).unwrap_or_else(|_| Game::new(*garden));
    drawing::board(&game, 0, title)
}
