//! Move order.
//!
//! A pattern that holds tokens of both players is dead. Of the others, those with two tokens of the mover or
//! three of the opponent matter most: a third token threatens, and the cell of a fourth must be taken away.
//! Then come those with one or two, then the rest. Moves are compared by the number of patterns of the first
//! class through their cell, then of the second, then of the third.

#![expect(clippy::many_single_char_names, reason = "the planes that are added up have no better names")]

use super::plane::{Plane, unrolled};
use crate::cell::Cell;
use crate::pattern::PATTERNS;

/// Number of cells of a garden.
pub(super) const CELLS: usize = Cell::COUNT;
/// Number of winning patterns.
const FOURS: usize = PATTERNS.len();

/// A plane for each cell.
pub(super) type Board<P> = [P; CELLS];

/// The four cells of each pattern.
const FOUR_CELLS: [[usize; 4]; FOURS] = {
    let mut cells = [[0; 4]; FOURS];
    let mut pattern = 0;
    while pattern < FOURS {
        let (mut cell, mut count) = (0, 0);
        while cell < CELLS {
            if PATTERNS[pattern].cells.bits() >> cell & 1 != 0 {
                cells[pattern][count] = cell;
                count += 1;
            }
            cell += 1;
        }
        pattern += 1;
    }
    cells
};

/// Maximum number of patterns through one cell.
const THROUGH_CELL: usize = 7;
/// Marker for "no further pattern".
const NO_PATTERN: usize = FOURS;

/// The patterns through each cell: four, or seven through a cell in the middle.
const PATTERNS_THROUGH: [[usize; THROUGH_CELL]; CELLS] = {
    let mut through = [[NO_PATTERN; THROUGH_CELL]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (mut pattern, mut count) = (0, 0);
        while pattern < FOURS {
            if PATTERNS[pattern].cells.bits() >> cell & 1 != 0 {
                through[cell][count] = pattern;
                count += 1;
            }
            pattern += 1;
        }
        assert!(count == 4 || count == THROUGH_CELL);
        cell += 1;
    }
    through
};

/// The planes of the four cells of a pattern.
#[inline(always)]
fn in_pattern<P: Plane>(board: &Board<P>, pattern: usize) -> [P; 4] {
    let [a, b, c, d] = FOUR_CELLS[pattern];
    [board[a], board[b], board[c], board[d]]
}

/// The planes of the patterns through a cell.
#[inline(always)]
fn through<P: Plane>(patterns: &InClass<P>, cell: usize) -> [P; THROUGH_CELL] {
    let [a, b, c, d, e, f, g] = PATTERNS_THROUGH[cell];
    [patterns[a], patterns[b], patterns[c], patterns[d], patterns[e], patterns[f], patterns[g]]
}

/// Number of tokens in each pattern, in two bits: low, high. No pattern has four.
#[inline(always)]
fn tokens_in_pattern<P: Plane>(tokens: &Board<P>, pattern: usize) -> (P, P) {
    let [a, b, c, d] = in_pattern(tokens, pattern);
    let odd = a.xor3(b, c);
    (odd.xor(d), a.majority(b, c).xor_both(odd, d))
}

/// For one class of patterns, whether each belongs to it; the last entry stands for no pattern.
type InClass<P> = [P; FOURS + 1];

/// Patterns of the first, second and third class.
#[inline(always)]
fn classes<P: Plane>(own: &Board<P>, other: &Board<P>) -> [InClass<P>; 3] {
    let mut classes = [[P::none(); FOURS + 1]; 3];
    unrolled!(for pattern in 0..19 {
        let (own_low, own_high) = tokens_in_pattern(own, pattern);
        let (other_low, other_high) = tokens_in_pattern(other, pattern);
        // Two and none, or none and three.
        let first = own_high.of_three::<0x18>(other_low, other_high, |own_high, other_low, other_high| {
            own_high.xor(other_low).without(other_low.xor(other_high))
        });
        classes[0][pattern] = first.without(own_low);
        // One and none, or none and two.
        classes[1][pattern] = own_low.xor(other_high).and_neither(own_high, other_low);
        // None and none, or none and one.
        classes[2][pattern] = own_low.none_of(own_high, other_high);
    });
    classes
}

/// Number of patterns of a class through a cell, in three bits, high to low.
#[inline(always)]
fn count_through<P: Plane>(class: &InClass<P>, cell: usize) -> [P; 3] {
    let [a, b, c, d, e, f, g] = through(class, cell);
    let (first, first_carry) = (a.xor3(b, c), a.majority(b, c));
    if PATTERNS_THROUGH[cell][4] == NO_PATTERN {
        let (low, carry) = (first.xor(d), first.and(d));
        return [first_carry.and(carry), first_carry.xor(carry), low];
    }
    let (second, second_carry) = (d.xor3(e, f), d.majority(e, f));
    let third_carry = first.majority(second, g);
    [
        first_carry.majority(second_carry, third_carry),
        first_carry.xor3(second_carry, third_carry),
        first.xor3(second, g),
    ]
}

