//! Okiya for the search: a compact position, with bounds from tables and masks.
//!
//! The rule here is full=draw. [`solve`](super::solve) derives scores under the other rule without another
//! search.
//!
//! A **safe** move is one after which the opponent cannot win with his next token: it matches no tile on
//! which he would complete a four, and no tile that would block. Three tables give all safe moves at once,
//! without looking at the replies one by one. Play among safe moves goes on until somebody has none left, or
//! no tile is left. So a position is searched only if its player cannot win at once and has a safe move, and
//! the same holds for all positions below it.

mod order;
mod question;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use question::WinQuestion;
pub(super) use tables::GardenTables;

use self::order::{OrderGuide, Task};
use self::tables::{COMPLETIONS, ISOLATING, MATCHES};
use super::cell::{Cell, CellSet};
use super::pattern;
use super::position::Position;
use hanamachi_core::game::{Bounds, PerfectInformation, Score, Subtree};

/// Moves are ordered from this many plies on; below, ordering costs more than it saves.
const ORDER_FROM: i8 = 6;

/// The table is used from this many plies on.
const REMEMBER_FROM: i8 = 8;

/// State of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Over, with this score for the player whose turn it would be.
    Over(Score),
    /// The player to move wins with the next token.
    WinsAtOnce,
    /// Neither over nor won at once.
    Open,
}

/// A position within one garden.
///
/// Its small parts are packed into whole words: written one by one and read back as a block, they would make
/// the processor wait for its own writes at every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct BitPosition<'g> {
    garden: &'g GardenTables,
    sets: u64,
    facts: u32,
}

/// The parts of a [`BitPosition`].
#[derive(Clone, Copy, Debug)]
struct PositionParts {
    /// Cells with a token of the player to move.
    own: u16,
    /// Cells with a token of the other player.
    other: u16,
    /// Tiles still in the garden.
    free: u16,
    /// Tiles that are safe to take; none unless the position is open.
    safe: u16,
    /// The tile taken last; arbitrary before the first move.
    last: u8,
    /// The size of `free`.
    tiles_left: i8,
    stage: Stage,
}

impl<'g> BitPosition<'g> {
    /// Converts `position`, which is in the garden of these tables.
    pub(super) fn new(position: &Position, garden: &'g GardenTables) -> Self {
        let side = position.side();
        let (own, other) = (position.tokens(side).bits(), position.tokens(side.opponent()).bits());
        let last = position.last().map_or(0, |cell| position.garden().tile(cell).index());
        Self::arrive(garden, own, other, last)
    }

    /// Cells of the safe moves: none if a player can win at once.
    pub(super) fn safe_cells(&self) -> CellSet {
        TileSet(self.parts().safe)
            .map(|tile| self.garden.token_on(tile))
            .fold(CellSet::EMPTY, |cells, cell| cells.union(CellSet::from_bits(cell)))
    }

    #[inline]
    fn pack(garden: &'g GardenTables, parts: PositionParts) -> Self {
        let PositionParts { own, other, free, safe, last, tiles_left, stage } = parts;
        let [own, other, free, safe] = [own, other, free, safe].map(u64::from);
        let (stage, score) = match stage {
            Stage::Open => (0, 0),
            Stage::WinsAtOnce => (1, 0),
            Stage::Over(score) => (2, score.get()),
        };
        let [tiles_left, score] = [tiles_left, score].map(i8::cast_unsigned);
        Self {
            garden,
            sets: own | other << 16 | free << 32 | safe << 48,
            facts: u32::from_le_bytes([last, tiles_left, stage, score]),
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "unpacks what was packed")]
    fn parts(&self) -> PositionParts {
        let [last, tiles_left, stage, score] = self.facts.to_le_bytes();
        PositionParts {
            own: self.sets as u16,
            other: (self.sets >> 16) as u16,
            free: (self.sets >> 32) as u16,
            safe: (self.sets >> 48) as u16,
            last,
            tiles_left: tiles_left.cast_signed(),
            stage: match stage {
                0 => Stage::Open,
                1 => Stage::WinsAtOnce,
                _ => Stage::Over(Score::new(score.cast_signed())),
            },
        }
    }

    /// Number of plies that may pass before the winning token, for the question whether the score reaches
    /// `goal`: even if the player to move must win, odd if he must prevent it.
    #[inline]
    fn plies(&self, goal: Score) -> i8 {
        let (tiles, goal) = (self.parts().tiles_left, goal.get());
        match Task::reaching(Score::new(goal)) {
            Task::Win => tiles.saturating_sub(goal) & !1,
            Task::Hold => (tiles - 2).saturating_add(goal) | 1,
        }
    }

    /// The position with these tokens, whatever its stage.
    fn arrive(garden: &'g GardenTables, own: u16, other: u16, last: usize) -> Self {
        let has_four = |tokens| pattern::completed(CellSet::from_bits(tokens)).is_some();
        let free = garden.tiles_on(!(own | other));
        #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
        let (last, tiles_left) = (last as u8, free.count_ones() as i8);
        let mut parts = PositionParts { own, other, free, safe: 0, last, tiles_left, stage: Stage::Open };
        let matches = if tiles_left == 16 {
            garden.tiles_on(CellSet::BORDER.bits())
        } else {
            MATCHES[usize::from(last)] & free
        };
        parts.stage = if has_four(other) {
            Stage::Over(loss_with(tiles_left))
        } else if has_four(own) {
            Stage::Over(-loss_with(tiles_left))
        } else if free == 0 {
            Stage::Over(Score::ZERO)
        } else if matches == 0 {
            Stage::Over(loss_with(tiles_left))
        } else if matches & winning_tiles(garden, own, free) != 0 {
            Stage::WinsAtOnce
        } else {
            parts.safe = matches & !losing_tiles(garden, other, own, free);
            Stage::Open
        };
        Self::pack(garden, parts)
    }
}

