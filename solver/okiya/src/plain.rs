//! The independent checker: alpha-beta with a transposition table over a direct implementation of the rules
//! of Okiya.
//!
//! The search and the table are those of the [search core](hanamachi_core::search::alpha_beta), which knows
//! no game. This file implements the game a second time, with its own patterns and matches. It passes the
//! search nothing that has to be taken on trust: only whether a position is over, and wins with the next
//! token, detected one ply ahead. The checker uses neither the solver's safe moves, nor its tables, nor its
//! reduction of two rules to one question; only the lines that it follows are played by [`Position`]. The
//! search of many gardens side by side, which makes every census and the ledger, shares no code with any of
//! this. So a disagreement reveals an error in one of the two.
//!
//! It takes some milliseconds a garden; the even simpler [`oracle`](super::oracle) takes seconds.

use super::cell::{Cell, CellSet, Cells};
use super::garden::Garden;
use super::position::Position;
use super::rules::{Ending, FullBoard};
use super::value::Outcome;
use hanamachi_core::game::{Bounds, PerfectInformation, Score, Subtree};
use hanamachi_core::search::alpha_beta::AlphaBeta;
use hanamachi_core::search::budget::{Budget, Stop};
use hanamachi_core::search::questions::Questions;
use hanamachi_core::search::transposition::TranspositionTable;

/// Panic message: a search without limits always answers.
const ANSWERS: &str = "an unlimited search answers";

/// For every set of tokens, the cells that complete a four.
fn completions() -> Box<[u16]> {
    let lines = (0..4).flat_map(|i| [0x000f_u16 << (4 * i), 0x1111 << i]);
    let squares = (0..9).map(|i| 0x0033_u16 << (4 * (i / 3) + i % 3));
    let patterns: Vec<u16> = lines.chain(squares).chain([0x8421, 0x1248]).collect();
    let completing = |tokens: u16| {
        let missing = patterns.iter().map(|pattern| pattern & !tokens);
        missing.filter(|missing| missing.is_power_of_two()).fold(0, |cells, cell| cells | cell)
    };
    (0..=u16::MAX).map(completing).collect()
}

/// A position with its garden and rule.
#[derive(Debug)]
struct PlainRules<'c> {
    /// For every set of tokens, the cells that complete a four.
    completions: &'c [u16],
    /// For each cell, the cells whose tiles match.
    matching: [u16; 16],
    /// Score of the last token for the player who places it, without a four.
    full_board: Score,
}

impl<'c> PlainRules<'c> {
    fn new(completions: &'c [u16], garden: &Garden, full_board: FullBoard) -> Self {
        let mut matching = [0; 16];
        let tile = |cell| garden.tile(cell).index();
        for (matching, of) in matching.iter_mut().zip(Cell::all().map(tile)) {
            let matches = |at: usize| at != of && (at / 4 == of / 4 || at % 4 == of % 4);
            let cells = Cell::all().filter(|&cell| matches(tile(cell)));
            *matching = cells.map(|cell| 1 << cell.index()).sum();
        }
        let full_board = match full_board {
            FullBoard::Draw => Score::ZERO,
            FullBoard::Last => Score::new(1),
        };
        Self { completions, matching, full_board }
    }

    /// The position before the first token.
    fn start(&self) -> PlainBoard<'_> {
        PlainBoard {
            rules: self,
            own: 0,
            other: 0,
            choices: CellSet::BORDER.bits(),
            last: 0,
            has_four: false,
        }
    }

    /// Converts `position`, which is in this garden.
    fn board(&self, position: &Position) -> PlainBoard<'_> {
        let Some(last) = position.last() else { return self.start() };
        let side = position.side();
        let [own, other] = [side, side.opponent()].map(|player| position.tokens(player).bits());
        let choices = self.matching[last.index()] & !(own | other);
        let before = other & !(1 << last.index());
        let has_four = self.completions[usize::from(before)] >> last.index() & 1 != 0;
        #[expect(clippy::cast_possible_truncation, reason = "below 16")]
        let last = last.index() as u8;
        PlainBoard { rules: self, own, other, choices, last, has_four }
    }
}