/// Whether at least two patterns of a class run through a cell, and whether an odd number does.
#[inline(always)]
fn count_as_two_bits<P: Plane>(class: &InClass<P>, cell: usize) -> [P; 2] {
    let [a, b, c, d, e, f, g] = through(class, cell);
    let (first, first_carry) = (a.xor3(b, c), a.majority(b, c));
    if PATTERNS_THROUGH[cell][4] == NO_PATTERN {
        return [first_carry.or_both(first, d), first.xor(d)];
    }
    let (second, second_carry) = (d.xor3(e, f), d.majority(e, f));
    [first_carry.or3(second_carry, first.majority(second, g)), first.xor3(second, g)]
}

/// Candidates in `best` with the largest numbers, given by cell, most significant bit first.
#[inline(always)]
fn keep_largest<P: Plane, const BITS: usize>(best: &mut Board<P>, numbers: &[[P; BITS]; CELLS]) {
    for bit in 0..BITS {
        // Four short dependency chains instead of one long chain.
        let mut some = [P::none(); 4];
        unrolled!(for cell in 0..16 {
            let (best, bit) = (best[cell], numbers[cell][bit]);
            some[cell % 4] = if cell < 4 { best.and(bit) } else { some[cell % 4].or_both(best, bit) };
        });
        let some = some[0].or3(some[1], some[2]).or(some[3]);
        unrolled!(for cell in 0..16 {
            best[cell] = best[cell].and_if(some, numbers[cell][bit]);
        });
    }
}

/// Candidates in `best` whose cells have the most patterns of a class.
#[inline(always)]
fn keep_most_as_two_bits<P: Plane>(best: &mut Board<P>, class: &InClass<P>) {
    let mut counts = [[P::none(); 2]; CELLS];
    unrolled!(for cell in 0..16 {
        counts[cell] = count_as_two_bits(class, cell);
    });
    keep_largest(best, &counts);
}

/// First move to try among `candidates`: at most one cell of each garden, none without candidates.
#[inline(always)]
pub(super) fn choose<P: Plane>(own: &Board<P>, other: &Board<P>, candidates: &Board<P>) -> Board<P> {
    let [first, second, third] = classes(own, other);
    let mut best = *candidates;
    // In the first two classes, counts above three are treated as two or three.
    keep_most_as_two_bits(&mut best, &first);
    keep_most_as_two_bits(&mut best, &second);
    let mut counts = [[P::none(); 3]; CELLS];
    unrolled!(for cell in 0..16 {
        counts[cell] = count_through(&third, cell);
    });
    keep_largest(&mut best, &counts);
    first_of_each(&best)
}

/// The first of these cells in each garden.
#[inline(always)]
fn first_of_each<P: Plane>(cells: &Board<P>) -> Board<P> {
    let mut first = [P::none(); CELLS];
    // In groups of four, so that no cell waits for all cells before it.
    let mut before = P::none();
    for four in 0..4 {
        let [a, b, c, d] = [cells[4 * four], cells[4 * four + 1], cells[4 * four + 2], cells[4 * four + 3]];
        first[4 * four] = a.without(before);
        first[4 * four + 1] = b.and_neither(before, a);
        let before_third = before.or3(a, b);
        first[4 * four + 2] = c.without(before_third);
        first[4 * four + 3] = d.and_neither(before_third, c);
        before = before.or(a.or3(b, c).or(d));
    }
    first
}

/// Free cells with which the player of these tokens completes a four; other cells that are not free may be
/// set, too.
#[inline(always)]
pub(super) fn completing<P: Plane>(tokens: &Board<P>) -> Board<P> {
    let mut has_three = [P::none(); FOURS + 1];
    unrolled!(for pattern in 0..19 {
        let [a, b, c, d] = in_pattern(tokens, pattern);
        has_three[pattern] = a.majority(b, c).and_either(a.xor3(b, c), d);
    });
    let mut completing = [P::none(); CELLS];
    unrolled!(for cell in 0..16 {
        let [a, b, c, d, e, f, g] = through(&has_three, cell);
        completing[cell] = a.or3(b, c).or(d);
        if PATTERNS_THROUGH[cell][4] != NO_PATTERN {
            completing[cell] = completing[cell].or3(e, f).or(g);
        }
    });
    completing
}