/// Tiles that end the game in favor of the player of `own`, if he may take them.
fn winning_tiles(garden: &GardenTables, own: u16, free: u16) -> u16 {
    let fours = garden.tiles_on(COMPLETIONS[usize::from(own)]);
    let lonely = TileSet(free).filter(|&tile| MATCHES[tile] & free == 0);
    // Nobody is blocked after the last tile: the board is full.
    let blocks = if free.is_power_of_two() { 0 } else { lonely.map(|tile| 1 << tile).sum() };
    free & (fours | blocks)
}

/// Tiles that let the player of `threatening` win at once if they are taken.
#[inline]
fn losing_tiles(garden: &GardenTables, threatening: u16, own: u16, free: u16) -> u16 {
    let threats = COMPLETIONS[usize::from(threatening)] & !(threatening | own);
    garden.matches_of_cells(threats) | ISOLATING[usize::from(free)]
}

/// The score of a game lost with this many tiles left.
#[inline]
fn loss_with(tiles_left: i8) -> Score {
    Score::new(-(tiles_left + 1))
}

impl PerfectInformation for BitPosition<'_> {
    /// The number of a tile.
    type Move = usize;
    type Moves = TileSet;
    type Guide = OrderGuide;

    const KEY_BITS: u32 = 36;
    const MAX_MOVES: usize = Cell::COUNT;

    fn moves(&self) -> TileSet {
        let PositionParts { free, last, tiles_left, stage, .. } = self.parts();
        TileSet(match stage {
            Stage::Over(_) => 0,
            _ if tiles_left == 16 => self.garden.tiles_on(CellSet::BORDER.bits()),
            _ => MATCHES[usize::from(last)] & free,
        })
    }

    fn play(&self, tile: usize) -> Self {
        let PositionParts { own, other, .. } = self.parts();
        Self::arrive(self.garden, other, own | 1 << self.garden.cell_of(tile), tile)
    }

    fn result(&self) -> Option<Score> {
        match self.parts().stage {
            Stage::Over(score) => Some(score),
            Stage::WinsAtOnce | Stage::Open => None,
        }
    }

    /// The player's tokens, the opponent's tokens and the last tile: 16, 16 and 4 bits.
    #[inline]
    fn key(&self) -> u64 {
        let PositionParts { own, other, last, .. } = self.parts();
        (u64::from(own) | u64::from(other) << 16) << 4 | u64::from(last)
    }

    /// With *t* tiles left, a win at once leaves *t* − 1. Without a safe move, the opponent's win leaves
    /// *t* − 2. Between safe moves, the player's next chance leaves *t* − 3 and the opponent's *t* − 4, and
    /// the last two tiles give neither a chance.
    #[inline]
    fn bounds(&self) -> Bounds {
        let PositionParts { safe, tiles_left: tiles, stage, .. } = self.parts();
        match stage {
            Stage::Over(score) => Bounds::exact(score),
            Stage::WinsAtOnce => Bounds::exact(Score::new(tiles)),
            Stage::Open if safe == 0 => Bounds::exact(loss_with(tiles - 2)),
            Stage::Open if tiles <= 2 => Bounds::exact(Score::ZERO),
            Stage::Open => Bounds { lower: Score::new(3 - tiles), upper: Score::new(tiles - 2) },
        }
    }

    #[inline]
    fn candidates(&self) -> TileSet {
        TileSet(self.parts().safe)
    }

    /// The next position is open again: a safe move leaves no winner and no immediate win.
    #[inline]
    fn play_candidate(&self, tile: usize) -> Self {
        let PositionParts { own, other, free, tiles_left, .. } = self.parts();
        let placed = own | 1 << self.garden.cell_of(tile);
        let free = free & !(1 << tile);
        let safe = MATCHES[tile] & free & !losing_tiles(self.garden, placed, other, free);
        #[expect(clippy::cast_possible_truncation, reason = "a tile is below 16")]
        let last = tile as u8;
        let (own, other, tiles_left) = (other, placed, tiles_left - 1);
        Self::pack(
            self.garden,
            PositionParts { own, other, free, safe, last, tiles_left, stage: Stage::Open },
        )
    }

    #[inline]
    fn subtree(&self, goal: Score) -> Subtree {
        match self.plies(goal) {
            ..ORDER_FROM => Subtree::Small,
            ORDER_FROM..REMEMBER_FROM => Subtree::Medium,
            _ => Subtree::Large,
        }
    }

    #[inline]
    fn guide(&self, goal: Score) -> OrderGuide {
        let PositionParts { own, other, .. } = self.parts();
        OrderGuide::new(own, other, Task::reaching(goal), self.plies(goal))
    }

    #[inline]
    fn rank(&self, guide: &OrderGuide, tile: usize, next: &Self) -> u32 {
        let safe_moves = next.parts().safe.count_ones();
        guide.rank(self.garden.cell_of(tile), safe_moves, self.garden.match_cells(tile))
    }
}

/// The tiles of a set, lowest number first.
#[derive(Clone, Debug)]
pub(super) struct TileSet(u16);

impl Iterator for TileSet {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let tile = self.0.trailing_zeros() as usize & 15;
        self.0 &= self.0 - 1;
        Some(tile)
    }
}