/// A position of a game that had no four before the last token.
#[derive(Clone, Copy, Debug)]
struct PlainBoard<'r> {
    rules: &'r PlainRules<'r>,
    /// Cells with a token of the player to move.
    own: u16,
    /// Cells with a token of the other player.
    other: u16,
    /// Cells whose tiles may be taken.
    choices: u16,
    /// The cell of the last token; arbitrary before the first.
    last: u8,
    /// Whether the last token completed a four.
    has_four: bool,
}

impl PartialEq for PlainBoard<'_> {
    fn eq(&self, other: &Self) -> bool {
        let parts = |board: &Self| (board.own, board.other, board.choices, board.last, board.has_four);
        parts(self) == parts(other)
    }
}

impl PlainBoard<'_> {
    const fn free(&self) -> u16 {
        !(self.own | self.other)
    }

    #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
    const fn tiles_left(&self) -> i8 {
        self.free().count_ones() as i8
    }
}

impl PerfectInformation for PlainBoard<'_> {
    type Move = Cell;
    type Moves = Cells;
    type Guide = ();

    const KEY_BITS: u32 = 36;
    const MAX_MOVES: usize = Cell::COUNT;

    #[inline]
    fn moves(&self) -> Cells {
        CellSet::from_bits(if self.has_four { 0 } else { self.choices }).into_iter()
    }

    #[inline]
    fn play(&self, cell: Cell) -> Self {
        let at = cell.index();
        let placed = self.own | 1 << at;
        #[expect(clippy::cast_possible_truncation, reason = "below 16")]
        let last = at as u8;
        Self {
            rules: self.rules,
            own: self.other,
            other: placed,
            choices: self.rules.matching[at] & !(placed | self.other),
            last,
            has_four: self.rules.completions[usize::from(self.own)] >> at & 1 != 0,
        }
    }

    #[inline]
    fn result(&self) -> Option<Score> {
        if self.has_four {
            Some(Score::new(-(self.tiles_left() + 1)))
        } else if self.choices != 0 {
            None
        } else if self.free() == 0 {
            Some(-self.rules.full_board)
        } else {
            Some(Score::new(-(self.tiles_left() + 1)))
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        u64::from(self.own) << 20 | u64::from(self.other) << 4 | u64::from(self.last)
    }

    /// A four with the next token is detected here. Otherwise nobody can win sooner than by blocking with the
    /// next token, or lose sooner than with the token after it.
    #[inline]
    fn bounds(&self) -> Bounds {
        if let Some(score) = self.result() {
            return Bounds::exact(score);
        }
        let tiles = self.tiles_left();
        if self.choices & self.rules.completions[usize::from(self.own)] != 0 {
            return Bounds::exact(Score::new(tiles));
        }
        Bounds { lower: Score::new(1 - tiles), upper: Score::new(tiles) }
    }

    #[inline]
    fn subtree(&self, _goal: Score) -> Subtree {
        match self.tiles_left() {
            ..SMALL => Subtree::Small,
            SMALL..LARGE => Subtree::Medium,
            _ => Subtree::Large,
        }
    }

    #[inline]
    fn guide(&self, _goal: Score) {}

    /// Moves that leave fewer replies come first.
    #[inline]
    fn rank(&self, (): &(), _cell: Cell, next: &Self) -> u32 {
        next.choices.count_ones()
    }
}

/// With fewer tiles left, neither move order nor table pays.
const SMALL: i8 = 6;

/// With fewer tiles left, the table is not used.
const LARGE: i8 = 8;

/// Solves gardens one after another.
#[derive(Debug)]
pub struct Plain {
    completions: Box<[u16]>,
    table: TranspositionTable,
}

impl Default for Plain {
    fn default() -> Self {
        Self::new()
    }
}

impl Plain {
    const LOG2_TABLE_ENTRIES: u32 = 14;

    /// A solver.
    #[must_use]
    pub fn new() -> Self {
        Self { completions: completions(), table: TranspositionTable::new(Self::LOG2_TABLE_ENTRIES) }
    }

    /// Runs `ask` on a garden with an empty table.
    fn search<T>(
        &mut self,
        garden: &Garden,
        full_board: FullBoard,
        ask: impl FnOnce(&PlainRules<'_>, &mut AlphaBeta<'_>) -> Result<T, Stop>,
    ) -> T {
        self.table.new_epoch();
        let rules = PlainRules::new(&self.completions, garden, full_board);
        ask(&rules, &mut AlphaBeta::new(&self.table, Budget::UNLIMITED)).expect(ANSWERS)
    }

