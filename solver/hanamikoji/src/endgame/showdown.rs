//! The end of a round: the values of all face-down cards of both players at once.
//!
//! At the end each player has a secret and a trade-off, and the removed card is left. Every compatible pair
//! of private states has the same weight (see [`super`]), and the utility depends on the two secrets alone.
//! So with *r* the reaches of the opponent, the value of the state (*s*, *t*) is Σ *u*(*s*, *s′*) *h*(*s′*,
//! *X*) over the opponent's secrets *s′* among the cards *D* that are left of the unseen ones, with *X* = *D*
//! − *s′*, and *h*(*s′*, *X*) = Σ *r*(*s′*, *X* − *c*) over the cards *c* of *X* that may have been removed.
//! All states that leave the same cards share the *h*.

use rustc_hash::{FxHashMap, FxHashSet};

use super::private::{FaceDown, NO_SECRET, cards_of, face_down, secret_place, trade_off_of};
use super::public::Holding;
use crate::rules::card::{Cards, Geisha};
use crate::rules::ends::Ends;
use crate::rules::round::Round;
use hanamachi_core::game::Seat;

/// Upper bound on the number of sums: seven unseen cards give at most 7 · 20 of them.
const MOST_SUMS: usize = 256;
/// Enough sums for most kernels.
const FEW_SUMS: usize = 64;

/// The compatible states of the two players, for some unseen cards.
///
/// Sums and states are grouped by their number of terms, so that every loop has a fixed length.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// The states that are the terms of each sum, for sums of one, two and three terms. Sums are numbered in
    /// this order.
    terms_1: Vec<[u8; 1]>,
    terms_2: Vec<[u8; 2]>,
    terms_3: Vec<[u8; 3]>,
    /// The states that are compatible with one, two, three and four secrets of the opponent.
    states_1: Vec<Products<1>>,
    states_2: Vec<Products<2>>,
    states_3: Vec<Products<3>>,
    states_4: Vec<Products<4>>,
}

/// A state with its secret, and the opponent's possible secrets, each with its sum.
#[derive(Clone, Copy, Debug)]
struct Products<const N: usize> {
    state: u8,
    secret: u8,
    of: [(u8, u8); N],
}

impl Kernel {
    pub(super) fn new(unseen: Cards, holding: Holding) -> Self {
        let codes = face_down(unseen, holding);
        let mut kernel = Self::default();
        // What each state leaves to the opponent: a secret and the other cards.
        let left: Vec<Vec<(usize, Cards)>> = codes
            .iter()
            .map(|&code| secrets_among(unseen.minus(cards_of(code)), holding).collect())
            .collect();
        let mut wanted: Vec<((usize, Cards), Vec<u8>)> = Vec::new();
        let mut known: FxHashSet<(usize, Cards)> = FxHashSet::default();
        for &(secret, rest) in left.iter().flatten() {
            if known.insert((secret, rest)) {
                wanted.push(((secret, rest), terms(secret, rest, &codes)));
            }
        }
        wanted.sort_by_key(|(_, terms)| terms.len());
        let mut sums: FxHashMap<(usize, Cards), u8> = FxHashMap::default();
        for (sum, (key, terms)) in wanted.into_iter().enumerate() {
            sums.insert(key, narrow(sum));
            match terms[..] {
                [one] => kernel.terms_1.push([one]),
                [one, two] => kernel.terms_2.push([one, two]),
                [one, two, three] => kernel.terms_3.push([one, two, three]),
                _ => debug_assert!(false, "three cards at most are left for two places"),
            }
        }
        for (state, (&code, left)) in codes.iter().zip(left).enumerate() {
            let (state, own) = (narrow(state), narrow(secret_place(code)));
            let products: Vec<(u8, u8)> = left.iter().map(|key| (narrow(key.0), sums[key])).collect();
            kernel.push(state, own, &products);
        }
        kernel
    }

    fn push(&mut self, state: u8, secret: u8, products: &[(u8, u8)]) {
        match *products {
            [a] => self.states_1.push(Products { state, secret, of: [a] }),
            [a, b] => self.states_2.push(Products { state, secret, of: [a, b] }),
            [a, b, c] => self.states_3.push(Products { state, secret, of: [a, b, c] }),
            [a, b, c, d] => self.states_4.push(Products { state, secret, of: [a, b, c, d] }),
            _ => debug_assert!(false, "four cards at most are left"),
        }
    }

    /// The values of all states, given the player's utilities by the places of the own and the opponent's
    /// secret.
    pub(super) fn values(&self, utilities: &[[f32; 8]; 8], scale: f32, reaches: &[f32], values: &mut [f32]) {
        let len = self.terms_1.len() + self.terms_2.len() + self.terms_3.len();
        if len <= FEW_SUMS {
            self.values_in(&mut [0.0; FEW_SUMS], utilities, scale, reaches, values);
        } else {
            self.values_in(&mut [0.0; MOST_SUMS], utilities, scale, reaches, values);
        }
    }

    /// The secret of a state, and the weights of the opponent's secrets against it; both as places.
    pub(super) fn by_secret(&self, state: usize, scale: f32, reaches: &[f32]) -> Option<(usize, [f64; 8])> {
        let of_sum = |sum: usize| -> &[u8] {
            let (ones, twos) = (self.terms_1.len(), self.terms_2.len());
            match sum {
                sum if sum < ones => &self.terms_1[sum],
                sum if sum < ones + twos => &self.terms_2[sum - ones],
                sum => &self.terms_3[sum - ones - twos],
            }
        };
        let (secret, products) = products_of(&self.states_1, state)
            .or_else(|| products_of(&self.states_2, state))
            .or_else(|| products_of(&self.states_3, state))
            .or_else(|| products_of(&self.states_4, state))?;
        let mut weights = [0.0; 8];
        for &(theirs, sum) in products {
            let terms = of_sum(sum.into()).iter().map(|&term| f64::from(reaches[usize::from(term)]));
            weights[usize::from(theirs) & 7] += f64::from(scale) * terms.sum::<f64>();
        }
        Some((secret, weights))
    }

