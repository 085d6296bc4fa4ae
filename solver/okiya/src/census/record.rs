//! Record of one garden in the census, and its 24 bytes in a file.

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::cell::{Cell, CellSet};
use crate::garden::Garden;
use crate::rank::GardenRank;
use crate::rules::{Ending, FullBoard};
use crate::solve::Solution;
use crate::symmetry::Symmetry;
use crate::value::Value;
use hanamachi_core::game::Score;

/// Number of openings.
pub const OPENINGS: usize = CellSet::BORDER.len();

/// Number of bits of a place that hold the symmetry.
const SYMMETRY_BITS: u32 = 14;
const _: () = assert!(Symmetry::COUNT <= 1 << SYMMETRY_BITS);
const _: () = assert!(GardenRank::COUNT <= 1 << (u64::BITS - SYMMETRY_BITS));

/// Number of bits of an opening that hold the score, counted from [`LOWEST`].
const SCORE_BITS: u32 = 5;
const LOWEST: i8 = -12;

/// Most tiles left at the end of a game: the first player has placed four tokens and the second three, and
/// nobody can have won earlier. A four has four tokens, and a block needs the last tile and the six that
/// match it. If the second player wins with his fourth token, there is one tile less.
const MOST_LEFT: u8 = 9;

/// A record as stored in a file. Any bytes make one; [`CensusRecord::decode`] checks them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub struct StoredRecord {
    place: U64,
    openings: [u8; OPENINGS],
    nodes: U32,
}

/// Number of records that share a hash: 96 KiB, so that a lookup reads little.
pub(super) const CHUNK_RECORDS: u64 = 4096;

impl StoredRecord {
    /// Length in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// The combined number of class and symmetry: larger for larger classes.
    #[must_use]
    pub const fn place(&self) -> u64 {
        self.place.get()
    }

    /// Rank of the class's smallest garden, as stored in the record.
    #[must_use]
    pub const fn class(&self) -> u64 {
        self.place() >> SYMMETRY_BITS
    }

    /// Moves that the search tried.
    #[must_use]
    pub const fn nodes(&self) -> u32 {
        self.nodes.get()
    }

    /// The garden of the record's class number, and the symmetry that carries it to the record's garden. Only
    /// [`CensusRecord::decode`] checks that the garden is the smallest of its class.
    pub fn origin(&self) -> Result<(GardenRank, Symmetry), CensusRecordFault> {
        let class = self.class();
        let class = GardenRank::new(class).ok_or(CensusRecordFault::Class { class })?;
        let symmetry = self.place() & ((1 << SYMMETRY_BITS) - 1);
        let found = usize::try_from(symmetry).ok().and_then(Symmetry::from_index);
        Ok((class, found.ok_or(CensusRecordFault::Symmetry { symmetry })?))
    }

    /// The openings, if each is possible under the rule.
    pub fn openings(&self, full_board: FullBoard) -> Result<[OpeningValue; OPENINGS], CensusRecordFault> {
        let mut openings = [OpeningValue::NEVER; OPENINGS];
        for ((opening, &byte), cell) in openings.iter_mut().zip(&self.openings).zip(CellSet::BORDER) {
            *opening = OpeningValue::decode(byte, full_board)
                .ok_or(CensusRecordFault::Opening { opening: cell, byte })?;
        }
        Ok(openings)
    }
}

/// Value of an opening for x, who makes it, and the ending under best play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct OpeningValue {
    score: Score,
    ending: Ending,
}

impl OpeningValue {
    /// Placeholder for an opening not yet read.
    const NEVER: Self = Self { score: Score::ZERO, ending: Ending::FullBoard };

    /// The value with this score and ending, if a garden can have such an opening: x ends the game with an
    /// odd number of tiles left, o with an even number, and the board is full only with none left.
    #[must_use]
    pub fn new(score: Score, ending: Ending, full_board: FullBoard) -> Option<Self> {
        let tiles_left = score.get().unsigned_abs().saturating_sub(1);
        let is_possible = match (score.get(), ending) {
            (0, ending) => full_board == FullBoard::Draw && ending == Ending::FullBoard,
            (-1, Ending::FullBoard) => full_board == FullBoard::Last,
            (_, Ending::FullBoard) | (-1, Ending::Block) => false,
            (1.., _) => !tiles_left.is_multiple_of(2) && tiles_left <= MOST_LEFT,
            _ => tiles_left.is_multiple_of(2) && tiles_left < MOST_LEFT,
        };
        is_possible.then_some(Self { score, ending })
    }

    fn decode(byte: u8, full_board: FullBoard) -> Option<Self> {
        let score = (byte & ((1 << SCORE_BITS) - 1)).cast_signed() + LOWEST;
        let ending = Ending::ALL.get(usize::from(byte >> SCORE_BITS))?;
        Self::new(Score::new(score), *ending, full_board)
    }

    fn encode(self) -> u8 {
        let ending = (0..).zip(Ending::ALL).find(|&(_, ending)| ending == self.ending);
        let ending: u8 = ending.map_or(0, |(index, _)| index);
        (self.score.get() - LOWEST).cast_unsigned() | ending << SCORE_BITS
    }

    /// Outcome and tiles left as one integer.
    #[must_use]
    pub const fn score(self) -> Score {
        self.score
    }

    /// The value with named parts.
    #[must_use]
    pub fn value(self) -> Value {
        Value::new(self.score, Cell::COUNT)
    }

