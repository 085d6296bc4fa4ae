//! What is known of all first hands together.

use crate::openings::evaluation::{KindEvaluation, OpeningEvaluation};
use crate::openings::first_hand::{FirstHand, FirstHands};
use crate::rules::{Cards, Geisha, Kind, Round};

/// **Estimated**: every first hand of a round with what to play.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningChart {
    /// In the order of the hands' text.
    pub hands: Vec<OpeningHand>,
    /// How many of them were searched; the others are the same up to renaming.
    pub classes: usize,
}

/// A hand with what to play.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningHand {
    /// The cards, and how likely they are.
    pub hand: FirstHand,
    /// The hand that was searched for it.
    pub searched: Cards,
    /// What to play, in the names of these cards.
    pub best: KindEvaluation,
    /// The best ways to use the other actions, the one that is worth most first.
    pub alternatives: Vec<KindEvaluation>,
}

/// **Estimated**: hands that have something in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct KindSummary {
    /// How many hands.
    pub hands: usize,
    /// How likely it is to be dealt one of them.
    pub probability: f64,
    /// The mean of what they are worth, weighted by how likely they are; `None` of none.
    pub win: Option<f64>,
    /// Its standard error, the hands that were searched being independent of each other.
    pub standard_error: Option<f64>,
    /// In how many of them another action may be as good.
    pub close: usize,
}

impl OpeningChart {
    /// The chart of a round, from one evaluation for each class in the classes' order. `None` if they are not those.
    #[must_use]
    pub fn new(round: &Round, evaluations: &[OpeningEvaluation]) -> Option<Self> {
        let all = FirstHands::new(round);
        let classes = all.classes();
        let fit = classes.len() == evaluations.len()
            && classes.iter().zip(evaluations).all(|(class, evaluation)| class.cards == evaluation.cards);
        if !fit {
            return None;
        }
        let hand = |hand: &FirstHand| {
            let evaluation = &evaluations[hand.class];
            let named = |of: &KindEvaluation| KindEvaluation { action: hand.action(of.action), ..*of };
            Some(OpeningHand {
                hand: *hand,
                searched: evaluation.cards,
                best: evaluation.best().map(named)?,
                alternatives: evaluation.alternatives().into_iter().map(named).collect(),
            })
        };
        let hands = all.hands().iter().map(hand).collect::<Option<_>>()?;
        Some(Self { hands, classes: classes.len() })
    }

    /// What the hands have in common that are in this group.
    #[must_use]
    pub fn summary(&self, is_in: impl Fn(&OpeningHand) -> bool) -> KindSummary {
        let group: Vec<&OpeningHand> = self.hands.iter().filter(|hand| is_in(hand)).collect();
        let probability: f64 = group.iter().map(|hand| hand.hand.probability).sum();
        let mean = |of: &dyn Fn(&OpeningHand) -> f64| {
            group.iter().map(|hand| hand.hand.probability * of(hand)).sum::<f64>() / probability
        };
        // Hands of one class share one error: their weights add up before they are squared.
        let mut errors = std::collections::BTreeMap::<Cards, Option<f64>>::new();
        for hand in &group {
            let term = hand.best.standard_error.map(|error| error * hand.hand.probability);
            let sum = errors.entry(hand.searched).or_insert(Some(0.0));
            *sum = sum.zip(term).map(|(sum, term)| sum + term);
        }
        let variance: Option<f64> = errors.into_values().map(|term| term.map(|term| term * term)).sum();
        KindSummary {
            hands: group.len(),
            probability,
            win: (!group.is_empty()).then(|| mean(&|hand| hand.best.win)),
            standard_error: variance
                .map(|variance| variance.sqrt() / probability)
                .filter(|_| !group.is_empty()),
            close: group.iter().filter(|hand| hand.is_close()).count(),
        }
    }

    /// Those for whom this is the best action of the four.
    #[must_use]
    pub fn played(&self, kind: Kind) -> KindSummary {
        self.summary(|hand| hand.best.action.kind() == Some(kind))
    }

    /// Those with so many cards of one geisha and so many of another.
    #[must_use]
    pub fn with(&self, [(one, ones), (other, others)]: [(Geisha, u32); 2]) -> KindSummary {
        self.summary(|hand| hand.hand.cards.count(one) == ones && hand.hand.cards.count(other) == others)
    }

