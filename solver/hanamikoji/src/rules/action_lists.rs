//! The legal actions of every hand, computed once per game.

use rand::Rng;

use crate::rules::action::Action;
use crate::rules::card::{Cards, Geisha};
use crate::rules::chance::below;
use crate::rules::parameters::{Kind, Kinds, Rules};

/// For every hand that a player can hold at a turn, the ways to use each action.
///
/// The standard game has 3,852 hands of at most seven cards, and some 150,000 ways in all. Computing them
/// takes milliseconds, and all rounds of a game share the lists.
#[derive(Debug)]
pub(crate) struct ActionLists {
    /// Weight of a card of each geisha in a hand's index: the hand's counts are the digits of a mixed-radix
    /// number. Packed, see [`index`](Self::index): those of every other geisha from `A`, and from `B`.
    weights: [u64; 2],
    /// Place of each index's hand in `hands`; for hands that are too large, that of the empty hand.
    places: Box<[u16]>,
    hands: Box<[HandSpan]>,
    actions: Box<[Action]>,
}

/// Span of a hand's actions: those of kind *k* from `start + ends[k − 1]` to `start + ends[k]`.
#[derive(Clone, Copy, Debug, Default)]
struct HandSpan {
    start: u32,
    ends: [u16; 4],
}

impl ActionLists {
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut weights = [0; 2];
        let mut size = 1_u16;
        for geisha in rules.geisha() {
            // At most 4⁷: the values add up to 21 at most.
            weights[geisha.index() % 2] |= u64::from(size) << (16 * (3 - geisha.index() / 2));
            size *= u16::try_from(rules.value(geisha) + 1).expect("values are at most 21");
        }
        let mut lists = Self {
            weights,
            places: vec![0; size.into()].into(),
            hands: Box::default(),
            actions: Box::default(),
        };
        let (mut hands, mut actions) = (vec![HandSpan::default()], Vec::new());
        let largest = rules.first_hand() + 1;
        for hand in subsets(rules.pack(), largest) {
            let mut span =
                HandSpan { start: actions.len().try_into().expect("a few hundred thousand"), ends: [0; 4] };
            for kind in rules.actions().iter() {
                push_all(hand, kind, &mut actions);
                let len = actions.len() - span.start as usize;
                span.ends[kind.index()..].fill(len.try_into().expect("a few hundred"));
            }
            lists.places[lists.index(hand)] = hands.len().try_into().expect("as many as there are indices");
            hands.push(span);
        }
        lists.hands = hands.into();
        lists.actions = actions.into();
        lists
    }

    fn index(&self, hand: Cards) -> usize {
        const LANES: u64 = 0x00ff_00ff_00ff_00ff;
        // Counts in lanes of 16 bits, A or B in the lowest, times weights in the opposite order: the highest lane of
        // the product is the sum of each count times its weight. No lane overflows: a weight is less than 2¹³, since
        // its geisha at least doubles the number of indices, and a hand has at most seven cards.
        let sum = |counts: u64, weights: u64| (counts & LANES).wrapping_mul(weights) >> 48;
        let [even, odd] = self.weights;
        #[expect(clippy::cast_possible_truncation, reason = "below the number of indices")]
        {
            (sum(hand.bits(), even) + sum(hand.bits() >> 8, odd)) as usize
        }
    }

    /// The ways to use each action with this hand.
    pub(crate) fn for_hand(&self, hand: Cards) -> HandActions<'_> {
        let span = self.hands[usize::from(self.places[self.index(hand)])];
        let start = span.start as usize;
        HandActions { ends: span.ends, actions: &self.actions[start..start + usize::from(span.ends[3])] }
    }
}

/// The ways to use each action with one hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HandActions<'a> {
    ends: [u16; 4],
    actions: &'a [Action],
}

impl<'a> HandActions<'a> {
    /// A random way to use one of these, each way equally likely; there must be one.
    pub(crate) fn random<R: Rng + ?Sized>(self, kinds: Kinds, rng: &mut R) -> Action {
        let ends = self.ends.map(u32::from);
        let starts = [0, ends[0], ends[1], ends[2]];
        let spans = || Kind::ALL.into_iter().zip(starts.into_iter().zip(ends));
        let length = |(kind, (start, end))| if kinds.contains(kind) { end - start } else { 0 };
        let mut place = below(spans().map(length).sum(), rng);
        // Skip the kinds that are not asked for.
        for (kind, (start, end)) in spans() {
            if !kinds.contains(kind) && place >= start {
                place += end - start;
            }
        }
        self.actions[place as usize]
    }

    /// The ways to use this action, in ascending order.
    pub(crate) fn by(self, kind: Kind) -> &'a [Action] {
        let index = kind.index();
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.actions[start.into()..self.ends[index].into()]
    }
}

/// All sets of at most `most` of these cards.
pub(crate) fn subsets(cards: Cards, most: u32) -> Vec<Cards> {
    cards.kinds().fold(vec![Cards::EMPTY], |smaller, (geisha, count)| {
        let mut all = Vec::with_capacity(smaller.len() * 2);
        for set in smaller {
            let mut set = set;
            for _ in 0..=count.min(most - set.len()) {
                all.push(set);
                set = set.plus(Cards::single(geisha));
            }
        }
        all
    })
}

/// The ways to use an action with a hand, in ascending order.
fn push_all(hand: Cards, kind: Kind, actions: &mut Vec<Action>) {
    let single = |rest: Cards, from: Option<Geisha>| {
        rest.kinds().map(|(card, _)| card).filter(move |&card| from.is_none_or(|from| card >= from))
    };
    let pairs = |rest: Cards| {
        let firsts = single(rest, None).collect::<Vec<_>>().into_iter();
        firsts.flat_map(move |a| {
            let rest = rest.minus(Cards::single(a));
            single(rest, Some(a)).map(move |b| [a, b]).collect::<Vec<_>>()
        })
    };
    let of = |pair: [Geisha; 2]| Cards::single(pair[0]).plus(Cards::single(pair[1]));
    match kind {
        Kind::Secret => actions.extend(single(hand, None).map(Action::secret)),
        Kind::TradeOff => actions.extend(pairs(hand).map(Action::trade_off)),
        Kind::Gift => {
            for pair in pairs(hand) {
                let thirds = single(hand.minus(of(pair)), Some(pair[1]));
                actions.extend(thirds.map(|third| Action::gift([pair[0], pair[1], third])));
            }
        }
        Kind::Competition => {
            for first in pairs(hand) {
                let seconds = pairs(hand.minus(of(first))).filter(|&second| second >= first);
                actions.extend(seconds.map(|second| Action::competition([first, second])));
            }
        }
    }
}
