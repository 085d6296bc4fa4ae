//! Perft: the number of legal move sequences of each length.
//!
//! The count checks a move generator and the detection of game ends at once, and depends on nothing else. As
//! long as nobody has won it is the same for every garden: 12, 72, 360, 1,656, 7,344, 30,672, 117,504 for
//! lengths 1 to 7.

use super::cell::{Cell, CellSet};
use super::position::Position;
use super::rules::Player;

/// Counts the legal sequences of 1, 2, … `depth` moves from `position`.
///
/// A finished game has no continuation, so every count beyond the longest game is 0, and so is every count
/// beyond 16. Time is proportional to the number of sequences shorter than `depth`; an untouched garden has
/// some hundred million of all lengths, which take about a second. Only the answer takes memory.
///
/// ```
/// use hanamachi_solver::okiya::{Garden, Position, perft};
///
/// let start = Position::start(Garden::sorted());
/// assert_eq!(perft(&start, 5), [12, 72, 360, 1_656, 7_344]);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u8) -> Vec<u64> {
    let mut counts = vec![0; usize::from(depth)];
    if position.end().is_some() {
        return counts;
    }
    let garden = position.garden();
    let mut matching = [0; Cell::COUNT];
    for (bits, cell) in matching.iter_mut().zip(Cell::all()) {
        *bits = garden.matching(cell).bits();
    }
    let (x, o) = (position.tokens(Player::X).bits(), position.tokens(Player::O).bits());
    let (mover, opponent) = match position.side() {
        Player::X => (x, o),
        Player::O => (o, x),
    };
    Counter { matching }.count(mover, opponent, position.moves().bits(), &mut counts);
    counts
}

/// The garden as a move generator: for each cell, the cells whose tiles match.
struct Counter {
    matching: [u16; Cell::COUNT],
}

impl Counter {
    /// Adds to `counts[k]` the sequences of k + 1 moves from the open position in which the player with
    /// tokens `mover` may go to `choices`.
    fn count(&self, mover: u16, opponent: u16, choices: u16, counts: &mut [u64]) {
        let Some((here, deeper)) = counts.split_first_mut() else { return };
        *here += u64::from(choices.count_ones());
        if deeper.is_empty() {
            return;
        }
        let free = !(mover | opponent);
        for cell in CellSet::from_bits(choices) {
            let token = 1 << cell.index();
            if has_four(mover | token) {
                continue;
            }
            let replies = self.matching[cell.index()] & free & !token;
            match &mut *deeper {
                // Counts the last length in bulk, without visiting the positions.
                [longest] => *longest += u64::from(replies.count_ones()),
                deeper if replies != 0 => self.count(opponent, mover | token, replies, deeper),
                _ => {}
            }
        }
    }
}

/// Whether the tokens complete a pattern. Shifting the board over itself tests all rows, columns and squares
/// at once.
const fn has_four(tokens: u16) -> bool {
    let across = tokens & tokens >> 1;
    let down = tokens & tokens >> 4;
    let rows = across & across >> 2 & 0x1111;
    let columns = down & down >> 8;
    let squares = across & across >> 4 & 0x0777;
    (rows | columns | squares) != 0 || tokens & 0x8421 == 0x8421 || tokens & 0x1248 == 0x1248
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pattern;

    #[test]
    fn four_by_shifts_is_four_by_patterns() {
        for bits in 0..=u16::MAX {
            assert_eq!(has_four(bits), pattern::completed(CellSet::from_bits(bits)).is_some(), "{bits:#06x}");
        }
    }
}
