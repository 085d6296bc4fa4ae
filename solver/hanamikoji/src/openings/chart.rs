//! The evaluations of all first hands together.

use crate::between_rounds::{FavourEstimates, Layout, LayoutEstimate};
use crate::openings::evaluation::{KindEvaluation, OpeningEvaluation};
use crate::openings::first_hand::{FirstHand, FirstHands};
use crate::rules::{Cards, Geisha, Kind, Round, Rules};
use hanamachi_core::search::strength::{Estimated, Proved};

/// **Estimated**: every first hand of a round with its best action.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningChart {
    /// In the order of the hands' text.
    pub hands: Vec<OpeningHand>,
    /// Number of hands that were searched; the others equal one of them up to renaming.
    pub classes: usize,
}

/// A hand with its best action.
#[derive(Clone, PartialEq, Debug)]
pub struct OpeningHand {
    /// The cards and their probability.
    pub hand: FirstHand,
    /// The hand that was searched for it.
    pub searched: Cards,
    /// The best action, in the names of these cards.
    pub best: KindEvaluation,
    /// The best ways to use the other actions, in descending order of value.
    pub alternatives: Vec<KindEvaluation>,
}

/// Summary of the values of a group of hands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandsSummary {
    /// Number of hands.
    pub hands: usize,
    /// Probability of being dealt one of them.
    pub probability: Proved<f64>,
    /// The mean of their values, weighted by probability; `None` for an empty group. The standard error
    /// treats the searched hands as independent.
    pub win: Option<Estimated>,
    /// Number of hands in which another action may be as good.
    pub close: usize,
}

/// A group of hands, and the action that most of them play.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandGroup {
    /// Summary of their values.
    pub summary: HandsSummary,
    /// The action that hands with the largest total probability play.
    pub usual: Option<Kind>,
}

/// Hands whose cards belong to the same number of geisha.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HandShape {
    /// Number of geisha.
    pub distinct: u32,
    /// Summary of their values.
    pub summary: HandsSummary,
    /// The action that hands with the largest total probability play.
    pub usual: Option<Kind>,
}

/// The hands by their number of cards of two geisha.
#[derive(Clone, PartialEq, Debug)]
pub struct HandGrid {
    /// The geisha whose cards the rows count, from 0 on.
    pub rows: Geisha,
    /// The geisha whose cards the columns count, from 0 on.
    pub columns: Geisha,
    /// `None` where there is no such hand.
    pub cells: Vec<Vec<Option<HandGroup>>>,
}

impl OpeningChart {
    /// The chart of a round, from one evaluation per class in the classes' order. `None` if they do not match
    /// the classes.
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

    /// Summary of the hands in this group.
    #[must_use]
    pub fn summary(&self, is_in: impl Fn(&OpeningHand) -> bool) -> HandsSummary {
        let group: Vec<&OpeningHand> = self.hands.iter().filter(|hand| is_in(hand)).collect();
        // Not `sum`, which is −0 for an empty group.
        let probability = group.iter().fold(0.0, |sum, hand| sum + hand.hand.probability.0);
        let mean = group.iter().map(|hand| hand.hand.probability.0 * hand.best.win.value).sum::<f64>();
        // Hands of one class share one error: their weights add up before they are squared.
        let mut errors = std::collections::BTreeMap::<Cards, Option<f64>>::new();
        for hand in &group {
            let term = hand.best.win.standard_error.map(|error| error * hand.hand.probability.0);
            let sum = errors.entry(hand.searched).or_insert(Some(0.0));
            *sum = sum.zip(term).map(|(sum, term)| sum + term);
        }
        let variance: Option<f64> = errors.into_values().map(|term| term.map(|term| term * term)).sum();
        let win = Estimated {
            value: mean / probability,
            standard_error: variance.map(|variance| variance.sqrt() / probability),
            n: None,
        };
        HandsSummary {
            hands: group.len(),
            probability: Proved(probability),
            win: (!group.is_empty()).then_some(win),
            close: group.iter().filter(|hand| hand.is_close()).count(),
        }
    }