    // Six parameters: those of `values`, and the array for the sums.
    #[inline]
    fn values_in<const N: usize>(
        &self,
        sums: &mut [f32; N],
        utilities: &[[f32; 8]; 8],
        scale: f32,
        reaches: &[f32],
        values: &mut [f32],
    ) {
        let rest = add(&self.terms_1, reaches, sums);
        let rest = add(&self.terms_2, reaches, rest);
        add(&self.terms_3, reaches, rest);
        multiply(&self.states_1, sums, utilities, scale, values);
        multiply(&self.states_2, sums, utilities, scale, values);
        multiply(&self.states_3, sums, utilities, scale, values);
        multiply(&self.states_4, sums, utilities, scale, values);
    }
}

/// The secret of a state, and the opponent's possible ones with their sums, if the state is one of these.
fn products_of<const N: usize>(states: &[Products<N>], state: usize) -> Option<(usize, &[(u8, u8)])> {
    let found = states.iter().find(|of| usize::from(of.state) == state)?;
    Some((found.secret.into(), &found.of))
}

/// Sets the first sums to those of these terms, and returns the other sums.
#[inline]
fn add<'s, const N: usize>(terms: &[[u8; N]], reaches: &[f32], sums: &'s mut [f32]) -> &'s mut [f32] {
    let (here, rest) = sums.split_at_mut(terms.len());
    for (sum, terms) in here.iter_mut().zip(terms) {
        *sum = terms.iter().map(|&state| reaches[usize::from(state)]).sum();
    }
    rest
}

/// Sets the values of these states. The number of sums is a power of 2.
#[inline]
fn multiply<const K: usize, const N: usize>(
    states: &[Products<K>],
    sums: &[f32; N],
    utilities: &[[f32; 8]; 8],
    scale: f32,
    values: &mut [f32],
) {
    for Products { state, secret, of } in states {
        let utilities = &utilities[usize::from(*secret) & 7];
        let product =
            |&(theirs, sum): &(u8, u8)| utilities[usize::from(theirs) & 7] * sums[usize::from(sum) & (N - 1)];
        values[usize::from(*state)] = scale * of.iter().map(product).sum::<f32>();
    }
}

/// The states with this secret whose trade-off is among these cards.
fn terms(secret: usize, rest: Cards, codes: &[FaceDown]) -> Vec<u8> {
    let fits =
        |&(_, &code): &(usize, &FaceDown)| secret_place(code) == secret && rest.contains(trade_off_of(code));
    codes.iter().enumerate().filter(fits).map(|(place, _)| narrow(place)).collect()
}

/// The possible secrets among these cards, by place, each with the other cards.
fn secrets_among(cards: Cards, holding: Holding) -> impl Iterator<Item = (usize, Cards)> {
    let none = (!holding.has_secret).then_some((NO_SECRET, cards));
    let some = holding.has_secret.then(|| cards.kinds()).into_iter().flatten();
    some.map(move |(card, _)| (card.index(), cards.minus(Cards::single(card)))).chain(none)
}

/// The utilities of the first and the second player for given open cards, by the places of the own and the
/// opponent's secret.
pub(super) type Utilities = [[[f32; 8]; 8]; 2];

/// The utilities for these rows.
#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
pub(super) fn utilities(round: &Round, rows: [Cards; 2]) -> Utilities {
    let mut utilities = [[[0.0; 8]; 8]; 2];
    let places: Vec<(usize, Cards)> = Geisha::ALL
        .map(|geisha| (geisha.index(), Cards::single(geisha)))
        .into_iter()
        .chain([(NO_SECRET, Cards::EMPTY)])
        .collect();
    for &(first, of_first) in &places {
        for &(second, of_second) in &places {
            let after = round.favour_after(rows[0].plus(of_first), rows[1].plus(of_second));
            let utility = round.utility_of(after) as f32;
            utilities[0][first][second] = utility;
            utilities[1][second][first] = -utility;
        }
    }
    utilities
}

/// Adds the ends of the round with these rows, from the seat of a player with this secret, against the
/// opponent's secrets with these weights. Secrets are places.
pub(super) fn add_ends(
    ends: &mut Ends,
    round: &Round,
    (rows, seat): ([Cards; 2], Seat),
    secret: usize,
    weights: &[f64; 8],
) {
    let card = |place: usize| Geisha::ALL.get(place).map_or(Cards::EMPTY, |&geisha| Cards::single(geisha));
    for (other, &weight) in weights.iter().enumerate().filter(|(_, weight)| **weight > 0.0) {
        let mut placed = rows;
        placed[seat.index()] = placed[seat.index()].plus(card(secret));
        placed[(!seat).index()] = placed[(!seat).index()].plus(card(other));
        let after = round.favour_after(placed[0], placed[1]);
        ends.add_end(round.rules(), seat, after, round.utility_of(after), weight);
    }
}

/// The lead for each geisha, at most two cards either way: secrets cannot overturn a larger one. Rows with
/// the same leads have the same utilities.
pub(super) fn leads(rows: [Cards; 2]) -> u32 {
    let lead = |geisha: Geisha| {
        let of = |seat: Seat| i64::from(rows[seat.index()].count(geisha));
        u32::try_from((of(Seat::First) - of(Seat::Second)).clamp(-2, 2) + 2).unwrap_or_default()
    };
    Geisha::ALL.into_iter().fold(0, |leads, geisha| leads * 5 + lead(geisha))
}

fn narrow(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}
