//! Values at the end of a round: sums over compatible pairs of private states.

use std::mem::size_of_val;

use super::list::{HandList, narrow};
use crate::ranges::Private;
use crate::rules::card::{Cards, Geisha};
use hanamachi_core::game::Seat;

/// The compatible pairs of private states at an end of the round.
///
/// All pairs have the same weight there (see [`reach`](crate::endgame::reach)), and the utility depends on the two
/// secrets alone. States with the same cards, any of which may be the secret, have the same partners, which are kept
/// once.
#[derive(Debug)]
pub(super) struct Kernel {
    of_seats: [Pairs; 2],
}

/// The pairs from one player's side.
#[derive(Debug)]
struct Pairs {
    /// For each set of cards, the end of its states and the end of its partners.
    sets: Box<[(u32, u32)]>,
    /// The states, set by set.
    states: Box<[Place]>,
    /// The partners in the same way.
    partners: Box<[Place]>,
}

const _: () = assert!(if usize::BITS == 64 {
    size_of::<Kernel>() == Kernel::BYTES
} else {
    size_of::<Kernel>() < Kernel::BYTES
});

impl Pairs {
    fn new(pool: Cards, own: &HandList, other: &HandList) -> Self {
        let mut order: Vec<(Cards, u8, u8)> = (0..)
            .zip(&own.states)
            .zip(&own.cards)
            .map(|((place, private), &cards)| (cards, byte(place), secret_of(private)))
            .collect();
        order.sort_unstable();
        let (mut sets, mut states, mut partners) = (Vec::new(), Vec::new(), Vec::new());
        for same in order.chunk_by(|one, other| one.0 == other.0) {
            let rest = pool.minus(same[0].0);
            states.extend(same.iter().map(|&(_, place, secret)| (place, secret)));
            let fits = (0..).zip(&other.states).zip(&other.cards).filter(|(_, held)| rest.contains(**held));
            partners.extend(fits.map(|((place, partner), _)| (byte(place), secret_of(partner))));
            sets.push((narrow(states.len()), narrow(partners.len())));
        }
        Self { sets: sets.into(), states: states.into(), partners: partners.into() }
    }
}

impl Kernel {
    /// Its own bytes on a machine with 64 bits: the same trees must fit into the same limits everywhere.
    const BYTES: usize = 96;

    pub(super) fn new(pool: Cards, [first, second]: [&HandList; 2]) -> Self {
        Self { of_seats: [Pairs::new(pool, first, second), Pairs::new(pool, second, first)] }
    }

    /// Number of partners that it holds for all sets of cards of both players, before it is made.
    pub(super) fn partners(pool: Cards, [first, second]: [&HandList; 2]) -> u64 {
        let of = |own: &HandList, other: &HandList| {
            let mut sets = own.cards.to_vec();
            sets.sort_unstable();
            sets.dedup();
            let fits = |set: Cards| {
                let rest = pool.minus(set);
                other.cards.iter().filter(|&&held| rest.contains(held)).count() as u64
            };
            sets.into_iter().map(fits).sum::<u64>()
        };
        of(first, second) + of(second, first)
    }

    /// The largest number of bytes that it has with so many partners and states.
    pub(super) const fn most_bytes(partners: u64, states: u64) -> u64 {
        let place = size_of::<Place>() as u64;
        Self::BYTES as u64 + partners * place + states * (place + size_of::<(u32, u32)>() as u64)
    }

    pub(super) fn bytes(&self) -> usize {
        let bytes = |pairs: &Pairs| {
            size_of_val(&*pairs.sets) + size_of_val(&*pairs.states) + size_of_val(&*pairs.partners)
        };
        Self::BYTES + self.of_seats.iter().map(bytes).sum::<usize>()
    }

