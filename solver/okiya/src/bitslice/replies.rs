//! Safe replies, by tile.

use super::plane::{Plane, unrolled};
use super::tiles::Tiles;

/// Number of tiles in a line of the square: of one plant or of one symbol.
const LINE: usize = 4;

/// The tile in this row and column of the square.
const fn tile(row: usize, column: usize) -> usize {
    row + LINE * column
}

/// The lines of the square: the four rows, then the four columns.
#[inline(always)]
fn lines<P: Plane>(tiles: &Tiles<P>) -> ([[P; LINE]; LINE], [[P; LINE]; LINE]) {
    let mut lines = ([[P::none(); LINE]; LINE], [[P::none(); LINE]; LINE]);
    unrolled!(for row in 0..4 {
        unrolled!(for column in 0..4 {
            lines.0[row][column] = tiles[tile(row, column)];
            lines.1[column][row] = tiles[tile(row, column)];
        });
    });
    lines
}

/// Whether exactly one, and whether exactly two, members of a line are in the set.
#[inline(always)]
fn one_or_two<P: Plane>([a, b, c, d]: [P; LINE]) -> (P, P) {
    // The sum of the first three: its low and its high bit.
    let (low, high) = (a.xor3(b, c), a.majority(b, c));
    let one = low.of_three::<0x14>(d, high, |low, d, high| low.xor(d).without(high));
    let two = low.of_three::<0x42>(d, high, |low, d, high| low.xor(high).without(low.xor(d)));
    (one, two)
}

/// The safe replies to a move: the tiles that match the chosen tile, except those that match a tile with
/// which the mover completes a four, and those that leave a tile without a match, with which the mover
/// blocks. `free` are the tiles that are free after the move.
#[inline(always)]
pub(super) fn safe_replies<P: Plane>(
    free: &Tiles<P>,
    chosen: &Tiles<P>,
    completing: &Tiles<P>,
    can_block: P,
) -> Tiles<P> {
    let (rows, columns) = lines(free);
    // A free tile has one match if it is one of two in its row and alone in its column, or vice versa.
    let (mut row_counts, mut column_counts) =
        ([(P::none(), P::none()); LINE], [(P::none(), P::none()); LINE]);
    unrolled!(for line in 0..4 {
        let (one, two) = one_or_two(rows[line]);
        row_counts[line] = (one.and(can_block), two.and(can_block));
        column_counts[line] = one_or_two(columns[line]);
    });
    let mut avoided = [P::none(); LINE * LINE];
    unrolled!(for row in 0..4 {
        unrolled!(for column in 0..4 {
            let ((row_one, row_two), (column_one, column_two)) = (row_counts[row], column_counts[column]);
            let has_one_match = row_one.and(column_two).or_both(row_two, column_one);
            let tile = tile(row, column);
            avoided[tile] = free[tile].and_either(completing[tile], has_one_match);
        });
    });
    let (chosen_rows, chosen_columns) = lines(chosen);
    let (avoided_rows, avoided_columns) = lines(&avoided);
    let mut safe = [P::none(); LINE * LINE];
    unrolled!(for row in 0..4 {
        unrolled!(for column in 0..4 {
            let in_row = others(avoided_rows[row], column);
            let in_column = others(avoided_columns[column], row);
            let is_losing = in_row[0].or3(in_row[1], in_row[2]).or3(in_column[0], in_column[1]);
            // A tile matches the chosen one if exactly one of its row and its column contains the chosen
            // tile; both contain it only for the chosen tile itself.
            let is_legal =
                free[tile(row, column)].and_one(any(chosen_rows[row]), any(chosen_columns[column]));
            safe[tile(row, column)] = is_legal.and_neither(is_losing, in_column[2]);
        });
    });
    safe
}

/// The other three members of a line.
#[inline(always)]
fn others<P: Plane>(line: [P; LINE], but: usize) -> [P; LINE - 1] {
    [line[(but + 1) % LINE], line[(but + 2) % LINE], line[(but + 3) % LINE]]
}

/// Whether any member of a line is in the set.
#[inline(always)]
fn any<P: Plane>([a, b, c, d]: [P; LINE]) -> P {
    a.or3(b, c).or(d)
}
