//! The markers, which show each geisha's favour.

use std::cmp::Ordering;

use crate::rules::card::{Cards, Geisha};
use hanamachi_core::game::Seat;

/// Position of each geisha's marker. Seats are those of the current round. The markers stay when the other
/// player starts the next round, so they are [flipped](Self::flipped).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Favour {
    /// The geisha that favour the first player, as bits.
    first: u8,
    /// The geisha that favour the second player, as bits; none of them favours both.
    second: u8,
}

impl Favour {
    /// All markers in the middle, as a game begins.
    pub const NEUTRAL: Self = Self { first: 0, second: 0 };
    /// Layouts of the markers of seven geisha: 3⁷.
    pub const LAYOUTS: usize = 2187;

    /// The markers with the owners that `owner` returns.
    #[must_use]
    pub fn from_owners(owner: impl Fn(Geisha) -> Option<Seat>) -> Self {
        Geisha::ALL.into_iter().fold(Self::NEUTRAL, |mut favour, geisha| {
            match owner(geisha) {
                Some(Seat::First) => favour.first |= 1 << geisha.index(),
                Some(Seat::Second) => favour.second |= 1 << geisha.index(),
                None => {}
            }
            favour
        })
    }

    /// The player whom this geisha favours.
    #[must_use]
    pub const fn owner(self, geisha: Geisha) -> Option<Seat> {
        if self.first & 1 << geisha.index() != 0 {
            Some(Seat::First)
        } else if self.second & 1 << geisha.index() != 0 {
            Some(Seat::Second)
        } else {
            None
        }
    }

    /// The geisha that favour this player, as bits, `A` the lowest.
    #[must_use]
    pub const fn bits_of(self, seat: Seat) -> u8 {
        match seat {
            Seat::First => self.first,
            Seat::Second => self.second,
        }
    }

    /// The markers with these [bits](Self::bits).
    pub(crate) const fn from_bits(bits: u16) -> Self {
        let [first, second] = bits.to_le_bytes();
        Self { first, second }
    }

    /// The markers as bits: the first player's in the low byte.
    pub(crate) const fn bits(self) -> u16 {
        u16::from_le_bytes([self.first, self.second])
    }

    /// The bits of this geisha's marker after a round in which so many of her cards count for the first and the second player.
    pub(crate) fn bits_after(self, geisha: Geisha, first: u32, second: u32) -> u16 {
        let of_first = 1 << geisha.index();
        match first.cmp(&second) {
            Ordering::Greater => of_first,
            Ordering::Less => of_first << 8,
            Ordering::Equal => self.bits() & (of_first | of_first << 8),
        }
    }

    /// The same markers with the seats exchanged.
    #[must_use]
    pub const fn flipped(self) -> Self {
        Self { first: self.second, second: self.first }
    }

    /// Converts the markers from the first player's seat to that of the player in `seat`, and back.
    #[must_use]
    pub const fn seen_from(self, seat: Seat) -> Self {
        match seat {
            Seat::First => self,
            Seat::Second => self.flipped(),
        }
    }

    /// The markers after a round in which these cards count for the first and the second player: the majority
    /// moves a marker, a tie leaves it.
    #[must_use]
    pub const fn after_round(self, first: Cards, second: Cards) -> Self {
        let gained = first.majorities(second);
        let lost = second.majorities(first);
        Self { first: self.first & !lost | gained, second: self.second & !gained | lost }
    }

    /// Index of the layout, below [`LAYOUTS`](Self::LAYOUTS): base 3, `A` the lowest digit, 1 for the first
    /// player and 2 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        let digits = TERNARY[self.first as usize] + 2 * TERNARY[self.second as usize];
        digits as usize
    }

    /// The layout with this index.
    #[must_use]
    pub fn from_index(mut index: usize) -> Option<Self> {
        if index >= Self::LAYOUTS {
            return None;
        }
        let mut favour = Self::NEUTRAL;
        for bit in 0..Geisha::COUNT {
            match index % 3 {
                1 => favour.first |= 1 << bit,
                2 => favour.second |= 1 << bit,
                _ => {}
            }
            index /= 3;
        }
        Some(favour)
    }
}

/// Value of each bit pattern read as base-3 digits.
const TERNARY: [u16; 128] = {
    let mut table = [0; 128];
    let mut bits = 1;
    while bits < 128 {
        table[bits] = 3 * table[bits / 2];
        if bits % 2 == 1 {
            table[bits] += 1;
        }
        bits += 1;
    }
    table
};