    /// The hands whose best action is this one of the four.
    #[must_use]
    pub fn played(&self, kind: Kind) -> HandsSummary {
        self.summary(|hand| hand.best.action.kind() == Some(kind))
    }

    /// The hands with these numbers of cards of two geisha.
    #[must_use]
    pub fn with(&self, [(one, ones), (other, others)]: [(Geisha, u32); 2]) -> HandsSummary {
        self.summary(|hand| has(hand, [(one, ones), (other, others)]))
    }

    /// Value of all hands together to the starting player.
    #[must_use]
    pub fn all(&self) -> HandsSummary {
        self.summary(|_| true)
    }

    /// The hands grouped by the number of geisha to which their cards belong, fewest first.
    #[must_use]
    pub fn shapes(&self) -> Vec<HandShape> {
        let shape = |distinct: u32| {
            let is_in = |hand: &OpeningHand| hand.hand.cards.distinct() == distinct;
            HandShape { distinct, summary: self.summary(is_in), usual: self.usual_kind(is_in) }
        };
        (1..=7).map(shape).filter(|shape| shape.summary.hands > 0).collect()
    }

    /// The hands by their number of cards of the two most valuable geisha: the last two of `rules`, with
    /// which the chart was made.
    #[must_use]
    pub fn by_last_geisha(&self, rules: &Rules) -> HandGrid {
        let geisha: Vec<Geisha> = rules.geisha().collect();
        let rows = geisha.last().copied().unwrap_or(Geisha::ALL[0]);
        let columns = geisha.iter().rev().nth(1).copied().unwrap_or(rows);
        let cell = |of: [(Geisha, u32); 2]| {
            let is_in = |hand: &OpeningHand| has(hand, of);
            let summary = self.summary(is_in);
            let usual = self.usual_kind(is_in);
            (summary.hands > 0).then_some(HandGroup { summary, usual })
        };
        let row = |count: u32| {
            (0..=rules.value(columns)).map(|column| cell([(rows, count), (columns, column)])).collect()
        };
        HandGrid { rows, columns, cells: (0..=rules.value(rows)).map(row).collect() }
    }

    /// The median and the largest standard error of the best actions' values, if any is known.
    #[must_use]
    pub fn standard_errors(&self) -> Option<[f64; 2]> {
        let mut errors: Vec<f64> =
            self.hands.iter().filter_map(|hand| hand.best.win.standard_error).collect();
        errors.sort_by(f64::total_cmp);
        Some([*errors.get(errors.len() / 2)?, *errors.last()?])
    }

    /// The most probable best action of a group; `None` for an empty group.
    #[must_use]
    pub fn usual_kind(&self, is_in: impl Fn(&OpeningHand) -> bool) -> Option<Kind> {
        let weight = |kind: Kind| {
            self.summary(|hand| is_in(hand) && hand.best.action.kind() == Some(kind)).probability.0
        };
        let best =
            Kind::ALL.into_iter().rev().max_by(|one, other| weight(*one).total_cmp(&weight(*other)))?;
        (weight(best) > 0.0).then_some(best)
    }
}

/// Whether a hand has these numbers of cards of two geisha.
fn has(hand: &OpeningHand, of: [(Geisha, u32); 2]) -> bool {
    of.iter().all(|&(geisha, count)| hand.hand.cards.count(geisha) == count)
}

