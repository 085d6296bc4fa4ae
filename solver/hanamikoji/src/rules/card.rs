//! Geisha, and sets of their item cards as packed counts.

use std::fmt;

/// One of up to seven geisha, `A` to `G`; also one item card of hers, since the cards of a geisha are alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Geisha(u8);

impl Geisha {
    /// Maximum number of geisha in a game.
    pub const COUNT: usize = 7;

    /// All of them, `A` to `G`.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self(0); Self::COUNT];
        let mut index = 0;
        while index < Self::COUNT {
            #[expect(clippy::cast_possible_truncation, reason = "below 7")]
            {
                all[index] = Self(index as u8);
            }
            index += 1;
        }
        all
    };

    /// The geisha of this index, 0 for `A`.
    #[must_use]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < Self::COUNT { Some(Self::ALL[index]) } else { None }
    }

    /// The geisha of three bits of a packed code, which hold nothing else.
    pub(crate) const fn from_bits(bits: u16) -> Self {
        debug_assert!((bits & 7) < 7);
        Self((bits & 7) as u8)
    }

    /// The geisha as three bits of a packed code.
    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// The geisha of this capital letter.
    #[must_use]
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'A'..='G' => Some(Self(letter as u8 - b'A')),
            _ => None,
        }
    }

    /// 0 for `A` to 6 for `G`.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// `A` to `G`.
    #[must_use]
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

impl fmt::Display for Geisha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Width of the count of one geisha's cards.
const LANE: u32 = 8;
/// One card of each geisha.
const ONES: u64 = 0x0001_0101_0101_0101;
/// The top bit of each count, which no count reaches.
const TOPS: u64 = ONES << (LANE - 1);
/// Spreads each lane over itself and all higher ones when multiplied by: lane *i* of the product is the sum of
/// lanes 0 to *i*, and lane 7 that of all.
const PREFIX_SUMS: u64 = 0x0101_0101_0101_0101;

/// A multiset of item cards.
///
/// One byte a geisha, `A` in the lowest, so that sets are added, subtracted and compared in one operation. There
/// are at most 21 cards in a game, so no count overflows, and neither does a sum of counts.
///
/// ```
/// use hanamachi_solver::hanamikoji::{Cards, Geisha};
///
/// let hand: Cards = "ABBDEFG".parse().unwrap();
/// assert_eq!(hand.len(), 7);
/// assert_eq!(hand.count(Geisha::from_letter('B').unwrap()), 2);
/// assert_eq!(hand.to_string(), "ABBDEFG");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Cards(u64);

impl Cards {
    /// No cards.
    pub const EMPTY: Self = Self(0);
    /// Maximum number of cards in a game.
    pub const MAX: u32 = 21;

    /// The counts, one byte each, `A` in the lowest.
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// One card.
    #[must_use]
    pub const fn single(card: Geisha) -> Self {
        Self(1 << (LANE * card.0 as u32))
    }

    /// `counts[i]` cards of geisha *i*; `None` if there are more than [`MAX`](Self::MAX) in all.
    #[must_use]
    pub fn from_counts(counts: [u8; Geisha::COUNT]) -> Option<Self> {
        let total: u32 = counts.iter().map(|&count| u32::from(count)).sum();
        let mut bytes = [0; 8];
        bytes[..Geisha::COUNT].copy_from_slice(&counts);
        (total <= Self::MAX).then(|| Self(u64::from_le_bytes(bytes)))
    }

    /// The cards of each geisha.
    #[must_use]
    pub const fn counts(self) -> [u8; Geisha::COUNT] {
        let [counts @ .., _] = self.0.to_le_bytes();
        counts
    }

    /// The cards of this geisha.
    #[must_use]
    pub const fn count(self, card: Geisha) -> u32 {
        self.0.to_le_bytes()[card.index()] as u32
    }

    /// The number of cards.
    #[must_use]
    pub const fn len(self) -> u32 {
        (self.0.wrapping_mul(PREFIX_SUMS) >> 56) as u32
    }

