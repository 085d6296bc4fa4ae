//! The sixteen tiles: every plant with every poetic symbol, once each.

use std::fmt;

macro_rules! feature {
    ($(#[$doc:meta])* $name:ident { $($(#[$item_doc:meta])* $item:ident = $letter:literal, $text:literal;)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum $name { $($(#[$item_doc])* $item,)* }

        impl $name {
            /// All four, in the rulebook's order.
            pub const ALL: [Self; 4] = [$(Self::$item,)*];

            /// 0 to 3, in the rulebook's order.
            #[must_use]
            pub const fn index(self) -> usize { self as usize }

            /// The capital letter of the long notation.
            #[must_use]
            pub const fn letter(self) -> char { match self { $(Self::$item => $letter,)* } }

            /// Reads the letter of the long notation, in either case.
            #[must_use]
            pub fn from_letter(letter: char) -> Option<Self> {
                match letter.to_ascii_uppercase() { $($letter => Some(Self::$item),)* _ => None }
            }

            /// The name in words.
            #[must_use]
            pub const fn name(self) -> &'static str { match self { $(Self::$item => $text,)* } }
        }
    };
}

feature! {
    /// Plant of a tile.
    Plant {
        /// Momiji.
        Maple = 'M', "maple";
        /// Sakura.
        Cherry = 'C', "cherry";
        /// Matsu.
        Pine = 'P', "pine";
        /// Ayame.
        Iris = 'I', "iris";
    }
}

feature! {
    /// The poetic symbol of a tile.
    Symbol {
        /// The rising sun.
        Sun = 'S', "rising sun";
        /// A strip of paper for a poem.
        Tanzaku = 'T', "tanzaku";
        /// A bird in flight.
        Bird = 'B', "bird";
        /// Rain.
        Rain = 'R', "rain";
    }
}

/// A tile: a plant and a symbol. Each of the sixteen pairs exists once.
///
/// ```
/// use hanamachi_solver::okiya::{Plant, Symbol, Tile};
///
/// let tile = Tile::new(Plant::Iris, Symbol::Bird);
/// assert_eq!(tile.to_string(), "IB");
/// assert_eq!(tile.hex_digit(), 'e');
/// assert!(tile.matches(Tile::new(Plant::Iris, Symbol::Sun)));
/// assert!(!tile.matches(Tile::new(Plant::Maple, Symbol::Sun)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tile(u8);

impl Tile {
    /// Number of tiles.
    pub const COUNT: usize = 16;

    /// The tile that shows `plant` and `symbol`.
    #[must_use]
    pub const fn new(plant: Plant, symbol: Symbol) -> Self {
        Self(4 * plant as u8 + symbol as u8)
    }

    /// The tile with this number, 4·plant + symbol, or `None` from 16 on.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT {
            #[expect(clippy::cast_possible_truncation, reason = "less than 16")]
            Some(Self(index as u8))
        } else {
            None
        }
    }

    /// The tile whose number is the low four bits of `bits`.
    #[must_use]
    pub(crate) const fn from_low_bits(bits: u8) -> Self {
        Self(bits & 15)
    }

    /// Reads the short form: one hex digit, in either case.
    #[must_use]
    pub fn from_hex_digit(digit: char) -> Option<Self> {
        digit.to_digit(16).and_then(|value| Self::from_index(value as usize))
    }

    /// All tiles, in the order of their numbers.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator + Clone {
        (0..16_u8).map(Self)
    }

    /// 4·plant + symbol, 0 to 15.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Its plant.
    #[must_use]
    pub const fn plant(self) -> Plant {
        Plant::ALL[self.index() / 4]
    }

    /// Its poetic symbol.
    #[must_use]
    pub const fn symbol(self) -> Symbol {
        Symbol::ALL[self.index() % 4]
    }

    /// The short form, one lower-case hex digit.
    #[must_use]
    pub const fn hex_digit(self) -> char {
        b"0123456789abcdef"[self.index()] as char
    }

    /// Whether `other` matches: a different tile with the same plant or the same symbol.
    #[must_use]
    pub const fn matches(self, other: Self) -> bool {
        self.0 != other.0 && (self.0 / 4 == other.0 / 4 || self.0 % 4 == other.0 % 4)
    }
}

impl fmt::Display for Tile {
    /// The long form, two letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.plant().letter(), self.symbol().letter())
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
