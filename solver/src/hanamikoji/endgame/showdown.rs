//! The end of a round: what the face-down cards of both are worth, for all of them at once.
//!
//! At the end each player has a secret and a trade-off, and one card is left that was removed. Every pair of private states
//! that fits into the unseen cards weighs the same (see [`super`]), and the utility depends on the two secrets alone. So with *r* the
//! reaches of the opponent, the value of the state (*s*, *t*) is Σ *u*(*s*, *s′*) *h*(*s′*, *X*) over the opponent's secrets *s′*
//! among the cards *D* that are left of the unseen ones, with *X* = *D* − *s′*, and *h*(*s′*, *X*) = Σ *r*(*s′*, *X* − *c*) over
//! the cards *c* of *X* that may have been removed. The *h* are shared by all states that leave the same cards.

use rustc_hash::FxHashMap;

use super::private::{FaceDown, NO_SECRET, cards_of, face_down, secret_of, secret_place};
use super::public::Holding;
use crate::game::Seat;
use crate::hanamikoji::rules::card::{Cards, Geisha};
use crate::hanamikoji::rules::round::Round;

/// More sums than there can be: seven unseen cards give at most 7 · 20 of them.
const MOST_SUMS: usize = 256;

/// Which states of one player fit which of the other, for some unseen cards.
#[derive(Clone, Debug, Default)]
pub(super) struct Kernel {
    /// For each sum where its terms end, and the states that are its terms.
    sum_ends: Vec<u16>,
    terms: Vec<u8>,
    /// For each state its secret and where its products end.
    states: Vec<(u8, u16)>,
    /// The opponent's secret, and the sum.
    products: Vec<(u8, u8)>,
}

impl Kernel {
    pub(super) fn new(unseen: Cards, holding: Holding) -> Self {
        let codes = face_down(unseen, holding);
        let mut kernel = Self::default();
        let mut sums: FxHashMap<(usize, Cards), u8> = FxHashMap::default();
        for &code in &codes {
            let rest = unseen.minus(cards_of(code));
            for (secret, rest) in secrets_among(rest, holding) {
                let sum = *sums.entry((secret, rest)).or_insert_with(|| kernel.add_sum(secret, rest, &codes));
                kernel.products.push((narrow(secret), sum));
            }
            kernel.states.push((narrow(secret_place(code)), wide(kernel.products.len())));
        }
        kernel
    }

    fn add_sum(&mut self, secret: usize, rest: Cards, codes: &[FaceDown]) -> u8 {
        let term = |&(_, &code): &(usize, &FaceDown)| {
            let trade_off = cards_of(code).minus(secret_of(code));
            secret_place(code) == secret && rest.contains(trade_off)
        };
        let terms = codes.iter().enumerate().filter(term).map(|(place, _)| narrow(place));
        self.terms.extend(terms);
        self.sum_ends.push(wide(self.terms.len()));
        narrow(self.sum_ends.len() - 1)
    }

    /// About how many steps it takes.
    pub(super) fn work(&self) -> usize {
        self.terms.len() + self.products.len()
    }

    /// The values of all states, given the utilities of their player by the place of the own secret and the opponent's.
    pub(super) fn values(&self, utilities: &[[f32; 8]; 8], scale: f32, reaches: &[f32], values: &mut [f32]) {
        let mut sums = [0.0; MOST_SUMS];
        let mut start = 0;
        for (sum, &end) in sums.iter_mut().zip(&self.sum_ends) {
            let terms = &self.terms[start..usize::from(end)];
            *sum = terms.iter().map(|&state| reaches[usize::from(state)]).sum();
            start = usize::from(end);
        }
        let mut start = 0;
        for (value, &(secret, end)) in values.iter_mut().zip(&self.states) {
            let utilities = &utilities[usize::from(secret) & 7];
            let products = &self.products[start..usize::from(end)];
            let product = |&(theirs, sum): &(u8, u8)| {
                utilities[usize::from(theirs) & 7] * sums[usize::from(sum)]
            };
            *value = scale * products.iter().map(product).sum::<f32>();
            start = usize::from(end);
        }
    }
}

/// The secrets that may be among these cards, by place, and what they leave.
fn secrets_among(cards: Cards, holding: Holding) -> impl Iterator<Item = (usize, Cards)> {
    let none = (!holding.has_secret).then_some((NO_SECRET, cards));
    let some = holding.has_secret.then(|| cards.kinds()).into_iter().flatten();
    some.map(move |(card, _)| (card.index(), cards.minus(Cards::of(card)))).chain(none)
}

/// What the secrets are worth to the first and to the second player, by the place of the own and of the opponent's, when the
/// open cards are these.
pub(super) type Utilities = [[[f32; 8]; 8]; 2];

/// The utilities for these rows.
#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
pub(super) fn utilities(round: &Round, rows: [Cards; 2]) -> Utilities {
    let mut utilities = [[[0.0; 8]; 8]; 2];
    let places: Vec<(usize, Cards)> = Geisha::ALL
        .map(|geisha| (geisha.index(), Cards::of(geisha)))
        .into_iter()
        .chain([(NO_SECRET, Cards::EMPTY)])
        .collect();
    for &(first, of_first) in &places {
        for &(second, of_second) in &places {
            let after = round.favour_after(rows[0].plus(of_first), rows[1].plus(of_second));
            let worth = round.worth_of(after) as f32;
            utilities[0][first][second] = worth;
            utilities[1][second][first] = -worth;
        }
    }
    utilities
}

/// For each geisha who is ahead by how much, where more than two cards are no more than two: secrets cannot
/// change it. Rows with the same leads have the same utilities.
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

fn wide(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