    /// Whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set contains all of `other`.
    #[must_use]
    pub const fn contains(self, other: Self) -> bool {
        ((self.0 | TOPS) - other.0) & TOPS == TOPS
    }

    /// The union with multiplicity of both sets. The caller ensures that both are of one pack.
    #[must_use]
    pub(crate) const fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }

    /// These cards without those. The caller ensures that the set contains them.
    #[must_use]
    pub(crate) const fn minus(self, other: Self) -> Self {
        debug_assert!(self.contains(other));
        Self(self.0 - other.0)
    }

    /// The union with multiplicity of both sets; `None` if it has more than [`MAX`](Self::MAX) cards.
    #[must_use]
    pub fn checked_plus(self, other: Self) -> Option<Self> {
        (self.len() + other.len() <= Self::MAX).then(|| self.plus(other))
    }

    /// These cards without those; `None` if the set does not contain them all.
    #[must_use]
    pub fn checked_minus(self, other: Self) -> Option<Self> {
        self.contains(other).then(|| self.minus(other))
    }

    /// The card at this place in order, as a set. The caller ensures that there are enough cards.
    #[must_use]
    pub(crate) const fn nth(self, place: u32) -> Self {
        debug_assert!(place < self.len());
        // Lanes whose prefix sum exceeds `place` get their top bit; the lowest of them is the card's.
        let sums = self.0.wrapping_mul(PREFIX_SUMS);
        let beyond = (sums + PREFIX_SUMS * (0x7f - place as u64)) & (PREFIX_SUMS << (LANE - 1));
        Self((beyond & beyond.wrapping_neg()) >> (LANE - 1))
    }

    /// The first card in order. The caller ensures that the set is not empty.
    #[must_use]
    pub(crate) const fn first(self) -> Geisha {
        debug_assert!(!self.is_empty());
        Geisha::ALL[(self.0.trailing_zeros() / LANE) as usize]
    }

    /// The geisha of whom this set has more cards than `other`, as bits.
    #[must_use]
    pub(crate) const fn majorities(self, other: Self) -> u8 {
        // `other − self − 1 < 0` in a lane exactly when self has more.
        let not_more = ((other.0 | TOPS) - self.0) & TOPS;
        gather(!not_more & TOPS)
    }

    /// The geisha with cards in the set, as bits.
    #[must_use]
    pub const fn geisha(self) -> u8 {
        gather((self.0 + (TOPS - ONES)) & TOPS)
    }

    /// The number of different cards.
    #[must_use]
    pub const fn distinct(self) -> u32 {
        self.geisha().count_ones()
    }

    /// Each card, in order and with repetition.
    pub fn iter(self) -> impl Iterator<Item = Geisha> {
        Geisha::ALL.into_iter().flat_map(move |card| std::iter::repeat_n(card, self.count(card) as usize))
    }

    /// Each different card, in order, with its count.
    pub fn kinds(self) -> impl Iterator<Item = (Geisha, u32)> {
        Geisha::ALL.into_iter().map(move |card| (card, self.count(card))).filter(|&(_, count)| count > 0)
    }
}

/// The top bits of the seven lanes, as the low seven bits.
const fn gather(tops: u64) -> u8 {
    // The factor has a bit at 56 − 7i for each lane i, which moves the lane's bit from 8i to 56 + i.
    ((tops >> (LANE - 1)).wrapping_mul(0x0102_0408_1020_4000) >> 56) as u8 & 0x7f
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|card| write!(f, "{card}"))
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromIterator<Geisha> for Cards {
    /// # Panics
    ///
    /// If there are more than [`MAX`](Self::MAX).
    fn from_iter<I: IntoIterator<Item = Geisha>>(cards: I) -> Self {
        cards
            .into_iter()
            .try_fold(Self::EMPTY, |set, card| set.checked_plus(Self::single(card)))
            .expect("a game has at most 21 cards")
    }
}