    /// The action that the largest part of a group plays, by how likely its hands are; `None` of an empty group.
    #[must_use]
    pub fn usual_kind(&self, is_in: impl Fn(&OpeningHand) -> bool) -> Option<Kind> {
        let weight = |kind: Kind| {
            self.summary(|hand| is_in(hand) && hand.best.action.kind() == Some(kind)).probability
        };
        let best =
            Kind::ALL.into_iter().rev().max_by(|one, other| weight(*one).total_cmp(&weight(*other)))?;
        (weight(best) > 0.0).then_some(best)
    }
}

impl OpeningHand {
    /// Whether another action may be as good as the best.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.alternatives.iter().any(|other| other.is_close_to(&self.best))
    }

    /// The cards that are kept: what the best action does not use.
    #[must_use]
    pub fn kept(&self) -> Cards {
        self.hand.cards.checked_minus(self.best.action.cards()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::openings::OpeningSearch;
    use crate::{FIRST_ROUND, Favour, Game, Kinds, Rules};
    use hanamachi_core::search::budget::CancelToken;

    fn small() -> (Round, Vec<OpeningEvaluation>) {
        let actions: Kinds = [1, 3].into_iter().filter_map(Kind::from_number).collect();
        let rules = Rules::reduced(&[3, 3, 3], actions).unwrap();
        let round = Game::new(rules).valued_round(FIRST_ROUND, Favour::NEUTRAL);
        let number = |number| NonZeroU64::new(number).unwrap();
        let search = OpeningSearch { iterations: number(2000), block_size: number(100) };
        let hands = FirstHands::new(&round);
        let evaluate = |class: &super::super::FirstHandClass| {
            search.evaluate(&round, class.cards, 1, &CancelToken::new()).unwrap().unwrap()
        };
        let evaluations = hands.classes().iter().map(evaluate).collect();
        (round, evaluations)
    }

    #[test]
    fn every_hand_gets_the_value_of_its_class_and_actions_of_its_own_cards() {
        let (round, evaluations) = small();
        let chart = OpeningChart::new(&round, &evaluations).unwrap();
        assert_eq!((chart.hands.len(), chart.classes), (10, 3));
        for hand in &chart.hands {
            let evaluation = evaluations.iter().find(|of| of.cards == hand.searched).unwrap();
            assert_eq!(hand.best.win.to_bits(), evaluation.best().unwrap().win.to_bits());
            for of in hand.alternatives.iter().chain([&hand.best]) {
                assert!(hand.hand.cards.contains(of.action.cards()), "{} {}", hand.hand.cards, of.action);
            }
            assert_eq!(hand.kept().len(), 3 - u32::from(hand.best.action.kind().unwrap().number()));
        }
        // Evaluations of other hands, or too few, make no chart.
        assert!(OpeningChart::new(&round, &evaluations[1..]).is_none());
        let swapped = [2, 1, 0].map(|class| evaluations[class].clone());
        assert!(OpeningChart::new(&round, &swapped).is_none());
    }

    /// Groups that part the hands have counts and probabilities that add up, and the mean of their means is the mean.
    #[test]
    fn groups_add_up() {
        let (round, evaluations) = small();
        let chart = OpeningChart::new(&round, &evaluations).unwrap();
        let all = chart.summary(|_| true);
        assert!(all.hands == 10 && (all.probability - 1.0).abs() < 1e-12);
        let kinds = Kind::ALL.map(|kind| chart.played(kind));
        let [a, b] = [0, 1].map(|index| Geisha::from_index(index).unwrap());
        let grid: Vec<KindSummary> = (0..=3)
            .flat_map(|ones| (0..=3).map(move |others| [(a, ones), (b, others)]))
            .map(|of| chart.with(of))
            .collect();
        for groups in [&kinds[..], &grid[..]] {
            assert_eq!(groups.iter().map(|group| group.hands).sum::<usize>(), 10);
            let mean: f64 = groups.iter().filter_map(|group| Some(group.probability * group.win?)).sum();
            assert!((mean - all.win.unwrap()).abs() < 1e-12);
        }
        let usual = chart.usual_kind(|_| true).unwrap();
        assert!(kinds.iter().all(|kind| kind.probability <= chart.played(usual).probability));
        assert_eq!(chart.usual_kind(|_| false), None);
    }
}
