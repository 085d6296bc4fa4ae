//! Which private states are live.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::endgame::reach::LEAST_REACH;
use crate::ranges::{Private, orders};
use crate::rules::card::Cards;
use hanamachi_core::game::Seat;

/// Number of states with a reader's hand that are live in any case.
const ALIKE: usize = 8;

/// Which private states of a range are live.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cut {
    /// States with at least this share of their player's range are live.
    pub mass: f64,
    /// The likeliest other states are live, too, until all live states together have this share of the range.
    pub share: f64,
}

impl Cut {
    /// Keeps all states.
    pub const NONE: Self = Self { mass: 0.0, share: 1.0 };
    /// For play.
    pub const USUAL: Self = Self { mass: 1e-3, share: 0.95 };

    /// A cut that keeps fewer states.
    #[must_use]
    pub fn wider(self) -> Self {
        Self { mass: 4.0 * self.mass.max(1e-4), share: self.share - 0.2 }
    }
}

/// Which private states of both players are live when a reader studies a position.
///
/// The reader's values are means over the other player's states beside the reader's cards. The states that a
/// player only might hold matter less: they shape what the other player believes. So a position with a large
/// tree is studied over few of these, and more of those.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StudyCut {
    /// For each player's range.
    pub ranges: Cut,
    /// For the other player's range if the reader's cards were known.
    pub beside_reader: Cut,
}

impl StudyCut {
    /// From nearly all hands with 0 to the likeliest few with 1, where the reader's seat may be left with no other hand: the
    /// other player knows it then.
    #[must_use]
    pub fn dropping(dropped: f64) -> Self {
        let mass = 3e-4 * libm::pow(1000.0, dropped);
        let (most, kept) = (0.97, 1.0 - dropped);
        Self {
            ranges: Cut { mass, share: most * kept * kept },
            beside_reader: Cut { mass: mass / (1.0 + 2.0 * dropped), share: most - 0.4 * dropped * dropped },
        }
    }
}

impl From<Cut> for StudyCut {
    fn from(cut: Cut) -> Self {
        Self { ranges: cut, beside_reader: cut }
    }
}

/// The live private states of both players at a public state, each list in ascending order, with relative
/// weights as in a [range](crate::Range).
#[derive(Clone, PartialEq, Debug, Default)]
pub struct LiveHands {
    pub(super) pool: Cards,
    pub(super) states: [Vec<(Private, f64)>; 2],
    /// The live share of each range.
    pub(super) kept: [f64; 2],
    /// The share of the weight of all pairs that these weights cover: no pair has more than its own, if the
    /// weights of all live pairs together are this share of the whole.
    pub(super) pairs: f64,
}

impl LiveHands {
    /// The live states of these ranges. The states of `readers`, all of one seat, are live. So are the states
    /// of the other player that the cut keeps if a reader is known to be in one of the readers' states, and
    /// states [like](alike) those of the readers. The readers' states, and those like them that the cut leaves
    /// out, keep their share of the range; the other live states of their seat share the rest.
    pub(in crate::endgame) fn new(
        pool: Cards,
        ranges: [&[(Private, f64)]; 2],
        cut: StudyCut,
        readers: &[(Seat, Private)],
    ) -> Self {
        let masses = Seat::BOTH.map(|seat| {
            let beside = ByCards::new(ranges[(!seat).index()]);
            masses(pool, ranges[seat.index()], |cards| beside.weight_beside(pool, cards))
        });
        // The readers' states, and those like them that the cut leaves out.
        let mut of_readers: FxHashSet<Private> = readers.iter().map(|reader| reader.1).collect();
        let mut kept = [0.0; 2];
        let mut states = Seat::BOTH.map(|seat| {
            let place = seat.index();
            let mut is_live = cut.ranges.live_states(&masses[place]);
            kept[place] = masses[place].iter().zip(&is_live).filter(|of| *of.1).map(|of| of.0).sum();
            for &(reader, private) in readers {
                if reader == seat {
                    let alike = alike(ranges[place], &masses[place], private);
                    let left_out = ranges[place].iter().zip(&is_live).filter(|of| !of.1).map(|of| of.0.0);
                    of_readers.extend(left_out.filter(|state| alike.contains(state)));
                    for (live, state) in is_live.iter_mut().zip(ranges[place]) {
                        *live |= of_readers.contains(&state.0);
                    }
                } else {
                    let rest = pool.minus(private.cards());
                    let given = masses_given(rest, ranges[place]);
                    let given = cut.beside_reader.live_states(&given);
                    is_live.iter_mut().zip(given).for_each(|(live, given)| *live |= given);
                }
            }
            let live = ranges[place].iter().zip(is_live).filter(|of| of.1).map(|of| *of.0);
            live.collect::<Vec<(Private, f64)>>()
        });
        for &(reader, private) in readers {
            let own = &mut states[reader.index()];
            if !own.iter().any(|state| state.0 == private) {
                let largest = own.iter().map(|state| state.1).fold(f64::MIN_POSITIVE, f64::max);
                own.push((private, largest * LEAST_REACH));
            }
        }
        for states in &mut states {
            states.sort_unstable_by_key(|state| state.0);
        }
        let mut live = Self { pool, states, kept, pairs: 1.0 };
        live.drop_unpaired();
        let raised = readers.first().map_or(1.0, |&(reader, _)| {
            let place = reader.index();
            live.stand_for_all(reader, ranges[place], &masses[place], &of_readers)
        });
        let [first, second] = live.states.each_ref().map(Vec::as_slice);
        let all = raised * weight_of_pairs(pool, ranges[0], ranges[1]);
        live.pairs = if all > 0.0 { (weight_of_pairs(pool, first, second) / all).min(1.0) } else { 0.0 };
        live
    }

