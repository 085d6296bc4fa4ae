//! Policies: a probability distribution over the legal actions of an information set.
//!
//! Players, beliefs, endgames, best responses and tables share this contract: a [`Policy`] gives the
//! probabilities of the legal actions in an information set. Beliefs are the exact posterior under it, best
//! responses measure its exploitability, and a search improves it.

mod greedy;
mod learned;
mod symmetric;
#[cfg(test)]
pub(crate) mod tests;
mod threshold;
mod tremble;

pub use greedy::GreedyPolicy;
pub(crate) use greedy::greedy_value;
pub use learned::LearnedPolicy;
pub(crate) use symmetric::symmetrise;
pub use threshold::{Argmax, Threshold};
pub use tremble::{Tremble, UniformPolicy};

use std::sync::Arc;

use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// A behaviour strategy: in every information set a distribution over the legal actions.
pub trait Policy: Send + Sync {
    /// Checks that it supports games with these rules.
    ///
    /// # Errors
    ///
    /// The reason why it does not.
    fn check(&self, rules: &Rules) -> Result<(), Unsuited>;

    /// Checks that it supports this round, which a policy of single rounds need not, even if it supports the rules.
    ///
    /// # Errors
    ///
    /// The reason why it does not.
    fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
        self.check(round.rules())
    }

    /// The reason why what it played was not its own, if it once had no answer. A policy cannot fail in the middle of a
    /// computation, so whoever checked the round asks at the end, and then prints no result.
    fn fault(&self) -> Option<Unsuited> {
        None
    }

    /// Replaces the contents of `probabilities` with the probability of each of `actions`, in their order:
    /// none below 0, with a sum of 1 up to rounding.
    ///
    /// `actions` are all [legal](Round::legal) actions in this information set, in ascending order, at least
    /// one. The rules of the round have passed the [check](Self::check). A single action gets probability 1.
    fn probabilities(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    ) {
        if actions.len() == 1 {
            only(0, actions, probabilities);
        } else {
            self.of_choice(round, information, actions, probabilities);
        }
    }

    /// The [probabilities](Self::probabilities) of at least two actions. Policies implement this method;
    /// callers use `probabilities`.
    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    );

    /// Whether it is invariant under renaming geisha of equal value with their markers in the same place. A
    /// round with such names [merged](crate::MergedRound) then represents it completely. The default is no.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Whether its play here solves the rest of the round. A search from here that assumes worse play of the
    /// others could then only weaken it.
    fn is_solved(&self, _round: &Round, _information: &Information) -> bool {
        false
    }

    /// A similar policy at a fraction of the cost, if there is one. Use it for the thousands of rollouts that
    /// find a response, then play the response against the policy itself.
    fn stand_in(&self) -> Option<&dyn Policy> {
        None
    }
}

/// A policy that threads share.
pub type SharedPolicy = Arc<dyn Policy>;

/// The reason why a policy does not support some rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Unsuited {
    /// In words, without a full stop.
    pub reason: String,
}

macro_rules! delegate {
    ($($pointer:ty),+) => {
        $(impl<P: Policy + ?Sized> Policy for $pointer {
            fn check(&self, rules: &Rules) -> Result<(), Unsuited> {
                (**self).check(rules)
            }

            fn check_round(&self, round: &Round) -> Result<(), Unsuited> {
                (**self).check_round(round)
            }

            fn fault(&self) -> Option<Unsuited> {
                (**self).fault()
            }

            fn of_choice(
                &self,
                round: &Round,
                information: &Information,
                actions: &[Action],
                probabilities: &mut Vec<f64>,
            ) {
                (**self).of_choice(round, information, actions, probabilities);
            }

            fn is_symmetric(&self) -> bool {
                (**self).is_symmetric()
            }

            fn is_solved(&self, round: &Round, information: &Information) -> bool {
                (**self).is_solved(round, information)
            }

            fn stand_in(&self) -> Option<&dyn Policy> {
                (**self).stand_in()
            }
        })+
    };
}

delegate!(&P, Box<P>, Arc<P>);

/// Index of the first maximum, 0 if there are no numbers.
fn first_of_best(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, value) in values.enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

/// Probability 1 for the action at this place.
fn only(place: usize, actions: &[Action], probabilities: &mut Vec<f64>) {
    probabilities.clear();
    probabilities.resize(actions.len(), 0.0);
    if let Some(probability) = probabilities.get_mut(place) {
        *probability = 1.0;
    }
}
