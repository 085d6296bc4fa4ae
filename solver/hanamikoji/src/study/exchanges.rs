//! Effect of exchanging a card in hand.

use std::collections::BTreeMap;

use super::actions::{HandValue, under};
use super::searched::SearchedPosition;
use crate::analysis::{AnalysisError, Method, PlayedHand, hand_value};
use crate::knowledge::canonical::Canonical;
use crate::knowledge::{InformationSet, Variation};
use crate::learn::NetworkPolicy;
use crate::rules::{Geisha, Round};
use hanamachi_core::search::budget::{RunContext, Stop};
use hanamachi_core::search::parallel::Streams;
use hanamachi_core::search::root_values::Effort;
use hanamachi_core::search::strength::{Estimated, Number};
use rand::Rng;

/// Exchange of one card, and the value of the resulting hand.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Exchange {
    /// The exchanged cards and the resulting hand.
    pub variation: Variation,
    /// Value of the other hand.
    pub value: HandValue,
    /// Gain over the hand as it is.
    pub change: Number,
}

/// The reader's hand, and every hand with one of its cards exchanged for one that the reader has not seen.
#[derive(Clone, PartialEq, Debug)]
pub struct Exchanges {
    /// The hand as it is, evaluated like the others, with their effort or more.
    pub here: HandValue,
    /// The other hands, in the order of the cards.
    pub others: Vec<Exchange>,
}

impl Exchange {
    /// `change` minus two of its standard errors, or minus a margin for rounding if it has no error.
    fn sure(&self, change: f64) -> f64 {
        change - self.change.standard_error().map_or(1e-4, |error| 2.0 * error)
    }
}

impl Exchanges {
    /// The changes from this hand to others.
    #[must_use]
    pub fn new(here: HandValue, others: impl IntoIterator<Item = (Variation, HandValue)>) -> Self {
        let mut exchanges = Self { here, others: Vec::new() };
        for (variation, value) in others {
            exchanges.add(variation, value);
        }
        exchanges
    }

    fn add(&mut self, variation: Variation, value: HandValue) {
        self.others.push(Exchange { variation, value, change: value.win.minus(self.here.win) });
    }

    /// Searches the hand as it is and every hand with one card exchanged, all with this effort.
    /// The effort is the same because values of larger trees differ a little from those of smaller ones. With
    /// the equilibrium, hands are compared by the value of its policy, whose errors are much smaller than those
    /// of the value that a search of a single position has; the hand as it is then gets twice as many rollouts,
    /// because its error is part of all changes. The random streams derive from the seed and the canonical hand, so hands that differ by the
    /// names of geisha that are alike have the same value; they differ from those of a search with that seed itself. Returns `None` where there is no card to exchange. After
    /// each exchange, `partial` receives the exchanges so far.
    ///
    /// # Errors
    ///
    /// As [`SearchedPosition::search`].
    pub fn search(
        round: &Round,
        set: &InformationSet,
        (method, effort): (Method, Effort),
        context: RunContext<'_>,
        mut partial: impl FnMut(&Self),
    ) -> Result<Option<Self>, AnalysisError> {
        let variations = set.variations();
        if variations.is_empty() {
            return Ok(None);
        }
        let is_policy = matches!(method, Method::Equilibrium);
        // Hands that differ by the names of geisha that are alike are one.
        let mut known: BTreeMap<String, HandValue> = BTreeMap::new();
        let mut hand = |set: &InformationSet, times: u64| -> Result<HandValue, AnalysisError> {
            let canonical = Canonical::new(round, set);
            let name = canonical.set.to_string();
            let own = |value: HandValue| value.named_back(&canonical.same, canonical.back);
            if let Some(value) = known.get(&name) {
                return Ok(own(*value));
            }
            let iterations = effort.iterations.saturating_mul(times);
            // A stream of its own for each hand, whatever the order of the hands.
            let mut seeds = Streams::new(effort.seed ^ canonical.seed()).first();
            seeds.jump();
            let effort = Effort { iterations, seed: seeds.next_u64(), ..effort };
            let (value, stopped) = if is_policy {
                played(round, &canonical.set, effort, context)?
            } else {
                let found = SearchedPosition::search(round, &canonical.set, (method, effort), context)?;
                (found.hand_value(), found.stopped)
            };
            match stopped {
                Some(stop) if stop != Stop::Time => Err(stop.into()),
                _ => {
                    known.insert(name, value);
                    Ok(own(value))
                }
            }
        };
        let mut exchanges = Self::new(hand(set, if is_policy { HERE } else { 1 })?, []);
        for other in variations {
            let value = hand(&other.information_set, 1)?;
            exchanges.add(other, value);
            partial(&exchanges);
        }
        Ok(Some(exchanges))
    }

    /// The hand with this card exchanged for that one.
    #[must_use]
    pub fn get(&self, without: Geisha, with: Geisha) -> Option<&Exchange> {
        self.others.iter().find(|of| (of.variation.without, of.variation.with) == (without, with))
    }

    /// Exchange with the largest gain after subtracting two standard errors, if the rest is positive. The
    /// margin avoids picking the noisiest exchange for its noise.
    #[must_use]
    pub fn surest_gain(&self) -> Option<&Exchange> {
        self.surest(|exchange| exchange.sure(exchange.change.value()))
    }

