//! Numbers for gardens: a garden's place among all 16! in the lexicographic order of the short form.
//!
//! The digits of the number in the factorial system are the Lehmer code: for each cell, the number of tiles
//! not yet placed that are smaller than the one placed there.

use std::fmt;

use super::cell::Cell;
use super::garden::Garden;
use super::tile::Tile;

/// The place of a garden in the order of the short form, 0 to 16! − 1.
///
/// ```
/// use hanamachi_solver::okiya::{Garden, GardenRank};
///
/// let garden: Garden = "0123/4567/89ab/cdfe".parse()?;
/// assert_eq!(garden.rank().get(), 1);
/// assert_eq!(GardenRank::new(1).map(Garden::from_rank), Some(garden));
/// assert_eq!(GardenRank::new(20_922_789_888_000), None);
/// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GardenRank(u64);

impl GardenRank {
    /// Number of gardens: 16!.
    pub const COUNT: u64 = 20_922_789_888_000;

    /// The rank with this number, or `None` from 16! on.
    #[must_use]
    pub const fn new(rank: u64) -> Option<Self> {
        if rank < Self::COUNT { Some(Self(rank)) } else { None }
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }

    /// The rank of the garden whose tiles have these numbers, in cell order: each of 0 to 15 once.
    pub(crate) fn of_permutation(tiles: &[u8; Cell::COUNT]) -> Self {
        let mut unplaced = u16::MAX;
        let mut rank = 0;
        for (tile, choices) in tiles.iter().zip((1..=16).rev()) {
            let tile = 1_u16 << (tile & 15);
            rank = rank * choices + u64::from((unplaced & (tile - 1)).count_ones());
            unplaced &= !tile;
        }
        Self(rank)
    }
}

impl fmt::Display for GardenRank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

impl Garden {
    /// This garden's place in the lexicographic order of the short form.
    #[must_use]
    pub fn rank(&self) -> GardenRank {
        #[expect(clippy::cast_possible_truncation, reason = "0 to 15")]
        GardenRank::of_permutation(&self.tiles().map(|tile| tile.index() as u8))
    }

    /// The garden with this rank.
    #[must_use]
    pub fn from_rank(rank: GardenRank) -> Self {
        let mut rest = rank.get();
        let mut digits = [0; Cell::COUNT];
        for (digit, choices) in digits.iter_mut().rev().zip(1..) {
            *digit = rest % choices;
            rest /= choices;
        }
        let mut unplaced = u16::MAX;
        Self::from_permutation(digits.map(|smaller| {
            let above = (0..smaller).fold(unplaced, |set, _| set & set.wrapping_sub(1));
            let lowest = above & above.wrapping_neg();
            unplaced &= !lowest;
            #[expect(clippy::cast_possible_truncation, reason = "at most 16")]
            Tile::from_low_bits(lowest.trailing_zeros() as u8)
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ends_of_the_order() {
        let first = GardenRank::new(0).unwrap();
        let last = GardenRank::new(GardenRank::COUNT - 1).unwrap();
        assert_eq!(Garden::from_rank(first), Garden::sorted());
        assert_eq!(format!("{:?}", Garden::from_rank(last)), "fedc/ba98/7654/3210");
        assert_eq!(Garden::from_rank(last).rank(), last);
        assert_eq!(GardenRank::COUNT, (1..=16).product::<u64>());
    }

    #[test]
    fn ranks_follow_the_order_of_the_short_form() {
        let mut previous = None;
        for rank in (0..GardenRank::COUNT).step_by(2_092_278_988) {
            let garden = Garden::from_rank(GardenRank::new(rank).unwrap());
            assert_eq!(garden.rank().get(), rank);
            let text = format!("{garden:?}");
            assert!(previous.is_none_or(|previous| previous < text));
            previous = Some(text);
        }
    }
}
