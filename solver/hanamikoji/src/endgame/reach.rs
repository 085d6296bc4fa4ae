//! Reaches of the private states at the root, and their total weight.
//!
//! The joint weight of two private states is the number of ways to lay out the physical cards accordingly,
//! including the order of the deck and the removed card. For hands, secrets and trade-offs *p* of the first
//! player, *q* of the second, and the cards *R* that remain, that is Π *v*! / (Π *p*! Π *q*! Π *R*!) times
//! the orders of *R*, with *v* the counts of the unseen cards and products over the geisha. The factors 1 / Π
//! *p*! and 1 / Π *q*! go to the reaches of the players. The rest is the number of ways to draw, one for each
//! sequence of different cards. So draws and actions add no weight on the way, and at the end, where one card
//! remains, every compatible pair has the same weight.

use rustc_hash::FxHashMap;

use super::private::{Layout, cards_of};
use super::public::PublicState;
use crate::ranges::{Private, PublicRanges, factorials, orders};
use crate::rules::card::Cards;
use crate::rules::parameters::Kinds;
use hanamachi_core::game::Seat;

/// Lower bound of a reach, as a share of the largest, so that single precision can hold products of reaches.
pub(super) const LEAST_REACH: f64 = 1e-9;

/// The weight of a private state when every placement of the cards is equally likely.
pub(super) fn by_deal(private: &Private) -> f64 {
    1.0 / (factorials(private.hand) * factorials(private.secret) * factorials(private.trade_off))
}

/// The weights of private states in the ranges of a policy.
pub(super) struct ByPolicy([FxHashMap<Private, f64>; 2]);

impl ByPolicy {
    pub(super) fn new(ranges: &PublicRanges) -> Self {
        Self(Seat::BOTH.map(|seat| ranges.range(seat).states().iter().copied().collect()))
    }

    pub(super) fn weight(&self, seat: Seat, private: &Private) -> f64 {
        self.0[seat.index()].get(private).copied().unwrap_or_default()
    }
}

/// The reaches at the root. The default is empty and serves for counting only.
#[derive(Debug, Default)]
pub(super) struct Roots {
    layouts: [Layout; 2],
    pool: Cards,
    reaches: [Vec<f32>; 2],
    /// Each player's reaches, summed over the states with the same cards.
    by_cards: [Vec<(Cards, f64)>; 2],
    /// The reciprocal of the total weight of all pairs.
    scale: f64,
}

impl Roots {
    /// The reaches when the private states have these relative weights, as in a [range](crate::Range).
    pub(super) fn new(root: &PublicState, actions: Kinds, weight: impl Fn(Seat, Private) -> f64) -> Self {
        let layouts = Seat::BOTH.map(|seat| Layout::new(root.pool, root.holding(actions, seat)));
        let reaches = Seat::BOTH.map(|seat| {
            let weights: Vec<f64> =
                layouts[seat.index()].states().map(|private| weight(seat, private)).collect();
            let largest = weights.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
            let reach = |weight: f64| (weight / largest).max(LEAST_REACH) as f32;
            weights.into_iter().map(reach).collect::<Vec<f32>>()
        });
        let by_cards = Seat::BOTH.map(|seat| by_cards(&layouts[seat.index()], &reaches[seat.index()]));
        let mut roots = Self { layouts, pool: root.pool, reaches, by_cards, scale: 1.0 };
        let of_first = roots.by_cards[0].iter();
        let weights = of_first.map(|&(cards, reach)| reach * roots.weight_against(cards, Seat::Second));
        roots.scale = 1.0 / weights.sum::<f64>();
        roots
    }

    pub(super) fn reaches(&self, seat: Seat) -> &[f32] {
        &self.reaches[seat.index()]
    }

    const fn layout(&self, seat: Seat) -> &Layout {
        &self.layouts[seat.index()]
    }

    #[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
    pub(super) const fn scale(&self) -> f32 {
        self.scale as f32
    }

    /// The weights of pairs, scaled so that all pairs at the root weigh 1: each state of `seat`, in order,
    /// with an opponent who holds these cards of the pool, both with reach 1.
    pub(super) fn pairs_with(&self, cards: Cards, seat: Seat) -> Vec<f64> {
        let rest = self.pool.minus(cards);
        let weight = |held| rest.checked_minus(held).map_or(0.0, |left| orders(left) * self.scale);
        let of_block = |(hand, _, codes): (Cards, u32, Vec<_>)| {
            codes.into_iter().map(move |code| weight(hand.plus(cards_of(code))))
        };
        self.layout(seat).blocks().flat_map(of_block).collect()
    }

    fn weight_against(&self, cards: Cards, seat: Seat) -> f64 {
        let rest = self.pool.minus(cards);
        let weight =
            |&(held, reach): &(Cards, f64)| rest.checked_minus(held).map_or(0.0, |left| reach * orders(left));
        self.by_cards[seat.index()].iter().map(weight).sum()
    }
}

fn by_cards(layout: &Layout, reaches: &[f32]) -> Vec<(Cards, f64)> {
    let mut sums: FxHashMap<Cards, f64> = FxHashMap::default();
    for (hand, start, codes) in layout.blocks() {
        for (place, code) in (start as usize..).zip(codes) {
            *sums.entry(hand.plus(cards_of(code))).or_default() += f64::from(reaches[place]);
        }
    }
    let mut sums: Vec<(Cards, f64)> = sums.into_iter().collect();
    sums.sort_unstable_by_key(|&(cards, _)| cards);
    sums
}
