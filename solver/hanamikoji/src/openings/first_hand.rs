//! All possible first hands of a round.

use std::collections::BTreeMap;

use crate::knowledge::{InformationSet, Setup};
use crate::rules::relabelling::{Relabelling, alike};
use crate::rules::{Action, Cards, Geisha, Round, Rules};
use hanamachi_core::game::Seat;
use hanamachi_core::search::strength::Proved;

/// Every hand that the first player of a round can hold at the first decision, the drawn card included.
///
/// ```
/// use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Rules};
/// use hanamachi_solver::hanamikoji::openings::FirstHands;
///
/// let round = Game::new(Rules::STANDARD).round(FIRST_ROUND, Favour::NEUTRAL, |_| 0.0);
/// let hands = FirstHands::new(&round);
/// assert_eq!((hands.hands().len(), hands.classes().len()), (910, 212));
/// assert_eq!(hands.hands()[0].cards.to_string(), "AABBCCD");
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct FirstHands {
    hands: Vec<FirstHand>,
    classes: Vec<FirstHandClass>,
}

/// One of the hands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstHand {
    /// The cards.
    pub cards: Cards,
    /// Probability of being dealt these cards.
    pub probability: Proved<f64>,
    /// The number of its class, of hands that are equal up to renaming.
    pub class: usize,
    /// The renaming from the class's cards to these.
    names: Relabelling,
}

/// Hands that differ only in the names of geisha.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstHandClass {
    /// The first of them.
    pub cards: Cards,
    /// Number of hands.
    pub hands: usize,
    /// Probability of being dealt one of them.
    pub probability: Proved<f64>,
}

impl FirstHand {
    /// Renames an action of the class's cards to these cards.
    #[must_use]
    pub fn action(&self, of_class: Action) -> Action {
        self.names.action(of_class)
    }
}

impl FirstHands {
    /// The first hands of a round with these rules and markers. Hands and classes are in the order of their
    /// text.
    #[must_use]
    pub fn new(round: &Round) -> Self {
        let rules = round.rules();
        let all = hands_of(rules);
        let places: BTreeMap<Cards, usize> = all.iter().copied().zip(0..).collect();
        let relabellings = Relabelling::all(&alike(rules, round.favour()));
        let mut found: Vec<Option<(usize, Relabelling)>> = vec![None; all.len()];
        let mut classes = Vec::new();
        for (place, &cards) in all.iter().enumerate() {
            if found[place].is_some() {
                continue;
            }
            let class = classes.len();
            let mut hands = 0_u32;
            for &names in &relabellings {
                if let Some(&other) = places.get(&names.cards(cards))
                    && found[other].is_none()
                {
                    found[other] = Some((class, names));
                    hands += 1;
                }
            }
            let probability = Proved(f64::from(hands) * probability_of(rules, cards));
            let hands = usize::try_from(hands).unwrap_or(usize::MAX);
            classes.push(FirstHandClass { cards, hands, probability });
        }
        let hand = |(&cards, found): (&Cards, &Option<(usize, Relabelling)>)| {
            let (class, names) = (*found)?;
            Some(FirstHand { cards, probability: Proved(probability_of(rules, cards)), class, names })
        };
        let hands = all.iter().zip(&found).filter_map(hand).collect();
        Self { hands, classes }
    }

    /// All hands.
    #[must_use]
    pub fn hands(&self) -> &[FirstHand] {
        &self.hands
    }

    /// Their classes.
    #[must_use]
    pub fn classes(&self) -> &[FirstHandClass] {
        &self.classes
    }

    /// The first player's information with these cards in this round; `None` if they are not a first hand of
    /// it.
    #[must_use]
    pub fn information_set(round: &Round, cards: Cards) -> Option<InformationSet> {
        let setup = Setup {
            rules: *round.rules(),
            round_number: round.number(),
            favour_of_first: round.favour(),
            seat: Seat::First,
            hand: cards,
            history: Vec::new(),
        };
        InformationSet::try_from(setup).ok()
    }
}

/// All sets of the size of the first hand and the first draw together, in the order of their text.
fn hands_of(rules: &Rules) -> Vec<Cards> {
    let mut hands = Vec::new();
    choose(rules, &mut [0; Geisha::COUNT], 0, rules.first_hand() + 1, &mut hands);
    hands
}

/// Adds all hands with `left` more cards, from this geisha on.
fn choose(rules: &Rules, counts: &mut [u8; Geisha::COUNT], from: usize, left: u32, hands: &mut Vec<Cards>) {
    let Some(geisha) = Geisha::from_index(from) else {
        hands.extend(Cards::from_counts(*counts).filter(|_| left == 0));
        return;
    };
    // More cards of an early letter come first.
    for count in (0..=rules.value(geisha).min(left)).rev() {
        counts[from] = u8::try_from(count).unwrap_or_default();
        choose(rules, counts, from + 1, left - count, hands);
    }
    counts[from] = 0;
}

/// Probability that the first player holds exactly these cards.
fn probability_of(rules: &Rules, cards: Cards) -> f64 {
    let ways: f64 = rules.geisha().map(|geisha| binomial(rules.value(geisha), cards.count(geisha))).product();
    ways / binomial(rules.pack().len(), cards.len())
}

