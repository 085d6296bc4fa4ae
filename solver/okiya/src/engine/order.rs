//! Which reply to try first.
//!
//! A good reply leaves the opponent few safe moves, makes threats, and takes a cell that patterns run
//! through, his own or the opponent's; a pattern that holds tokens of both is dead and counts nothing.
//!
//! The weights were found by hill climbing on the number of nodes, over random gardens other than those of
//! the benchmarks; a player who must win wants different ones from a player who need only hold. They decide
//! how long a search takes and never what it finds.

#![expect(
    clippy::inline_always,
    reason = "the search is compiled for several processors, and these functions with it"
)]

use super::tables::COMPLETIONS;
use crate::cell::CellSet;
use crate::pattern::PATTERNS;

/// From here on down threats count: earlier there are hardly any.
const FEW_TILES: u32 = 11;

/// Keeps ranks above zero.
const RANK_BASE: u32 = 256;

/// The four cells that are not on the border.
const CENTRE: u16 = !CellSet::BORDER.bits();

/// Fields of three bits, one a pattern, each 1.
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

/// For every set of cells of the upper, then of the lower two rows: how many of them each pattern has.
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

/// How many tokens of the set each pattern holds, in fields of three bits.
#[inline(always)]
fn tokens_by_pattern(tokens: u16) -> u64 {
    let [upper, lower] = tokens.to_le_bytes();
    TOKENS[0][usize::from(upper)] + TOKENS[1][usize::from(lower)]
}

/// What counts for a move, in units that only compare.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Each cell on which the mover then threatens a four and which the opponent cannot take at once.
    threat: u32,
    /// Each pattern through the cell that holds no token of the opponent and 0, 1, 2 of the mover; 7 at most.
    mine: [u64; 3],
    /// Each that holds none of the mover and 1, 2, 3 of the opponent; 7 at most.
    theirs: [u64; 3],
}

/// Each safe move that is left to the opponent.
const SAFE_MOVE: u32 = 2;

/// What the player to move must do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Task {
    /// Keep the opponent from winning.
    Hold,
    /// Win.
    Win,
}

/// By number of tiles (many, few) and by task (hold, win).
static WEIGHTS: [[Weights; 2]; 2] = [
    [
        Weights { threat: 0, mine: [1, 4, 7], theirs: [1, 4, 7] },
        Weights { threat: 0, mine: [1, 4, 7], theirs: [1, 3, 6] },
    ],
    [
        Weights { threat: 6, mine: [1, 2, 5], theirs: [1, 3, 7] },
        Weights { threat: 7, mine: [1, 4, 7], theirs: [1, 2, 7] },
    ],
];

/// What the moves of one position have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Guide {
    own: u16,
    free: u16,
    threat: u32,
    /// The weight of each pattern, in fields of three bits.
    patterns: u64,
}

impl Guide {
    /// For the player of `own`, who is to move.
    #[inline(always)]
    pub(super) fn new(own: u16, other: u16, task: Task) -> Self {
        let free = !(own | other);
        let weights = &WEIGHTS[usize::from(free.count_ones() <= FEW_TILES)][task as usize];
        Self { own, free, threat: weights.threat, patterns: pattern_weights(own, other, weights) }
    }

    /// Smaller for moves that should be tried earlier: taking the tile on `cell`, which leaves the opponent
    /// `safe_moves`, and whose matches lie on `match_cells`.
    #[inline(always)]
    pub(super) fn rank(&self, cell: usize, safe_moves: u32, match_cells: u16) -> u32 {
        if self.free == u16::MAX {
            // The first token: the fewer of its matches lie in the centre, where most patterns cross, the better.
            return (match_cells & CENTRE).count_ones();
        }
        let threats = COMPLETIONS[usize::from(self.own | 1 << cell)] & self.free & !match_cells;
        let good = self.threat * threats.count_ones() + sum_of_fields(self.patterns & (7 * THROUGH[cell]));
        RANK_BASE + SAFE_MOVE * safe_moves - good
    }
}

/// The weight of every pattern for a move of the player of `own`.
#[inline(always)]
fn pattern_weights(own: u16, other: u16, weights: &Weights) -> u64 {
    /// The fields whose count is 0, 1, 2, 3; nobody has four.
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

/// The sum of the fields of three bits, which must be below 64: seven patterns at most run through a cell.
#[inline(always)]
fn sum_of_fields(fields: u64) -> u32 {
    /// Every second field.
    const EVEN: u64 = 0o7_070_707_070_707_070_707;
    /// Fields of six bits, each 1, as far as the tenth.
    const SIXES: u64 = 0o1_010_101_010_101_010_101;
    let pairs = (fields & EVEN) + (fields >> 3 & EVEN);
    // The tenth field of the product is the sum of all ten.
    (pairs.wrapping_mul(SIXES) >> 54 & 63) as u32
}

/// A safe move with its rank and the safe replies that it leaves. Smaller is earlier: by rank, then by number of the tile.
///
/// All in one word, so that two are put in order without a branch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Choice(u32);

impl Choice {
    /// Taking `tile`, which leaves these `replies`. The rank must be below 2¹².
    #[inline(always)]
    pub(super) fn new(rank: u32, tile: usize, replies: u32) -> Self {
        debug_assert!(rank < 1 << 12 && tile < 16, "it fits");
        #[expect(clippy::cast_possible_truncation, reason = "below 16")]
        let tile = tile as u32;
        Self(rank << 20 | tile << 16 | replies)
    }

    /// The tile taken.
    #[inline(always)]
    pub(super) fn tile(self) -> usize {
        (self.0 >> 16 & 15) as usize
    }

    /// The safe replies.
    #[inline(always)]
    pub(super) fn replies(self) -> u32 {
        self.0 & 0xffff
    }
}

/// The rank of a move by safe replies alone.
#[inline(always)]
pub(super) fn safe_reply_rank(replies: u32) -> u32 {
    replies.count_ones()
}

/// The rank of a move by safe replies and threats: the mover has `placed` tokens after it, and the matches of his tile lie on
/// `match_cells`.
#[inline(always)]
pub(super) fn threat_rank(placed: u16, other: u16, replies: u32, match_cells: u16) -> u32 {
    /// More than all safe replies count: threats come first.
    const THREAT: u32 = 6;
    let threats = COMPLETIONS[usize::from(placed)] & !(placed | other | match_cells);
    RANK_BASE + SAFE_MOVE * replies.count_ones() - THREAT * threats.count_ones()
}
