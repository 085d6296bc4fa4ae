//! Move order.
//!
//! A good move leaves the opponent few safe moves, makes threats, and takes a cell on many patterns of either
//! player; a pattern that holds tokens of both is dead and counts nothing.
//!
//! The weights were found by hill climbing on the number of nodes, over random gardens other than those of
//! the benchmarks. A player who must win needs different weights from a player who need only hold. The
//! weights affect the speed of a search, never its result.

use super::tables::COMPLETIONS;
use crate::cell::CellSet;
use crate::pattern::PATTERNS;
use hanamachi_core::game::Score;

/// Task of the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Keep the opponent from winning.
    Hold,
    /// Win.
    Win,
}

impl Task {
    /// Task equivalent to a score of at least `goal`.
    #[inline]
    pub(super) fn reaching(goal: Score) -> Self {
        if goal > Score::ZERO { Self::Win } else { Self::Hold }
    }
}

/// Patterns count from this many plies on; with fewer, they cost more than they save.
const PATTERNS_FROM: i8 = 8;

/// With at most this many tiles, threats count besides patterns: earlier there are hardly any.
const FEW_TILES: u32 = 11;

/// Keeps ranks above zero.
const RANK_BASE: u32 = 256;

/// The four cells off the border.
const CENTRE: u16 = !CellSet::BORDER.bits();

/// Fields of three bits, one for each pattern, each 1.
const ONES: u64 = {
    let mut fields = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        fields |= 1 << (3 * pattern);
        pattern += 1;
    }
    fields
};

/// For each cell, fields of three bits: 1 for every pattern through the cell.
const THROUGH: [u64; 16] = {
    let mut through = [0; 16];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        let mut cell = 0;
        while cell < 16 {
            if PATTERNS[pattern].cells.bits() >> cell & 1 != 0 {
                through[cell] |= 1 << (3 * pattern);
            }
            cell += 1;
        }
        pattern += 1;
    }
    through
};

/// For every set of cells of the upper, then of the lower two rows: the number of them in each pattern.
static TOKENS: [[u64; 256]; 2] = {
    let mut tokens = [[0; 256]; 2];
    let mut set = 1_usize;
    while set < 256 {
        let (first, rest) = (set.trailing_zeros() as usize, set & (set - 1));
        tokens[0][set] = tokens[0][rest] + THROUGH[first];
        tokens[1][set] = tokens[1][rest] + THROUGH[8 + first];
        set += 1;
    }
    tokens
};

/// Number of tokens of the set in each pattern, in fields of three bits.
#[inline]
fn tokens_by_pattern(tokens: u16) -> u64 {
    let [upper, lower] = tokens.to_le_bytes();
    TOKENS[0][usize::from(upper)] + TOKENS[1][usize::from(lower)]
}

/// Weights of the move order, in relative units.
#[derive(Clone, Copy, Debug)]
struct OrderWeights {
    /// For each cell on which the mover then threatens a four and which the opponent cannot take at once.
    threat: u32,
    /// For each pattern through the cell with no token of the opponent and 0, 1, 2 of the mover; 7 at most.
    mine: [u64; 3],
    /// For each pattern with no token of the mover and 1, 2, 3 of the opponent; 7 at most.
    theirs: [u64; 3],
}

/// Weight of each safe move that is left to the opponent.
const SAFE_MOVE: u32 = 2;

/// Weight of each threat if patterns do not count.
const THREAT: u32 = 6;

/// Weights by number of tiles (many, few) and by task (hold, win).
static WEIGHTS: [[OrderWeights; 2]; 2] = [
    [
        OrderWeights { threat: 0, mine: [1, 4, 7], theirs: [1, 4, 7] },
        OrderWeights { threat: 0, mine: [1, 4, 7], theirs: [1, 3, 6] },
    ],
    [
        OrderWeights { threat: 6, mine: [1, 2, 5], theirs: [1, 3, 7] },
        OrderWeights { threat: 7, mine: [1, 4, 7], theirs: [1, 2, 7] },
    ],
];

/// Criteria for the moves of one position: the fewer plies are left, the less a good order saves.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OrderGuide {
    /// Safe moves that are left to the opponent, and threats.
    Threats { own: u16, free: u16 },
    /// Threats and patterns.
    Patterns {
        own: u16,
        free: u16,
        /// The weight of a threat.
        threat: u32,
        /// The weight of each pattern, in fields of three bits.
        patterns: u64,
    },
}

impl OrderGuide {
    /// The guide for the player of `own`, who is to move and has this task for this many plies.
    #[inline]
    pub(super) fn new(own: u16, other: u16, task: Task, plies: i8) -> Self {
        let free = !(own | other);
        if plies < PATTERNS_FROM {
            return Self::Threats { own, free };
        }
        let weights = &WEIGHTS[usize::from(free.count_ones() <= FEW_TILES)][task as usize];
        let patterns = pattern_weights(own, other, weights);
        Self::Patterns { own, free, threat: weights.threat, patterns }
    }

    /// Smaller for moves to try earlier. The move takes the tile on `cell`, leaves the opponent `safe_moves`,
    /// and its matches lie on `match_cells`.
    #[inline]
    pub(super) fn rank(&self, cell: usize, safe_moves: u32, match_cells: u16) -> u32 {
        let threats = |own: u16, free: u16| {
            (COMPLETIONS[usize::from(own | 1 << cell)] & free & !match_cells).count_ones()
        };
        match *self {
            Self::Threats { own, free } => RANK_BASE + SAFE_MOVE * safe_moves - THREAT * threats(own, free),
            // First token: it is better if fewer of its matches are in the center, where most patterns cross.
            Self::Patterns { free: u16::MAX, .. } => (match_cells & CENTRE).count_ones(),
            Self::Patterns { own, free, threat, patterns } => {
                let good = threat * threats(own, free) + sum_of_fields(patterns & (7 * THROUGH[cell]));
                RANK_BASE + SAFE_MOVE * safe_moves - good
            }
        }
    }
}

/// The weight of every pattern for a move of the player of `own`.
#[inline]
fn pattern_weights(own: u16, other: u16, weights: &OrderWeights) -> u64 {
    /// The fields whose count is 0, 1, 2, 3; none is four.
    fn by_count(counts: u64) -> [u64; 4] {
        let (ones, twos) = (counts & ONES, counts >> 1 & ONES);
        [!(ones | twos) & ONES, ones & !twos, twos & !ones, ones & twos]
    }
    let own = by_count(tokens_by_pattern(own));
    let other = by_count(tokens_by_pattern(other));
    let mut sum = 0;
    for count in 0..3 {
        sum += (own[count] & other[0]) * weights.mine[count];
        sum += (own[0] & other[count + 1]) * weights.theirs[count];
    }
    sum
}

/// The sum of the fields of three bits, which must be below 64. At most seven patterns run through a cell.
#[inline]
fn sum_of_fields(fields: u64) -> u32 {
    /// Every second field.
    const EVEN: u64 = 0o7_070_707_070_707_070_707;
    /// Fields of six bits, each 1, up to the tenth.
    const SIXES: u64 = 0o1_010_101_010_101_010_101;
    let pairs = (fields & EVEN) + (fields >> 3 & EVEN);
    // The tenth field of the product is the sum of all ten.
    (pairs.wrapping_mul(SIXES) >> 54 & 63) as u32
}