/// Number of ways to choose, exact in the range of a pack.
fn binomial(of: u32, chosen: u32) -> f64 {
    (0..chosen).map(|step| f64::from(of - step) / f64::from(step + 1)).product()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::rules::{Deal, Favour, Game};
    use crate::{FIRST_ROUND, Kinds};
    use hanamachi_core::search::parallel::Streams;

    fn round(rules: Rules, favour: Favour) -> Round {
        Game::new(rules).round(FIRST_ROUND, favour, |_| 0.0)
    }

    #[test]
    fn the_standard_game_has_910_first_hands_and_212_but_for_names() {
        let hands = FirstHands::new(&round(Rules::STANDARD, Favour::NEUTRAL));
        assert_eq!((hands.hands().len(), hands.classes().len()), (910, 212));
        let texts: Vec<String> = hands.hands().iter().map(|hand| hand.cards.to_string()).collect();
        assert!(texts.is_sorted() && texts.iter().all(|text| text.len() == 7));
        assert_eq!(texts.iter().collect::<BTreeSet<_>>().len(), 910);
        let sum: f64 = hands.hands().iter().map(|hand| hand.probability.0).sum();
        let of_classes: f64 = hands.classes().iter().map(|class| class.probability.0).sum();
        assert!((sum - 1.0).abs() < 1e-12 && (of_classes - 1.0).abs() < 1e-12);
        assert_eq!(hands.classes().iter().map(|class| class.hands).sum::<usize>(), 910);
    }

    /// Checks the classes by another method: the sorted counts of geisha of equal value.
    #[test]
    fn classes_are_the_sorted_counts() {
        let hands = FirstHands::new(&round(Rules::STANDARD, Favour::NEUTRAL));
        let sorted = |cards: Cards| {
            let mut counts = cards.counts();
            counts[..3].sort_unstable();
            counts[3..5].sort_unstable();
            counts
        };
        let all: BTreeSet<_> = hands.hands().iter().map(|hand| sorted(hand.cards)).collect();
        assert_eq!(all.len(), 212);
        for hand in hands.hands() {
            assert_eq!(sorted(hand.cards), sorted(hands.classes()[hand.class].cards), "{}", hand.cards);
        }
    }

    /// With a marker on A, only B and C, and D and E, are interchangeable.
    #[test]
    fn markers_part_the_classes() {
        let favour = Favour::from_owners(|geisha| (geisha.index() == 0).then_some(Seat::First));
        let hands = FirstHands::new(&round(Rules::STANDARD, favour));
        let sorted = |cards: Cards| {
            let mut counts = cards.counts();
            counts[1..3].sort_unstable();
            counts[3..5].sort_unstable();
            counts
        };
        let all: BTreeSet<_> = hands.hands().iter().map(|hand| sorted(hand.cards)).collect();
        assert_eq!((hands.hands().len(), hands.classes().len()), (910, all.len()));
    }

    /// The renamed legal actions of a class are the legal actions of each of its hands.
    #[test]
    fn actions_go_from_the_class_to_its_hands() {
        let round = round(Rules::STANDARD, Favour::NEUTRAL);
        let hands = FirstHands::new(&round);
        let legal = |cards: Cards| {
            let set = FirstHands::information_set(&round, cards).unwrap();
            let mut actions = Vec::new();
            round.legal(set.key(), &mut actions);
            actions
        };
        for hand in hands.hands().iter().step_by(7) {
            let of_class = legal(hands.classes()[hand.class].cards);
            let renamed: BTreeSet<Action> = of_class.into_iter().map(|action| hand.action(action)).collect();
            assert_eq!(renamed, legal(hand.cards).into_iter().collect(), "{}", hand.cards);
        }
    }

    #[test]
    fn reduced_games_have_first_hands_too() {
        let actions: Kinds = [1, 3].into_iter().filter_map(crate::Kind::from_number).collect();
        let rules = Rules::reduced(&[3, 3, 3], actions).unwrap();
        let hands = FirstHands::new(&round(rules, Favour::NEUTRAL));
        let texts: Vec<String> = hands.hands().iter().map(|hand| hand.cards.to_string()).collect();
        assert_eq!(texts.len(), 10);
        let classes: Vec<String> = hands.classes().iter().map(|class| class.cards.to_string()).collect();
        assert_eq!(classes, ["AAA", "AAB", "ABC"]);
    }

    proptest! {
        /// Dealt hands are in the list, with the expected average frequency.
        #[test]
        fn every_deal_begins_with_one(seed: u64) {
            let round = round(Rules::STANDARD, Favour::NEUTRAL);
            let deal = Deal::random(round.rules(), &mut Streams::new(seed).first());
            let mut state = round.dealt(&deal);
            round.draw_from(&deal, &mut state);
            let cards = state.hand(Seat::First);
            let hands = FirstHands::new(&round);
            prop_assert!(hands.hands().iter().any(|hand| hand.cards == cards), "{cards}");
            prop_assert!(FirstHands::information_set(&round, cards).is_some());
        }
    }
}