    /// Ending along the line of [`Solver::solve`](crate::Solver::solve).
    #[must_use]
    pub const fn ending(self) -> Ending {
        self.ending
    }
}

/// Faults of a record.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CensusRecordFault {
    /// The class is not the rank of the smallest garden of a class.
    #[error("{class} is not the number of a class")]
    Class {
        /// The number.
        class: u64,
    },
    /// The number of the symmetry is too large, or not the smallest that leads to the garden.
    #[error("{symmetry} is not the number of the first symmetry that leads to a garden")]
    Symmetry {
        /// The number.
        symmetry: u64,
    },
    /// Impossible value or ending of an opening.
    #[error("the opening {opening} has the value {byte:#04x}, which no opening has under this rule")]
    Opening {
        /// The opening.
        opening: Cell,
        /// The byte.
        byte: u8,
    },
    /// Records of classes must be in class order.
    #[error("it is out of the order of the classes")]
    Order,
    /// The record is intact, but holds a different garden than expected.
    #[error("it holds the garden {found:?} in the place of {expected:?}")]
    Garden {
        /// The garden in the record.
        found: Garden,
        /// The garden in the source.
        expected: Garden,
    },
}

/// A solved garden: the **proved** values of its twelve openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CensusRecord {
    garden: Garden,
    class: GardenRank,
    symmetry: Symmetry,
    openings: [OpeningValue; OPENINGS],
    nodes: u32,
}

impl CensusRecord {
    /// The record of a solution; `None` unless it solves a garden before the first move with at most 2³² − 1
    /// nodes.
    #[must_use]
    pub fn from_solution(solution: &Solution) -> Option<Self> {
        let mut openings = [OpeningValue::NEVER; OPENINGS];
        for (opening, cell) in openings.iter_mut().zip(CellSet::BORDER) {
            let found = solution.moves.iter().find(|found| found.cell == cell)?;
            *opening = OpeningValue::new(found.value.score(), found.ending, solution.full_board)?;
        }
        Some(Self::new(*solution.position.garden(), openings, u32::try_from(solution.nodes).ok()?))
    }

    pub(super) fn new(garden: Garden, openings: [OpeningValue; OPENINGS], nodes: u32) -> Self {
        let (smallest, symmetry) = garden.origin();
        Self { garden, class: smallest.rank(), symmetry, openings, nodes }
    }

    /// Decodes a record. Checks everything but the values, which only a search can check.
    pub fn decode(stored: &StoredRecord, full_board: FullBoard) -> Result<Self, CensusRecordFault> {
        let (class, symmetry) = stored.origin()?;
        let smallest = Garden::from_rank(class);
        let garden = symmetry.garden(&smallest);
        match garden.origin() {
            (found, _) if found != smallest => return Err(CensusRecordFault::Class { class: class.get() }),
            (_, found) if found != symmetry => {
                return Err(CensusRecordFault::Symmetry { symmetry: symmetry.index() as u64 });
            }
            _ => {}
        }
        let openings = stored.openings(full_board)?;
        Ok(Self { garden, class, symmetry, openings, nodes: stored.nodes() })
    }

    /// Encodes the record for a file.
    #[must_use]
    pub fn encode(&self) -> StoredRecord {
        let place = self.class.get() << SYMMETRY_BITS | self.symmetry.index() as u64;
        StoredRecord {
            place: place.into(),
            openings: self.openings.map(OpeningValue::encode),
            nodes: self.nodes.into(),
        }
    }

    /// The garden.
    #[must_use]
    pub const fn garden(&self) -> &Garden {
        &self.garden
    }

    /// Its class.
    #[must_use]
    pub const fn class(&self) -> GardenRank {
        self.class
    }

    /// The first symmetry that carries the smallest garden of the class to this one.
    #[must_use]
    pub const fn symmetry(&self) -> Symmetry {
        self.symmetry
    }

    /// The openings in cell order.
    #[must_use]
    pub fn openings(&self) -> impl ExactSizeIterator<Item = (Cell, OpeningValue)> + Clone {
        CellSet::BORDER.into_iter().zip(self.openings)
    }

    /// The best opening, the first in cell order if there are several. Its value and ending are those of the
    /// garden.
    #[must_use]
    pub fn best(&self) -> (Cell, OpeningValue) {
        let better = |best: (Cell, OpeningValue), next: (Cell, OpeningValue)| {
            if next.1.score > best.1.score { next } else { best }
        };
        self.openings().reduce(better).unwrap_or((Cell::from_low_bits(0), self.openings[0]))
    }

    /// The scores of the openings of `garden`, which must be of the same class, in cell order.
    #[must_use]
    pub fn scores_in(&self, garden: &Garden) -> Option<[(Cell, Score); OPENINGS]> {
        let (smallest, there) = garden.origin();
        if smallest.rank() != self.class {
            return None;
        }
        let way = self.symmetry.inverse().then(there);
        let mut scores = [(Cell::from_low_bits(0), Score::ZERO); OPENINGS];
        for (score, (cell, opening)) in scores.iter_mut().zip(self.openings()) {
            *score = (way.cell(cell), opening.score);
        }
        scores.sort_unstable_by_key(|&(cell, _)| cell);
        Some(scores)
    }

    /// Moves that [`solve_many`](crate::solve_many) tried. They depend on the garden alone.
    #[must_use]
    pub const fn nodes(&self) -> u32 {
        self.nodes
    }
}