    /// The secret of a player's state, and the total reach of its partners by their secrets; both as places, 7
    /// for none.
    pub(super) fn by_secret(&self, seat: Seat, state: usize, reaches: &[f32]) -> Option<(usize, [f64; 8])> {
        let Pairs { sets, states, partners } = &self.of_seats[seat.index()];
        let at = states.iter().position(|&(place, _)| usize::from(place) == state)?;
        let of = sets.partition_point(|&(end, _)| end as usize <= at);
        let start = if of == 0 { 0 } else { sets[of - 1].1 as usize };
        let mut sums = [0.0; 8];
        for &(partner, secret) in &partners[start..sets[of].1 as usize] {
            sums[usize::from(secret & 7)] += f64::from(reaches[usize::from(partner)]);
        }
        Some((states[at].1.into(), sums))
    }

    /// The values of a player's states at some ends of the round, which differ in their utilities alone.
    pub(super) const fn of_seat<'k, const ENDS: usize>(
        &'k self,
        seat: Seat,
        utilities: [&'k SeatUtilities; ENDS],
        scale: f32,
    ) -> OfSeat<'k, ENDS> {
        OfSeat { pairs: &self.of_seats[seat.index()], utilities, scale }
    }
}

/// Utilities of a player, by the player's secret and the other's.
type SeatUtilities = [[f32; 8]; 8];

/// One player's side of some ends of the round with the same states.
#[derive(Clone, Copy)]
pub(super) struct OfSeat<'k, const ENDS: usize> {
    pairs: &'k Pairs,
    utilities: [&'k SeatUtilities; ENDS],
    scale: f32,
}

/// The place of a state in its player's list, and its secret as the place of the geisha or 7 for none.
type Place = (u8, u8);

impl<const ENDS: usize> OfSeat<'_, ENDS> {
    /// Sets the values at each end, one end after another, when the other player has the same reaches at all
    /// of them.
    pub(super) fn set_each(&self, reaches: &[f32], values: &mut [f32]) {
        let states = values.len() / ENDS;
        self.for_each_state(|place, rows, partners| {
            let mut sums = [0.0; ENDS];
            for &(partner, secret) in partners {
                let reach = reaches[usize::from(partner)];
                for (sum, row) in sums.iter_mut().zip(rows) {
                    *sum += reach * row[usize::from(secret & 7)];
                }
            }
            for (end, sum) in sums.into_iter().enumerate() {
                values[end * states + place] = self.scale * sum;
            }
        });
    }

    /// Adds the values at all ends. The other player's reaches at the ends follow one another.
    pub(super) fn add(&self, reaches: &[f32], values: &mut [f32]) {
        let partners_in_all = reaches.len() / ENDS;
        self.for_each_state(|place, rows, partners| {
            let mut sum = 0.0;
            for &(partner, secret) in partners {
                for (end, row) in rows.iter().enumerate() {
                    let reach = reaches[end * partners_in_all + usize::from(partner)];
                    sum += reach * row[usize::from(secret & 7)];
                }
            }
            values[place] += self.scale * sum;
        });
    }

    /// Calls `each` for each state with its place, the utilities of its secret at each end by the other player's secret,
    /// and its partners.
    #[inline]
    fn for_each_state(&self, mut each: impl FnMut(usize, [&[f32; 8]; ENDS], &[Place])) {
        let Pairs { sets, states, partners } = self.pairs;
        let (mut state, mut partner) = (0, 0);
        for &(states_end, partners_end) in sets {
            let (states_end, partners_end) = (states_end as usize, partners_end as usize);
            for &(place, secret) in &states[state..states_end] {
                let rows = self.utilities.map(|utilities| &utilities[usize::from(secret & 7)]);
                each(place.into(), rows, &partners[partner..partners_end]);
            }
            (state, partner) = (states_end, partners_end);
        }
    }
}

fn secret_of(private: &Private) -> u8 {
    if private.secret.is_empty() { byte(Geisha::COUNT) } else { byte(private.secret.first().index()) }
}

/// An end of the round has at most 232 private states.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