    /// Exchange with the largest loss, with the same margin.
    #[must_use]
    pub fn surest_loss(&self) -> Option<&Exchange> {
        self.surest(|exchange| exchange.sure(-exchange.change.value()))
    }

    fn surest(&self, of: impl Fn(&Exchange) -> f64) -> Option<&Exchange> {
        let surest = self.others.iter().max_by(|one, other| of(one).total_cmp(&of(other)))?;
        (of(surest) > 0.0).then_some(surest)
    }
}

/// Factor by which the hand as it is gets more rollouts of the equilibrium than each of the others.
const HERE: u64 = 2;

/// Value of a hand under the policy of the equilibrium, and the reason for fewer rollouts than requested.
fn played(
    round: &Round,
    set: &InformationSet,
    effort: Effort,
    context: RunContext<'_>,
) -> Result<(HandValue, Option<Stop>), AnalysisError> {
    let PlayedHand { answer, best } = hand_value(round, set.key(), effort, context)?;
    let exploitability = NetworkPolicy::exploitability(set.rules(), set.favour());
    let win = under(Some(exploitability), Estimated::from(answer.value).probability());
    Ok((HandValue { win, best }, answer.stopped))
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU64;

    use super::*;
    use crate::rules::Game;
    use hanamachi_core::search::strength::{Computed, Estimated, Exploitation, HasStrength, Strength};

    fn hands(numbers: &[Number]) -> Exchanges {
        let set: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let hand = |&win: &Number| HandValue { win, best: None };
        Exchanges::new(hand(&numbers[0]), set.variations().into_iter().zip(numbers[1..].iter().map(hand)))
    }

    #[test]
    fn a_large_change_with_a_larger_error_is_not_the_surest() {
        let of = |value, error| Number::from(Estimated { value, standard_error: Some(error), n: None });
        let exchanges =
            hands(&[of(0.5, 0.003), of(0.6, 0.05), of(0.53, 0.004), of(0.45, 0.004), of(0.48, 0.004)]);
        let change = |of: Option<&Exchange>| of.map(|of| (of.change.value() * 1e3).round());
        assert_eq!(change(exchanges.surest_gain()), Some(30.0));
        assert_eq!(change(exchanges.surest_loss()), Some(-50.0));
        // The error of the change includes those of both hands.
        assert!((exchanges.others[1].change.standard_error().unwrap() - 0.005).abs() < 1e-12);
        let Variation { without, with, .. } = exchanges.others[2].variation;
        assert_eq!(exchanges.get(without, with), Some(&exchanges.others[2]));
        assert_eq!(exchanges.get(with, with), None);
    }

    #[test]
    fn what_one_solution_says_of_two_hands_is_compared_as_it_is() {
        let of = |value| Number::from(Computed::new(value, Exploitation::Exact(0.002)));
        let exchanges = hands(&[of(0.5), of(0.500_05), of(0.5002), of(0.499_95)]);
        let gain = exchanges.surest_gain().unwrap();
        assert_eq!(gain.change.strength(), Strength::Computed);
        assert!((gain.change.value() - 0.0002).abs() < 1e-12);
        assert_eq!(exchanges.surest_loss(), None, "rounding");
    }

    /// The same seed gives the same answer; no two hands are searched with the same streams.
    #[test]
    fn searched_hands_are_estimates_with_errors() {
        let set: InformationSet = "....... 2 ABDEFG 4ACBD".parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        let effort = Effort { iterations: 60, block_size: NonZeroU64::new(6).unwrap(), seed: 3 };
        let how = (Method::analysis(), effort);
        let search = || Exchanges::search(&round, &set, how, RunContext::unwatched(), |_| ()).unwrap();
        let exchanges = search().unwrap();
        assert_eq!(search(), Some(exchanges.clone()));
        assert_eq!(exchanges.others.len(), set.variations().len());
        for exchange in &exchanges.others {
            let error = exchange.change.standard_error().unwrap();
            let own = exchange.value.win.standard_error().unwrap();
            assert!(error >= own && exchange.change.strength() == Strength::Estimated);
            assert!(exchange.value.best.is_some());
        }
        let itself = SearchedPosition::search(&round, &set, how, RunContext::unwatched()).unwrap();
        assert_ne!(itself.hand_value(), exchanges.here);
    }

    /// Five hundred whole rounds each: with as many rollouts of single actions the errors were several times as large.
    #[test]
    fn changes_under_the_equilibrium_have_small_errors() {
        let set: InformationSet = "....... 1 ABCDEFG -".parse().unwrap();
        let round = Game::new(*set.rules()).valued_round(set.round_number(), set.favour_of_first());
        let effort = Effort { iterations: 500, block_size: NonZeroU64::new(50).unwrap(), seed: 3 };
        let how = (Method::Equilibrium, effort);
        let exchanges =
            Exchanges::search(&round, &set, how, RunContext::unwatched(), |_| ()).unwrap().unwrap();
        for exchange in &exchanges.others {
            assert_eq!(exchange.change.strength(), Strength::Computed);
            assert!(exchange.change.standard_error().is_some_and(|error| error < 0.04));
            assert!(exchange.value.best.is_some_and(|(_, frequency)| frequency > 0.0));
        }
    }
}
