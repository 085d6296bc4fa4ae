//! Private states late in a round, numbered: hand, secret and trade-off.
//!
//! The private states of a player, given the cards that nobody has shown, are ordered by hand. States with
//! the same hand form a block, and within each block the face-down cards have the same order. So an offer of
//! the whole hand leads to a slice, and merging sorted lists matches the blocks.

use std::sync::{Arc, LazyLock};

use super::public::Holding;
use crate::ranges::Private;
use crate::rules::action_lists::subsets;
use crate::rules::card::{Cards, Geisha};
use crate::rules::parameters::Kind;
use hanamachi_core::game::Merge;

/// A secret and a trade-off, each of which may be missing: a number below [`FACE_DOWN`].
pub(super) type FaceDown = u8;

/// The place that stands for no secret, after those of the geisha.
pub(super) const NO_SECRET: usize = Geisha::COUNT;
const PAIRS: usize = Geisha::COUNT * (Geisha::COUNT + 1) / 2;
const FACE_DOWN: usize = (Geisha::COUNT + 1) * (PAIRS + 1);

/// The cards of a pair of face-down sets.
#[derive(Clone, Copy, Debug)]
struct Parts {
    secret: Cards,
    trade_off: Cards,
}

/// The cards of each number: the trade-offs of one secret follow one another, none of either comes last.
static PARTS: LazyLock<Box<[Parts]>> = LazyLock::new(|| {
    let singles: Vec<Cards> = Geisha::ALL.map(Cards::single).into_iter().chain([Cards::EMPTY]).collect();
    let pairs = Geisha::ALL.into_iter().enumerate().flat_map(|(place, one)| {
        Geisha::ALL[place..].iter().map(move |&other| Cards::single(one).plus(Cards::single(other)))
    });
    let pairs: Vec<Cards> = pairs.chain([Cards::EMPTY]).collect();
    let parts =
        singles.iter().flat_map(|&secret| pairs.iter().map(move |&trade_off| Parts { secret, trade_off }));
    parts.collect()
});

/// The secret, as the place of the geisha or [`NO_SECRET`].
pub(super) const fn secret_place(code: FaceDown) -> usize {
    code as usize / (PAIRS + 1)
}

/// The cards of the secret.
pub(super) fn secret_of(code: FaceDown) -> Cards {
    PARTS[usize::from(code)].secret
}

/// The cards of the trade-off.
pub(super) fn trade_off_of(code: FaceDown) -> Cards {
    PARTS[usize::from(code)].trade_off
}

/// All face-down cards.
pub(super) fn cards_of(code: FaceDown) -> Cards {
    let parts = PARTS[usize::from(code)];
    parts.secret.plus(parts.trade_off)
}

/// The number of these face-down cards.
pub(super) fn code_of(secret: Cards, trade_off: Cards) -> Option<FaceDown> {
    let place = PARTS.iter().position(|parts| (parts.secret, parts.trade_off) == (secret, trade_off))?;
    FaceDown::try_from(place).ok()
}

/// The numbers of the face-down cards that can be among these cards, in order.
pub(super) fn face_down(cards: Cards, holding: Holding) -> Vec<FaceDown> {
    let fits = |&code: &FaceDown| {
        let parts = PARTS[usize::from(code)];
        parts.secret.is_empty() != holding.has_secret
            && parts.trade_off.is_empty() != holding.has_trade_off
            && cards.contains(parts.secret.plus(parts.trade_off))
    };
    #[expect(clippy::cast_possible_truncation, reason = "232 of them")]
    (0..FACE_DOWN as FaceDown).filter(fits).collect()
}

/// The number of private states, counted geisha by geisha over the cards in the hand, as a secret and as a
/// trade-off.
pub(super) fn count(pool: Cards, holding: Holding) -> u64 {
    let (secret, trade_off) = (usize::from(holding.has_secret), 2 * usize::from(holding.has_trade_off));
    let hand = holding.hand as usize;
    // Number of ways, over the geisha so far, to reach this many cards in each place.
    let mut ways = vec![[[0_u64; 3]; 2]; hand + 1];
    ways[0][0][0] = 1;
    for (_, copies) in pool.kinds() {
        let copies = copies as usize;
        for h in (0..=hand).rev() {
            for s in (0..=secret).rev() {
                for t in (0..=trade_off).rev() {
                    let mut sum = 0;
                    for in_hand in 0..=h.min(copies) {
                        for in_secret in 0..=s.min(copies - in_hand) {
                            for in_trade_off in 0..=t.min(copies - in_hand - in_secret) {
                                sum += ways[h - in_hand][s - in_secret][t - in_trade_off];
                            }
                        }
                    }
                    ways[h][s][t] = sum;
                }
            }
        }
    }
    ways[hand][secret][trade_off]
}