/// Winning probability of the player who starts a round with these markers, in the self-play that produced
/// the library's favour table; `None` if the table has no such round.
///
/// ```
/// use hanamachi_solver::hanamikoji::openings::starter_wins_in_self_play;
/// use hanamachi_solver::hanamikoji::{FIRST_ROUND, Favour, Game, Rules};
///
/// let round = Game::new(Rules::STANDARD).valued_round(FIRST_ROUND, Favour::NEUTRAL);
/// let win = starter_wins_in_self_play(&round).unwrap();
/// assert!(0.45 < win.value && win.value < 0.55 && win.standard_error.unwrap() < 0.01);
/// ```
#[must_use]
pub fn starter_wins_in_self_play(round: &Round) -> Option<Estimated> {
    let layout = Layout::new(round.rules(), round.favour());
    let estimates = FavourEstimates::built_in_layouts();
    let found = estimates.iter().find(|of| of.layout == layout);
    found.filter(|_| round.rules().is_standard_round()).map(LayoutEstimate::win)
}

impl OpeningHand {
    /// Whether another action may be as good as the best.
    #[must_use]
    pub fn is_close(&self) -> bool {
        self.alternatives.iter().any(|other| other.is_close_to(&self.best))
    }

    /// The cards that the best action leaves in hand.
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
    use crate::{FIRST_ROUND, Favour, Game, Kinds};
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
            assert_eq!(hand.best.win, evaluation.best().unwrap().win);
            for of in hand.alternatives.iter().chain([&hand.best]) {
                assert!(hand.hand.cards.contains(of.action.cards()), "{} {}", hand.hand.cards, of.action);
            }
            assert_eq!(hand.kept().len(), 3 - u32::from(hand.best.action.kind().unwrap().number()));
        }
        // Evaluations of other hands, or too few, do not make a chart.
        assert!(OpeningChart::new(&round, &evaluations[1..]).is_none());
        let swapped = [2, 1, 0].map(|class| evaluations[class].clone());
        assert!(OpeningChart::new(&round, &swapped).is_none());
    }

    /// Counts and probabilities of groups that partition the hands add up, and the mean of their means is the
    /// overall mean.
    #[test]
    fn groups_add_up() {
        let (round, evaluations) = small();
        let chart = OpeningChart::new(&round, &evaluations).unwrap();
        let all = chart.summary(|_| true);
        assert!(all.hands == 10 && (all.probability.0 - 1.0).abs() < 1e-12);
        let kinds = Kind::ALL.map(|kind| chart.played(kind));
        let [a, b] = [0, 1].map(|index| Geisha::from_index(index).unwrap());
        let grid: Vec<HandsSummary> = (0..=3)
            .flat_map(|ones| (0..=3).map(move |others| [(a, ones), (b, others)]))
            .map(|of| chart.with(of))
            .collect();
        for groups in [&kinds[..], &grid[..]] {
            assert_eq!(groups.iter().map(|group| group.hands).sum::<usize>(), 10);
            let mean: f64 =
                groups.iter().filter_map(|group| Some(group.probability.0 * group.win?.value)).sum();
            assert!((mean - all.win.unwrap().value).abs() < 1e-12);
        }
        assert_eq!(chart.all(), all);
        let rules = round.rules();
        let cells: Vec<HandGroup> =
            chart.by_last_geisha(rules).cells.into_iter().flatten().flatten().collect();
        let shapes = chart.shapes();
        for hands in [
            cells.iter().map(|cell| cell.summary.hands).sum::<usize>(),
            shapes.iter().map(|shape| shape.summary.hands).sum(),
        ] {
            assert_eq!(hands, 10);
        }
        assert!(cells.iter().all(|cell| cell.usual.is_some()));
        assert_eq!(shapes.iter().map(|shape| shape.distinct).collect::<Vec<_>>(), [1, 2, 3]);
        let [middle, largest] = chart.standard_errors().unwrap();
        assert!(0.0 < middle && middle <= largest);
        assert_eq!(starter_wins_in_self_play(&round), None, "a reduced game");
        let usual = chart.usual_kind(|_| true).unwrap();
        assert!(kinds.iter().all(|kind| kind.probability.0 <= chart.played(usual).probability.0));
        assert_eq!(chart.usual_kind(|_| false), None);
    }
}