    /// Raises the weights of a player's live states except `of_readers`, so that they stand for all of the
    /// range: else the other player would believe in a reader's state more than the range does, and its value
    /// would come out too low. Returns the factor by which they were raised.
    fn stand_for_all(
        &mut self,
        seat: Seat,
        range: &[(Private, f64)],
        masses: &[f64],
        of_readers: &FxHashSet<Private>,
    ) -> f64 {
        let states = &mut self.states[seat.index()];
        let live: FxHashSet<Private> = states.iter().map(|state| state.0).collect();
        let total = |of: &dyn Fn(&Private) -> bool| -> f64 {
            range.iter().zip(masses).filter(|(state, _)| of(&state.0)).map(|of| of.1).sum()
        };
        let others = total(&|private| live.contains(private) && !of_readers.contains(private));
        if others <= 0.0 {
            return 1.0;
        }
        let raised = total(&|private| !(live.contains(private) && of_readers.contains(private))) / others;
        for (private, weight) in states {
            if !of_readers.contains(private) {
                *weight *= raised;
            }
        }
        raised
    }

    /// Drops states that are compatible with no state of the other player.
    fn drop_unpaired(&mut self) {
        loop {
            let before = self.states.each_ref().map(Vec::len);
            for seat in Seat::BOTH {
                let others: FxHashSet<Cards> =
                    self.states[(!seat).index()].iter().map(|state| state.0.cards()).collect();
                let pool = self.pool;
                let fits = |state: &(Private, f64)| {
                    pool.checked_minus(state.0.cards())
                        .is_some_and(|rest| others.iter().any(|&cards| rest.contains(cards)))
                };
                self.states[seat.index()].retain(fits);
            }
            if self.states.each_ref().map(Vec::len) == before {
                return;
            }
        }
    }

    /// The live share of a player's range.
    #[must_use]
    pub const fn kept(&self, seat: Seat) -> f64 {
        self.kept[seat.index()]
    }

    /// The number of live states of a player.
    #[must_use]
    pub fn count(&self, seat: Seat) -> usize {
        self.states[seat.index()].len()
    }
}

impl Cut {
    /// Marks the live states, given the share of the range that each has.
    fn live_states(self, masses: &[f64]) -> Vec<bool> {
        let mut order: Vec<usize> = (0..masses.len()).collect();
        order.sort_by(|&one, &other| masses[other].total_cmp(&masses[one]).then(one.cmp(&other)));
        let mut is_live = vec![false; masses.len()];
        let mut sum = 0.0;
        for place in order {
            if masses[place] <= 0.0 || (masses[place] < self.mass && sum >= self.share) {
                break;
            }
            sum += masses[place];
            is_live[place] = true;
        }
        is_live
    }
}

/// The likeliest states with the reader's hand, whatever cards are face down.
///
/// Whatever the reader shows, these could show as well. Without them an opponent who sees what few hands can
/// show would know the reader's secret, which no opponent does, and the value would come out too low. They
/// add no public states.
fn alike(range: &[(Private, f64)], masses: &[f64], reader: Private) -> FxHashSet<Private> {
    let states = range.iter().zip(masses).map(|(state, &mass)| (state.0, mass));
    let mut alike: Vec<(Private, f64)> =
        states.filter(|&(state, mass)| state.hand == reader.hand && mass > 0.0).collect();
    alike.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    alike.into_iter().take(ALIKE).map(|of| of.0).collect()
}

/// The total weight of the private states with the same cards.
struct ByCards(Vec<(Cards, f64)>);

impl ByCards {
    fn new(states: &[(Private, f64)]) -> Self {
        let mut sums: FxHashMap<Cards, f64> = FxHashMap::default();
        for (private, weight) in states {
            *sums.entry(private.cards()).or_default() += weight;
        }
        let mut sums: Vec<(Cards, f64)> = sums.into_iter().collect();
        sums.sort_unstable_by_key(|of| of.0);
        Self(sums)
    }

