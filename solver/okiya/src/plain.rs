//! A plain alpha-beta of the kind that one writes in an afternoon, to check the solver and to measure it against.
//!
//! Wide window, table of 4,096 entries, moves by number of replies, wins at once seen one ply ahead: nothing more. Its search has its own
//! fours and matches and shares no code with that of the solver; the lines that it follows are played by [`Position`]. So a disagreement
//! convicts one of the two. It takes some milliseconds a garden where [`oracle`](super::oracle), which is plainer still, takes seconds.

use super::cell::{Cell, CellSet};
use super::garden::Garden;
use super::position::Position;
use super::rules::{Ending, FullBoard};
use super::value::Outcome;
use hanamachi_core::game::Score;

/// Beyond every score.
const INFINITY: i8 = 18;

const LOG2_ENTRIES: u32 = 12;

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

/// An entry of the table: a key and the bounds of its score.
type Entry = (u64, i8, i8);

const EMPTY: Entry = (u64::MAX, 0, 0);

/// What is asked of a score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Question {
    /// All of it.
    Score,
    /// Its sign.
    Outcome,
}

/// Solves gardens one after another.
#[derive(Clone, Debug)]
pub struct Plain {
    completions: Box<[u16]>,
    /// For each cell, the cells whose tiles match.
    matching: [u16; 16],
    table: Box<[Entry]>,
    question: Question,
    /// What the last token is worth to who places it, without a four.
    full_board: i8,
}

impl Default for Plain {
    fn default() -> Self {
        Self::new()
    }
}

impl Plain {
    /// A solver.
    #[must_use]
    pub fn new() -> Self {
        Self {
            completions: completions(),
            matching: [0; 16],
            table: vec![EMPTY; 1 << LOG2_ENTRIES].into(),
            question: Question::Score,
            full_board: 0,
        }
    }

    fn start(&mut self, garden: &Garden, full_board: FullBoard, question: Question) {
        let tile = |cell| garden.tile(cell).index();
        for (matching, of) in self.matching.iter_mut().zip(Cell::all().map(tile)) {
            let matches = |at: usize| at != of && (at / 4 == of / 4 || at % 4 == of % 4);
            let cells = Cell::all().filter(|&cell| matches(tile(cell)));
            *matching = cells.map(|cell| 1 << cell.index()).sum();
        }
        self.table.fill(EMPTY);
        self.question = question;
        self.full_board = match full_board {
            FullBoard::Draw => 0,
            FullBoard::Last => 1,
        };
    }

    /// The score of each opening for x, in cell order.
    pub fn openings(&mut self, garden: &Garden, full_board: FullBoard) -> Vec<(Cell, Score)> {
        self.start(garden, full_board, Question::Score);
        let mut score = |cell: Cell| -self.search(0, 1 << cell.index(), cell.index(), -INFINITY, INFINITY);
        CellSet::BORDER.into_iter().map(|cell| (cell, Score::new(score(cell)))).collect()
    }

    /// The same with how best play ends after each: of the best moves always the first in cell order is played.
    pub fn openings_and_endings(
        &mut self,
        garden: &Garden,
        full_board: FullBoard,
    ) -> Vec<(Cell, Score, Ending)> {
        let openings = self.openings(garden, full_board);
        let start = Position::start(*garden);
        let with_ending = |(cell, score): (Cell, Score)| {
            (cell, score, self.ending(start.play_unchecked(cell), -score.get()))
        };
        openings.into_iter().map(with_ending).collect()
    }

    /// How best play ends from a position of this score, in the garden that was searched last.
    fn ending(&mut self, position: Position, score: i8) -> Ending {
        let (mut position, mut score) = (position, score);
        loop {
            if let Some(end) = position.end() {
                return end.ending;
            }
            let mut nexts = position.moves().into_iter().map(|cell| position.play_unchecked(cell));
            // An open position has moves, and one of them has its score.
            let Some(next) = nexts.find(|next| -self.score(next) == score) else { return Ending::FullBoard };
            (position, score) = (next, -score);
        }
    }

    /// The score of a position in the garden that was searched last, for the player to move.
    fn score(&mut self, position: &Position) -> i8 {
        if let Some(end) = position.end() {
            let full_board = if self.full_board == 0 { FullBoard::Draw } else { FullBoard::Last };
            return end.score(position.side(), full_board).get();
        }
        let side = position.side();
        let [own, other] = [side, side.opponent()].map(|player| position.tokens(player).bits());
        match position.last() {
            Some(last) => self.search(own, other, last.index(), -INFINITY, INFINITY),
            None => 0,
        }
    }

    /// A win with so many tiles left.
    fn win(&self, tiles_left: i8) -> i8 {
        match self.question {
            Question::Score => tiles_left + 1,
            Question::Outcome => 1,
        }
    }

    /// The score for the player of `own`, after the other one has gone to `last` without winning: exact within
    /// the window, and a bound outside.
    // Six parameters, and no position: what was not worth a type in a search that is to share nothing with the solver.
    fn search(&mut self, own: u16, other: u16, last: usize, mut alpha: i8, mut beta: i8) -> i8 {
        let free = !(own | other);
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let tiles = free.count_ones() as i8;
        let choices = self.matching[last] & free;
        if choices & self.completions[usize::from(own)] != 0 {
            return self.win(tiles - 1);
        }
        if tiles == 1 {
            return self.full_board;
        }
        let key = u64::from(own) << 20 | u64::from(other) << 4 | last as u64;
        let slot = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - LOG2_ENTRIES)) as usize;
        let (mut lower, mut upper) = (-INFINITY, INFINITY);
        if self.table[slot].0 == key {
            (_, lower, upper) = self.table[slot];
            if lower >= beta || lower == upper {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let mut moves = [(0, 0); 6];
        let mut count = 0;
        for cell in cells(choices) {
            let replies = (self.matching[cell] & free).count_ones();
            if replies == 0 {
                return self.win(tiles - 1);
            }
            let mut place = count;
            while place > 0 && moves[place - 1].0 > replies {
                moves[place] = moves[place - 1];
                place -= 1;
            }
            moves[place] = (replies, cell);
            count += 1;
        }
        let (floor, mut best) = (alpha, -INFINITY);
        for &(_, cell) in &moves[..count] {
            best = best.max(-self.search(other, own | 1 << cell, cell, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        if best > floor {
            lower = best;
        }
        if best < beta {
            upper = best;
        }
        self.table[slot] = (key, lower, upper);
        best
    }

    /// The outcome for x.
    pub fn outcome(&mut self, garden: &Garden, full_board: FullBoard) -> Outcome {
        self.start(garden, full_board, Question::Outcome);
        let mut best = -1;
        for cell in CellSet::BORDER {
            best = best.max(-self.search(0, 1 << cell.index(), cell.index(), -1, -best));
            if best == 1 {
                break;
            }
        }
        Outcome::of_score(Score::new(best))
    }
}

/// The cells of a set, lowest first.
fn cells(mut set: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 16).then_some(cell)
    })
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::oracle;

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
                plain.start(&garden, full_board, Question::Score);
                assert_eq!(
                    Score::new(plain.score(&position)),
                    oracle::score(&position, full_board),
                    "{position}"
                );
            }
            compared += u32::from(position.end().is_none());
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
