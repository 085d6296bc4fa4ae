//! Whoever can tell how likely it plays each legal action.
//!
//! This is the contract between players, beliefs, endgames, best responses and tables: a [`Policy`] gives the probabilities of the
//! legal actions in an information set. What the opponent may hold is computed from it exactly, how exploitable it is is measured
//! against it, and a search improves it.

mod argmax;
mod greedy;
mod learned;
#[cfg(test)]
pub(crate) mod scrambled;
mod table;
#[cfg(test)]
mod tests;
mod threshold;
mod tremble;
mod uniform;

pub use argmax::Argmax;
pub use greedy::GreedyPolicy;
pub use learned::LearnedPolicy;
pub use table::TablePolicy;
pub use threshold::Threshold;
pub use tremble::Tremble;
pub use uniform::UniformPolicy;

use std::sync::Arc;

use crate::rules::action::Action;
use crate::rules::information::Information;
use crate::rules::parameters::Rules;
use crate::rules::round::Round;

/// A behaviour strategy: in every information set a distribution over the legal actions.
pub trait Policy: Send + Sync {
    /// Whether it can play games by these rules.
    ///
    /// # Errors
    ///
    /// The reason why not.
    fn check(&self, rules: &Rules) -> Result<(), Unsuited>;

    /// Replaces what is in `probabilities` by how likely each of `actions` is, in their order: not below 0, with a sum of 1 up to
    /// rounding.
    ///
    /// `actions` are all [legal](Round::legal) ones of whoever knows `information`, in ascending order, at least one; and the rules of
    /// the round have passed the [check](Self::check). One alone is played.
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

    /// The [probabilities](Self::probabilities) where there are two actions at least: what a policy says, and nobody asks for.
    fn of_choice(
        &self,
        round: &Round,
        information: &Information,
        actions: &[Action],
        probabilities: &mut Vec<f64>,
    );

    /// Whether it treats geisha alike that differ by name alone: those of equal value with their markers in the same place. Then a round
    /// in which such names are [merged](crate::MergedRound) tells all of it. A policy that does not know says no.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Whether what it plays here solves the rest of the round. Then a search from here that takes others to play worse could only spoil it.
    fn is_solved(&self, _round: &Round, _information: &Information) -> bool {
        false
    }

    /// A policy that plays alike for the most part and is asked at a fraction of the cost, where there is one: for whoever plays out
    /// thousands of rounds to find a response, and then plays against the policy itself.
    fn stand_in(&self) -> Option<&dyn Policy> {
        None
    }
}

/// A policy that threads share.
pub type SharedPolicy = Arc<dyn Policy>;

/// Why a policy cannot play by some rules.
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

/// The place of the first of the largest numbers, 0 where there is none.
fn first_of_best(values: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (place, value) in values.enumerate() {
        if value > best.1 {
            best = (place, value);
        }
    }
    best.0
}

/// Probability 1 for the action in this place.
fn only(place: usize, actions: &[Action], probabilities: &mut Vec<f64>) {
    probabilities.clear();
    probabilities.resize(actions.len(), 0.0);
    if let Some(probability) = probabilities.get_mut(place) {
        *probability = 1.0;
    }
}