    /// Their total weight when the other player has these cards of the pool.
    fn weight_beside(&self, pool: Cards, cards: Cards) -> f64 {
        let Some(rest) = pool.checked_minus(cards) else { return 0.0 };
        let weight = |&(held, weight): &(Cards, f64)| {
            rest.checked_minus(held).map_or(0.0, |left| weight * orders(left))
        };
        self.0.iter().map(weight).sum()
    }
}

/// The total weight of all pairs of these private states of the first and the second player.
pub(super) fn weight_of_pairs(pool: Cards, first: &[(Private, f64)], second: &[(Private, f64)]) -> f64 {
    let (first, second) = (ByCards::new(first), ByCards::new(second));
    first.0.iter().map(|&(cards, weight)| weight * second.weight_beside(pool, cards)).sum()
}

/// Weights of `states`, each times the opponent's compatible weight, normalized.
fn masses(pool: Cards, states: &[(Private, f64)], beside: impl Fn(Cards) -> f64) -> Vec<f64> {
    let mut known: FxHashMap<Cards, f64> = FxHashMap::default();
    let mut masses: Vec<f64> = states
        .iter()
        .map(|(private, weight)| {
            let cards = private.cards();
            debug_assert!(pool.contains(cards), "a range is among the cards that were not shown");
            weight * *known.entry(cards).or_insert_with(|| beside(cards))
        })
        .collect();
    normalize(&mut masses);
    masses
}

/// The normalized weights of these states when the other player's cards are known and `rest` is left.
fn masses_given(rest: Cards, states: &[(Private, f64)]) -> Vec<f64> {
    let mass = |(private, weight): &(Private, f64)| {
        rest.checked_minus(private.cards()).map_or(0.0, |left| weight * orders(left))
    };
    let mut masses: Vec<f64> = states.iter().map(mass).collect();
    normalize(&mut masses);
    masses
}

fn normalize(masses: &mut [f64]) {
    let all: f64 = masses.iter().sum();
    if all > 0.0 {
        for mass in masses {
            *mass /= all;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::private_of;
    use crate::endgame::public::PublicState;
    use crate::evaluation::Evaluation;
    use crate::policy::LearnedPolicy;
    use crate::ranges::PublicRanges;
    use crate::{Game, InformationSet};

    /// However few other hands are live, the opponent believes in the reader's as the whole range does, and
    /// does not know the reader's secret.
    #[test]
    fn a_readers_hand_keeps_its_share_of_the_range() {
        let question: InformationSet = "+..-.-+ 2 BEGG 3CEG-G,1B,1X,4ADFF-FF,2XX".parse().unwrap();
        let round =
            Game::new(*question.rules()).valued_round(question.round_number(), question.favour_of_first());
        let learned = LearnedPolicy::softmax(Evaluation::standard(), 0.15);
        let ranges = PublicRanges::new(&round, question.key(), &learned);
        let states = Seat::BOTH.map(|seat| ranges.range(seat).states());
        let pool = PublicState::new(&round, &round.hidden(question.key())).unwrap().pool;
        let reader = private_of(&round, question.key());
        let seat = question.seat();
        let other = (!seat).index();
        let weight = |own: &[(Private, f64)], others: &[(Private, f64)]| {
            let [first, second] = if seat == Seat::First { [own, others] } else { [others, own] };
            weight_of_pairs(pool, first, second)
        };
        let all = weight(states[seat.index()], states[other]);
        let is_reader = |state: &&(Private, f64)| state.0 == reader;
        let share_of_reader = |own: &[(Private, f64)]| {
            let alone: Vec<(Private, f64)> = own.iter().filter(is_reader).copied().collect();
            weight(&alone, states[other]) / weight(own, states[other])
        };
        let whole = share_of_reader(states[seat.index()]);
        let before: FxHashMap<Private, f64> = states[seat.index()].iter().copied().collect();
        let share = |share| StudyCut::from(Cut { mass: 1.0, share });
        for (cut, most) in [(share(0.05), 0.5), (share(0.5), 0.9), (StudyCut::dropping(0.7), 0.5)] {
            let live = LiveHands::new(pool, states, cut, &[(seat, reader)]);
            assert!(live.kept(seat) < most && live.count(seat) > 1, "{live:?}");
            let own = &live.states[seat.index()];
            let share = share_of_reader(own);
            assert!((share - whole).abs() < 1e-12 && whole > 0.0, "{share} {whole}");
            assert!(own.iter().filter(|state| state.0.hand == reader.hand).count() > 2, "{own:?}");
            // The least share of its weight that a pair has, if the live ones have that share together.
            let live_weight = weight(own, &live.states[other]);
            let least = own.iter().map(|state| before[&state.0] / state.1).fold(f64::INFINITY, f64::min);
            let covered = least * live_weight / all;
            assert!((live.pairs - covered).abs() < 1e-12 && covered > 0.0, "{} {covered}", live.pairs);
        }
    }
}