/// The private states of a player, in order.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pool: Cards,
    holding: Holding,
    /// The hands in ascending order, each with the place of the first of its states.
    hands: Vec<(Cards, u32)>,
    len: u32,
}

impl Layout {
    pub(super) fn new(pool: Cards, holding: Holding) -> Self {
        let mut hands: Vec<(Cards, u32)> = subsets(pool, holding.hand)
            .into_iter()
            .filter(|hand| hand.len() == holding.hand)
            .map(|hand| (hand, 0))
            .collect();
        hands.sort_unstable();
        let mut len = 0;
        for (hand, start) in &mut hands {
            *start = len;
            len += narrow(face_down(pool.minus(*hand), holding).len());
        }
        Self { pool, holding, hands, len }
    }

    pub(super) const fn len(&self) -> usize {
        self.len as usize
    }

    /// Each hand with the place of its first state and its face-down cards.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (Cards, u32, Vec<FaceDown>)> {
        self.hands.iter().map(|&(hand, start)| (hand, start, self.face_down(hand)))
    }

    /// The place of the first state with this hand.
    pub(super) fn start_of(&self, hand: Cards) -> Option<u32> {
        let place = self.hands.binary_search_by_key(&hand, |&(hand, _)| hand).ok()?;
        Some(self.hands[place].1)
    }

    /// The place of this state.
    pub(super) fn place_of(&self, hand: Cards, secret: Cards, trade_off: Cards) -> Option<usize> {
        let start = self.start_of(hand)?;
        let place = self.face_down(hand).binary_search(&code_of(secret, trade_off)?).ok()?;
        Some(start as usize + place)
    }

    /// The private states, in order.
    pub(super) fn states(&self) -> impl Iterator<Item = Private> {
        self.blocks().flat_map(|(hand, _, codes)| {
            let private =
                move |code| Private { hand, secret: secret_of(code), trade_off: trade_off_of(code) };
            codes.into_iter().map(private)
        })
    }

    fn face_down(&self, hand: Cards) -> Vec<FaceDown> {
        face_down(self.pool.minus(hand), self.holding)
    }

    /// The origins in `self` of the states of `child` after the player has drawn.
    pub(super) fn drawing(&self, child: &Self) -> Merge {
        let mut merge = Merge::default();
        for (hand, _, codes) in child.blocks() {
            let before: Vec<(u32, Vec<FaceDown>)> = hand
                .kinds()
                .filter_map(|(drawn, _)| {
                    let before = hand.minus(Cards::single(drawn));
                    Some((self.start_of(before)?, self.face_down(before)))
                })
                .collect();
            for code in codes {
                let place = |(start, codes): &(u32, Vec<FaceDown>)| {
                    Some(start + narrow(codes.binary_search(&code).ok()?))
                };
                merge.push(before.iter().filter_map(place));
            }
        }
        merge
    }

    /// The origins in `self` of the states of `child` after the player has shown these cards of the hand.
    pub(super) fn showing(&self, child: &Self, shown: Cards) -> Arc<[u32]> {
        let of_block = |(hand, _, codes): (Cards, u32, Vec<FaceDown>)| {
            let start = self.start_of(hand.plus(shown)).unwrap_or_default();
            start..start + narrow(codes.len())
        };
        child.blocks().flat_map(of_block).collect()
    }

    /// The origins in `self` of the states of `child` after others have shown cards, which have left the
    /// pool.
    pub(super) fn seeing(&self, child: &Self) -> Arc<[u32]> {
        let of_block = |(hand, _, codes): (Cards, u32, Vec<FaceDown>)| {
            let start = self.start_of(hand).unwrap_or_default();
            let mut before = (start..).zip(self.face_down(hand));
            codes.into_iter().map(move |code| {
                // Both are in order, and every state that is possible now was possible before.
                before.find(|&(_, before)| before == code).map_or(start, |(place, _)| place)
            })
        };
        child.blocks().flat_map(of_block).collect()
    }

    /// The origins in `self` of the states of `child` after the player has put cards of the hand face down.
    pub(super) fn hiding(&self, child: &Self, kind: Kind) -> Arc<[u32]> {
        let mut origins = Vec::with_capacity(child.len());
        for (hand, _, codes) in child.blocks() {
            for code in codes {
                let (secret, trade_off) = (secret_of(code), trade_off_of(code));
                let place = if kind == Kind::Secret {
                    self.place_of(hand.plus(secret), Cards::EMPTY, trade_off)
                } else {
                    self.place_of(hand.plus(trade_off), secret, Cards::EMPTY)
                };
                origins.push(narrow(place.unwrap_or_default()));
            }
        }
        origins.into()
    }
}

fn narrow(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}
