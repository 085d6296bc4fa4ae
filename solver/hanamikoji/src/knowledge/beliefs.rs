//! Beliefs: probabilities of the places of the cards that a player has not seen.

use crate::rules::card::{Cards, Geisha};
use crate::rules::hidden::{Hidden, Place};
use crate::rules::relabelling::Relabelling;
use crate::rules::state::State;
use hanamachi_core::game::Seat;

/// For each place and geisha, the distribution of the number of her cards there.
///
/// A belief is only as good as its assumption about the opponent. [`uniform`](Self::uniform) assumes that
/// every placement of the unseen cards is equally likely, as if the play revealed nothing, and is exact under
/// this assumption. [`from_weighted`](Self::from_weighted) summarizes the states that it is given.
#[derive(Clone, PartialEq, Debug)]
pub struct Beliefs {
    /// By place, then by geisha.
    copies: [[Copies; Geisha::COUNT]; Place::ALL.len()],
}

/// The distribution of the number of cards of one geisha in one place.
#[derive(Clone, PartialEq, Debug)]
pub struct Copies {
    probabilities: Vec<f64>,
}

impl Copies {
    /// The probabilities of 0, 1, 2, … cards; higher numbers are impossible.
    #[must_use]
    pub fn probabilities(&self) -> &[f64] {
        &self.probabilities
    }

    /// The expected number of cards.
    #[must_use]
    pub fn expected(&self) -> f64 {
        (0_u32..).zip(&self.probabilities).map(|(count, probability)| f64::from(count) * probability).sum()
    }

    /// The probability of at least one card.
    #[must_use]
    pub fn any(&self) -> f64 {
        1.0 - self.probabilities.first().copied().unwrap_or(1.0)
    }
}

impl Beliefs {
    /// The beliefs from the open cards alone, with every placement of the unseen physical cards equally
    /// likely: hypergeometric, each probability exact up to rounding to a float.
    ///
    /// ```
    /// use std::num::NonZeroU16;
    ///
    /// use hanamachi_solver::hanamikoji::{Beliefs, Favour, Game, Geisha, InformationSet, Place, Rules};
    ///
    /// // Before the first action 14 cards are unseen, of which the opponent holds six. Two of them are A.
    /// let set: InformationSet = "....... 1 BCDEFGG -".parse()?;
    /// let round = Game::new(Rules::STANDARD).round(NonZeroU16::MIN, Favour::NEUTRAL, |_| 0.0);
    /// let beliefs = Beliefs::uniform(&round.hidden(set.key()));
    /// let a = Geisha::from_letter('A').unwrap();
    /// let held = beliefs.copies(Place::Hand, a);
    /// assert_eq!(held.probabilities(), [28.0 / 91.0, 48.0 / 91.0, 15.0 / 91.0]);
    /// assert_eq!(beliefs.copies(Place::Removed, a).probabilities(), [6.0 / 7.0, 1.0 / 7.0]);
    /// # Ok::<(), hanamachi_solver::hanamikoji::notation::ParseError>(())
    /// ```
    #[must_use]
    pub fn uniform(hidden: &Hidden) -> Self {
        let unseen = hidden.unseen();
        Self::by(|place, geisha| hypergeometric(unseen.len(), unseen.count(geisha), hidden.size(place)))
    }

    /// The beliefs of the player in `seat` over these states, each with its relative weight; `None` if no
    /// weight is above 0. Weights are finite and not negative.
    #[must_use]
    pub fn from_weighted(seat: Seat, states: impl IntoIterator<Item = (State, f64)>) -> Option<Self> {
        let mut total = 0.0;
        let mut sums: [[Vec<f64>; Geisha::COUNT]; Place::ALL.len()] = Default::default();
        for (state, weight) in states {
            total += weight;
            for (sums, place) in sums.iter_mut().zip(Place::ALL) {
                let cards = cards_in(&state, place, !seat);
                for (sums, geisha) in sums.iter_mut().zip(Geisha::ALL) {
                    let count = cards.count(geisha) as usize;
                    if sums.len() <= count {
                        sums.resize(count + 1, 0.0);
                    }
                    sums[count] += weight;
                }
            }
        }
        (total > 0.0).then(|| {
            let copies = |sums: Vec<f64>| Copies {
                probabilities: sums.into_iter().map(|weight| weight / total).collect(),
            };
            Self { copies: sums.map(|sums| sums.map(copies)) }
        })
    }

