//! Values at the end of a round: sums over compatible pairs of private states.

use std::mem::size_of_val;

use super::{HandList, narrow};
use crate::ranges::Private;
use crate::rules::card::{Cards, Geisha};
use hanamachi_core::game::Seat;

/// The compatible pairs of private states at an end of the round.
///
/// All pairs have the same weight there (see [`reach`](crate::endgame::reach)), and the utility depends on the two
/// secrets alone. So states with the same cards, any of which may be the secret, have the same partners: the
/// weights of the partners are summed once, by secret.
#[derive(Debug)]
pub(super) struct Kernel {
    of_seats: [Pairs; 2],
}

/// The pairs from one player's side.
#[derive(Debug)]
struct Pairs {
    /// For each set of cards, the end of its states and the end of its partners.
    sets: Box<[(u32, u32)]>,
    /// The states, set by set: the place in the player's list, and the secret as the place of the geisha or 7
    /// for none.
    states: Box<[(u8, u8)]>,
    /// The partners in the same way.
    partners: Box<[(u8, u8)]>,
}

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
    pub(super) fn new(pool: Cards, [first, second]: [&HandList; 2]) -> Self {
        Self { of_seats: [Pairs::new(pool, first, second), Pairs::new(pool, second, first)] }
    }

    pub(super) fn bytes(&self) -> usize {
        let bytes = |pairs: &Pairs| {
            size_of_val(&*pairs.sets) + size_of_val(&*pairs.states) + size_of_val(&*pairs.partners)
        };
        size_of::<Self>() + self.of_seats.iter().map(bytes).sum::<usize>()
    }

    pub(super) fn values(
        &self,
        utilities: &[[f32; 8]; 8],
        scale: f32,
        seat: Seat,
        reaches: &[f32],
        values: &mut [f32],
    ) {
        let Pairs { sets, states, partners } = &self.of_seats[seat.index()];
        let (mut state, mut partner) = (0, 0);
        for &(states_end, partners_end) in sets {
            let (states_end, partners_end) = (states_end as usize, partners_end as usize);
            let mut weights = [0.0; 8];
            for &(place, secret) in &partners[partner..partners_end] {
                add_weight(&mut weights, secret, reaches[usize::from(place)]);
            }
            for &(place, secret) in &states[state..states_end] {
                let utilities = &utilities[usize::from(secret & 7)];
                let products: [f32; 8] = std::array::from_fn(|secret| utilities[secret] * weights[secret]);
                let four: [f32; 4] = std::array::from_fn(|secret| products[secret] + products[secret + 4]);
                values[usize::from(place)] = scale * ((four[0] + four[2]) + (four[1] + four[3]));
            }
            (state, partner) = (states_end, partners_end);
        }
    }
}

/// Adds to the weight of a secret. With vector instructions a row is added in which the other secrets have 0:
/// the weights stay in registers. In memory, written one by one and read four at a time, they take longer.
#[inline]
fn add_weight(weights: &mut [f32; 8], secret: u8, reach: f32) {
    const ONE_HOT: [[f32; 8]; 8] = {
        let mut rows = [[0.0; 8]; 8];
        let mut secret = 0;
        while secret < 8 {
            rows[secret][secret] = 1.0;
            secret += 1;
        }
        rows
    };
    let secret = usize::from(secret & 7);
    if cfg!(target_arch = "wasm32") {
        weights[secret] += reach;
        return;
    }
    for (weight, share) in weights.iter_mut().zip(&ONE_HOT[secret]) {
        *weight += reach * share;
    }
}

fn secret_of(private: &Private) -> u8 {
    if private.secret.is_empty() { byte(Geisha::COUNT) } else { byte(private.secret.first().index()) }
}

/// An end of the round has at most 232 private states.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
