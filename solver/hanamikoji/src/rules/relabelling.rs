//! Relabellings: geisha under each other's names.

use std::cmp::Ordering;

use arrayvec::ArrayVec;

use crate::rules::action::{Action, Decision};
use crate::rules::card::{Cards, Geisha};
use crate::rules::favour::Favour;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::state::State;
use crate::rules::turn::{Entries, Entry, Played};

/// A permutation of the geisha: a new name for each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Relabelling([Geisha; Geisha::COUNT]);

/// Largest number of relabellings that is worth the time: all of five equal geisha.
pub(crate) const MOST: usize = 120;

impl Relabelling {
    /// The identity: every geisha keeps her name.
    pub(crate) const NONE: Self = Self(Geisha::ALL);

    /// All relabellings that permute only the names of geisha within these groups, the identity first. A
    /// group whose orders would exceed the limit is left out; the rest is again a group in the sense of
    /// algebra.
    pub(crate) fn all(groups: &[Vec<Geisha>]) -> Vec<Self> {
        let mut all = vec![Self::NONE];
        for group in groups {
            let orders = orders(group);
            if all.len() * orders.len() > MOST {
                continue;
            }
            let with = |base: &Self, order: &[Geisha]| {
                let mut names = base.0;
                for (geisha, &name) in group.iter().zip(order) {
                    names[geisha.index()] = name;
                }
                Self(names)
            };
            all = all.iter().flat_map(|base| orders.iter().map(move |order| with(base, order))).collect();
        }
        all
    }

    pub(crate) const fn name(self, geisha: Geisha) -> Geisha {
        self.0[geisha.index()]
    }

    /// Exchanges the names of the first and the last of some geisha.
    pub(crate) fn exchange(geisha: &[Geisha]) -> Self {
        let mut names = Geisha::ALL;
        if let [first, .., last] = geisha {
            names.swap(first.index(), last.index());
        }
        Self(names)
    }

    /// This relabelling, and then `next`.
    pub(crate) fn then(self, next: Self) -> Self {
        Self(self.0.map(|name| next.name(name)))
    }

    /// The relabelling that undoes this one.
    pub(crate) fn inverse(self) -> Self {
        let mut names = self.0;
        for (geisha, name) in Geisha::ALL.into_iter().zip(self.0) {
            names[name.index()] = geisha;
        }
        Self(names)
    }

    fn pair(self, pair: [Geisha; 2]) -> [Geisha; 2] {
        pair.map(|geisha| self.name(geisha))
    }

    pub(crate) fn cards(self, cards: Cards) -> Cards {
        let mut counts = [0; Geisha::COUNT];
        for (count, name) in cards.counts().into_iter().zip(self.0) {
            counts[name.index()] = count;
        }
        Cards::from_counts(counts).unwrap_or_default()
    }

    pub(crate) fn action(self, action: Action) -> Action {
        match action.unpack() {
            Decision::Secret(card) => Action::secret(self.name(card)),
            Decision::TradeOff(pair) => Action::trade_off(self.pair(pair)),
            Decision::Gift(cards) => Action::gift(cards.map(|card| self.name(card))),
            Decision::Competition(pairs) => Action::competition(pairs.map(|pair| self.pair(pair))),
            Decision::TakeCard(card) => Action::take_card(self.name(card)),
            Decision::TakePair(pair) => Action::take_pair(self.pair(pair)),
        }
    }

    fn entry(self, entry: Entry) -> Entry {
        let Some(played) = entry.unpack() else { return entry };
        Entry::pack(match played {
            Played::Secret(card) => Played::Secret(card.map(|card| self.name(card))),
            Played::TradeOff(pair) => Played::TradeOff(pair.map(|pair| self.pair(pair))),
            Played::Gift(cards, taken) => {
                Played::Gift(cards.map(|card| self.name(card)), taken.map(|card| self.name(card)))
            }
            Played::Competition(pairs, taken) => {
                Played::Competition(pairs.map(|pair| self.pair(pair)), taken.map(|pair| self.pair(pair)))
            }
        })
    }

    pub(crate) fn history(self, history: &Entries) -> Entries {
        history.map(|entry| self.entry(entry))
    }

    /// The information of a player under these names.
    pub(crate) fn information(self, information: &Information) -> Information {
        let (hand, history) = (self.cards(information.hand), self.history(&information.history));
        Information { hand, history, ..*information }
    }

    /// The markers under these names.
    pub(crate) fn favour(self, favour: Favour) -> Favour {
        let back = self.inverse();
        Favour::from_owners(|geisha| favour.owner(back.name(geisha)))
    }

    pub(crate) fn state(self, state: &State) -> State {
        State {
            hands: state.hands.map(|cards| self.cards(cards)),
            rows: state.rows.map(|cards| self.cards(cards)),
            secrets: state.secrets.map(|cards| self.cards(cards)),
            trade_offs: state.trade_offs.map(|cards| self.cards(cards)),
            deck: self.cards(state.deck),
            removed: self.cards(state.removed),
            seen: state.seen.each_ref().map(|history| self.history(history)),
            ..*state
        }
    }
}

