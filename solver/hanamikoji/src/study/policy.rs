//! Policy of a strategy table.

use crate::FIRST_ROUND;
use crate::knowledge::InformationSet;
use crate::openings::{FirstHandClass, FirstHands};
use crate::rules::{Action, Favour, Game, Round};
use crate::strategy_table::StrategyTable;

/// **Computed**: action probabilities of a strategy at an information set. They are exact for the strategy;
/// another equilibrium may play differently.
#[derive(Clone, PartialEq, Debug)]
pub struct PolicyAt {
    /// The information set.
    pub information_set: InformationSet,
    /// Actions with their frequencies, the most frequent first. Empty where the table has no entry, because
    /// there is nothing to choose or all choices are equivalent.
    pub choices: Vec<(Action, f64)>,
    /// For a first hand: its class of hands that are equal up to renaming, with the probability of being
    /// dealt one of them.
    pub first_hand: Option<FirstHandClass>,
}

/// Policy of a strategy table: at the first hands of its first round, and at any information set.
#[derive(Clone, Debug)]
pub struct PolicyReader<'a, B> {
    table: &'a StrategyTable<B>,
    round: Round,
    hands: FirstHands,
}

impl<'a, B: AsRef<[u8]>> PolicyReader<'a, B> {
    /// Policy of this table.
    #[must_use]
    pub fn new(table: &'a StrategyTable<B>) -> Self {
        let (number, favour) =
            table.question().rounds.first().copied().unwrap_or((FIRST_ROUND, Favour::NEUTRAL));
        // Nothing is searched, so the values of undecided rounds do not matter.
        let round = Game::new(*table.rules()).round(number, favour, |_| 0.0);
        let hands = FirstHands::new(&round);
        Self { table, round, hands }
    }

    /// Policy at the first hands of a game, one for each class of hands that are equal up to renaming, the
    /// likeliest class first.
    #[must_use]
    pub fn first_hands(&self) -> Vec<PolicyAt> {
        let mut classes = self.hands.classes().to_vec();
        classes.sort_by(|one, other| other.probability.0.total_cmp(&one.probability.0));
        let sets = classes.iter().filter_map(|class| FirstHands::information_set(&self.round, class.cards));
        sets.map(|set| self.at(&set)).collect()
    }

    /// Policy at this information set, which must belong to the rules of the table.
    #[must_use]
    pub fn at(&self, set: &InformationSet) -> PolicyAt {
        let mut choices = self.table.lookup(set).unwrap_or_default();
        choices.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
        PolicyAt { information_set: *set, choices, first_hand: self.class_of(set) }
    }

    /// The class of this first hand, if the set is one.
    fn class_of(&self, set: &InformationSet) -> Option<FirstHandClass> {
        FirstHands::information_set(&self.round, set.hand()).filter(|first| first == set)?;
        let hand = self.hands.hands().iter().find(|hand| hand.cards == set.hand())?;
        self.hands.classes().get(hand.class).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two geisha worth 3 and 4, secret and trade-off.
    const TABLE: &[u8] = include_bytes!("../../../../tests/data/tables/hanamikoji-policy.table");

    #[test]
    fn first_hands_stand_by_how_likely_they_are_and_choices_by_how_often() {
        let table = StrategyTable::open(TABLE).unwrap();
        let policy = PolicyReader::new(&table);
        let first = policy.first_hands();
        let hands: Vec<String> = first.iter().map(|at| at.information_set.hand().to_string()).collect();
        assert_eq!(hands, ["AB", "BB", "AA"]);
        let dealt: f64 = first.iter().filter_map(|at| at.first_hand).map(|class| class.probability.0).sum();
        assert!((dealt - 1.0).abs() < 1e-12);
        for at in &first {
            assert!(at.choices.is_sorted_by(|one, other| one.1 >= other.1), "{}", at.information_set);
            let sum: f64 = at.choices.iter().map(|choice| choice.1).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{}", at.information_set);
            assert_eq!(policy.at(&at.information_set), *at);
        }
        let texts: Vec<String> = first[0].choices.iter().map(|choice| choice.0.to_string()).collect();
        assert_eq!(texts, ["1B", "2AB", "1A"]);
    }

    #[test]
    fn what_is_no_first_hand_and_what_the_table_does_not_have_is_empty() {
        let table = StrategyTable::open(TABLE).unwrap();
        let policy = PolicyReader::new(&table);
        let later: InformationSet =
            ".. 2 AB 1X rounds=1 tiebreak=none geisha=3,4 actions=1,2".parse().unwrap();
        assert_eq!(policy.at(&later).first_hand, None);
        let other: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let nothing = policy.at(&other);
        assert!(nothing.choices.is_empty() && nothing.first_hand.is_none());
    }
}
