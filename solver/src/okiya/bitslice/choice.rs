//! Which move to try next.
//!
//! A pattern that holds tokens of both players is dead. Of the others, those with two tokens of the mover or three of the opponent matter
//! most: a third token threatens, and the cell of a fourth must be taken away. Then come those with one or two, then the rest.
//! Moves are compared by how many patterns of the first class run through their cell, then of the second, then of the third.

use super::plane::Plane;
use crate::okiya::cell::Cell;
use crate::okiya::pattern::PATTERNS;

/// Cells of a garden.
pub(super) const CELLS: usize = Cell::COUNT;
/// Winning patterns.
pub(super) const FOURS: usize = PATTERNS.len();

/// A plane for each cell.
pub(super) type Board<P> = [P; CELLS];

/// The four cells of each pattern.
pub(super) const FOUR_CELLS: [[usize; 4]; FOURS] = {
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

/// Most patterns that run through one cell.
const THROUGH_CELL: usize = 7;
/// Stands for "no further pattern".
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

/// How many tokens each pattern has, as a number of two bits: low, high. Nobody has four.
#[inline(always)]
fn tokens_in_pattern<P: Plane>(tokens: &Board<P>, pattern: usize) -> (P, P) {
    let [a, b, c, d] = FOUR_CELLS[pattern].map(|cell| tokens[cell]);
    let odd = a.xor(b).xor(c);
    (odd.xor(d), a.majority(b, c).xor(odd.and(d)))
}

/// For one class of patterns, whether each belongs to it; the last entry stands for no pattern.
type InClass<P> = [P; FOURS + 1];

/// How many patterns of a class run through a cell, as a number of three bits, low to high.
#[inline(always)]
fn count_through<P: Plane>(class: &InClass<P>, cell: usize) -> [P; 3] {
    let [a, b, c, d, e, f, g] = PATTERNS_THROUGH[cell];
    let (first, first_carry) = (class[a].xor(class[b]).xor(class[c]), class[a].majority(class[b], class[c]));
    if e == NO_PATTERN {
        let carry = first.and(class[d]);
        return [first.xor(class[d]), first_carry.xor(carry), first_carry.and(carry)];
    }
    let (second, second_carry) =
        (class[d].xor(class[e]).xor(class[f]), class[d].majority(class[e], class[f]));
    let third_carry = first.majority(second, class[g]);
    [
        first.xor(second).xor(class[g]),
        first_carry.xor(second_carry).xor(third_carry),
        first_carry.majority(second_carry, third_carry),
    ]
}

/// Of the moves in `candidates` the one to try first: at most one cell of each garden, none where there is no candidate.
#[inline(always)]
pub(super) fn choose<P: Plane>(own: &Board<P>, other: &Board<P>, candidates: &Board<P>) -> Board<P> {
    let (mut first, mut second, mut third) =
        ([P::none(); FOURS + 1], [P::none(); FOURS + 1], [P::none(); FOURS + 1]);
    for pattern in 0..FOURS {
        let (own_low, own_high) = tokens_in_pattern(own, pattern);
        let (other_low, other_high) = tokens_in_pattern(other, pattern);
        let (no_own, no_other) = (own_low.or(own_high).not(), other_low.or(other_high).not());
        first[pattern] = own_high.without(own_low).and(no_other).or(other_high.and(other_low).and(no_own));
        second[pattern] =
            own_low.without(own_high).and(no_other).or(other_high.without(other_low).and(no_own));
        third[pattern] = no_own.without(other_high);
    }
    // The most significant plane comes first. Of the first two classes more than three patterns are counted as if they were two or three.
    let mut counts = [[P::none(); 7]; CELLS];
    for cell in 0..CELLS {
        let [a0, a1, a2] = count_through(&first, cell);
        let [b0, b1, b2] = count_through(&second, cell);
        let [c0, c1, c2] = count_through(&third, cell);
        counts[cell] = [a1.or(a2), a0, b1.or(b2), b0, c2, c1, c0];
    }
    let mut best = *candidates;
    for bit in 0..7 {
        let mut some = P::none();
        for cell in 0..CELLS {
            some = some.or(best[cell].and(counts[cell][bit]));
        }
        for cell in 0..CELLS {
            best[cell] = best[cell].and(counts[cell][bit].or(some.not()));
        }
    }
    let mut before = P::none();
    for cell in 0..CELLS {
        let alike = best[cell];
        best[cell] = alike.without(before);
        before = before.or(alike);
    }
    best
}