/// The smallest relabelling of the information by one of `relabellings`, and all of these that give it. They must
/// contain the identity.
pub(crate) fn smallest_information(
    relabellings: &[Relabelling],
    information: &Information,
) -> (Information, ArrayVec<Relabelling, MOST>) {
    let hand = |names: &Relabelling| names.cards(information.hand);
    let Some(smallest_hand) = relabellings.iter().map(hand).min() else {
        return (*information, ArrayVec::from_iter([Relabelling::NONE]));
    };
    // The hand, which is quick to relabel, rules out most relabellings.
    let mut names = ArrayVec::new();
    let mut smallest = None;
    for relabelling in relabellings.iter().filter(|names| hand(names) == smallest_hand) {
        let history = relabelling.history(&information.history);
        match smallest.map_or(Ordering::Less, |smallest| history.cmp(&smallest)) {
            Ordering::Less => {
                smallest = Some(history);
                names.clear();
                names.push(*relabelling);
            }
            Ordering::Equal => names.push(*relabelling),
            Ordering::Greater => {}
        }
    }
    let history = smallest.unwrap_or(information.history);
    (Information { hand: smallest_hand, history, ..*information }, names)
}

/// The groups of geisha that are alike but for their names: of equal value, with their markers in the same
/// place. Groups of one are omitted.
pub(crate) fn alike(rules: &Rules, favour: Favour) -> Vec<Vec<Geisha>> {
    let mut groups: Vec<Vec<Geisha>> = Vec::new();
    let kind = |geisha: Geisha| (rules.value(geisha), favour.owner(geisha));
    for geisha in rules.geisha() {
        match groups.iter_mut().find(|group| kind(group[0]) == kind(geisha)) {
            Some(group) => group.push(geisha),
            None => groups.push(vec![geisha]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// All orders of some geisha, the given one first.
fn orders(geisha: &[Geisha]) -> Vec<ArrayVec<Geisha, { Geisha::COUNT }>> {
    let Some((&first, rest)) = geisha.split_first() else { return vec![ArrayVec::new()] };
    let mut all = Vec::new();
    let rest = orders(rest);
    for place in 0..geisha.len() {
        for order in &rest {
            let mut order = order.clone();
            order.insert(place, first);
            all.push(order);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use hanamachi_core::game::Seat;

    #[test]
    fn relabellings_are_all_different_and_start_with_none() {
        let groups = alike(&Rules::STANDARD, Favour::default());
        let all = Relabelling::all(&groups);
        assert_eq!(all[0], Relabelling::NONE);
        assert_eq!(all.len(), 12);
        assert!(all.iter().enumerate().all(|(place, one)| !all[..place].contains(one)));
        let hand: Cards = "ABBDEFG".parse().unwrap();
        let hands: std::collections::BTreeSet<Cards> = all.iter().map(|names| names.cards(hand)).collect();
        // Two of one of three geisha, one of another; D and E are one each either way.
        assert_eq!(hands.len(), 6);
    }

    #[test]
    fn the_inverse_undoes_a_relabelling() {
        let favour =
            Favour::from_owners(|geisha| [None, Some(Seat::First), Some(Seat::Second)][geisha.index() % 3]);
        let history =
            "....... 2 BBDE 3CGG-C,2CF,4AFDE-AF,3GGG-G,1X".parse::<crate::InformationSet>().unwrap();
        let hand: Cards = "ABBDEFG".parse().unwrap();
        for names in Relabelling::all(&alike(&Rules::STANDARD, Favour::NEUTRAL)) {
            let back = names.inverse();
            assert_eq!(back.cards(names.cards(hand)), hand);
            assert_eq!(back.favour(names.favour(favour)), favour);
            assert_eq!(back.information(&names.information(history.key())), *history.key());
        }
        let exchanged = Relabelling::all(&[vec![Geisha::ALL[0], Geisha::ALL[1]]])[1];
        let letters = |favour: Favour| Geisha::ALL.map(|geisha| favour.owner(geisha).map_or(2, Seat::index));
        assert_eq!(
            (letters(favour), letters(exchanged.favour(favour))),
            ([2, 0, 1, 2, 0, 1, 2], [0, 2, 1, 2, 0, 1, 2])
        );
    }

    #[test]
    fn markers_tell_geisha_apart() {
        let favour =
            Favour::from_owners(|geisha| (geisha.index() == 0).then_some(hanamachi_core::game::Seat::First));
        let groups = alike(&Rules::STANDARD, favour);
        let letters: Vec<String> =
            groups.iter().map(|group| group.iter().map(|geisha| geisha.letter()).collect()).collect();
        assert_eq!(letters, ["BC", "DE"]);
    }
}