    /// These beliefs under other names.
    pub(crate) fn under(&self, names: Relabelling) -> Self {
        let back = names.inverse();
        Self {
            copies: self
                .copies
                .each_ref()
                .map(|copies| Geisha::ALL.map(|of| copies[back.name(of).index()].clone())),
        }
    }

    /// The mean of these beliefs over a group of relabellings.
    pub(crate) fn pooled(self, group: &[Relabelling]) -> Self {
        if group.len() < 2 {
            return self;
        }
        Self::by(|place, geisha| {
            // The whole orbit in ascending order, so that all of its members have the same sums.
            let mut orbit: Vec<Geisha> = group.iter().map(|names| names.name(geisha)).collect();
            orbit.sort_unstable();
            orbit.dedup();
            let members = || orbit.iter().map(|&geisha| self.copies(place, geisha).probabilities());
            let longest = members().map(<[f64]>::len).max().unwrap_or_default();
            #[expect(clippy::cast_precision_loss, reason = "seven at most")]
            let share = 1.0 / orbit.len() as f64;
            (0..longest)
                .map(|count| {
                    share * members().map(|of| of.get(count).copied().unwrap_or_default()).sum::<f64>()
                })
                .collect()
        })
    }

    fn by(distribution: impl Fn(Place, Geisha) -> Vec<f64>) -> Self {
        let copies = |place, geisha| Copies { probabilities: distribution(place, geisha) };
        Self { copies: Place::ALL.map(|place| Geisha::ALL.map(|geisha| copies(place, geisha))) }
    }

    /// The distribution of the number of cards of this geisha in this place.
    #[must_use]
    pub const fn copies(&self, place: Place, geisha: Geisha) -> &Copies {
        &self.copies[place as usize][geisha.index()]
    }
}

/// The cards of a state in this place; for a player's place, those of the opponent.
const fn cards_in(state: &State, place: Place, opponent: Seat) -> Cards {
    match place {
        Place::Hand => state.hand(opponent),
        Place::Secret => state.secret(opponent),
        Place::TradeOff => state.trade_off(opponent),
        Place::Deck => state.deck(),
        Place::Removed => state.removed(),
    }
}

/// The probabilities that 0, 1, 2, … of `special` cards are among `drawn` of `all`, up to the greatest
/// possible number.
fn hypergeometric(all: u32, special: u32, drawn: u32) -> Vec<f64> {
    let ways = choose(all, drawn);
    let most = special.min(drawn);
    (0..=most)
        .map(|count| ratio(choose(special, count) * choose(all - special, drawn - count), ways))
        .collect()
}

#[expect(clippy::cast_precision_loss, reason = "at most 21 over 10, exact as a float")]
fn ratio(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

/// The number of ways to choose `k` of `n`, at most 21.
fn choose(n: u32, k: u32) -> u64 {
    if k > n {
        return 0;
    }
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// The number of placements of the unseen cards when cards of one geisha are indistinguishable and no place
/// has an order: exact, counted geisha by geisha over the remaining room.
///
/// [`Hidden::placements`] counts the placements of distinguishable cards, which are the equally likely ones.
#[must_use]
pub fn distinguishable_placements(hidden: &Hidden) -> u128 {
    use std::collections::BTreeMap;

    let room = Place::ALL.map(|place| hidden.size(place));
    let mut ways: BTreeMap<[u32; Place::ALL.len()], u128> = BTreeMap::from([(room, 1)]);
    for (_, count) in hidden.unseen().kinds() {
        let mut next = BTreeMap::new();
        for (room, ways) in ways {
            spread(count, room, 0, &mut |left| *next.entry(left).or_default() += ways);
        }
        ways = next;
    }
    ways.values().sum()
}

/// Calls `found` with the room left by each way to lay `count` like cards in places from `place` on.
fn spread(
    count: u32,
    mut room: [u32; Place::ALL.len()],
    place: usize,
    found: &mut dyn FnMut([u32; Place::ALL.len()]),
) {
    let Some(&here) = room.get(place) else {
        if count == 0 {
            found(room);
        }
        return;
    };
    for taken in 0..=here.min(count) {
        room[place] = here - taken;
        spread(count - taken, room, place + 1, found);
    }
}
