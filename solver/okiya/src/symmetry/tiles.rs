//! The renamings of the tiles: of the plants, of the symbols, and the exchange of both kinds.

use arrayvec::ArrayVec;

use crate::tile::{Plant, Symbol, Tile};

/// A renaming of the sixteen tiles that preserves matches.
///
/// Each plant and each symbol gets a new number; with the exchange, the new number of the symbol then becomes
/// the plant, and that of the plant the symbol.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct TileSymmetry {
    plants: Renaming,
    symbols: Renaming,
    kinds: KindExchange,
}

/// Whether plants remain plants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) enum KindExchange {
    /// Plants remain plants.
    #[default]
    Kept,
    /// Plants become symbols, and symbols become plants.
    Exchanged,
}

/// A permutation of 0 to 3: the image of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Renaming([u8; 4]);

impl Renaming {
    const IDENTITY: Self = Self([0, 1, 2, 3]);

    /// The permutation with these images, which the caller knows to be 0 to 3 in some order.
    pub(super) const fn from_permutation(images: [u8; 4]) -> Self {
        Self(images)
    }

    /// All 24, in lexicographic order.
    fn all() -> impl Iterator<Item = Self> + Clone {
        (0..256_u16)
            .map(|code| [code >> 6, code >> 4, code >> 2, code].map(|digit| (digit & 3) as u8))
            .filter(|images| images.iter().fold(0, |seen, image| seen | 1 << image) == 0b1111)
            .map(Self)
    }

    /// Number of permutations.
    const COUNT: usize = 24;

    /// Index in lexicographic order, by the Lehmer code: for each image, the number of smaller images after
    /// it.
    fn index(self) -> usize {
        let Self(images) = self;
        let smaller_behind = |at: usize| images[at..].iter().filter(|&&image| image < images[at]).count();
        (0..4).fold(0, |index, at| index * (4 - at) + smaller_behind(at))
    }

    /// The permutation with this index, which must be below 24.
    fn from_index(index: usize) -> Self {
        let mut left = ArrayVec::from([0, 1, 2, 3]);
        Self([6, 2, 1, 1].map(|behind| left.remove(index / behind % left.len())))
    }

    const fn image(self, index: usize) -> usize {
        self.0[index] as usize
    }

    fn then(self, next: Self) -> Self {
        Self(self.0.map(|image| next.0[usize::from(image)]))
    }

    fn inverse(self) -> Self {
        let mut images = [0; 4];
        for (index, image) in (0..4).zip(self.0) {
            images[usize::from(image)] = index;
        }
        Self(images)
    }
}

impl Default for Renaming {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl TileSymmetry {
    /// Number of renamings: 4! · 4! · 2.
    pub const COUNT: usize = 24 * 24 * 2;

    /// The renaming that changes nothing.
    pub const IDENTITY: Self =
        Self { plants: Renaming::IDENTITY, symbols: Renaming::IDENTITY, kinds: KindExchange::Kept };

    /// The renaming with these new numbers for plants and symbols, with or without the exchange.
    pub(super) const fn new(plants: Renaming, symbols: Renaming, kinds: KindExchange) -> Self {
        Self { plants, symbols, kinds }
    }

    /// All 1,152, the identity first.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        [KindExchange::Kept, KindExchange::Exchanged].into_iter().flat_map(|kinds| {
            Renaming::all()
                .flat_map(move |plants| Renaming::all().map(move |symbols| Self { plants, symbols, kinds }))
        })
    }

    /// Index in [`all`](Self::all), 0 to 1,151: kinds kept first, then by plants, then by symbols, each in
    /// the lexicographic order of the new numbers.
    #[must_use]
    pub fn index(self) -> usize {
        let kinds = match self.kinds {
            KindExchange::Kept => 0,
            KindExchange::Exchanged => 1,
        };
        (kinds * Renaming::COUNT + self.plants.index()) * Renaming::COUNT + self.symbols.index()
    }

    /// The renaming with this index, or `None` from 1,152 on.
    #[must_use]
    pub fn from_index(index: usize) -> Option<Self> {
        let kinds = match index / (Renaming::COUNT * Renaming::COUNT) {
            0 => KindExchange::Kept,
            1 => KindExchange::Exchanged,
            _ => return None,
        };
        let plants = Renaming::from_index(index / Renaming::COUNT % Renaming::COUNT);
        Some(Self { plants, symbols: Renaming::from_index(index % Renaming::COUNT), kinds })
    }

    /// Image of `tile`.
    #[must_use]
    pub const fn tile(self, tile: Tile) -> Tile {
        let plant = self.plants.image(tile.plant().index());
        let symbol = self.symbols.image(tile.symbol().index());
        match self.kinds {
            KindExchange::Kept => Tile::new(Plant::ALL[plant], Symbol::ALL[symbol]),
            KindExchange::Exchanged => Tile::new(Plant::ALL[symbol], Symbol::ALL[plant]),
        }
    }

    /// Whether plants and symbols are swapped.
    #[must_use]
    pub const fn exchanges_kinds(self) -> bool {
        matches!(self.kinds, KindExchange::Exchanged)
    }

    /// The composition: this renaming, then `next`.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        match self.kinds {
            KindExchange::Kept => Self {
                plants: self.plants.then(next.plants),
                symbols: self.symbols.then(next.symbols),
                kinds: next.kinds,
            },
            // The plants that `next` renames were symbols before.
            KindExchange::Exchanged => Self {
                plants: self.plants.then(next.symbols),
                symbols: self.symbols.then(next.plants),
                kinds: match next.kinds {
                    KindExchange::Kept => KindExchange::Exchanged,
                    KindExchange::Exchanged => KindExchange::Kept,
                },
            },
        }
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(self) -> Self {
        let (plants, symbols) = (self.plants.inverse(), self.symbols.inverse());
        match self.kinds {
            KindExchange::Kept => Self { plants, symbols, kinds: self.kinds },
            KindExchange::Exchanged => Self { plants: symbols, symbols: plants, kinds: self.kinds },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn matching_tiles_stay_matching() {
        for symmetry in TileSymmetry::all() {
            for (a, b) in Tile::all().flat_map(|a| Tile::all().map(move |b| (a, b))) {
                assert_eq!(a.matches(b), symmetry.tile(a).matches(symmetry.tile(b)));
            }
        }
    }

    #[test]
    fn composition_agrees_with_the_tiles() {
        // Every symmetry against a generating set; closure covers the rest.
        for a in TileSymmetry::all() {
            for b in TileSymmetry::all().step_by(101) {
                for tile in Tile::all() {
                    assert_eq!(a.then(b).tile(tile), b.tile(a.tile(tile)));
                    assert_eq!(b.then(a).tile(tile), a.tile(b.tile(tile)));
                }
            }
            assert_eq!(a.then(a.inverse()), TileSymmetry::IDENTITY);
        }
    }
}
