//! Random cards and hands, and their probabilities.

use rand::Rng;

use crate::rules::card::Cards;

/// A random card of a nonempty set, as a set, each physical card equally likely.
pub(crate) fn random_card<R: Rng + ?Sized>(cards: Cards, rng: &mut R) -> Cards {
    cards.nth(below(cards.len(), rng))
}

/// A random hand of `size` of these cards, each physical card equally likely. The caller ensures that there
/// are enough cards.
pub(crate) fn random_hand<R: Rng + ?Sized>(cards: Cards, size: u32, rng: &mut R) -> Cards {
    let len = cards.len();
    let rest = (0..size).fold(cards, |rest, taken| rest.minus(rest.nth(below(len - taken, rng))));
    cards.minus(rest)
}

/// A random number below `count`: one draw and one multiplication (D. Lemire, "Fast Random Integer Generation
/// in an Interval", 2019) without the rejection step. For the counts used here, a few hundred at most, no
/// number is more likely than another by more than one part in 2⁵⁴.
pub(crate) fn below<R: Rng + ?Sized>(count: u32, rng: &mut R) -> u32 {
    let product = u128::from(rng.next_u64()) * u128::from(count);
    #[expect(clippy::cast_possible_truncation, reason = "below `count`")]
    {
        (product >> 64) as u32
    }
}

/// Number of ways to choose `k` of `n`, at most 21 of 21. Exact.
pub(crate) fn choose(n: u32, k: u32) -> f64 {
    if k > n {
        return 0.0;
    }
    (0..k).fold(1.0, |ways, i| ways * f64::from(n - i) / f64::from(i + 1)).round()
}