    /// The score of each opening for x, in cell order.
    pub fn openings(&mut self, garden: &Garden, full_board: FullBoard) -> Vec<(Cell, Score)> {
        self.search(garden, full_board, |rules, search| {
            let score = |cell| Ok((cell, -search.score(&rules.start().play(cell), Score::ZERO)?));
            CellSet::BORDER.into_iter().map(score).collect()
        })
    }

    /// As [`openings`](Self::openings), with the ending under best play after each. Among equally good moves,
    /// the first in cell order is played.
    pub fn openings_and_endings(
        &mut self,
        garden: &Garden,
        full_board: FullBoard,
    ) -> Vec<(Cell, Score, Ending)> {
        self.search(garden, full_board, |rules, search| {
            let opening = |cell| {
                let score = -search.score(&rules.start().play(cell), Score::ZERO)?;
                let after = Position::start(*garden).play_unchecked(cell);
                Ok((cell, score, ending(after, -score, rules, search)?))
            };
            CellSet::BORDER.into_iter().map(opening).collect()
        })
    }

    /// The outcome for x.
    pub fn outcome(&mut self, garden: &Garden, full_board: FullBoard) -> Outcome {
        self.search(garden, full_board, |rules, search| {
            let start = rules.start();
            Ok(if search.is_at_least(&start, Score::new(1))? {
                Outcome::Win
            } else if search.is_at_least(&start, Score::ZERO)? {
                Outcome::Draw
            } else {
                Outcome::Loss
            })
        })
    }
}

/// Ending under best play from a position of this score.
fn ending(
    mut position: Position,
    mut score: Score,
    rules: &PlainRules<'_>,
    search: &mut AlphaBeta<'_>,
) -> Result<Ending, Stop> {
    loop {
        if let Some(end) = position.end() {
            return Ok(end.ending);
        }
        let mut best = None;
        for next in position.moves().into_iter().map(|cell| position.play_unchecked(cell)) {
            // No move scores more than the position.
            if !search.is_at_least(&rules.board(&next), (-score).next())? {
                best = Some(next);
                break;
            }
        }
        (position, score) = (best.expect("a move of an open position has its score"), -score);
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::oracle;
    use hanamachi_core::conformance::{Trials, check};

    #[test]
    fn late_positions_are_worth_what_the_oracle_says() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut plain = Plain::new();
        let mut compared = 0;
        while compared < 300 {
            let garden = Garden::random(&mut rng);
            let mut position = Position::start(garden);
            for _ in 0..rng.random_range(7..14) {
                let moves: Vec<Cell> = position.moves().into_iter().collect();
                if position.end().is_some() {
                    break;
                }
                position = position.play_unchecked(moves[rng.random_range(0..moves.len())]);
            }
            for full_board in [FullBoard::Draw, FullBoard::Last] {
                let score = plain.search(&garden, full_board, |rules, search| {
                    search.score(&rules.board(&position), Score::ZERO)
                });
                assert_eq!(score, oracle::score(&position, full_board), "{position}");
            }
            compared += u32::from(position.end().is_none());
        }
    }

    #[test]
    fn the_game_keeps_the_contract() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(13);
        let completions = completions();
        for full_board in [FullBoard::Draw, FullBoard::Last] {
            let rules = PlainRules::new(&completions, &Garden::random(&mut rng), full_board);
            let trials = Trials { playouts: 12, tree_limit: 2_000 };
            let coverage = check(&rules.start(), trials, &mut rng).unwrap();
            assert!(coverage.exhausted > 1_000 && coverage.searched > 12, "{coverage:?}");
        }
    }

    #[test]
    fn the_outcome_is_that_of_the_best_opening() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(12);
        let mut plain = Plain::new();
        for full_board in [FullBoard::Draw, FullBoard::Last] {
            for _ in 0..5 {
                let garden = Garden::random(&mut rng);
                let best = plain.openings(&garden, full_board).into_iter().map(|(_, score)| score).max();
                assert_eq!(best.map(Outcome::of_score), Some(plain.outcome(&garden, full_board)));
            }
        }
    }
}
