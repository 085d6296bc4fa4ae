//! The symmetries of one garden.
//!
//! A symmetry of the square moves the tiles of a garden. Some renaming undoes that exactly if matching tiles
//! still match: the tiles form a 4×4 grid of plants and symbols, and a mapping that preserves its lines is
//! one of the 1,152 renamings. So each of the eight symmetries of the square is a symmetry of the garden
//! together with one renaming, or with none.

use super::{BoardSymmetry, Symmetry};
use crate::cell::Cell;
use crate::garden::Garden;

impl Garden {
    /// The rotations and reflections that a renaming of the tiles can undo, the identity first. Cells that
    /// they carry into one another are equivalent for the game on this garden.
    ///
    /// ```
    /// use hanamachi_solver::okiya::Garden;
    ///
    /// // Row by row in order: every rotation and every reflection gives the same garden under other names.
    /// assert_eq!(Garden::sorted().own_symmetries().count(), 8);
    /// let garden: Garden = "05af/b4c1/27d8/3e96".parse()?;
    /// assert_eq!(garden.own_symmetries().count(), 1);
    /// # Ok::<(), hanamachi_solver::okiya::notation::ParseError>(())
    /// ```
    pub fn own_symmetries(&self) -> impl Iterator<Item = BoardSymmetry> {
        BoardSymmetry::all().filter(|board| {
            Cell::all().all(|cell| board.cells(self.matching(cell)) == self.matching(board.cell(cell)))
        })
    }

    /// Size of the class of this garden: 9,216, or a divisor of it for a garden with symmetries of its own.
    #[must_use]
    pub fn class_size(&self) -> u64 {
        (Symmetry::COUNT / self.own_symmetries().count()) as u64
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::symmetry::Symmetry;

    /// Number of own symmetries and size of the class, by enumeration of all 9,216 symmetries.
    fn counted(garden: &Garden) -> (usize, usize) {
        let images: Vec<Garden> = Symmetry::all().map(|symmetry| symmetry.garden(garden)).collect();
        let own = images.iter().filter(|&image| image == garden).count();
        (own, images.into_iter().collect::<HashSet<_>>().len())
    }

    #[test]
    fn the_class_has_as_many_gardens_as_there_are_images() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut gardens: Vec<Garden> = (0..6).map(|_| Garden::random(&mut rng)).collect();
        // Gardens with symmetries: in order, in a Latin square, rotated by half a turn.
        for text in
            ["0123/4567/89ab/cdef", "05af/b4c1/27d8/3e96", "0123/4567/ba98/fedc", "0145/2367/89cd/abef"]
        {
            gardens.push(text.parse().unwrap());
        }
        let mut seen = HashSet::new();
        for garden in gardens {
            let (own, size) = counted(&garden);
            assert_eq!(garden.own_symmetries().count(), own, "{garden:?}");
            assert_eq!(garden.class_size(), size as u64, "{garden:?}");
            seen.insert(own);
        }
        assert!(seen.len() >= 2, "{seen:?}");
    }

    #[test]
    fn values_are_symmetric_where_the_garden_is() {
        let garden = Garden::sorted();
        let all: HashSet<Cell> =
            garden.own_symmetries().map(|board| board.cell(Cell::from_name("b1").unwrap())).collect();
        assert_eq!(all.len(), 8, "every border cell but the corners");
    }
}
